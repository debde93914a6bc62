import { parseJsonLines } from '../../../../http/json.ts';
import type { BodyReader, Format, ListView } from '../format.ts';
import type { OperationRun } from '../../running/operation-run.ts';
import type { Item } from '../../model/item.ts';
import { plainDialect } from '../../querying/query-dialect.ts';
import { toWire } from '../../responses/wire-item.ts';
import { lineDescription } from '../format.ts';
import { createStoreContext } from '../../stores/store-context.ts';
import type { CursorValue, ListRequest, ListWindow, Page } from '../../paging/list-request.ts';
import type { ResourceModel } from '../../model/resource-model.ts';

/** Parses a JSON document per line. Several lines are a list. */
const ndjsonReader: BodyReader = {
  name: 'ndjson',
  types: ['application/x-ndjson', 'application/jsonl'],
  describe: () => ({ type: 'string' }),
  read(text) {
    const values = parseJsonLines(text as string);
    return values.length === 1 ? { kind: 'value', value: values[0] } : { kind: 'values', values };
  },
};

/**
 * NDJSON: a line of JSON for each item, for lists of any length. Without pagination parameters the response is the whole list,
 * streamed from the store with backpressure.
 */
export const ndjsonFormat: Format = Object.freeze({
  name: 'ndjson',
  types: ['application/x-ndjson', 'application/jsonl'],
  contentType: 'application/x-ndjson; charset=utf-8',
  onQuery(run) {
    const {
      operation,
      request: { query },
    } = run;
    if (operation.kind !== 'list' || hasPageParameter(run.context.query)) return;
    const request = { ...query!.request!, window: streamWindow(operation.resource, query!.request!), count: false };
    run.request.query = { ...query!, request, isPaged: false };
    run.response.isStreamed = true;
  },
  writeItem: (item, run) => line(item, run, run.shownFields),
  writeList(list: ListView, run) {
    const { shownFields: shown } = run;
    const write = (items: readonly Item[]): string =>
      items.map((item) => line(run.visibleItem(item), run, shown)).join('');
    return run.response.isStreamed ? streamList(list.page, run, write) : write(list.page.items);
  },
  reader: ndjsonReader,
  describe: { ...lineDescription('application/x-ndjson'), sequence: true },
} satisfies Format);

const { page, size, cursor } = plainDialect;

function hasPageParameter(query: string): boolean {
  if (query === '') return false;
  const sent = new URLSearchParams(query);
  return [page, size, cursor].some((name) => sent.has(name));
}

function line(item: Item, run: OperationRun, shown: readonly string[]): string {
  return `${JSON.stringify(toWire(item, run, shown))}\n`;
}

/** Number of items per store query. */
const BATCH_SIZE = 500;

/** Returns the first window of a streamed list: its first batch, or all items if they come from a function. */
function streamWindow({ definition, store }: ResourceModel, { order }: ListRequest): ListWindow {
  // A function returns the whole list; a store is queried in batches.
  if (definition.provide?.list !== undefined || store === undefined) return { by: 'all' };
  if (order.some(({ field }) => field.includes('.'))) return { by: 'offset', offset: 0, limit: BATCH_SIZE };
  return { by: 'cursor', from: undefined, direction: 'after', limit: BATCH_SIZE };
}

/**
 * Returns the text of a whole list as a stream. A batch is read when the client has received the previous one, and none after
 * the client disconnected.
 */
function streamList(
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
