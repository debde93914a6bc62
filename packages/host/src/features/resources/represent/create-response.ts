import type { MaybePromise, ResponseBody } from 'oriel-core/http';
import { parsePrefer } from '../../../http/headers/prefer.ts';
import type { Page } from '../declare/list-request.ts';
import type { Item } from '../model/item.ts';
import type { OperationCall } from '../model/operation-call.ts';
import type { Operation } from '../model/operation.ts';
import { createListView, queryLocation } from './list-view.ts';

/** The response of an operation, before listeners add headers. */
export interface OperationResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly contentType: string;
  readonly body: ResponseBody;
}

/**
 * Writes the result of an operation in the negotiated format, with status, Location and Content-Location. Returns a promise if
 * the format has to load more items first.
 *
 * @param isCreated whether the operation created the item
 */
export function createResponse(
  call: OperationCall,
  value: unknown,
  isCreated: boolean,
): MaybePromise<OperationResponse> {
  const { operation, format } = call;
  const isMinimal = prefersMinimal(call);
  const isEmpty = value === undefined || operation.options.output === false || isMinimal;
  const status =
    isCreated && operation.kind === 'replace' ? 201 : isEmpty && operation.status === 200 ? 204 : operation.status;
  const headers = createHeaders(call, value, isMinimal, isCreated);
  if (isEmpty) return { status, headers, contentType: '', body: null };
  const shown = isItem(value, operation) ? call.visibleItem(value) : value;
  const loading = call.inclusion && format.prepare?.(toItems(shown, call), call);
  if (loading === undefined) return writeResponse(call, shown, status, headers);
  return loading.then(() => writeResponse(call, shown, status, headers));
}

function writeResponse(
  call: OperationCall,
  value: unknown,
  status: number,
  headers: OperationResponse['headers'],
): OperationResponse {
  const { operation, format } = call;
  const { contentType } = format;
  if (operation.kind === 'list') {
    const page = value as Page<Item>;
    const body = format.writeList(createListView(page, call), call);
    const location = queryLocation(page, call);
    if (location === undefined) return { status, headers, contentType, body };
    return { status, headers: { ...headers, 'Content-Location': location }, contentType, body };
  }
  if (!isData(operation)) return { status, headers, contentType, body: format.writeItem(value as Item, call) };
  if (format.writeData) return { status, headers, contentType, body: format.writeData(value, call) };
  return { status, headers, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

function toItems(value: unknown, { operation }: OperationCall): readonly Item[] {
  if (operation.kind === 'list') return (value as Page<Item>).items;
  return isData(operation) ? [] : [value as Item];
}

// The result of a custom operation with an output schema is not an item.
function isData({ custom }: Operation): boolean {
  return custom?.outputSchema !== undefined;
}

// Hidden fields of list items were removed when they were read.
function isItem(value: unknown, operation: Operation): value is Item {
  return (
    operation.kind !== 'list' &&
    !isData(operation) &&
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value)
  );
}

// RFC 7240 §4.2: the client does not need the item in the response.
function prefersMinimal({ operation, context }: OperationCall): boolean {
  if (operation.kind !== 'create' && operation.kind !== 'replace' && operation.kind !== 'patch') return false;
  const sent = context.headers.get('prefer');
  return sent !== undefined && parsePrefer(sent).get('return') === 'minimal';
}

function createHeaders(
  call: OperationCall,
  value: unknown,
  isMinimal: boolean,
  isCreated: boolean,
): OperationResponse['headers'] {
  const { kind, resource } = call.operation;
  if (kind === 'custom' || value === undefined) return undefined;
  if (kind === 'list') {
    const { total } = value as Page<Item>;
    // For formats without a member for the total.
    return total === undefined ? undefined : { 'X-Total-Count': String(total) };
  }
  const iri = resource.iri(value as Item, call.uri);
  // RFC 9110 §8.7 and §10.2.2.
  const location = isCreated ? { 'Content-Location': iri, Location: iri } : { 'Content-Location': iri };
  return isMinimal ? { ...location, 'Preference-Applied': 'return=minimal', Vary: 'Prefer' } : location;
}
