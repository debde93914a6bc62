import type { ListView } from './formats/format.ts';
import type { OperationRun } from './operation-run.ts';
import { neighbours } from './pagination.ts';
import type { ListLinks } from './pagination.ts';

/** A page with path and query of its neighbours; every other parameter of the request is repeated, sorted by name. */
export function listView(run: OperationRun): ListView {
  return { page: run.page!, links: (run.links ??= linksOf(run)) };
}

function linksOf(run: OperationRun): ListLinks {
  const { paged, page, size, sent } = run.query!;
  const { path } = run.context;
  const to = (number: number | undefined): string | undefined =>
    number === undefined ? undefined : path + queryOf(sent, ['page', String(number)]);
  if (!paged) return { self: path + queryOf(sent) };
  const { items, total } = run.page!;
  const { first, previous, next, last } = neighbours(page, size, total, items.length);
  // A list that was asked for without a page is its own first page only when there are others.
  const self = run.context.query === '' && last === 1 ? path : to(page)!;
  return { self, first: to(first), previous: to(previous), next: to(next), last: to(last) };
}

/** A query string, sorted by name; empty when there is nothing to say. */
export function queryOf(sent: readonly (readonly [string, string])[], more?: readonly [string, string]): string {
  const pairs = more ? [...sent, more].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)) : sent;
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`;
}

// Brackets and commas stay readable, as clients write them.
function encode(text: string): string {
  return encodeURIComponent(text).replace(/%(?:5B|5D|2C|2F|3A)/g, decodeURIComponent);
}
