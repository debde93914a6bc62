import type { ChangeObserver } from '../events/index.ts';
import type { HttpResponse } from '../http/index.ts';
import {
  ControllerArgumentsEvent,
  ControllerEvent,
  ExceptionEvent,
  RequestEvent,
  ResponseEvent,
  ViewEvent,
} from './events.ts';
import type { RequestContext } from './events.ts';

/**
 * Says in words what a listener changed: route, parameters, attributes, controller, arguments, response, its status,
 * body and single headers. "Who set that header" is answered by one look.
 */
export const changeObserver: ChangeObserver = {
  look: (payload) => lookAt(payload as KernelEvent),
  tell(payload, before) {
    const changes: string[] = [];
    compare(before as Look, lookAt(payload as KernelEvent), changes);
    return changes.length === 0 ? undefined : changes;
  },
};

interface KernelEvent {
  readonly context: RequestContext;
}

interface Look {
  readonly route: string | undefined;
  readonly params: unknown;
  readonly input: unknown;
  readonly attributes: number;
  readonly subject: unknown;
  readonly response: HttpResponse | undefined;
  readonly status: number;
  readonly body: unknown;
  readonly headers: readonly string[];
}

function lookAt(event: KernelEvent): Look {
  const { context } = event;
  const response = responseOf(event);
  return {
    route: context.route?.name,
    params: context.params,
    input: context.input,
    attributes: context.attributeCount,
    subject: subjectOf(event),
    response,
    status: response?.status ?? 0,
    body: response?.body,
    headers: response === undefined ? NO_HEADERS : response.headers.list.slice(),
  };
}

const NO_HEADERS: readonly string[] = [];

function responseOf(event: KernelEvent): HttpResponse | undefined {
  if (
    event instanceof ResponseEvent ||
    event instanceof RequestEvent ||
    event instanceof ViewEvent ||
    event instanceof ExceptionEvent
  )
    return event.response;
  return undefined;
}

function subjectOf(event: KernelEvent): unknown {
  if (event instanceof ViewEvent) return event.body ?? event.value;
  if (event instanceof ControllerArgumentsEvent) return event.args;
  if (event instanceof ControllerEvent) return event.controller;
  return event instanceof ExceptionEvent ? event.error : undefined;
}

function compare(before: Look, after: Look, changes: string[]): void {
  if (before.route !== after.route) changes.push(`route ${after.route}`);
  if (before.params !== after.params) changes.push('path parameters');
  if (before.input !== after.input) changes.push('validated input');
  if (before.attributes !== after.attributes) changes.push('attributes');
  if (before.subject !== after.subject) changes.push('what the event is about');
  if (after.response === undefined) return;
  if (before.response === undefined)
    return void changes.push(`response ${after.status}`, ...headerChanges(NO_HEADERS, after.headers));
  if (before.status !== after.status) changes.push(`status ${before.status} → ${after.status}`);
  if (before.body !== after.body) changes.push('response body');
  changes.push(...headerChanges(before.headers, after.headers));
}

function headerChanges(before: readonly string[], after: readonly string[]): string[] {
  if (before.length === after.length && before.every((text, i) => text === after[i])) return [];
  const old = linesOf(before);
  const now = linesOf(after);
  return [
    ...[...now].filter((line) => !old.has(line)).map((line) => `response header ${line}`),
    ...[...old]
      .filter((line) => !now.has(line))
      .map((line) => `response header ${line.slice(0, line.indexOf(':'))} removed or replaced`),
  ];
}

function linesOf(list: readonly string[]): Set<string> {
  const lines = new Set<string>();
  for (let i = 0; i < list.length; i += 2) lines.add(`${list[i]}: ${String(list[i + 1]).slice(0, 300)}`);
  return lines;
}
