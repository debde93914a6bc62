import { isPromise } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { TracedContext } from 'oriel-core/trace';
import { matchFilter } from '../filters/match-filter.ts';
import { hasCondition } from '../filters/filter-tree.ts';
import type { FilterTree } from '../filters/filter-tree.ts';
import { combineFilters, filterOfValues } from '../filters/where.ts';
import { isInScope } from '../model/item.ts';
import type { Item } from '../model/item.ts';
import { fieldKindResolver } from '../model/resource-model.ts';
import type { ListRequest, Page } from '../paging/list-request.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { IgnoredFilter } from '../running/run-phases.ts';
import { fieldsOf } from './linked-items.ts';
import { matchesFilter } from './matches-filter.ts';

/**
 * Returns a page that `provide.list` created, if all its items are in the scope of the request and visible to the user. Items
 * that do not match the other filters of a recorded request are noted for its profile.
 *
 * @param request the list request that the function received
 * @throws {TypeError} (or rejects) if the function ignored the filter of the path, the tenant or an access rule
 */
export function checkProvidedPage(page: Page<Item>, request: ListRequest, run: OperationRun): MaybePromise<Page<Item>> {
  const {
    request: { scope },
    authorization: { readFilter },
  } = run;
  const required = combineFilters([filterOfValues(scope), readFilter]);
  if (required === undefined) return withNotedItems(page, request, run);
  const check = (seen: readonly boolean[]): Page<Item> => {
    if (seen.every(Boolean)) return withNotedItems(page, request, run);
    const outside = page.items.filter((_, index) => !seen[index]);
    const by = sourcesOf(outside, run);
    run.read.ignoredFilter = { items: outside.length, of: page.items.length, by };
    throw new TypeError(
      `provide.list of "${run.operation.resource.name}" returned an item that ${REASONS[by[0]!]}; filter by request.where`,
    );
  };
  const visible = page.items.map((item) => matchesFilter(item, required, run));
  return visible.some((each) => isPromise(each))
    ? Promise.all(visible.map(async (each) => each)).then(check)
    : check(visible as boolean[]);
}

const REASONS: Readonly<Record<IgnoredFilter['by'][number], string>> = {
  path: 'is not below the path',
  tenant: 'belongs to another tenant',
  where: 'its access rule hides',
  filter: 'does not match',
};

function sourcesOf(items: readonly Item[], { request: { scope, tenant } }: OperationRun): IgnoredFilter['by'] {
  const path = Object.fromEntries(Object.entries(scope).filter(([name]) => !Object.hasOwn(tenant, name)));
  const isOutside = (values: Item): boolean => items.some((item) => !isInScope(item, values));
  const by = [...(isOutside(tenant) ? ['tenant' as const] : []), ...(isOutside(path) ? ['path' as const] : [])];
  return by.length > 0 ? by : ['where'];
}

// Only for a recorded request, because only the profile shows it.
function withNotedItems(page: Page<Item>, { where, fields }: ListRequest, run: OperationRun): Page<Item> {
  if (where === undefined || !(run.context as TracedContext).trace.recording || !Array.isArray(page.items)) return page;
  if (!canCompare(where, fields, page.items)) return page;
  const matches = matchFilter(where, fieldKindResolver(run.operation.resource));
  const items = page.items.filter((item) => !matches(item)).length;
  if (items > 0) run.read.ignoredFilter = { items, of: page.items.length, by: ['filter'] };
  return page;
}

// Filters through links need other items, and an item without a field cannot be compared.
function canCompare(where: FilterTree, fields: readonly string[] | undefined, items: readonly Item[]): boolean {
  const names = fieldsOf(where);
  // The function may search by the rules of a language.
  if (hasCondition(where, 'sql', 'search')) return false;
  if (names.some((name) => name.includes('.'))) return false;
  return fields === undefined || items.every((item) => names.every((name) => Object.hasOwn(item, name)));
}
