import { parseJson } from '../../../../core/http/json.ts';
import type { BodyReader } from '../../bodies/body-reader.ts';
import type { Item, OperationRun } from '../../running/operation-run.ts';
import { plainDialect } from '../../querying/query-dialect.ts';
import { toWire } from '../../responses/wire-item.ts';
import type { Format, ListView } from '../format.ts';
import { lineDescription } from '../line-description.ts';
import { streamList, streamWindow } from './stream-list.ts';

/** Parses a JSON document per line. Several lines are a list. */
const ndjsonReader: BodyReader = {
  name: 'ndjson',
  types: ['application/x-ndjson', 'application/jsonl'],
  describe: () => ({ type: 'string' }),
  read(text) {
    const values = (text as string)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parseJson);
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
