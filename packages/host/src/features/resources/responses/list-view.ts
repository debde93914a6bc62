import { percentEncode } from '../../../routing/percent-encoding.ts';
import { cursorValues } from '../paging/cursor.ts';
import type { CursorPosition } from '../paging/cursor.ts';
import type { ListView } from '../formats/format.ts';
import { pageLength } from '../paging/list-request.ts';
import type { OperationRun } from '../running/operation-run.ts';
import { adjacentPages } from '../paging/pagination.ts';
import type { ListLinks } from '../paging/pagination.ts';
import { plainDialect } from '../querying/query-dialect.ts';

/** Returns the page of a run with links to its other pages. */
export function createListView(run: OperationRun): ListView {
  return { page: run.read.page!, links: (run.response.pageLinks ??= linksOf(run)) };
}

// Path and query of the page and of other pages. All other parameters of the request are repeated, sorted by name.
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
    length: pageLength(run.read.page!),
    hasNext,
  });
  const to = linkMaker(run, (run.format.dialect ?? plainDialect).page);
  return {
    self: first === undefined && page === 1 ? run.context.path + queryOf(sent) : to(page)!,
    first: to(first),
    previous: to(previous),
    next: to(next),
    last: to(last),
  };
}

const THE_END: CursorPosition = { from: undefined, direction: 'before' };

function cursorLinks(run: OperationRun): ListLinks {
  const { sent, cursor, request } = run.request.query!;
  const page = run.read.page!;
  const { hasNext, hasPrevious } = page;
  const { cursors } = run.operation.resource;
  const { order } = request!;
  const to = linkMaker(run, (run.format.dialect ?? plainDialect).cursor);
  const first = run.context.path + queryOf(sent);
  const self = cursor === undefined ? first : to(cursor)!;
  // The items after the cursor may have been deleted; the previous page is then the end of the list.
  if (pageLength(page) === 0)
    return cursor === undefined ? { self, first } : { self, first, previous: to(cursors.encode(THE_END, order)) };
  const at = (direction: 'after' | 'before'): string | undefined => {
    const from =
      page.positionOf?.(direction === 'after' ? 'last' : 'first') ??
      cursorValues(page.items.at(direction === 'after' ? -1 : 0)!, order);
    return to(cursors.encode({ from, direction }, order));
  };
  return {
    self,
    first,
    previous: hasPrevious === true ? at('before') : undefined,
    next: hasNext === true ? at('after') : undefined,
  };
}

// Returns a query string with the pairs in the given order; empty when there are none.
function queryOf(sent: readonly (readonly [name: string, value: string])[]): string {
  return sent.length === 0 ? '' : `?${joined(sent)}`;
}

// Links differ only in one parameter, which comes last.
function linkMaker(run: OperationRun, name: string): (value: number | string | undefined) => string | undefined {
  const { sent } = run.request.query!;
  const start = `${run.context.path}?${sent.length > 0 ? `${joined(sent)}&` : ''}${percentEncode(name)}=`;
  return (value) => (value === undefined ? undefined : start + value);
}

function joined(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
}
