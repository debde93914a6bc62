import { isObject } from 'oriel-core/http';
import type { MaybePromise, ResponseBody } from 'oriel-core/http';
import { parsePrefer } from '../../../http/headers/prefer.ts';
import { READ_METHODS } from '../../../http/methods.ts';
import type { Page } from '../declare/list-request.ts';
import type { OperationCall } from '../model/operation-call.ts';
import type { Item } from '../model/reach.ts';
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
  const { kind, output, options } = operation;
  const isMinimal = prefersMinimal(call);
  const isEmpty = value === undefined || options.output === false || isMinimal;
  const status = isCreated && kind === 'replace' ? 201 : isEmpty && operation.status === 200 ? 204 : operation.status;
  const headers = createHeaders(call, value, isMinimal, isCreated);
  if (isEmpty) return { status, headers, contentType: '', body: null };
  // The result of a custom operation with an output schema is not an item. Hidden fields of a list were removed when it was read.
  const isItem = kind !== 'list' && output === undefined;
  const shown = isItem && isObject(value) ? call.visibleItem(value) : value;
  const contentType = output && !format.writeData ? 'application/json; charset=utf-8' : format.contentType;
  const respond = (): OperationResponse => ({ status, headers, contentType, body: writeBody(shown, call) });
  const items = isItem ? [shown as Item] : kind === 'list' ? (shown as Page<Item>).items : [];
  const loading = call.inclusion && format.prepare?.(items, call);
  return loading === undefined ? respond() : loading.then(respond);
}

function writeBody(value: unknown, call: OperationCall): ResponseBody {
  const { operation, format } = call;
  if (operation.kind === 'list') return format.writeList(createListView(value as Page<Item>, call), call);
  if (operation.output === undefined) return format.writeItem(value as Item, call);
  return format.writeData ? format.writeData(value, call) : JSON.stringify(value);
}

/** Returns whether the result of a custom operation that writes is the item of its path. Its response is then that of PATCH. */
export function isWrittenItem(value: unknown, { operation, uri }: OperationCall): value is Item {
  const { hasItem, output, method, resource } = operation;
  if (!hasItem || output !== undefined || READ_METHODS.has(method) || !isObject(value)) return false;
  const id = resource.itemSegment.parse(String(uri['id'])) ?? {};
  return Object.entries(id).every(([key, part]) => value[key] === part);
}

// RFC 7240 §4.2: the client does not need the item in the response.
function prefersMinimal({ operation: { kind }, context }: OperationCall): boolean {
  if (kind !== 'create' && kind !== 'replace' && kind !== 'patch') return false;
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
  if (value === undefined || (kind === 'custom' && !isWrittenItem(value, call))) return undefined;
  if (kind === 'list') {
    const page = value as Page<Item>;
    const location = queryLocation(page, call);
    // For formats without a member for the total.
    const total = page.total === undefined ? undefined : { 'X-Total-Count': String(page.total) };
    return location === undefined ? total : { ...total, 'Content-Location': location };
  }
  const iri = resource.iri(value as Item, call.uri);
  // RFC 9110 §8.7 and §10.2.2.
  const location = isCreated ? { 'Content-Location': iri, Location: iri } : { 'Content-Location': iri };
  return isMinimal ? { ...location, 'Preference-Applied': 'return=minimal', Vary: 'Prefer' } : location;
}
