import { isPromise } from '../../../core/http/promises.ts';
import { parsePrefer } from '../../../core/http/headers/prefer.ts';
import type { ResponseBody } from '../../../core/http/response.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import { createListView } from './list-view.ts';
import type { Page } from '../paging/list-request.ts';
import type { Operation } from '../model/operation.ts';

/** The answer of an operation before listeners complete it. */
export interface OperationResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly contentType: string;
  readonly body: ResponseBody;
}

/**
 * Writes the result of an operation in the format that was chosen, with its status, Location and Content-Location. Waits only
 * for formats that have to ask for more first.
 */
export function createResponse(run: OperationRun, value: unknown): OperationResponse | Promise<OperationResponse> {
  const { operation, format } = run;
  const minimal = isMinimal(run);
  const nothing = value === undefined || operation.options.output === false || minimal;
  const status =
    run.result.isCreated && operation.kind === 'replace'
      ? 201
      : nothing && operation.status === 200
        ? 204
        : operation.status;
  const headers = headersOf(run, value, minimal);
  if (operation.kind === 'get') run.read.previous = value as Item; // Somebody may have exchanged it on the way.
  if (nothing) return { status, headers, contentType: '', body: null };
  const shown = isItem(value, operation) ? run.visibleItem(value) : value;
  const waiting = format.prepare?.(itemsOf(shown, run), run);
  return isPromise(waiting)
    ? Promise.resolve(waiting).then(() => written(run, shown, status, headers))
    : written(run, shown, status, headers);
}

function written(
  run: OperationRun,
  value: unknown,
  status: number,
  headers: OperationResponse['headers'],
): OperationResponse {
  const { operation, format } = run;
  const { contentType } = format;
  if (operation.kind === 'list') {
    run.read.page = value as Page<Item>;
    const body = format.writeList(createListView(run), run);
    return {
      status,
      headers: operation.kind === 'list' && operation.method === 'QUERY' ? { ...headers, ...whereToGet(run) } : headers,
      contentType,
      body,
    };
  }
  if (!isData(operation)) return { status, headers, contentType, body: format.writeItem(value as Item, run) };
  if (format.writeData) return { status, headers, contentType, body: format.writeData(value, run) };
  return { status, headers, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

function itemsOf(value: unknown, { operation }: OperationRun): readonly Item[] {
  if (operation.kind === 'list') return (value as Page<Item>).items;
  return isData(operation) ? [] : [value as Item];
}

// A custom operation that says what it gives does not give an item.
function isData({ custom }: Operation): boolean {
  return custom?.outputSchema !== undefined;
}

// The items of a list were looked through when they were read.
function isItem(value: unknown, operation: Operation): value is Item {
  return (
    operation.kind !== 'list' &&
    !isData(operation) &&
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value)
  );
}

// RFC 7240 §4.2: a client that knows what it sent may do without seeing it again.
function isMinimal({ operation, context }: OperationRun): boolean {
  if (operation.kind !== 'create' && operation.kind !== 'replace' && operation.kind !== 'patch') return false;
  const sent = context.headers.get('prefer');
  return sent !== undefined && parsePrefer(sent).get('return') === 'minimal';
}

function headersOf(run: OperationRun, value: unknown, minimal: boolean): OperationResponse['headers'] {
  const { kind } = run.operation;
  if (kind === 'custom' || value === undefined) return undefined;
  if (kind === 'list') return countOf(value as Page<Item>);
  const place = placeOf(value as Item, run);
  return minimal ? { ...place, 'Preference-Applied': 'return=minimal', Vary: 'Prefer' } : place;
}

// RFC 9110 §8.7 and §10.2.2: where what is answered lives, and where what was created does.
function placeOf(item: Item, run: OperationRun): Record<string, string> {
  const iri = run.operation.resource.iri(item, run.uri);
  return run.result.isCreated ? { 'Content-Location': iri, Location: iri } : { 'Content-Location': iri };
}

// RFC 10008: what was asked for in a body can be had with GET, too, as long as its URL is no monster.
function whereToGet({ response: { pageLinks: links } }: OperationRun): Record<string, string> {
  const self = links?.self ?? '';
  return self === '' || self.length > LONGEST_URL ? {} : { 'Content-Location': self };
}

const LONGEST_URL = 2_000;

// For formats that have no place for it; clients know the name from other APIs.
function countOf({ total }: Page<Item>): Record<string, string> | undefined {
  return total === undefined ? undefined : { 'X-Total-Count': String(total) };
}
