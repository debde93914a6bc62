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
 * Adds the read rules to the filter of a list request, before a store or function receives it. Pages, counts, cursors and
 * links then cover visible rows only.
 */
export function restrictList(run: OperationRun): MaybePromise<void> {
  const { request } = run.request.query!;
  const requested = request!.where;
  const paths = requested === undefined ? NONE : linkedPaths({ where: requested, order: NONE });
  if (run.authorization.readFilter === undefined && paths.length === 0) return undefined;
  const readable: MaybePromise<FilterTree | undefined> =
    paths.length === 0 ? requested : restrictLinkConditions(requested!, paths, run);
  return andThen(readable, (where) => {
    const limited = combineFilters([run.authorization.readFilter, where]);
    if (limited !== requested) run.request.query = { ...run.request.query!, request: { ...request!, where: limited } };
  });
}

/**
 * Returns a page that `provide.list` created, if the user can read all items on it.
 *
 * @throws {TypeError} (or rejects) if the function ignored the filter of the request
 */
export function assertReadablePage(page: Page<Item>, run: OperationRun): MaybePromise<Page<Item>> {
  const {
    operation,
    authorization: { readFilter },
  } = run;
  if (readFilter === undefined) return page;
  const check = (seen: readonly boolean[]): Page<Item> => {
    if (seen.every(Boolean)) return page;
    throw new TypeError(
      `provide.list of "${operation.resource.name}" returned an item that its access rule hides; filter by request.where`,
    );
  };
  const visible = page.items.map((item) => matchesFilter(item, readFilter, run));
  return visible.some((each) => isPromise(each))
    ? Promise.all(visible.map(async (each) => each)).then(check)
    : check(visible as boolean[]);
}

const NONE = [] as const;
