import type { UnprocessableContentError } from '../../../core/http/errors.ts';
import type { BodyDocument } from '../bodies/body-reader.ts';
import type { OperationResponse } from '../responses/create-response.ts';
import { notifyChange } from '../live/item-change.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import { violationError } from './bulk-item.ts';
import { toStoredResponse } from './idempotency.ts';
import { writeAll } from './write-all.ts';
import { writeEach } from './write-each.ts';
import type { BulkResult } from './write-each.ts';

/** Whether the body is a list for an operation that accepts many items. */
export function isBulkRequest({ operation, request: { body } }: OperationRun): boolean {
  if (operation.kind === 'bulk') return true;
  return operation.kind === 'create' && operation.resource.definition.bulk !== undefined && listIn(body) !== undefined;
}

/**
 * Creates or changes many items. An atomic request writes all of them or none, and its response is the list of items. Otherwise
 * each item is written on its own, and the response (207) has a result for each, in the same order.
 *
 * @throws {UnprocessableContentError} (as a rejection) if nothing was written because the list or, in an atomic request, an
 *   item is invalid; pointers start with the index: `/3/title`
 */
export async function runBulk(run: OperationRun): Promise<OperationResponse> {
  const {
    operation,
    request: { body, claim },
  } = run;
  const { bulk, store } = { ...operation.resource.definition, store: operation.resource.store };
  const sent = listIn(body);
  if (sent === undefined) throw listError('Expected a list of items');
  if (sent.length > bulk!.max) throw listError(`Expected at most ${bulk!.max} items`);
  const atomic = bulk!.atomic !== false;
  const written: OperationRun[] = [];
  const work = async (): Promise<OperationResponse> => {
    const response = atomic
      ? await listResponse(run, await writeAll(run, sent, written))
      : resultsResponse(await writeEach(run, sent));
    await claim?.complete(toStoredResponse(response, undefined));
    return response;
  };
  if (claim) claim.isWorking = true;
  try {
    const response = await (atomic ? store!.transaction!(work) : work());
    written.forEach(notifyChange);
    return response;
  } catch (error) {
    if (claim) Object.assign(claim, { working: false, completed: false });
    throw error;
  }
}

async function listResponse(run: OperationRun, items: readonly Item[]): Promise<OperationResponse> {
  const { operation, format, context } = run;
  const status = operation.kind === 'bulk' ? 200 : 201;
  run.read.page = { items: items.map((item) => run.visibleItem(item)) };
  await format.prepare?.(run.read.page.items, run);
  const body = format.writeList({ page: run.read.page, links: { self: context.path } }, run);
  return { status, headers: undefined, contentType: format.contentType, body };
}

function resultsResponse(results: readonly BulkResult[]): OperationResponse {
  const body = JSON.stringify({ results });
  return { status: 207, headers: undefined, contentType: 'application/json; charset=utf-8', body };
}

function listError(detail: string): UnprocessableContentError {
  return violationError('', detail, 'list');
}

// A JSON array or the rows of a CSV document.
function listIn(body: BodyDocument | undefined): readonly unknown[] | undefined {
  if (body?.kind === 'values') return body.values;
  return body?.kind === 'value' && Array.isArray(body.value) ? body.value : undefined;
}
