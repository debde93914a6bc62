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

/** Was a list sent to an operation that takes many items at once? */
export function isBulkRequest({ operation, request: { body } }: OperationRun): boolean {
  if (operation.kind === 'bulk') return true;
  return operation.kind === 'create' && operation.resource.definition.bulk !== undefined && listIn(body) !== undefined;
}

/**
 * Creates or changes many items. Atomically: all or none, and the answer is the list of them; what is wrong is told for all at
 * once, with pointers such as `/3/title`. Else each on its own, and the answer (207) has a result for each, in their order.
 *
 * @throws {UnprocessableContentError} when nothing was done, because the list or something in it is wrong
 */
export async function runBulk(run: OperationRun): Promise<OperationResponse> {
  const {
    operation,
    request: { body, claim },
  } = run;
  const { bulk, store } = { ...operation.resource.definition, store: operation.resource.store };
  const sent = listIn(body);
  if (sent === undefined) throw wrongList('Expected a list of items');
  if (sent.length > bulk!.max) throw wrongList(`Expected at most ${bulk!.max} items`);
  const atomic = bulk!.atomic !== false;
  const written: OperationRun[] = [];
  const work = async (): Promise<OperationResponse> => {
    const answer = atomic
      ? await listAnswer(run, await writeAll(run, sent, written))
      : resultsAnswer(await writeEach(run, sent));
    await claim?.complete(toStoredResponse(answer, undefined));
    return answer;
  };
  if (claim) claim.isWorking = true;
  try {
    const answer = await (atomic ? store!.transaction!(work) : work());
    written.forEach(notifyChange);
    return answer;
  } catch (error) {
    if (claim) Object.assign(claim, { working: false, completed: false });
    throw error;
  }
}

async function listAnswer(run: OperationRun, items: readonly Item[]): Promise<OperationResponse> {
  const { operation, format, context } = run;
  const status = operation.kind === 'bulk' ? 200 : 201;
  run.read.page = { items: items.map((item) => run.visibleItem(item)) };
  await format.prepare?.(run.read.page.items, run);
  const body = format.writeList({ page: run.read.page, links: { self: context.path } }, run);
  return { status, headers: undefined, contentType: format.contentType, body };
}

function resultsAnswer(results: readonly BulkResult[]): OperationResponse {
  const body = JSON.stringify({ results });
  return { status: 207, headers: undefined, contentType: 'application/json; charset=utf-8', body };
}

function wrongList(detail: string): UnprocessableContentError {
  return violationError('', detail, 'list');
}

// A JSON array, or the rows of a table.
function listIn(body: BodyDocument | undefined): readonly unknown[] | undefined {
  if (body?.kind === 'values') return body.values;
  return body?.kind === 'value' && Array.isArray(body.value) ? body.value : undefined;
}
