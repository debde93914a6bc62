import { message } from 'oriel-core/messages';
import type { BodyDocument } from '../model/format.ts';
import type { Item } from '../model/reach.ts';
import type { OperationResponse } from '../represent/create-response.ts';
import { writeAll } from './bulk-atomic.ts';
import { writeEach } from './bulk-each.ts';
import type { BulkResult } from './bulk-each.ts';
import { violationError } from './bulk-item.ts';
import { notifyChange } from './item-change.ts';
import { getTransaction } from './locked-write.ts';
import type { OperationRun } from './operation-run.ts';
import { runWrite } from './run-write.ts';
import type { WriteOptions } from './run-write.ts';
import { toStoredResponse } from './stored-response.ts';

/** Whether the body is a list for an operation that accepts many items. */
export function isBulkRequest({ operation, body }: OperationRun): boolean {
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
export async function runBulk(run: OperationRun, options: WriteOptions): Promise<OperationResponse> {
  const { operation, body, claim } = run;
  const { bulk } = operation.resource.definition;
  const sent = listIn(body);
  if (sent === undefined) throw violationError('', message('items.not-a-list'), 'list');
  if (sent.length > bulk!.max) throw violationError('', message('items.too-many', { count: bulk!.max }), 'list');
  const atomic = bulk!.atomic !== false;
  const written: OperationRun[] = [];
  const work = async (): Promise<OperationResponse> => {
    written.length = 0;
    const response = atomic
      ? await listResponse(run, await writeAll(run, sent, written))
      : resultsResponse(await writeEach(run, sent, options));
    await claim?.complete(toStoredResponse(response, undefined));
    return response;
  };
  const transaction = atomic ? getTransaction(operation) : undefined;
  const write = async () => claim?.write(work, transaction) ?? transaction?.(work) ?? work();
  const response = await (atomic ? runWrite(run, options, true, write) : write());
  for (const member of written) notifyChange(member, member.next);
  return response;
}

async function listResponse(run: OperationRun, items: readonly Item[]): Promise<OperationResponse> {
  const { operation, format, context } = run;
  const status = operation.kind === 'bulk' ? 200 : 201;
  run.page = { items: items.map((item) => run.visibleItem(item)) };
  if (run.inclusion) await format.prepare?.(run.page.items, run);
  const body = format.writeList({ page: run.page, links: { self: context.path } }, run);
  return { status, headers: undefined, contentType: format.contentType, body };
}

function resultsResponse(results: readonly BulkResult[]): OperationResponse {
  const body = JSON.stringify({ results });
  return { status: 207, headers: undefined, contentType: 'application/json; charset=utf-8', body };
}

// A JSON array or the rows of a CSV document.
function listIn(body: BodyDocument | undefined): readonly unknown[] | undefined {
  if (body?.kind === 'values') return body.values;
  return body?.kind === 'value' && Array.isArray(body.value) ? body.value : undefined;
}
