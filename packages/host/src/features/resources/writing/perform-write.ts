import { NotFoundError, andThen } from 'oriel-core/http';
import { createResponse } from '../responses/create-response.ts';
import { applyWrite } from './apply-write.ts';
import { itemTag } from '../running/entity-tag.ts';
import { toStoredResponse } from './idempotency.ts';
import type { IdempotencyClaim } from './idempotency-claim.ts';
import { notifyChange } from '../live/item-change.ts';
import type { MaybePromise } from 'oriel-core/http';
import type { OperationRun } from '../running/operation-run.ts';
import type { Item } from '../model/item.ts';
import { writeLocked } from './locked-write.ts';
import { message } from 'oriel-core/messages';

/**
 * Performs the write of an operation and sets `run.result`. Writes only once for an Idempotency-Key; the response is then stored in
 * the transaction of the write if the store has transactions.
 */
export function performWrite(run: OperationRun): MaybePromise<void> {
  if (run.request.claim !== undefined) return writeOnce(run, run.request.claim);
  return andThen(
    writeLocked(run, () => applyWrite(run)),
    (item) => {
      setResult(run, item);
      notifyChange(run);
    },
  );
}

async function writeOnce(run: OperationRun, claim: IdempotencyClaim): Promise<void> {
  const { store } = run.operation.resource;
  const work = async (): Promise<void> => {
    setResult(run, await writeLocked(run, () => applyWrite(run)));
    run.response.prepared = await createResponse(run, run.result.next);
    const tag = run.result.next === undefined ? undefined : itemTag(run, run.result.next);
    await claim.complete(toStoredResponse(run.response.prepared, tag));
  };
  await claim.write(work, store?.transaction?.bind(store));
  notifyChange(run);
}

function setResult(run: OperationRun, result: Item | null | undefined): void {
  const { kind, resource } = run.operation;
  if (result === null) throw new NotFoundError(message('item.type-deleted-meanwhile', { type: resource.type }));
  run.result.isCreated = kind === 'create' || (kind === 'replace' && run.read.previous === null);
  run.result.next = kind === 'delete' ? undefined : result;
}
