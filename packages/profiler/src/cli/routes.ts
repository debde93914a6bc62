import { UsageError, defineCommand, print } from 'oriel-core/cli';
import { UNTRUSTED_NOTICE, renderBlocksAsMarkdown } from '../view/render/blocks-markdown.ts';
import { renderBlocksAsText } from '../view/render/blocks-terminal.ts';
import { compareRoutes } from '../view/routes/compare-routes.ts';
import { groupByRoute } from '../view/routes/group-by-route.ts';
import { ROUTE_ORDERS, buildRouteBlocks, buildRoutesJson } from '../view/routes/route-blocks.ts';
import {
  buildRouteComparison,
  buildRouteComparisonJson,
  describeRouteComparison,
} from '../view/routes/route-comparison-blocks.ts';
import { summarizeRoutes } from '../view/routes/summarize-routes.ts';
import { nothingChecked } from './assert-recorded.ts';
import { checkBudgetFile, saveBudgets } from './budgets.ts';
import { FORMAT_HELP, QUERY_ARGUMENTS, STORE_HELP, getFormat, oneOf } from './options.ts';
import type { ReadOptions } from './options.ts';
import { profileJsonText, profileQuery } from './query.ts';
import { NO_LIMIT, withStore } from './store.ts';

/** `oriel routes`: the routes of the requests that match a query, the one with the most total time first, or their budgets. */
export const command = defineCommand({
  name: 'routes',
  summary: 'show which routes cost most',
  usage: 'routes [query] [options]',
  help: [
    ['[query]', 'the syntax of the search page, such as app:shop since:1h'],
    ['--sort key', `${ROUTE_ORDERS.join(', ')} (default time)`],
    ['--compare query query', 'show what differs between the routes of two queries, such as boot:x and boot:y'],
    ['--save file', 'write the queries, calls, errors and findings of each route to a file, as its budget'],
    ['--fail-if worse file', 'exit with 1 if a route is worse than its budget in the file, the last argument'],
    FORMAT_HELP,
    STORE_HELP,
  ],
  examples: ["oriel routes 'since:1h'", 'oriel routes --sort p95', 'oriel routes --fail-if worse budget.json'],
  options: {
    store: { type: 'string' },
    format: { type: 'string' },
    sort: { type: 'string' },
    save: { type: 'string' },
    compare: { type: 'boolean' },
    'fail-if': { type: 'string' },
  },
  ...QUERY_ARGUMENTS,
  run: async (options, args) => {
    const { save, 'fail-if': failIf } = options;
    if (options.compare === true) return await compareSearches(options, args);
    if (save !== undefined && failIf !== undefined)
      throw new UsageError('--save and --fail-if exclude each other: check first, then save');
    if (save !== undefined) return await saveBudgets(options, save, args);
    if (failIf !== undefined) return await checkBudgetFile(options, failIf, args);
    const format = getFormat(options);
    const order = oneOf('--sort', options.sort ?? 'time', ROUTE_ORDERS);
    const query = profileQuery({}, args);
    const summary = await withStore(options, (storage) => summarizeRoutes(storage, query), { searchTime: NO_LIMIT });
    if (format === 'json') return print(profileJsonText(buildRoutesJson(summary, order)));
    const blocks = buildRouteBlocks(summary, { order, list: () => '' });
    if (format === 'human') return print(renderBlocksAsText(blocks));
    return print(`# Routes\n\n${UNTRUSTED_NOTICE}\n\n${renderBlocksAsMarkdown(blocks)}`);
  },
});

async function compareSearches(options: ReadOptions, args: readonly string[]): Promise<number> {
  const format = getFormat(options);
  const [first, second, ...rest] = args;
  if (first === undefined || second === undefined || rest.length > 0)
    throw new UsageError(`--compare expects two queries in quotes; example: oriel routes --compare 'boot:x' 'boot:y'`);
  const [before, after] = [profileQuery({}, [first]), profileQuery({}, [second])];
  const comparison = await withStore(
    options,
    async (storage) => compareRoutes(await groupByRoute(storage, before), await groupByRoute(storage, after)),
    { searchTime: NO_LIMIT },
  );
  if (comparison.before === 0 || comparison.after === 0)
    throw nothingChecked(
      options,
      describeRouteComparison(comparison),
      'Correct the queries; "oriel list --format json" shows the boot of each request',
      '--compare',
    );
  if (format === 'json') return print(profileJsonText(buildRouteComparisonJson(comparison)));
  const blocks = buildRouteComparison(comparison, { list: () => '' });
  if (format === 'human') return print(renderBlocksAsText(blocks));
  return print(`# Changes of routes\n\n${UNTRUSTED_NOTICE}\n\n${renderBlocksAsMarkdown(blocks)}`);
}
