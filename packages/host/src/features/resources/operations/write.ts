import { ConflictError, NotFoundError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Item } from '../model/item.ts';
import { createResponse } from '../represent/create-response.ts';
import { itemTag } from '../represent/entity-tag.ts';
import { applyDefaults } from './apply-defaults.ts';
import type { IdempotencyClaim } from './idempotency-claim.ts';
import { toStoredResponse } from './idempotency.ts';
import { notifyChange } from './item-change.ts';
import { lockItem, runTransaction } from './locked-write.ts';
import type { OperationRun } from './operation-run.ts';
import { runBeforeHooks } from './run-hooks.ts';
import { writeItem } from './write-item.ts';

/**
 * Performs the write of an operation, and keeps the result in the run. Changes are published after the transaction.
 *
 * @throws {NotFoundError} (as a rejection) if the item was deleted in the meantime
 */
export async function performWrite(run: OperationRun): Promise<void> {
  const write = async (): Promise<void> => {
    if (run.operation.resource.definition.defaults !== undefined) Object.assign(run, await applyDefaults(run));
    if (run.operation.hooks !== undefined) Object.assign(run, await runBeforeHooks(run));
    setResult(run, await writeItem(run));
    if (run.claim !== undefined) await storeResponse(run, run.claim);
  };
  try {
    await runTransaction(run, write);
  } catch (error) {
    if (!(await isCreatedMeanwhile(run, error))) throw error;
    await runTransaction(run, write);
  }
  notifyChange(run);
}

function setResult(run: OperationRun, item: Item | null | undefined): void {
  const { kind, resource } = run.operation;
  if (item === null) throw new NotFoundError(message('item.type-deleted-meanwhile', { type: resource.type }));
  run.isCreated = kind === 'create' || (kind === 'replace' && run.previous === null);
  run.next = kind === 'delete' ? undefined : item;
}

// A repeated request with the same key gets the same bytes.
async function storeResponse(run: OperationRun, claim: IdempotencyClaim): Promise<void> {
  run.stored = await createResponse(run, run.next, run.isCreated);
  await claim.complete(toStoredResponse(run.stored, run.next && itemTag(run, run.next)));
}

// PUT creates an item that another request has created meanwhile. It then replaces that item.
async function isCreatedMeanwhile(run: OperationRun, error: unknown): Promise<boolean> {
  if (run.operation.kind !== 'replace' || run.previous !== null || !(error instanceof ConflictError)) return false;
  await lockItem(run);
  // Otherwise another value of the item is in use.
  return run.previous !== null;
}
