import { cursorValues } from '../paging/cursor.ts';
import type { CursorPosition } from '../paging/cursor.ts';
import type { ListView } from '../formats/format.ts';
import { pageLength } from '../paging/list-request.ts';
import type { OperationRun } from '../running/operation-run.ts';
import { adjacentPages } from '../paging/pagination.ts';
import type { ListLinks } from '../paging/pagination.ts';
import { plainDialect } from '../querying/query-dialect.ts';

/** A page with path and query of its neighbours. */
export function createListView(run: OperationRun): ListView {
  return { page: run.read.page!, links: (run.response.pageLinks ??= linksOf(run)) };
}

/** Path and query of a page and its neighbours: all other parameters of the request are repeated, sorted by name. */
function linksOf(run: OperationRun): ListLinks {
  const { isPaged, sent, request } = run.request.query!;
  const { path } = run.context;
  if (!isPaged) return { self: path + queryOf(sent) };
  return request!.window.by === 'cursor' ? cursorLinks(run) : numberLinks(run);
}

function numberLinks(run: OperationRun): ListLinks {
  const { page, size, sent } = run.request.query!;
  const { total, hasNext } = run.read.page!;
  const { first, previous, next, last } = adjacentPages(page, size, {
    total,
    given: pageLength(run.read.page!),
    hasNext,
  });
  const to = linkMaker(run, (run.format.dialect ?? plainDialect).page);
  return {
    self: first === undefined && page === 1 ? run.context.path + queryOf(sent) : to(page)!,
    ...{ first: to(first), previous: to(previous), next: to(next), last: to(last) },
  };
}

const THE_END: CursorPosition = { from: undefined, direction: 'before' };

function cursorLinks(run: OperationRun): ListLinks {
  const { sent, cursor, request } = run.request.query!;
  const { hasNext, hasPrevious } = run.read.page!;
  const edges = hasNext === true || hasPrevious === true ? run.read.page!.edges : undefined;
  const { cursors } = run.operation.resource;
  const { order } = request!;
  const to = linkMaker(run, (run.format.dialect ?? plainDialect).cursor);
  const first = run.context.path + queryOf(sent);
  const self = cursor === undefined ? first : to(cursor)!;
  // Whatever there was may be gone; then the way back leads to the end of what is left.
  if (pageLength(run.read.page!) === 0)
    return cursor === undefined ? { self, first } : { self, first, previous: to(cursors.encode(THE_END, order)) };
  const at = (direction: 'after' | 'before'): string | undefined => {
    const from =
      edges?.[direction === 'after' ? 'last' : 'first'] ??
      cursorValues(run.read.page!.items.at(direction === 'after' ? -1 : 0)!, order);
    return to(cursors.encode({ from, direction }, order));
  };
  return {
    ...{ self, first },
    previous: hasPrevious === true ? at('before') : undefined,
    next: hasNext === true ? at('after') : undefined,
  };
}

/** A query string of pairs in the order given; empty when there is nothing to say. */
function queryOf(sent: readonly (readonly [name: string, value: string])[]): string {
  return sent.length === 0 ? '' : `?${joined(sent)}`;
}

// Only one parameter differs from link to link. It comes last, and what stands before it is written once.
function linkMaker(run: OperationRun, name: string): (value: number | string | undefined) => string | undefined {
  const { sent } = run.request.query!;
  const start = `${run.context.path}?${sent.length > 0 ? `${joined(sent)}&` : ''}${encode(name)}=`;
  return (value) => (value === undefined ? undefined : start + value);
}

function joined(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}

// RFC 3986 §2.3: everything that is not unreserved.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
