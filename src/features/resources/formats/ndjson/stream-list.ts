import { createStoreContext } from '../../stores/store-context.ts';
import type { CursorValue, ListRequest, ListWindow, Page } from '../../paging/list-request.ts';
import type { Item, OperationRun } from '../../running/operation-run.ts';
import type { ResourceModel } from '../../model/resource-model.ts';

/** Items that are read from a store at a time. */
const PART = 500;

/** The window that a whole list begins with: its first part where the store can go on from there, else all of it. */
export function streamWindow({ definition, store }: ResourceModel, { order }: ListRequest): ListWindow {
  // What a function gives is all there is; only a store is asked for parts, each going on behind the last row.
  if (definition.provide?.list !== undefined || store === undefined) return { by: 'all' };
  if (order.some(({ field }) => field.includes('.'))) return { by: 'offset', offset: 0, limit: PART };
  return { by: 'cursor', from: undefined, direction: 'after', limit: PART };
}

/**
 * The text of a whole list, part by part: the next part is read when the client has taken the one before, and no more
 * once it went away.
 */
export function streamList(
  first: Page<Item>,
  run: OperationRun,
  write: (items: readonly Item[]) => string,
): ReadableStream<Uint8Array> {
  const { resource } = run.operation;
  const encoder = new TextEncoder();
  let request = run.request.query!.request!;
  let part: Page<Item> | undefined = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        run.context.signal.throwIfAborted();
        part ??= await resource.store!.list(request, createStoreContext(run));
        const { items } = part;
        const next = items.length < PART || request.window.by === 'all' ? undefined : after(request, items.at(-1)!);
        part = undefined;
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
  if (window.by === 'offset') return { ...request, window: { ...window, offset: window.offset + PART } };
  const from = order.map(({ field }) => last[field] as CursorValue);
  return { ...request, window: { by: 'cursor', from, direction: 'after', limit: PART } };
}
