import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { LoadError, UsageError, count, print, quoteForShell, shorten } from 'oriel-core/cli';
import { getMessage } from 'oriel-core/http';
import { MAX_BUDGET_BYTES, formatBudgets, parseBudgets } from '../view/budget/budget-file.ts';
import type { BudgetIssue } from '../view/budget/budget-file.ts';
import { exportBudgetData, exportBudgetMarkdown, exportBudgetText } from '../view/budget/budget-documents.ts';
import { checkBudgets } from '../view/budget/check-budgets.ts';
import { measureBudgets } from '../view/budget/measure-budgets.ts';
import type { Budgets } from '../view/budget/measure-budgets.ts';
import { MAX_PROFILES, groupByRoute } from '../view/routes/group-by-route.ts';
import { assertRecorded, nothingChecked } from './assert-recorded.ts';
import { getFormat } from './options.ts';
import type { ReadOptions } from './options.ts';
import { profileJsonText, profileQuery } from './query.ts';
import { NO_LIMIT, withStore } from './store.ts';

/** Writes the budgets of the measured routes to a file. Prints how they differ from those that it had. */
export async function saveBudgets(options: ReadOptions, file: string, args: readonly string[]): Promise<number> {
  if (file.trim() === '') throw new UsageError('--save has no file; example: --save budget.json');
  getFormat(options);
  // Another file must not be overwritten.
  const before = statSync(file, { throwIfNoEntry: false }) === undefined ? new Map<string, never>() : readFile(file);
  const measured = await measure(options, args, '--save');
  const { differences } = checkBudgets(measured, before);
  const parts = (
    [
      ['new', 'added'],
      ['worse', 'worse'],
      ['better', 'better'],
      ['unmeasured', 'removed'],
    ] as const
  ).map(([result, label]) => ({
    label,
    number: differences.filter((difference) => difference.result === result).length,
  }));
  const changes = parts.filter(({ number }) => number > 0).map(({ label, number }) => `${number} ${label}`);
  try {
    writeFileSync(file, formatBudgets(measured));
  } catch (error) {
    throw invalidFile(file, { reason: getMessage(error), fix: 'Name a file in a folder that exists' });
  }
  return print(
    `Saved the budgets of ${count(measured.size, 'route')} to ${shorten(file)}: ${changes.join(', ') || 'unchanged'}`,
  );
}

/**
 * Compares the measured routes with the budgets of a file, the last argument. Returns the exit code: 1 if a route is worse, and 2 if a
 * route with a budget had no request.
 */
export async function checkBudgetFile(options: ReadOptions, failIf: string, args: readonly string[]): Promise<number> {
  const file = args.at(-1);
  if (failIf !== 'worse')
    throw new UsageError(
      `--fail-if is "${failIf}"; routes expects --fail-if worse budget.json; "oriel list --fail-if" expects a query`,
    );
  if (file === undefined)
    throw new UsageError('The file with the budgets is missing; example: oriel routes --fail-if worse budget.json');
  const format = getFormat(options);
  const query = args.slice(0, -1);
  const budgets = readFile(file);
  const check = checkBudgets(await measure(options, query, '--fail-if'), budgets);
  const terms = query.length === 0 ? [] : [quoteForShell([query.join(' ')])];
  const names = { file: shorten(file), save: ['oriel routes', ...terms, '--save', quoteForShell([file])].join(' ') };
  if (format === 'json') print(profileJsonText(exportBudgetData(check, names)));
  else print((format === 'md' ? exportBudgetMarkdown : exportBudgetText)(check, names));
  return EXIT_CODES[check.result];
}

const EXIT_CODES = { good: 0, worse: 1, unmeasured: 2 } as const;
async function measure(options: ReadOptions, args: readonly string[], option: string): Promise<Budgets> {
  const query = profileQuery({}, args);
  return await withStore(
    options,
    async (storage) => {
      const groups = await groupByRoute(storage, query);
      await assertRecorded(storage, query.terms, options, option);
      if (!groups.isComplete)
        throw nothingChecked(
          options,
          `More than ${MAX_PROFILES} profiles match, and only the newest ones are read`,
          'Limit the query, such as to since:10m, or use a store for each run',
          option,
        );
      const measured = measureBudgets(groups);
      if (measured.size === 0)
        throw nothingChecked(
          options,
          groups.profiles === 0 ? 'No request matches the query' : 'No request had a route: all of them were 404',
          'Correct the query, or send requests to the routes',
          option,
        );
      return measured;
    },
    { searchTime: NO_LIMIT },
  );
}

function readFile(file: string): Budgets {
  const result = parseBudgets(readText(file));
  if ('issue' in result) throw invalidFile(file, result.issue);
  return result.budgets;
}

function readText(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined)
    throw invalidFile(file, {
      reason: 'The file does not exist; it is the last argument of "oriel routes [query] --fail-if worse budget.json"',
      fix: `Write it with "oriel routes --save ${quoteForShell([file])}", and commit it`,
    });
  if (!stat.isFile()) throw invalidFile(file, { reason: 'It is not a file', fix: 'Name a file' });
  if (stat.size > MAX_BUDGET_BYTES)
    throw invalidFile(file, { reason: `It has more than ${MAX_BUDGET_BYTES} bytes`, fix: 'Name a file with budgets' });
  return readFileSync(file, 'utf8');
}

function invalidFile(file: string, { reason, fix }: BudgetIssue): LoadError {
  const issue = { code: 'ORIEL_CLI_INVALID_BUDGET', place: shorten(file), reason, fix };
  return new LoadError('The budgets cannot be used', [issue], 2);
}
