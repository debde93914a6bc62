import { NotFoundError } from 'oriel-core/http';
import type { Page, CursorValue, ListRequest, ListWindow } from '../declare/list-request.ts';
import type { Item } from '../model/reach.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import { restrictList } from '../reach/restrict-list.ts';
import { SourceContext } from '../source/source-context.ts';
import { findMissingParent, hasRestrictedParent } from './find-parents.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/**
 * Loads the page of a list: the rows that the query, the path and the reach of the user have in common.
 *
 * @returns the page, or the error if an item in the path does not exist
 */
export async function readList(call: PendingWrite): Promise<Page<Item> | NotFoundError> {
  const { resource } = call.operation;
  if (call.query!.isStreamed === true)
    call.query = { ...call.query!, request: firstBatch(call.query!.request!, resource) };
  const request = await restrictList(call.query!.request!, call.reach, call);
  const context = new SourceContext(call, call.scope, call.reach);
  const page = await resource.source.list!(request, context);
  if (call.query!.isStreamed === true)
    call.batches = readBatches(page, request, (next) => resource.source.list!(next, context));
  // A list with items proves that the items in its path exist, unless reading those is restricted.
  const isProven = page.items.length > 0 || page.total! > 0;
  const missing = isProven && !hasRestrictedParent(call.operation) ? undefined : await findMissingParent(call);
  if (missing !== undefined) return new NotFoundError(missing);
  return call.readableByItem.length === 0
    ? page
    : { ...page, items: Array.from(page.items, (item) => call.visibleItem(item)) };
}

/** Number of items per query of a store. */
const BATCH_SIZE = 500;

/** Returns the request for the first batch of a whole list; a function of the application returns all items at once. */
function firstBatch(request: ListRequest, { functions }: ResourceModel): ListRequest {
  return { ...request, window: firstWindow(request, functions.has('list')), count: false };
}

function firstWindow({ order }: ListRequest, isFunction: boolean): ListWindow {
  if (isFunction) return { by: 'all' };
  if (order.some(({ field }) => field.includes('.'))) return { by: 'offset', offset: 0, limit: BATCH_SIZE };
  return { by: 'cursor', from: undefined, direction: 'after', limit: BATCH_SIZE };
}

/**
 * Yields the items of a whole list in batches. Each batch is read when the one before was used.
 *
 * @param first the page of the first request
 */
async function* readBatches(
  first: Page<Item>,
  request: ListRequest,
  read: (request: ListRequest) => Page<Item> | PromiseLike<Page<Item>>,
): AsyncGenerator<readonly Item[]> {
  let { items } = first;
  for (let next: ListRequest | undefined = request; next !== undefined;) {
    if (items.length > 0) yield items;
    next = items.length < BATCH_SIZE ? undefined : nextBatch(next, items.at(-1)!);
    if (next !== undefined) ({ items } = await read(next));
  }
}

function nextBatch(request: ListRequest, last: Item): ListRequest | undefined {
  const { window, order } = request;
  if (window.by === 'all') return undefined;
  if (window.by === 'offset') return { ...request, window: { ...window, offset: window.offset + BATCH_SIZE } };
  const from = order.map(({ field }) => last[field] as CursorValue);
  return { ...request, window: { by: 'cursor', from, direction: 'after', limit: BATCH_SIZE } };
}
