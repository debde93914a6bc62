import type { CursorValue, ListRequest, ListWindow, Page } from '../declare/list-request.ts';
import type { Item } from '../model/item.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Number of items per query of a store. */
const BATCH_SIZE = 500;

/** Returns the request for the first batch of a whole list; a function of the application returns all items at once. */
export function firstBatch(request: ListRequest, { functions }: ResourceModel): ListRequest {
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
export async function* readBatches(
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
