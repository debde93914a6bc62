import { OperationRun, runOf } from '../running/operation-run.ts';
import { createResponse } from '../responses/create-response.ts';
import { itemTag, listTag, toTimestamp } from '../running/entity-tag.ts';
import {
  evaluateRequest,
  isPreconditionMissing,
  preconditionFailedError,
  preconditionRequiredError,
} from '../running/precondition-check.ts';
import { evaluateListChange, isListChange } from '../running/list-precondition.ts';
import { operationOf } from '../model/operation.ts';
import { queryLocation } from '../responses/query-location.ts';
import type { Item } from '../model/item.ts';
import type { Operation } from '../model/operation.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import { DEFAULT_CACHE_CONTROL, HttpResponse, andThen } from 'oriel-core/http';
import { READ_METHODS } from '../../../http/methods.ts';
import { formatHttpDate } from '../../../http/headers/http-date.ts';
import type { MaybePromise } from 'oriel-core/http';
import { isConditional } from '../../../http/preconditions.ts';
import type { Verdict } from '../../../http/preconditions.ts';
import type { ControllerArgumentsEvent, ResponseEvent } from '../../../kernel/events.ts';
import { operationOfResponse } from './operation-of-response.ts';

/**
 * Handles conditional requests and caching (RFC 9110 §13, RFC 9111). Evaluates preconditions after the item is loaded and
 * responds with 304 or 412. Adds ETag, Last-Modified and Cache-Control to responses.
 */
export class CacheListener implements Subscriber {
  readonly name = 'CacheListener';
  readonly on = {
    'kernel.controller_arguments': (event: ControllerArgumentsEvent) => this.onArguments(event),
    'kernel.response': (event: ResponseEvent) => this.onResponse(event),
  };
  readonly appliesTo = (route: unknown): boolean => operationOf(route) !== undefined;

  onArguments(event: ControllerArgumentsEvent): MaybePromise<void> {
    const { context } = event;
    const operation = operationOf(context.route!.data)!;
    if (!operation.hasItem && !LIST_KINDS.includes(operation.kind)) return;
    const run = runOf(context);
    if (isPreconditionMissing(run)) throw preconditionRequiredError(run);
    if (!isConditional(context.headers)) return;
    // The response of a custom operation has no entity tag: that of the client is of another representation.
    if (operation.kind === 'custom' && READ_METHODS.has(operation.method)) return;
    const verdict = isListChange(operation) ? evaluateListChange(run) : evaluateRequest(run);
    if (context.trace.recording) context.trace.decide('precondition', verdict.outcome, verdict.because);
    if (verdict.detail !== undefined) throw preconditionFailedError(run, verdict.detail);
    if (verdict.outcome === 'not modified') return respondNotModified(event, run, verdict);
    run.request.isConditional = operation.hasItem && !READ_METHODS.has(operation.method);
  }

  onResponse(event: ResponseEvent): void {
    const { context, response } = event;
    const operation = operationOfResponse(event);
    if (operation === undefined) return;
    const { status, headers } = response;
    const isSuccess = status < 300 || status === 304;
    if (!headers.has('Cache-Control'))
      headers.list.push('Cache-Control', isSuccess ? operation.responseOptions.cacheControl : DEFAULT_CACHE_CONTROL);
    if (!isSuccess || status === 304) return;
    const run = context.operation;
    if (!(run instanceof OperationRun)) return; // The response was sent before the operation started.
    const tag = tagOf(run, operation, status);
    if (tag === undefined || headers.has('ETag')) return;
    headers.list.push('ETag', `"${tag}"`);
    response.hasCodingSuffix = true;
    const changed = lastModified(run);
    if (changed !== undefined && !headers.has('Last-Modified')) headers.list.push('Last-Modified', changed);
    if (context.trace.recording)
      context.trace.decide('cache', `"${tag}"`, `state and representation; ${headers.get('Cache-Control')}`);
  }
}

// RFC 9110 §15.4.5: only the headers that a cache needs to update its stored response.
function respondNotModified(
  event: ControllerArgumentsEvent,
  run: OperationRun,
  { matched }: Verdict,
): MaybePromise<void> {
  const {
    operation,
    uri,
    read: { page, previous },
  } = run;
  let tag = matched;
  if (tag === undefined || tag === '*') tag = operation.kind === 'list' ? listTag(run) : itemTag(run, previous!);
  const headers = tag === undefined ? [] : ['ETag', `"${tag}"`];
  // A streamed list has neither.
  const changed = tag === undefined ? lastModified(run) : undefined;
  if (changed !== undefined) headers.push('Last-Modified', changed);
  const location = operation.hasItem ? operation.resource.iri(previous!, uri) : queryLocation(run);
  if (location !== undefined) headers.push('Content-Location', location);
  return andThen(createResponse(run, operation.kind === 'list' ? page : previous), ({ contentType, body }) => {
    const response = new HttpResponse(304, headers);
    response.omitted = { contentType, body };
    event.respond(response);
  });
}

const LIST_KINDS: readonly string[] = ['list', 'create', 'bulk'];

// The 204 response to PUT has no tag, because clients would use it as the tag of the body they sent (RFC 9110 §9.3.4).
function tagOf(run: OperationRun, { kind }: Operation, status: number): string | undefined {
  if (kind === 'list') return listTag(run);
  if (kind === 'custom' || kind === 'bulk') return undefined;
  if (status === 204 && kind === 'replace') return undefined;
  const item = kind === 'get' ? run.read.previous : run.result.next;
  return item == null ? undefined : itemTag(run, item);
}

function lastModified(run: OperationRun): string | undefined {
  const { lastModified: field } = run.operation.responseOptions;
  const item: Item | null | undefined = run.result.next ?? run.read.previous;
  const time = field === undefined || item == null ? undefined : toTimestamp(item[field]);
  // A time in the future would make every later change look older (RFC 9110 §8.8.2.1).
  return time === undefined ? undefined : formatHttpDate(Math.min(time, Date.now()));
}
