import { andThen, isPromise } from '../../../core/http/promises.ts';
import type { FilterTree } from '../filters/filter-tree.ts';
import { linkedPaths } from './linked-items.ts';
import type { Page } from '../paging/list-request.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import { combineFilters } from '../filters/where.ts';
import type { MaybePromise } from '../../../core/http/promises.ts';
import { restrictLinkConditions } from './read-scope.ts';
import { matchesFilter } from './matches-filter.ts';

/**
 * Narrows what is asked of a list to what its reader may see, before anybody is asked: then pages, counts, cursors and
 * links are of what is left.
 */
export function restrictList(run: OperationRun): MaybePromise<void> {
  const { request } = run.request.query!;
  const asked = request!.where;
  const paths = asked === undefined ? NONE : linkedPaths({ where: asked, order: NONE });
  if (run.authorization.rows === undefined && paths.length === 0) return undefined;
  const seen: MaybePromise<FilterTree | undefined> =
    paths.length === 0 ? asked : restrictLinkConditions(asked!, paths, run);
  return andThen(seen, (where) => {
    const limited = combineFilters([run.authorization.rows, where]);
    if (limited !== asked) run.request.query = { ...run.request.query!, request: { ...request!, where: limited } };
  });
}

/**
 * A page that a function made itself, as long as every item on it may be seen.
 * @throws {TypeError} (or rejects) when the function passed over the filter: no answer is better than a wrong one
 */
export function assertReadablePage(page: Page<Item>, run: OperationRun): MaybePromise<Page<Item>> {
  const {
    operation,
    authorization: { rows },
  } = run;
  if (rows === undefined) return page;
  const judge = (seen: readonly boolean[]): Page<Item> => {
    if (seen.every(Boolean)) return page;
    throw new TypeError(
      `provide.list of "${operation.resource.name}" gave an item that its access rule hides; filter by request.where`,
    );
  };
  const seen = page.items.map((item) => matchesFilter(item, rows, run));
  return seen.some((each) => isPromise(each))
    ? Promise.all(seen.map(async (each) => each)).then(judge)
    : judge(seen as boolean[]);
}

const NONE = [] as const;
