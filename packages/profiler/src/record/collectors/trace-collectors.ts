import type { DatabaseSystem, Decision, ListenerCall, LogRecord, Span } from 'oriel-core/trace';
import { types } from 'node:util';
import { ownValue } from 'oriel-core/errors';
import { hasProxy } from 'oriel-core/trace';
import type { Collector, RecordedSubject } from '../collector.ts';
import type { RecordedExchange } from '../recorded-exchange.ts';
import { recordBodies } from '../outgoing-bodies.ts';
import type { RecordedLog } from '../../profile/profile.ts';
import type { SqlDialect } from '../sql-tokens.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { maskParameters } from './mask-parameters.ts';
import { EVENT_LOOP_BLOCK } from '../findings/time-findings.ts';
import type { EventLoopWatch } from '../watch-event-loop.ts';
import { JSON, performance } from 'oriel-core/builtins';

/** Collects the decisions of the host and their reasons. */
export const decisionsCollector: Collector<RecordedExchange> = {
  name: 'decisions',
  collect({ context, redactor }): readonly Decision[] {
    return context.trace.decisions.map(({ subject, outcome, because }) => ({
      subject: redactedText(subject, redactor),
      outcome: redactedText(outcome, redactor),
      because: redactedText(because, redactor),
    }));
  },
};

/** Collects the calls of listeners, in order, and what each changed. */
export const pipelineCollector: Collector<RecordedExchange> = {
  name: 'pipeline',
  collect({ context, redactor }): readonly ListenerCall[] {
    return context.trace.listeners.map((call) => redactChanges(call, redactor));
  },
};

// Few changes contain a secret, so most calls need no copy.
function redactChanges(call: ListenerCall, redactor: Redactor): ListenerCall {
  const { changes } = call;
  if (changes === undefined) return call;
  const redacted = changes.map((change) => redactChange(change, redactor));
  return redacted.every((change, index) => change === changes[index]) ? call : { ...call, changes: redacted };
}

// Such as `response header Set-Cookie: a=b`.
function redactChange(change: string, redactor: Redactor): string {
  const colon = change.indexOf(': ');
  if (colon < 0) return redactor.text(change);
  const name = change.slice(change.lastIndexOf(' ', colon) + 1, colon);
  return change.slice(0, colon + 2) + redactor.header(name, change.slice(colon + 2));
}

/** Collects log records, with their times relative to the start of the request. */
export const logsCollector: Collector<RecordedExchange> = {
  name: 'logs',
  collect({ context, redactor }): readonly RecordedLog[] {
    const { logs, began } = context.trace;
    return logs.map((record) => ({
      at: Math.max(0, record.time - ORIGIN - began),
      level: record.level,
      channel: record.channel,
      message: redactedText(record.message, redactor),
      context: contextText(record, redactor),
      route: record.route,
    }));
  },
};

// The getter of `performance.timeOrigin` is slow.
const ORIGIN = performance.timeOrigin;

function contextText({ context }: LogRecord, redactor: Redactor): string {
  if (context === undefined || isEmpty(context)) return '';
  return JSON.stringify(redactor.value(context));
}

function isEmpty(context: object): boolean {
  // Enumerating the members of a byte array would create a list of all its indexes.
  if (ArrayBuffer.isView(context)) return context.byteLength === 0;
  if (hasProxy(context)) return false;
  for (const _ in context) return false;
  return true;
}

/**
 * Collects the spans of a request, and a span for each time that the event loop was blocked meanwhile, by any request.
 *
 * @param loop the blocks of the event loop; without it, only the spans of the request are collected
 */
export function spansCollector(loop?: Pick<EventLoopWatch, 'between'>): Collector<RecordedExchange> {
  return {
    name: 'spans',
    collect(subject): readonly Span[] {
      const { spans } = subject.context.trace;
      const redacted = spans.map((span) => redactSpan(span, subject));
      return loop === undefined ? redacted : addBlocks(redacted, loop, subject);
    },
  };
}

function addBlocks(
  spans: Span[],
  loop: Pick<EventLoopWatch, 'between'>,
  { context, delivery }: RecordedSubject,
): readonly Span[] {
  const { began } = context.trace;
  const blocks = loop.between(began, began + delivery.milliseconds);
  let id = blocks.length === 0 ? 0 : spans.reduce((highest, span) => Math.max(highest, span.id), 0);
  for (const { start, duration } of blocks)
    spans.push({ id: ++id, parent: 0, kind: 'kernel', name: EVENT_LOOP_BLOCK, start: start - began, duration });
  return spans;
}

