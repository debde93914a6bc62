import type { TracedContext } from 'oriel-core/trace';
import { matchFilter } from '../declare/filters/match-filter.ts';
import { hasCondition } from '../declare/filters/filter-tree.ts';
import type { FilterTree } from '../declare/filters/filter-tree.ts';
import { combineFilters, filterOfValues } from '../declare/filters/where.ts';
import { isInScope } from '../model/reach.ts';
import type { Item, Reach } from '../model/reach.ts';
import { fieldKindResolver } from '../model/resource-model.ts';
import type { ListRequest, Page } from '../declare/list-request.ts';
import type { IgnoredFilter, OperationCall } from '../model/operation-call.ts';
import { SourceContext } from './source-context.ts';
import { getFields } from './linked-items.ts';
import { matchesFilter } from './matches-filter.ts';

/**
 * Returns a page that `provide.list` created, if all its items are in the scope of the request and visible to the user. Items
 * that do not match the other filters of a recorded request are noted for its profile.
 *
 * @param request the list request that the function received
 * @throws {TypeError} (or rejects) if the function ignored the filter of the path, the tenant or an access rule
 */
export async function checkProvidedPage(
  page: Page<Item>,
  request: ListRequest,
  context: SourceContext,
): Promise<Page<Item>> {
  const { call, reach } = SourceContext.details(context);
  const required = combineFilters([filterOfValues(context.scope), reach.rows]);
  if (required === undefined) return withNotedItems(page, request, call);
  const visible = await Promise.all(page.items.map(async (item) => matchesFilter(item, required, call)));
  if (visible.every(Boolean)) return withNotedItems(page, request, call);
  const outside = page.items.filter((_, index) => !visible[index]);
  const by = findSources(outside, context.scope, reach);
  call.ignoredFilter = { items: outside.length, of: page.items.length, by };
  throw new TypeError(
    `provide.list of "${call.operation.resource.name}" returned an item that ${REASONS[by[0]!]}; filter by request.where`,
  );
}

const REASONS: Readonly<Record<IgnoredFilter['by'][number], string>> = {
  path: 'is not below the path',
  tenant: 'belongs to another tenant',
  where: 'its access rule hides',
  filter: 'does not match',
};

function findSources(items: readonly Item[], scope: Item, { tenant }: Reach): IgnoredFilter['by'] {
  const path = Object.fromEntries(Object.entries(scope).filter(([name]) => !Object.hasOwn(tenant, name)));
  const isOutside = (values: Item): boolean => items.some((item) => !isInScope(item, values));
  const by = [...(isOutside(tenant) ? ['tenant' as const] : []), ...(isOutside(path) ? ['path' as const] : [])];
  return by.length > 0 ? by : ['where'];
}

// Only for a recorded request, because only the profile shows it.
function withNotedItems(page: Page<Item>, { where, fields }: ListRequest, call: OperationCall): Page<Item> {
  if (where === undefined || !(call.context as TracedContext).trace.recording || !Array.isArray(page.items))
    return page;
  if (!canCompare(where, fields, page.items)) return page;
  const matches = matchFilter(where, fieldKindResolver(call.operation.resource));
  const items = page.items.filter((item) => !matches(item)).length;
  if (items > 0) call.ignoredFilter = { items, of: page.items.length, by: ['filter'] };
  return page;
}

// Filters through links need other items, and an item without a field cannot be compared.
function canCompare(where: FilterTree, fields: readonly string[] | undefined, items: readonly Item[]): boolean {
  const names = getFields(where);
  // The function may search by the rules of a language.
  if (hasCondition(where, 'sql', 'search')) return false;
  if (names.some((name) => name.includes('.'))) return false;
  return fields === undefined || items.every((item) => names.every((name) => Object.hasOwn(item, name)));
}
