import { HttpError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Operation } from '../model/operation.ts';
import type { PendingWrite } from '../model/pending-write.ts';

/** Returns a 428 (RFC 6585 §3): the resource requires changes to be conditional. */
export function preconditionRequiredError(operation: Operation): HttpError {
  const code =
    operation.kind === 'bulk'
      ? 'precondition.required-of-list'
      : acceptsDates(operation)
        ? 'precondition.required-with-dates'
        : 'precondition.required';
  const type = '/problems/precondition-required';
  return new HttpError(428, message(code, { type: operation.resource.type }), { type });
}

/** Whether the resource requires a precondition and the request has none. */
export function isPreconditionMissing({ operation, context, previous }: PendingWrite): boolean {
  const { kind, resource } = operation;
  if (resource.definition.concurrency !== 'required' || !CHANGES.includes(kind) || previous === null) return false;
  const { headers } = context;
  // PUT must not replace an item, which fails with 412.
  if (kind === 'replace' && headers.get('if-none-match')?.trim() === '*') return false;
  return !headers.has('if-match') && !(acceptsDates(operation) && headers.has('if-unmodified-since'));
}

const CHANGES: readonly string[] = ['replace', 'patch', 'delete', 'bulk'];

// A list has no modification date.
function acceptsDates({ kind, responseOptions }: Operation): boolean {
  return kind !== 'bulk' && responseOptions.lastModified !== undefined;
}
