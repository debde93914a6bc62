import type { FilterTree, OrderKey, SearchLeaf } from './filters/filter-tree.ts';
import { assertKnownNames } from 'oriel-core/http';

/** A request for a list, with everything that a store needs. */
export interface ListRequest {
  readonly where: FilterTree | undefined;
  /** The order. It ends with the keys of the identifier, so that pages neither overlap nor have gaps. */
  readonly order: readonly OrderKey[];
  /** The search by whose rank the rows are sorted before `order`. Never with a window by cursor. */
  readonly relevance?: SearchLeaf | undefined;
  readonly window: ListWindow;
  /** Whether to count all items. */
  readonly count: boolean;
  /** The fields of the response; undefined for all. The store also returns the fields of the identifier and the order. */
  readonly fields: readonly string[] | undefined;
}

/** The part of a list: a page by offset, the rows after or before a row with given order keys, or all rows. */
export type ListWindow =
  | { readonly by: 'offset'; readonly offset: number; readonly limit: number }
  | {
      readonly by: 'cursor';
      /** The values of the order keys in the row next to the page; undefined for the first page, or the last with `before`. */
      readonly from: readonly CursorValue[] | undefined;
      readonly direction: 'after' | 'before';
      readonly limit: number;
    }
  | { readonly by: 'all' };

export type CursorValue = string | number | boolean | null;

/** A page of a list, as stores and `provide.list` return it. */
export interface Page<Item> {
  /** The items in the order of the request, also for a page before a cursor. */
  readonly items: readonly Item[];
  readonly total?: number | undefined;
  /** Whether there are rows after and before the page. Needed for pages by cursor; true on the side of the cursor. */
  readonly hasNext?: boolean | undefined;
  readonly hasPrevious?: boolean | undefined;
  /** Returns the values of the order keys in the first or last item of a page that is not empty. Default: those in `items`. */
  readonly positionOf?: ((item: 'first' | 'last') => readonly CursorValue[]) | undefined;
}

/** The parsed query of a request to an operation. */
export interface ListQuery {
  /** The request to the store; undefined for operations on one item. */
  readonly request: ListRequest | undefined;
  /** The values of filters by their declared names. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The output of the schema `query` of the operation. */
  readonly declared: unknown;
  /** The selected fields, by name or by view, in the order of the schema; undefined for all. */
  readonly fields: readonly string[] | undefined;
  /** The selected fields of other resources, by their type and by their name (JSON:API). */
  readonly fieldsByType: ReadonlyMap<string, readonly string[]>;
  /** The parameters that only the format reads. */
  readonly formatParameters: Readonly<Record<string, string>>;
  /** The number of the page; 1 for pages by cursor. */
  readonly page: number;
  /** The cursor of the page, as sent. */
  readonly cursor: string | undefined;
  /** The number of items per page. */
  readonly size: number;
  /** Whether the list is paged. */
  readonly isPaged: boolean;
  /** Whether the list is sent while it is read from its source. */
  readonly isStreamed?: boolean;
  /** All parameters except the page, sorted by name. Links to other pages repeat them. */
  readonly sent: readonly (readonly [name: string, value: string])[];
  /** Unknown parameters, which a lenient host ignores. */
  readonly ignored: readonly string[];
}

/**
 * Rejects list requests with unknown members, such as `limit` next to `window`, which a store would ignore.
 *
 * @throws {TypeError} with the unknown member, direction or kind of window
 */
export function validateListRequest(request: ListRequest): void {
  for (const name in request)
    if (!MEMBERS.includes(name)) assertKnownNames([name], MEMBERS, 'member of a list request');
  const { order, window } = request;
  for (const { direction } of order)
    if (direction !== 'asc' && direction !== 'desc')
      assertKnownNames([direction], ['asc', 'desc'], 'direction of an order');
  const members = WINDOWS[window.by] as readonly string[] | undefined;
  if (members === undefined) assertKnownNames([window.by], Object.keys(WINDOWS), 'kind of window');
  for (const name in window) if (!members!.includes(name)) assertKnownNames([name], members!, 'member of a window');
}

const MEMBERS: readonly string[] = [
  'where',
  'order',
  'relevance',
  'window',
  'count',
  'fields',
] satisfies (keyof ListRequest)[];
const WINDOWS = {
  all: ['by'],
  offset: ['by', 'offset', 'limit'],
  cursor: ['by', 'from', 'direction', 'limit'],
} as const;
