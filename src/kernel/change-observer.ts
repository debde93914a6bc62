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
  tell: (payload, before) => compare(before as Look, payload as KernelEvent),
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

function subjectName(event: KernelEvent): string {
  if (event instanceof ViewEvent) return 'the data to send';
  if (event instanceof ControllerArgumentsEvent) return 'the arguments of the controller';
  return event instanceof ControllerEvent ? 'the controller' : 'the error';
}

// Most listeners change nothing, so the second look is compared with as it is taken, and a list made only for words.
function compare(before: Look, event: KernelEvent): string[] | undefined {
  const { context } = event;
  const response = responseOf(event);
  const { route } = context;
  let words: string[] | undefined;
  if (before.route !== route?.name) (words ??= []).push(`route ${route?.name}`);
  if (before.params !== context.params) (words ??= []).push('path parameters');
  if (before.input !== context.input) (words ??= []).push('validated input');
  if (before.attributes !== context.attributeCount) (words ??= []).push('attributes');
  if (before.subject !== subjectOf(event)) (words ??= []).push(subjectName(event));
  if (response === undefined) return words;
  if (before.response === undefined) (words ??= []).push(`response ${response.status}`);
  else {
    if (before.status !== response.status) (words ??= []).push(`status ${before.status} → ${response.status}`);
    if (before.body !== response.body) (words ??= []).push('response body');
  }
  return isSame(before.headers, response.headers.list)
    ? words
    : [...(words ?? []), ...headerChanges(before.headers, response.headers.list)];
}

function isSame(before: readonly string[], after: readonly string[]): boolean {
  if (before.length !== after.length) return false;
  for (let i = 0; i < before.length; i++) if (before[i] !== after[i]) return false;
  return true;
}

function headerChanges(before: readonly string[], after: readonly string[]): string[] {
  const old = linesOf(before);
  const now = linesOf(after);
  return [
    ...now.filter((line) => !old.includes(line)).map((line) => `response header ${line}`),
    ...old
      .filter((line) => !now.includes(line))
      .map((line) => `response header ${line.slice(0, line.indexOf(':'))} removed or replaced`),
  ];
}

function linesOf(list: readonly string[]): string[] {
  const lines: string[] = [];
  for (let i = 0; i < list.length && lines.length < MOST_LINES; i += 2) {
    const value = list[i + 1]!;
    lines.push(`${list[i]}: ${value.length > 300 ? value.slice(0, 300) : value}`);
  }
  return lines;
}

const MOST_LINES = 300;
