import { DEFAULT_CACHE_CONTROL, HttpResponse, isPromise } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { formatHttpDate } from '../../../http/headers/http-date.ts';
import { READ_METHODS } from '../../../http/methods.ts';
import type { Verdict } from '../../../http/preconditions.ts';
import type { ControllerArgumentsEvent, ResponseEvent } from '../../../kernel/events.ts';
import { includedOperations } from '../model/inclusion.ts';
import { getOperation } from '../model/operation.ts';
import type { Operation } from '../model/operation.ts';
import { OperationRun, getRun } from '../operations/operation-run.ts';
import { checkPreconditions } from '../operations/preconditions.ts';
import { createResponse } from '../represent/create-response.ts';
import type { OperationResponse } from '../represent/create-response.ts';
import { itemTag, listTag, toTimestamp } from '../represent/entity-tag.ts';
import { queryLocation } from '../represent/list-view.ts';
import { operationListener, operationOfResponse } from './operation-listener.ts';

/** Evaluates preconditions (RFC 9110 §13), and adds ETag, Last-Modified and Cache-Control (RFC 9111) to responses. */
export const cacheListener = operationListener('CacheListener', {
  'kernel.controller_arguments'(event: ControllerArgumentsEvent): MaybePromise<void> {
    const { hasItem, kind, method } = getOperation(event.context.route!.data)!;
    if (!hasItem && !LIST_KINDS.includes(kind)) return;
    const run = getRun(event.context);
    const verdict = checkPreconditions(run);
    // They are evaluated again immediately before a write.
    run.isConditional = verdict !== undefined && hasItem && !READ_METHODS.has(method);
    if (verdict?.outcome === 'not modified') return respondNotModified(event, run, verdict);
  },
  'kernel.response'(event: ResponseEvent): void {
    const { context, response } = event;
    const operation = operationOfResponse(event);
    if (operation === undefined) return;
    const { status, headers } = response;
    const isSuccess = status < 300 || status === 304;
    const run = context.operation;
    if (!headers.has('Cache-Control'))
      headers.list.push('Cache-Control', isSuccess ? determineCacheControl(operation, run) : DEFAULT_CACHE_CONTROL);
    // The response may have been sent before the operation started.
    if (!isSuccess || status === 304 || !(run instanceof OperationRun)) return;
    const tag = determineTag(run, status);
    if (tag === undefined || headers.has('ETag')) return;
    headers.list.push('ETag', `"${tag}"`);
    response.hasCodingSuffix = true;
    const changed = lastModified(run);
    if (changed !== undefined && !headers.has('Last-Modified')) headers.list.push('Last-Modified', changed);
    if (context.trace.recording)
      context.trace.decide('cache', `"${tag}"`, `state and representation; ${headers.get('Cache-Control')}`);
  },
});

const LIST_KINDS: readonly string[] = ['list', 'create', 'bulk'];

// RFC 9110 §15.4.5: only the headers that a cache needs to update its stored response.
function respondNotModified(
  event: ControllerArgumentsEvent,
  run: OperationRun,
  { matched }: Verdict,
): MaybePromise<void> {
  const { operation, uri, page, previous } = run;
  const isList = operation.kind === 'list';
  let tag = matched;
  if (tag === undefined || tag === '*') tag = isList ? listTag(run, page) : itemTag(run, previous!);
  const headers = tag === undefined ? [] : ['ETag', `"${tag}"`];
  // A streamed list has neither.
  const changed = tag === undefined ? lastModified(run) : undefined;
  if (changed !== undefined) headers.push('Last-Modified', changed);
  const location = operation.hasItem ? operation.resource.iri(previous!, uri) : page && queryLocation(page, run);
  if (location !== undefined) headers.push('Content-Location', location);
  const respond = ({ contentType, body }: OperationResponse): void => {
    const response = new HttpResponse(304, headers);
    response.omitted = { contentType, body };
    event.respond(response);
  };
  const omitted = createResponse(run, isList ? page : previous, false);
  return isPromise(omitted) ? omitted.then(respond) : respond(omitted);
}

// With included items, the response may be stored only if each of them may be stored under the same conditions.
function determineCacheControl({ responseOptions: { cacheControl } }: Operation, run: unknown): string {
  const inclusion = run instanceof OperationRun ? run.inclusion : undefined;
  if (inclusion === undefined) return cacheControl;
  const all = [
    cacheControl,
    ...includedOperations(inclusion).map(({ responseOptions }) => responseOptions.cacheControl),
  ];
  const notStored = all.find((text) => text.includes('no-store'));
  return notStored ?? (all.every((text) => text === cacheControl) ? cacheControl : DEFAULT_CACHE_CONTROL);
}

// The 204 response to PUT has no tag, because clients would use it as the tag of the body they sent (RFC 9110 §9.3.4).
function determineTag(run: OperationRun, status: number): string | undefined {
  const { kind } = run.operation;
  if (kind === 'list') return listTag(run, run.page);
  if (kind === 'bulk') return undefined;
  if (status === 204 && kind === 'replace') return undefined;
  const item = kind === 'get' ? run.previous : run.next;
  return item == null ? undefined : itemTag(run, item);
}

function lastModified({ operation, next, previous }: OperationRun): string | undefined {
  const { lastModified: field } = operation.responseOptions;
  const item = next ?? previous;
  const time = field === undefined || item == null ? undefined : toTimestamp(item[field]);
  // A time in the future would make every later change look older (RFC 9110 §8.8.2.1).
  return time === undefined ? undefined : formatHttpDate(Math.min(time, Date.now()));
}
