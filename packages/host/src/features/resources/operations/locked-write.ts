import type { Item } from '../model/reach.ts';
import type { Operation } from '../model/operation.ts';
import type { Source } from '../model/resource-model.ts';
import { KeyedLocks } from '../source/keyed-locks.ts';
import { lockItem } from './lock-item.ts';
import type { OperationRun } from './operation-run.ts';

/**
 * Runs a write in one transaction with the locked item that it depends on, with what functions of the application write, and with
 * the response that is stored for an Idempotency-Key. The item may have changed since it was read: see `lockItem`.
 */
export async function runTransaction<Result>(run: OperationRun, write: () => Promise<Result>): Promise<Result> {
  const isLocked = dependsOnItem(run);
  const work = async (): Promise<Result> => {
    if (isLocked) await lockItem(run);
    return write();
  };
  const transaction = getTransaction(run.operation);
  const exclusive = run.isConditional && transaction === undefined ? () => locks.run(createKey(run), work) : work;
  const { previous, reach, input, changes, links } = run;
  try {
    if (run.claim !== undefined) return await run.claim.write(exclusive, transaction);
    return await (transaction !== undefined && (isLocked || callsFunction(run)) ? transaction(exclusive) : exclusive());
  } catch (error) {
    // If the write is repeated, default values and hooks start from the validated body again.
    Object.assign(run, { previous, reach, input, changes, links });
    throw error;
  }
}

/** Whether a write that fails has stored nothing: it is one transaction, or one call of a store. */
export function isAtomic({ operation, claim }: OperationRun): boolean {
  return (
    getTransaction(operation) !== undefined ||
    (!operation.custom && operation.resource.functions.size === 0 && claim === undefined)
  );
}

/** Returns the function that runs a transaction of an operation, with its isolation level; undefined if it has none. */
export function getTransaction({ resource, custom, transaction }: Operation): Source['transaction'] {
  const { source } = resource;
  if (source.transaction === undefined || custom?.transaction === false) return undefined;
  return (work) => source.transaction!(work, transaction.isolation);
}

// Requests for items of functions without a transactional store. They exclude each other only in this process.
const locks = new KeyedLocks();

const createKey = ({ operation: { resource }, id, scope }: OperationRun): string =>
  JSON.stringify([resource.name, resource.identifier.format(id as Item), scope]);

function callsFunction({ operation: { kind, custom, resource, hooks } }: OperationRun): boolean {
  const hasDefaults = resource.definition.defaults !== undefined && kind !== 'delete';
  return hasDefaults || hooks !== undefined || custom !== undefined || resource.functions.has(kind);
}

/** Whether the result of a write depends on the item that was read, so that the item must not change before the write. */
function dependsOnItem({ operation, isConditional }: OperationRun): boolean {
  const { kind, custom, resource, hasItem, access, hooks } = operation;
  if (!hasItem) return false;
  if (isConditional || kind === 'patch' || hooks !== undefined) return true;
  if (custom !== undefined) return getTransaction(operation) !== undefined;
  const { functions, definition, hasWriteRules, hasReadRules } = resource;
  const hasDefaults = definition.defaults !== undefined && kind === 'replace';
  return functions.has(kind) || hasDefaults || access !== undefined || hasWriteRules || hasReadRules;
}
