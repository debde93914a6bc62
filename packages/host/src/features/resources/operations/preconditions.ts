import { PreconditionFailedError, HttpError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import type { TracedContext } from 'oriel-core/trace';
import { READ_METHODS } from '../../../http/methods.ts';
import { evaluatePreconditions, isConditional } from '../../../http/preconditions.ts';
import type { Verdict } from '../../../http/preconditions.ts';
import type { Page } from '../declare/list-request.ts';
import type { Item } from '../model/reach.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import { itemTag, itemValidators, listTag, listValidators } from '../represent/entity-tag.ts';
import { changesItem } from '../model/operation.ts';
import type { Operation } from '../model/operation.ts';
import { parseEntityTags } from '../../../http/headers/entity-tag.ts';

/** A call with the item or page that was loaded. */
interface LoadedCall extends PendingWrite {
  readonly page: Page<Item> | undefined;
}

/**
 * Evaluates the preconditions of a request against the loaded item or page.
 *
 * @returns undefined if the request has none
 * @throws {HttpError} 412 if they are not met, 428 if the resource requires one
 */
export function checkPreconditions(call: LoadedCall): Verdict | undefined {
  const { context, operation } = call;
  if (isPreconditionMissing(call)) throw preconditionRequiredError(operation);
  if (!isConditional(context.headers)) return undefined;
  const isRead = READ_METHODS.has(operation.method);
  // The response of a custom operation has no entity tag: that of the client is of another representation.
  if (operation.kind === 'custom' && isRead) return undefined;
  const changesList = operation.kind === 'create' || operation.kind === 'bulk';
  const verdict = changesList ? evaluateListChange(call) : evaluateRequest(call);
  const { trace } = context as TracedContext;
  if (trace.recording) trace.decide('precondition', verdict.outcome, verdict.because);
  if (verdict.detail !== undefined) throw preconditionFailedError(call, verdict.detail);
  return verdict;
}

/** Evaluates the preconditions of a request against an item, or the page of the request. */
export function evaluateRequest(call: LoadedCall, item: Item | null = call.previous ?? null): Verdict {
  const { context, operation, page } = call;
  const validators = operation.kind === 'list' ? listValidators(call, page) : itemValidators(call, item);
  return evaluatePreconditions(context.method, context.headers, validators);
}

/** Returns a 412 (RFC 9110 §15.5.13) and records the current tag of the item in the profile. */
export function preconditionFailedError(
  call: LoadedCall,
  detail: Message,
  item: Item | null | undefined = call.previous,
): PreconditionFailedError {
  const { trace } = call.context as TracedContext;
  const tag = trace.recording ? currentTag(call, item) : undefined;
  if (tag !== undefined) trace.decide('current tag', `"${tag}"`, 'the tag that a precondition has to contain');
  return new PreconditionFailedError(detail, { type: '/problems/precondition-failed' });
}

function currentTag(call: LoadedCall, item: Item | null | undefined): string | undefined {
  if (call.operation.kind === 'list') return listTag(call, call.page);
  return item ? itemTag(call, item) : undefined;
}

/** Returns a 428 (RFC 6585 §3): the resource requires changes to be conditional. */
function preconditionRequiredError(operation: Operation): HttpError {
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
function isPreconditionMissing({ operation, context, previous }: PendingWrite): boolean {
  const { kind, resource } = operation;
  if (resource.definition.concurrency !== 'required' || previous === null) return false;
  if (kind !== 'bulk' && !changesItem(operation)) return false;
  const { headers } = context;
  // PUT must not replace an item, which fails with 412.
  if (kind === 'replace' && headers.get('if-none-match')?.trim() === '*') return false;
  return !headers.has('if-match') && !(acceptsDates(operation) && headers.has('if-unmodified-since'));
}

// A list has no modification date.
function acceptsDates({ kind, responseOptions }: Operation): boolean {
  return kind !== 'bulk' && responseOptions.lastModified !== undefined;
}

// POST and bulk PATCH do not read the list that they change, so entity tags cannot be compared. They fail, because performing the
// request could do what the client wants to prevent (RFC 9110 §13.1.1). A list has no modification date, so `If-Unmodified-Since` is
// ignored (§13.1.4).
function evaluateListChange({ context, operation }: PendingWrite): Verdict {
  const { method, headers } = context;
  const { resource, path } = operation;
  // A path without GET has no representation.
  const exists = resource.operations.some((other) => other.kind === 'list' && other.path === path);
  const header = WITH_TAGS.find((name) => {
    const sent = headers.get(name.toLowerCase());
    return sent !== undefined && parseEntityTags(sent) !== '*';
  });
  if (exists && header !== undefined) {
    const detail = message('precondition.list-tag', { header });
    return { outcome: 'failed', because: String(detail), detail };
  }
  const matchesNone = (): boolean => false;
  const validators = { exists, isState: matchesNone, isRepresentation: matchesNone, lastModified: undefined };
  return evaluatePreconditions(method, headers, validators);
}

const WITH_TAGS = ['If-Match', 'If-None-Match'] as const;
