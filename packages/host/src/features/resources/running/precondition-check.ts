import { HttpError, PreconditionFailedError } from 'oriel-core/http';
import { evaluatePreconditions } from '../../../http/preconditions.ts';
import type { Verdict } from '../../../http/preconditions.ts';
import type { TracedContext } from 'oriel-core/trace';
import { itemTag, listTag, listValidators, itemValidators } from './entity-tag.ts';
import type { OperationRun } from './operation-run.ts';
import type { Operation } from '../model/operation.ts';
import type { Item } from '../model/item.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/** Evaluates the preconditions of a request against the loaded item or page. */
export function evaluateRequest(run: OperationRun, item: Item | null = run.read.previous ?? null): Verdict {
  const { context, operation } = run;
  const validators = operation.kind === 'list' ? listValidators(run) : itemValidators(run, item);
  return evaluatePreconditions(context.method, context.headers, validators);
}

/** Returns a 412 (RFC 9110 §15.5.13) and records the current tag of the item in the profile. */
export function preconditionFailedError(
  run: OperationRun,
  detail: Message,
  item: Item | null | undefined = run.read.previous,
): PreconditionFailedError {
  const { trace } = run.context as TracedContext;
  const tag = trace.recording ? currentTag(run, item) : undefined;
  if (tag !== undefined) trace.decide('current tag', `"${tag}"`, 'the tag that a precondition has to contain');
  return new PreconditionFailedError(detail, {
    type: '/problems/precondition-failed',
  });
}

function currentTag(run: OperationRun, item: Item | null | undefined): string | undefined {
  if (run.operation.kind === 'list') return listTag(run);
  return item ? itemTag(run, item) : undefined;
}

/** Returns a 428 (RFC 6585 §3): the resource requires changes to be conditional. */
export function preconditionRequiredError(run: OperationRun): HttpError {
  const { operation } = run;
  const code =
    operation.kind === 'bulk'
      ? 'precondition.required-of-list'
      : acceptsDates(operation)
        ? 'precondition.required-with-dates'
        : 'precondition.required';
  return new HttpError(428, message(code, { type: operation.resource.type }), {
    type: '/problems/precondition-required',
  });
}

/** Whether the resource requires a precondition and the request has none. */
export function isPreconditionMissing({ operation, context, read: { previous } }: OperationRun): boolean {
  const { kind, resource } = operation;
  if (resource.definition.concurrency !== 'required' || !CHANGES.includes(kind) || previous === null) return false;
  const { headers } = context;
  // PUT must not replace an item, which fails with 412.
  if (kind === 'replace' && headers.get('if-none-match')?.trim() === '*') return false;
  return !headers.has('if-match') && !(acceptsDates(operation) && headers.has('if-unmodified-since'));
}

// A list has no modification date.
function acceptsDates({ kind, responseOptions }: Operation): boolean {
  return kind !== 'bulk' && responseOptions.lastModified !== undefined;
}

const CHANGES: readonly string[] = ['replace', 'patch', 'delete', 'bulk'];
