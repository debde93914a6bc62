import { isDeepStrictEqual } from 'node:util';
import { NotFoundError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Item } from '../model/item.ts';
import { authorizeBody, authorizeItem, authorizeRequest } from '../reach/authorize.ts';
import { validateInput } from '../request/body/validate-input.ts';
import { validateLinks } from '../request/body/validate-links.ts';
import { KeyedLocks } from '../source/keyed-locks.ts';
import type { OperationRun } from './operation-run.ts';
import { evaluateRequest, preconditionFailedError } from './preconditions.ts';
import { findItem, mayBeMissing } from './read-item.ts';

/**
 * Runs a write in one transaction with the locked item that it depends on, with what functions of the application write, and with
 * the response that is stored for an Idempotency-Key. The item may have changed since it was read: see `lockItem`.
 */
export async function runTransaction<Result>(run: OperationRun, write: () => Promise<Result>): Promise<Result> {
  const { source } = run.operation.resource;
  const isLocked = dependsOnItem(run);
  const work = async (): Promise<Result> => {
    if (isLocked) await lockItem(run);
    return write();
  };
  const hasTransaction = source.transaction !== undefined;
  const exclusive = run.isConditional && !hasTransaction ? async () => locks.run(createKey(run), work) : work;
  const isTransaction = hasTransaction && (isLocked || callsFunction(run));
  const { previous, reach, input, changes, links } = run;
  try {
    if (run.claim !== undefined) return await run.claim.write(exclusive, source.transaction?.bind(source));
    return await (isTransaction ? source.transaction(exclusive) : exclusive());
  } catch (error) {
    // If the write is repeated, default values and hooks start from the validated body again.
    Object.assign(run, { previous, reach, input, changes, links });
    throw error;
  }
}

/** Whether a write that fails has stored nothing: it is one transaction, or one call of a store. */
export function isAtomic({ operation: { custom, resource }, claim }: OperationRun): boolean {
  if (resource.source.transaction !== undefined) return custom?.transaction !== false;
  return custom === undefined && resource.functions.size === 0 && claim === undefined;
}

// Requests for items of functions without a transactional store. They exclude each other only in this process.
const locks = new KeyedLocks();

const createKey = ({ operation: { resource }, id, scope }: OperationRun): string =>
  JSON.stringify([resource.name, resource.identifier.format(id as Item), scope]);

function callsFunction({ operation: { kind, custom, resource, hooks } }: OperationRun): boolean {
  if (hooks !== undefined) return true;
  return custom === undefined ? resource.functions.has(kind) : custom.transaction !== false;
}

/** Whether the result of a write depends on the item that was read, so that the item must not change before the write. */
function dependsOnItem({ operation, isConditional }: OperationRun): boolean {
  const { kind, custom, resource, hasItem, access, hooks } = operation;
  if (!hasItem) return false;
  if (isConditional || kind === 'patch' || hooks !== undefined) return true;
  if (custom !== undefined) return custom.transaction !== false && resource.source.transaction !== undefined;
  const { functions, definition, hasWriteRules, hasReadRules } = resource;
  const hasDefaults = definition.defaults !== undefined && kind === 'replace';
  return functions.has(kind) || hasDefaults || access !== undefined || hasWriteRules || hasReadRules;
}

/**
 * Reads the item of a write again, with a lock. Evaluates its preconditions, and access rules, patch and validation as well if it
 * has changed.
 *
 * @throws {PreconditionFailedError} (as a rejection) if the preconditions are no longer met
 * @throws {NotFoundError} (as a rejection) if the item was deleted in the meantime
 */
export async function lockItem(run: OperationRun): Promise<void> {
  const found = await findItem(run, run.id!, true);
  const item = found ?? null;
  if (run.isConditional) {
    const { detail } = evaluateRequest(run, item);
    if (detail !== undefined) throw preconditionFailedError(run, detail, item);
  }
  if (isDeepStrictEqual(item, run.previous ?? null)) return;
  const { resource, access, input } = run.operation;
  if (found === undefined || (item === null && !mayBeMissing(run.operation)))
    throw new NotFoundError(message('item.type-deleted-meanwhile', { type: resource.type }));
  run.previous = item;
  if (access !== undefined) {
    run.reach = { ...(await authorizeRequest(run)), tenant: run.reach.tenant };
    run.reach = await authorizeItem(run);
  }
  if (input !== undefined) {
    Object.assign(run, await validateInput(run));
    await validateLinks(run);
  }
  run.reach = await authorizeBody(run);
}
