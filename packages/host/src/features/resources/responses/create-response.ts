import { andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { parsePrefer } from '../../../http/headers/prefer.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { Item } from '../model/item.ts';
import { createListView } from './list-view.ts';
import { queryLocation } from './query-location.ts';
import type { Page } from '../paging/list-request.ts';
import type { Operation } from '../model/operation.ts';
import type { OperationResponse } from '../running/run-phases.ts';

/**
 * Writes the result of an operation in the negotiated format, with status, Location and Content-Location. Returns a promise if
 * the format has to load more items first.
 */
export function createResponse(run: OperationRun, value: unknown): MaybePromise<OperationResponse> {
  const { operation, format } = run;
  const isMinimal = prefersMinimal(run);
  const isEmpty = value === undefined || operation.options.output === false || isMinimal;
  const status =
    run.result.isCreated && operation.kind === 'replace'
      ? 201
      : isEmpty && operation.status === 200
        ? 204
        : operation.status;
  const headers = headersOf(run, value, isMinimal);
  if (operation.kind === 'get') run.read.previous = value as Item; // A listener may have replaced the item.
  if (isEmpty) return { status, headers, contentType: '', body: null };
  const shown = isItem(value, operation) ? run.visibleItem(value) : value;
  return andThen(format.prepare?.(itemsOf(shown, run), run), () => writeResponse(run, shown, status, headers));
}

function writeResponse(
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
    const location = queryLocation(run);
    return {
      status,
      headers: location === undefined ? headers : { ...headers, 'Content-Location': location },
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
function prefersMinimal({ operation, context }: OperationRun): boolean {
  if (operation.kind !== 'create' && operation.kind !== 'replace' && operation.kind !== 'patch') return false;
  const sent = context.headers.get('prefer');
  return sent !== undefined && parsePrefer(sent).get('return') === 'minimal';
}

function headersOf(run: OperationRun, value: unknown, minimal: boolean): OperationResponse['headers'] {
  const { kind } = run.operation;
  if (kind === 'custom' || value === undefined) return undefined;
  if (kind === 'list') return countOf(value as Page<Item>);
  const location = locationOf(value as Item, run);
  return minimal ? { ...location, 'Preference-Applied': 'return=minimal', Vary: 'Prefer' } : location;
}

// RFC 9110 §8.7 and §10.2.2.
function locationOf(item: Item, run: OperationRun): Record<string, string> {
  const iri = run.operation.resource.iri(item, run.uri);
  return run.result.isCreated ? { 'Content-Location': iri, Location: iri } : { 'Content-Location': iri };
}

// For formats without a member for the total.
function countOf({ total }: Page<Item>): Record<string, string> | undefined {
  return total === undefined ? undefined : { 'X-Total-Count': String(total) };
}
