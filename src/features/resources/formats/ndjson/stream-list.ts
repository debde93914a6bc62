import { createStoreContext } from '../../stores/store-context.ts';
import type { CursorValue, ListRequest, ListWindow, Page } from '../../paging/list-request.ts';
import type { Item, OperationRun } from '../../running/operation-run.ts';
import type { ResourceModel } from '../../model/resource-model.ts';

/** Number of items per store query. */
const BATCH_SIZE = 500;

/** Returns the first window of a streamed list: its first batch, or all items if they come from a function. */
export function streamWindow({ definition, store }: ResourceModel, { order }: ListRequest): ListWindow {
  // A function returns the whole list; a store is queried in batches.
  if (definition.provide?.list !== undefined || store === undefined) return { by: 'all' };
  if (order.some(({ field }) => field.includes('.'))) return { by: 'offset', offset: 0, limit: BATCH_SIZE };
  return { by: 'cursor', from: undefined, direction: 'after', limit: BATCH_SIZE };
}

/**
 * Returns the text of a whole list as a stream. A batch is read when the client has received the previous one, and none after
 * the client disconnected.
 */
export function streamList(
  first: Page<Item>,
  run: OperationRun,
  write: (items: readonly Item[]) => string,
): ReadableStream<Uint8Array> {
  const { resource } = run.operation;
  const encoder = new TextEncoder();
  let request = run.request.query!.request!;
  let batch: Page<Item> | undefined = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        run.context.signal.throwIfAborted();
        batch ??= await resource.store!.list(request, createStoreContext(run));
        const { items } = batch;
        const next =
          items.length < BATCH_SIZE || request.window.by === 'all' ? undefined : after(request, items.at(-1)!);
        batch = undefined;
        if (items.length > 0) controller.enqueue(encoder.encode(write(items)));
        if (next === undefined) controller.close();
        else request = next;
      },
    },
    { highWaterMark: 0 },
  );
}

function after(request: ListRequest, last: Item): ListRequest {
  const { window, order } = request;
  if (window.by === 'offset') return { ...request, window: { ...window, offset: window.offset + BATCH_SIZE } };
  const from = order.map(({ field }) => last[field] as CursorValue);
  return { ...request, window: { by: 'cursor', from, direction: 'after', limit: BATCH_SIZE } };
}
