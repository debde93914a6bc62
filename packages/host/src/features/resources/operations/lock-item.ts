import { isDeepStrictEqual } from 'node:util';
import { NotFoundError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import { authorizeBody, authorizeItem, authorizeRequest } from '../reach/authorize.ts';
import { validateInput } from '../request/body/validate-input.ts';
import { validateLinks } from '../request/body/validate-links.ts';
import type { OperationRun } from './operation-run.ts';
import { evaluateRequest, preconditionFailedError } from './preconditions.ts';
import { findItem, mayBeMissing } from './read-item.ts';

/**
 * Reads the item of a write again, with a lock. Evaluates its preconditions, and access rules, patch and validation as well if it
 * has changed.
 *
 * @throws {PreconditionFailedError} (as a rejection) if the preconditions are no longer met
 * @throws {NotFoundError} (as a rejection) if the item was deleted in the meantime
 */
export async function lockItem(run: OperationRun): Promise<void> {
  const found = await findItem(run, run.id!, 'lock');
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
