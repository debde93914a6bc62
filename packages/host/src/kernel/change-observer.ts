import type { ChangeObserver } from '../events/traceable-dispatcher.ts';
import type { HttpResponse } from 'oriel-core/http';
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
 * Describes what a listener changed: route, parameters, attributes, controller, arguments, response, its status,
 * its body and single headers.
 */
export const changeObserver: ChangeObserver = {
  capture: (payload) => captureState(payload as KernelEvent),
  describeChanges: (payload, before) => compare(before as EventState, payload as KernelEvent),
};

interface KernelEvent {
  readonly context: RequestContext;
}

/** The state at the last comparison. Each comparison updates it, so one reading serves all listeners of an event. */
interface EventState {
  readonly kind: Kind;
  route: string | undefined;
  params: unknown;
  input: unknown;
  attributes: number;
  subject: unknown;
  response: HttpResponse | undefined;
  status: number;
  body: unknown;
  headers: string[];
}

function captureState(event: KernelEvent): EventState {
  const { context } = event;
  const kind = KINDS.get(event.constructor) ?? OTHER_KIND;
  const response = kind.hasResponseMember ? (event as ResponseEvent).response : undefined;
  return {
    kind,
    route: context.route?.name,
    params: context.params,
    input: context.input,
    attributes: context.attributeCount,
    subject: kind.about?.(event as never),
    response,
    status: response?.status ?? 0,
    body: response?.body,
    headers: response === undefined ? [] : response.headers.list.slice(),
  };
}

interface Kind {
  readonly hasResponseMember: boolean;
  /** The name of what the event is about, and a function that reads it. */
  readonly subject?: string;
  readonly about?: ((event: never) => unknown) | undefined;
}

// There are few classes of events, and a lookup by class is faster than a chain of `instanceof` checks.
const KINDS: ReadonlyMap<unknown, Kind> = new Map<unknown, Kind>([
  [RequestEvent, { hasResponseMember: true }],
  [ResponseEvent, { hasResponseMember: true }],
  [ControllerEvent, createKind(false, 'the controller', ({ controller }: ControllerEvent) => controller)],
  [
    ControllerArgumentsEvent,
    createKind(false, 'the arguments of the controller', ({ args }: ControllerArgumentsEvent) => args),
  ],
  [ViewEvent, createKind(true, 'the data to send', ({ body, value }: ViewEvent) => body ?? value)],
  [ExceptionEvent, createKind(true, 'the error', ({ error }: ExceptionEvent) => error)],
]);

const OTHER_KIND: Kind = { hasResponseMember: false };

function createKind<Event>(hasResponseMember: boolean, subject: string, about: (event: Event) => unknown): Kind {
  return { hasResponseMember, subject, about };
}

// Most listeners change nothing, so the list is only created for the first change.
function compare(known: EventState, event: KernelEvent): string[] | undefined {
  const { context } = event;
  let descriptions: string[] | undefined;
  const route = context.route?.name;
  if (known.route !== route) {
    known.route = route;
    (descriptions ??= []).push(`route ${route}`);
  }
  if (known.params !== context.params) {
    known.params = context.params;
    (descriptions ??= []).push('path parameters');
  }
  if (known.input !== context.input) {
    known.input = context.input;
    (descriptions ??= []).push('validated input');
  }
  if (known.attributes !== context.attributeCount) {
    known.attributes = context.attributeCount;
    (descriptions ??= []).push('attributes');
  }
  const { kind } = known;
  const subject = kind.about?.(event as never);
  if (known.subject !== subject) {
    known.subject = subject;
    (descriptions ??= []).push(kind.subject!);
  }
  return kind.hasResponseMember
    ? compareResponse(known, (event as ResponseEvent).response, descriptions)
    : descriptions;
}

function compareResponse(
  known: EventState,
  response: HttpResponse | undefined,
  changes: string[] | undefined,
): string[] | undefined {
  let descriptions = changes;
  if (response === undefined) {
    known.response = undefined;
    known.headers = [];
    return descriptions;
  }
  if (known.response === undefined) (descriptions ??= []).push(`response ${response.status}`);
  else {
    if (known.status !== response.status) (descriptions ??= []).push(`status ${known.status} → ${response.status}`);
    if (known.body !== response.body) (descriptions ??= []).push('response body');
  }
  known.response = response;
  known.status = response.status;
  known.body = response.body;
  const { headers } = known;
  const { list } = response.headers;
  const same = countSame(headers, list);
  if (same === headers.length && same === list.length) return descriptions;
  descriptions ??= [];
  if (same < headers.length) headerChanges(headers.splice(same), list.slice(same), descriptions);
  else
    for (let i = same; i < list.length && i - same < MAX_LINES * 2; i += 2)
      descriptions.push(`response header ${formatLine(list[i]!, list[i + 1]!)}`);
  for (let i = same; i < list.length; i++) headers.push(list[i]!);
  return descriptions;
}

// Most listeners only append lines, so the common start is neither read nor copied again. A line is two entries.
function countSame(before: readonly string[], after: readonly string[]): number {
  const end = Math.min(before.length, after.length);
  let same = 0;
  while (same < end && before[same] === after[same]) same++;
  return same - (same % 2);
}

function headerChanges(before: readonly string[], after: readonly string[], descriptions: string[]): void {
  const now = getLines(after);
  const old = getLines(before);
  for (const line of now) if (!old.includes(line)) descriptions.push(`response header ${line}`);
  for (const line of old)
    if (!now.includes(line))
      descriptions.push(`response header ${line.slice(0, line.indexOf(':'))} removed or replaced`);
}

function getLines(list: readonly string[]): string[] {
  const lines: string[] = [];
  for (let i = 0; i < list.length && lines.length < MAX_LINES; i += 2) lines.push(formatLine(list[i]!, list[i + 1]!));
  return lines;
}

function formatLine(name: string, value: string): string {
  return `${name}: ${value.length > MAX_VALUE_LENGTH ? value.slice(0, MAX_VALUE_LENGTH) : value}`;
}

const MAX_LINES = 300;
const MAX_VALUE_LENGTH = 300;
