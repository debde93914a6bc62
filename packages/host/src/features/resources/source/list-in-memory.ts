import type { ListRequest, Page } from '../declare/list-request.ts';
import { compareRows, matchFilter } from '../declare/filters/match-filter.ts';
import { countMatches } from '../declare/filters/search-query.ts';
import type { GetLinked, GetValue } from '../declare/filters/match-filter.ts';
import type { FieldKind } from '../declare/resource-store.ts';

/**
 * Filters, sorts and pages an array like a store. The host uses it for arrays that `provide.list` returns.
 *
 * @param items all items
 * @param request the filter, the order and the page
 * @param kindAt returns the kind of the field at a path
 * @param valueAt returns the value of an item at a path; by default that of its properties
 * @param linkedAt returns the linked items of an item
 *
 * @example
 * ```ts
 * import { listInMemory } from 'oriel-host/resources';
 * const order = [{ field: 'size', direction: 'desc' }] as const;
 * const request = { where: undefined, order, window: { by: 'all' }, count: true } as const;
 * listInMemory([{ size: 1 }, { size: 3 }], request as never, () => 'number').items; // => [{ size: 3 }, { size: 1 }]
 * ```
 */
export function listInMemory<Item extends Readonly<Record<string, unknown>>>(
  items: readonly Item[],
  { where, order, relevance, window, count }: ListRequest,
  kindAt: (path: string) => FieldKind,
  valueAt?: GetValue,
  linkedAt?: GetLinked,
): Page<Item> {
  const matching = where === undefined ? items.slice() : items.filter(matchFilter(where, kindAt, valueAt, linkedAt));
  matching.sort(compareRows(order, kindAt, valueAt));
  if (relevance !== undefined) {
    const getRank = (item: Item): number =>
      countMatches(
        relevance.query,
        relevance.fields.map((field) => item[field]),
      );
    const ranks = new Map(matching.map((item) => [item, getRank(item)]));
    matching.sort((one, other) => ranks.get(other)! - ranks.get(one)!);
  }
  const total = count ? matching.length : undefined;
  if (window.by === 'all') return { items: matching, total };
  if (window.by === 'offset') return { items: matching.slice(window.offset, window.offset + window.limit), total };
  const { from, direction, limit } = window;
  const isAfter = direction === 'after';
  const compare = compareRows(order, kindAt);
  const row = from && Object.fromEntries(order.map(({ field }, index) => [field, from[index]]));
  const rest = row ? matching.filter((item) => (isAfter ? compare(item, row) > 0 : compare(item, row) < 0)) : matching;
  const hasMore = rest.length > limit;
  // The row of the cursor is on the other side of the page.
  return {
    items: isAfter ? rest.slice(0, limit) : rest.slice(Math.max(0, rest.length - limit)),
    total,
    hasNext: isAfter ? hasMore : row !== undefined,
    hasPrevious: isAfter ? row !== undefined : hasMore,
  };
}
