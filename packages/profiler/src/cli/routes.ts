import { UsageError, defineCommand, print } from 'oriel-core/cli';
import { UNTRUSTED_NOTICE, renderBlocksAsMarkdown } from '../view/render/blocks-markdown.ts';
import { renderBlocksAsText } from '../view/render/blocks-terminal.ts';
import { ROUTE_ORDERS, buildRouteBlocks, buildRoutesJson } from '../view/routes/route-blocks.ts';
import { summarizeRoutes } from '../view/routes/summarize-routes.ts';
import { checkBudgetFile, saveBudgets } from './budgets.ts';
import { FORMAT_HELP, QUERY_ARGUMENTS, STORE_HELP, formatOf, oneOf } from './options.ts';
import { profileJsonText, profileQuery } from './query.ts';
import { withStore } from './store.ts';

/** `oriel routes`: the routes of the requests that match a query, the one with the most total time first, or their budgets. */
export const command = defineCommand({
  name: 'routes',
  summary: 'show which routes cost most',
  usage: 'routes [query] [options]',
  help: [
    ['[query]', 'the syntax of the search page, such as app:shop since:1h'],
    ['--sort key', `${ROUTE_ORDERS.join(', ')} (default time)`],
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
    'fail-if': { type: 'string' },
  },
  ...QUERY_ARGUMENTS,
  run: async (options, args) => {
    const { save, 'fail-if': failIf } = options;
    if (save !== undefined && failIf !== undefined)
      throw new UsageError('--save and --fail-if exclude each other: check first, then save');
    if (save !== undefined) return await saveBudgets(options, save, args);
    if (failIf !== undefined) return await checkBudgetFile(options, failIf, args);
    const format = formatOf(options);
    const order = oneOf('--sort', options.sort ?? 'time', ROUTE_ORDERS);
    const query = profileQuery({}, args);
    const summary = await withStore(options, (storage) => summarizeRoutes(storage, query), { searchTime: NO_LIMIT });
    if (format === 'json') return print(profileJsonText(buildRoutesJson(summary, order)));
    const blocks = buildRouteBlocks(summary, { order, list: () => '' });
    if (format === 'human') return print(renderBlocksAsText(blocks));
    return print(`# Routes\n\n${UNTRUSTED_NOTICE}\n\n${renderBlocksAsMarkdown(blocks)}`);
  },
});

// The command waits for all matches.
const NO_LIMIT = '365 d';
