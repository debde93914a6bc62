import { parseJsonLines } from '../../../http/json.ts';
import { lineDescription } from '../model/format.ts';
import type { BodyReader, Format } from '../model/format.ts';
import type { OperationCall } from '../model/operation-call.ts';
import { plainDialect } from '../model/query-dialect.ts';
import type { Item } from '../model/reach.ts';
import { toWire } from '../model/wire-item.ts';

const TYPES = ['application/x-ndjson', 'application/jsonl'];

/** Parses a JSON document per line. Several lines are a list. */
const ndjsonReader: BodyReader = {
  name: 'ndjson',
  types: TYPES,
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
  types: TYPES,
  contentType: 'application/x-ndjson; charset=utf-8',
  onQuery(query, { context }) {
    const sent = new URLSearchParams(context.query);
    const isPage = [plainDialect.page, plainDialect.size, plainDialect.cursor].some((name) => sent.has(name));
    return query.request === undefined || isPage ? query : { ...query, isPaged: false, isStreamed: true };
  },
  writeItem: writeLine,
  writeList: ({ page }, call) =>
    call.batches === undefined
      ? page.items.map((item) => writeLine(call.visibleItem(item), call)).join('')
      : streamLines(call.batches, call),
  reader: ndjsonReader,
  describe: { ...lineDescription('application/x-ndjson'), sequence: true },
} satisfies Format);

function writeLine(item: Item, call: OperationCall): string {
  return `${JSON.stringify(toWire(item, call))}\n`;
}

// A batch is read when the client has received the previous one, and none after the client disconnected.
function streamLines(batches: AsyncIterable<readonly Item[]>, call: OperationCall): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = batches[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        call.context.signal.throwIfAborted();
        const { value, done } = await iterator.next();
        if (done === true) return controller.close();
        const lines = value.map((item) => writeLine(call.visibleItem(item), call));
        controller.enqueue(encoder.encode(lines.join('')));
      },
    },
    { highWaterMark: 0 },
  );
}
