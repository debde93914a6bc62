import { percentEncode } from '../../../routing/percent-encoding.ts';
import { cursorValues } from '../model/cursor.ts';
import type { CursorPosition } from '../model/cursor.ts';
import type { ListView } from '../model/format.ts';
import { pageLength } from '../declare/list-request.ts';
import type { Page } from '../declare/list-request.ts';
import type { Item } from '../model/item.ts';
import type { OperationCall } from '../model/operation-call.ts';
import { adjacentPages } from '../model/pagination.ts';
import type { ListLinks } from '../model/pagination.ts';
import { plainDialect } from '../model/query-dialect.ts';

/** Returns a page with links to other pages. The links are created once per call. */
export function createListView(page: Page<Item>, call: OperationCall): ListView {
  if (call.view?.page === page) return call.view;
  return (call.view = { page, links: call.view?.links ?? createLinks(page, call) });
}

/**
 * Returns the URL that returns the same list as a QUERY request with GET (RFC 10008). Undefined for other operations, and if
 * the URL would be too long.
 */
export function queryLocation(page: Page<Item>, call: OperationCall): string | undefined {
  const { kind, method } = call.operation;
  if (kind !== 'list' || method !== 'QUERY') return undefined;
  const { self } = createListView(page, call).links;
  return self === '' || self.length > MAX_URL_LENGTH ? undefined : self;
}

const MAX_URL_LENGTH = 2_000;

// Path and query of the page and of other pages. All other parameters of the request are repeated, sorted by name.
function createLinks(list: Page<Item>, call: OperationCall): ListLinks {
  const { isPaged, sent, request } = call.query!;
  const { path } = call.context;
  if (!isPaged) return { self: path + formatQuery(sent) };
  return request!.window.by === 'cursor' ? cursorLinks(list, call) : numberLinks(list, call);
}

function numberLinks(list: Page<Item>, call: OperationCall): ListLinks {
  const { page, size, sent } = call.query!;
  const { total, hasNext } = list;
  const { first, previous, next, last } = adjacentPages(page, size, {
    total,
    length: pageLength(list),
    hasNext,
  });
  const to = linkMaker(call, (call.format.dialect ?? plainDialect).page);
  return {
    self: first === undefined && page === 1 ? call.context.path + formatQuery(sent) : to(page)!,
    first: to(first),
    previous: to(previous),
    next: to(next),
    last: to(last),
  };
}

const THE_END: CursorPosition = { from: undefined, direction: 'before' };

function cursorLinks(list: Page<Item>, call: OperationCall): ListLinks {
  const { sent, cursor, request } = call.query!;
  const { hasNext, hasPrevious } = list;
  const { cursors } = call.operation.resource;
  const { order } = request!;
  const to = linkMaker(call, (call.format.dialect ?? plainDialect).cursor);
  const first = call.context.path + formatQuery(sent);
  const self = cursor === undefined ? first : to(cursor)!;
  // The items after the cursor may have been deleted; the previous page is then the end of the list.
  if (pageLength(list) === 0)
    return cursor === undefined ? { self, first } : { self, first, previous: to(cursors.encode(THE_END, order)) };
  const at = (direction: 'after' | 'before'): string | undefined => {
    const from =
      list.positionOf?.(direction === 'after' ? 'last' : 'first') ??
      cursorValues(list.items.at(direction === 'after' ? -1 : 0)!, order);
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
function formatQuery(sent: readonly (readonly [name: string, value: string])[]): string {
  return sent.length === 0 ? '' : `?${joined(sent)}`;
}

// Links differ only in one parameter, which comes last.
function linkMaker(call: OperationCall, name: string): (value: number | string | undefined) => string | undefined {
  const { sent } = call.query!;
  const start = `${call.context.path}?${sent.length > 0 ? `${joined(sent)}&` : ''}${percentEncode(name)}=`;
  return (value) => (value === undefined ? undefined : start + value);
}

function joined(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
}
