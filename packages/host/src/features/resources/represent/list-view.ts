import { percentEncode } from '../../../routing/percent-encoding.ts';
import type { Page } from '../declare/list-request.ts';
import { cursorValues } from '../model/cursor.ts';
import type { ListLinks, ListView } from '../model/format.ts';
import type { OperationCall } from '../model/operation-call.ts';
import { plainDialect } from '../model/query-dialect.ts';
import type { Item } from '../model/reach.ts';

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

// All other parameters of the request are repeated, sorted by name. The page comes last.
function createLinks(list: Page<Item>, call: OperationCall): ListLinks {
  const { sent, isPaged, request } = call.query!;
  const { path } = call.context;
  const query = sent.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
  const self = query === '' ? path : `${path}?${query}`;
  if (!isPaged) return { self };
  const isByCursor = request!.window.by === 'cursor';
  const dialect = call.format.dialect ?? plainDialect;
  const name = percentEncode(isByCursor ? dialect.cursor : dialect.page);
  const linkTo = (page: number | string): string => `${self}${query === '' ? '?' : '&'}${name}=${page}`;
  return isByCursor ? cursorLinks(list, call, self, linkTo) : numberLinks(list, call, self, linkTo);
}

type LinkTo = (page: number | string) => string;

function numberLinks(list: Page<Item>, call: OperationCall, self: string, linkTo: LinkTo): ListLinks {
  const { page, size } = call.query!;
  const { items, total, hasNext } = list;
  const last = total === undefined || size === 0 ? undefined : Math.max(1, Math.ceil(total / size));
  if (size === 0 || (page === 1 && last === 1)) return { self: page === 1 ? self : linkTo(page) };
  // Without a count, a full page may have a next one.
  const hasMore = last === undefined ? (hasNext ?? items.length === size) : page < last;
  return {
    self: linkTo(page),
    first: linkTo(1),
    previous: page > 1 ? linkTo(page - 1) : undefined,
    next: hasMore ? linkTo(page + 1) : undefined,
    last: last === undefined ? undefined : linkTo(last),
  };
}

function cursorLinks(list: Page<Item>, call: OperationCall, first: string, linkTo: LinkTo): ListLinks {
  const { items, hasNext, hasPrevious } = list;
  const { cursor, request } = call.query!;
  const { order } = request!;
  const { cursors } = call.operation.resource;
  const self = cursor === undefined ? first : linkTo(cursor);
  if (items.length === 0) {
    // The items after the cursor may have been deleted; the previous page is then the end of the list.
    const end = linkTo(cursors.encode({ from: undefined, direction: 'before' }, order));
    return cursor === undefined ? { self, first } : { self, first, previous: end };
  }
  const link = (direction: 'after' | 'before', isLast: boolean): string => {
    const from = list.positionOf?.(isLast ? 'last' : 'first') ?? cursorValues(items.at(isLast ? -1 : 0)!, order);
    return linkTo(cursors.encode({ from, direction }, order));
  };
  return {
    self,
    first,
    previous: hasPrevious === true ? link('before', false) : undefined,
    next: hasNext === true ? link('after', true) : undefined,
  };
}
