import { isDeepStrictEqual } from 'node:util';
import { ConflictError, NotFoundError, andThen, isPromise } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import { authorizeBody, authorizeItem, authorizeRequest } from '../access/authorize.ts';
import { validateInput } from '../bodies/validate-input.ts';
import type { Item } from '../model/item.ts';
import type { OperationRun } from '../running/operation-run.ts';
import { evaluateRequest, preconditionFailedError } from '../running/precondition-check.ts';
import { provideItem } from '../running/provide-item.ts';
import { KeyedLocks } from '../stores/keyed-locks.ts';

/**
 * Calls `write` with the current item of the request, which no other request can change until the write ends. The item may have
 * changed since it was read: its preconditions are evaluated again, and access rules, patches and validation as well if it did.
 * With a transactional store, all of this is one transaction.
 *
 * @throws {PreconditionFailedError} if the preconditions are no longer met
 * @throws {NotFoundError} if the item was deleted in the meantime
 */
export function writeLocked<Result>(run: OperationRun, write: () => MaybePromise<Result>): MaybePromise<Result> {
  const { resource } = run.operation;
  if (!dependsOnItem(run)) return retryCreate(run, write, write());
  const work = (): MaybePromise<Result> => andThen(readAgain(run), write);
  if (resource.store?.transaction !== undefined)
    return retryCreate(
      run,
      write,
      resource.store.transaction(async () => work()),
    );
  if (!run.request.isConditional) return work();
  const key = JSON.stringify([resource.name, resource.identifier.format(run.request.id as Item), run.request.scope]);
  return locksWithoutStore.run(key, async () => work());
}

// Requests for items of functions without a transactional store. They exclude each other only in this process.
const locksWithoutStore = new KeyedLocks();

/** Whether the result of a write depends on the item that was read, so that the item must not change before the write. */
function dependsOnItem({ operation, request, authorization }: OperationRun): boolean {
  const { kind, resource, hasItem } = operation;
  if (!hasItem) return false;
  if (request.isConditional || kind === 'patch') return true;
  if (kind === 'custom') return false;
  const { process, defaults } = resource.definition;
  return (
    process?.[kind as 'replace'] !== undefined ||
    (defaults !== undefined && kind === 'replace') ||
    authorization.access !== undefined ||
    resource.hasWriteRules ||
    resource.hasReadRules
  );
}

function readAgain(run: OperationRun): MaybePromise<void> {
  return andThen(provideItem(run, true), (found) => {
    const item = found ?? null;
    if (run.request.isConditional) {
      const { detail } = evaluateRequest(run, item);
      if (detail !== undefined) throw preconditionFailedError(run, detail, item);
    }
    return isDeepStrictEqual(item, run.read.previous ?? null) ? undefined : useItem(run, item);
  });
}

// Repeats the steps between the read and the write with another item.
function useItem(run: OperationRun, item: Item | null): MaybePromise<void> {
  const { kind, resource, access, input } = run.operation;
  const mayBeMissing = kind === 'replace' && resource.definition.allowCreate === true && !run.authorization.isHidden;
  if (item === null && !mayBeMissing)
    throw new NotFoundError(message('item.type-deleted-meanwhile', { type: resource.type }));
  run.read.previous = item;
  const authorized = access === undefined ? undefined : andThen(authorizeRequest(run), () => authorizeItem(run));
  return andThen(authorized, () =>
    andThen(input === undefined ? undefined : validateInput(run), () => authorizeBody(run)),
  );
}

// PUT creates an item that another request has created meanwhile. It then replaces that item.
function retryCreate<Result>(
  run: OperationRun,
  write: () => MaybePromise<Result>,
  result: MaybePromise<Result>,
): MaybePromise<Result> {
  if (run.operation.kind !== 'replace' || run.read.previous !== null || !isPromise(result)) return result;
  return result.then(undefined, async (error: unknown) => {
    if (!(error instanceof ConflictError)) throw error;
    await readAgain(run);
    // Another value of the item is in use.
    if (run.read.previous === null) throw error;
    return writeLocked(run, write);
  });
}
