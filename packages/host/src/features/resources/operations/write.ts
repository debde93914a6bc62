import { ConflictError, NotFoundError } from 'oriel-core/http';
import type { HttpError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Item } from '../model/reach.ts';
import { applyDefaults } from './apply-defaults.ts';
import { notifyChange } from './item-change.ts';
import { lockItem } from './lock-item.ts';
import { runTransaction } from './locked-write.ts';
import type { OperationRun } from './operation-run.ts';
import { mayBeMissing } from './read-item.ts';
import { runBeforeHooks } from './run-hooks.ts';
import { storeResult } from './stored-response.ts';
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
    if (run.claim !== undefined) run.stored = await storeResult(run, run.claim, run.next, run);
  };
  for (let attempt = 1; ; attempt++) {
    try {
      await runTransaction(run, write);
      break;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(await wasCreatedOrDeleted(run, error))) throw error;
    }
  }
  notifyChange(run, run.next);
}

function setResult(run: OperationRun, item: Item | null | undefined): void {
  const { kind, resource } = run.operation;
  if (item === null) throw new NotFoundError(message('item.type-deleted-meanwhile', { type: resource.type }));
  run.isCreated = kind === 'create' || (kind === 'replace' && run.previous === null);
  run.next = kind === 'delete' ? undefined : item;
}

const MAX_ATTEMPTS = 5;

// Another request has created the item of PUT meanwhile, or deleted it. PUT then replaces or creates it.
async function wasCreatedOrDeleted(run: OperationRun, error: unknown): Promise<boolean> {
  const { previous } = run;
  const mayDiffer = previous === null ? error instanceof ConflictError : error instanceof NotFoundError;
  if (!mayDiffer || !mayBeMissing(run.operation)) return false;
  await lockItem(run);
  // Otherwise another value of the item is in use, or a function has thrown the error.
  return run.previous !== previous || isIdentifierTaken(run, error as HttpError);
}

// Another request has created the item, and a third one has deleted it since.
function isIdentifierTaken({ operation, id }: OperationRun, { extensions }: HttpError): boolean {
  const { errors } = extensions as { readonly errors?: readonly { readonly pointer: string }[] };
  const names = operation.resource.identifier.keys;
  return id !== undefined && errors?.every(({ pointer }) => names.includes(pointer.slice(1))) === true;
}