function redactSpan(span: Span, { redactor, bodyCap }: RecordedSubject): Span {
  const { id, parent, kind, start, duration, error } = span;
  const details = hasProxy(span.details) ? UNREADABLE_DETAILS : span.details;
  const name = redactName(span.name, details, redactor);
  // Most spans of an application only have a name. One that is running will get its end and its error, so it is copied.
  if (name === span.name && duration >= 0 && details === undefined && error === undefined) return span;
  const redacted = details && redactDetails(details, redactor, bodyCap);
  return {
    id,
    parent,
    kind,
    name,
    start,
    duration,
    error: error === undefined ? undefined : maskParameters(redactedText(error, redactor), details, redacted),
    details: redacted,
  };
}

// The name of a query is the beginning of its statement.
function redactName(name: string, details: Span['details'], redactor: Redactor): string {
  const sql = details?.['sql'];
  if (typeof sql !== 'string' || !sql.startsWith(name)) return redactedText(name, redactor);
  const redacted = redactor.sql(sql, typeof details?.['system'] === 'string' ? details['system'] : undefined);
  return redacted === sql ? name : redacted.slice(0, name.length);
}

type Details = NonNullable<Span['details']>;

function redactDetails(details: Details, redactor: Redactor, bodyCap: number): Details {
  const { sql, parameters, rows, caller, system } = details;
  if (typeof sql !== 'string')
    return { ...(redactor.value(details) as object), ...recordBodies(details, redactor, bodyCap) };
  const dialect = typeof system === 'string' ? system : undefined;
  const redactedSql = redactor.sql(sql, dialect);
  const masked = getParameters(sql, parameters, redactor, dialect);
  // The usual members of a query, handled without a copy of the rest.
  if (typeof rows === 'number' && hasOnlyUsualMembers(details)) {
    const from = caller === undefined ? {} : { caller: redactedText(caller, redactor) };
    return { rows, ...from, ...(system === undefined ? undefined : { system }), sql: redactedSql, ...masked };
  }
  const { sql: _, parameters: __, ...rest } = details;
  return { ...(redactor.value(rest) as object), sql: redactedSql, ...masked };
}

function hasOnlyUsualMembers(details: object): boolean {
  for (const name in details) if (!USUAL.has(name)) return false;
  const { system } = details as Details;
  return system === undefined || SYSTEMS.has(system);
}

function getParameters(
  sql: string,
  parameters: unknown,
  redactor: Redactor,
  dialect: SqlDialect,
): { parameters: unknown } | undefined {
  if (types.isProxy(parameters)) return { parameters: ['[proxy]'] };
  return Array.isArray(parameters) ? { parameters: redactParameters(sql, parameters, redactor, dialect) } : undefined;
}

// The list is that of the application, so its getters and methods are not called.
function redactParameters(
  sql: string,
  parameters: readonly unknown[],
  redactor: Redactor,
  dialect: SqlDialect,
): unknown[] {
  const rest = parameters.length - MAX_PARAMETERS;
  const read: unknown[] = [];
  for (let index = 0; index < parameters.length && index < MAX_PARAMETERS; index++)
    read.push(ownValue(parameters, index));
  const redacted = redactor.sqlParameters(sql, read, dialect);
  return rest > 0 ? [...redacted, `… ${rest} more`] : redacted;
}

const USUAL: ReadonlySet<string> = new Set(['sql', 'parameters', 'rows', 'caller', 'system']);
const SYSTEMS: ReadonlySet<unknown> = new Set(['mariadb', 'mysql', 'postgresql', 'sqlite'] satisfies DatabaseSystem[]);
const UNREADABLE_DETAILS = { details: '[proxy]' };
const MAX_PARAMETERS = 500;

/** Returns a value as a redacted text of bounded length. The value may be of any type: loggers accept everything. */
function redactedText(value: unknown, redactor: Redactor): string {
  if (typeof value === 'string' && value.length <= LONGEST) return redactor.text(value);
  const redacted = redactor.value(value);
  return typeof redacted === 'string' ? redacted : (JSON.stringify(redacted) ?? typeof redacted);
}

const LONGEST = 8_192;
