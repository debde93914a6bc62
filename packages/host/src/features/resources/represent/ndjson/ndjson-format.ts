import type { HttpContext } from 'oriel-core/http';
import { parseJsonLines } from '../../../../http/json.ts';
import type { BodyReader, Format, ListView } from '../../model/format.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import type { Item } from '../../model/item.ts';
import { plainDialect } from '../../model/query-dialect.ts';
import { toWire } from '../../model/wire-item.ts';
import { lineDescription } from '../../model/format.ts';

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
  onQuery(query, { context }) {
    if (query.request === undefined || hasPageParameter(context.query)) return query;
    return { ...query, isPaged: false, isStreamed: true };
  },
  writeItem: (item, call) => line(item, call, call.shownFields),
  writeList(list: ListView, call) {
    const { shownFields: shown } = call;
    const write = (items: readonly Item[]): string =>
      items.map((item) => line(call.visibleItem(item), call, shown)).join('');
    return call.batches === undefined ? write(list.page.items) : streamList(call.batches, call.context, write);
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

function line(item: Item, call: OperationCall, shown: readonly string[]): string {
  return `${JSON.stringify(toWire(item, call, shown))}\n`;
}

/**
 * Returns the text of a whole list as a stream. A batch is read when the client has received the previous one, and none after
 * the client disconnected.
 */
function streamList(
  batches: AsyncIterable<readonly Item[]>,
  { signal }: HttpContext,
  write: (items: readonly Item[]) => string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = batches[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        signal.throwIfAborted();
        const { value, done } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(write(value)));
      },
    },
    { highWaterMark: 0 },
  );
}
