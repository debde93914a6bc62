import { types } from 'node:util';
import type { LogLevel, LogRecord, Span } from 'oriel-core/trace';
import { isFileBody } from 'oriel-core/http';
import { isError, readProperty } from 'oriel-core/errors';
import type { RecordedSubject } from './collector.ts';
import type { ProfileSummary } from '../profile/profile.ts';
import type { VisitorIds } from './visitor/visitor-ids.ts';
import { performance } from 'oriel-core/builtins';

/** Where a profile comes from: the name of the application, the identity of this start of its process, and the ids of visitors. */
export interface ProfileOrigin {
  readonly app: string;
  readonly boot: string;
  readonly visitors?: VisitorIds | undefined;
}

/** Returns the summary of a profile, without its findings and the time that recording took. */
export function createSummary(subject: RecordedSubject, token: string, origin: ProfileOrigin): MutableSummary {
  const { context, response, delivery, redactor, bodies } = subject;
  const counts = countWork(context.trace, response.status);
  // Its path is a part of the URL, which was searched for secrets.
  const isClean = subject.url === context.url && context.url.includes(context.path);
  return {
    token,
    time: Math.round(ORIGIN + context.trace.began),
    duration: delivery.milliseconds,
    ip: context.ip,
    method: context.method,
    url: subject.url,
    path: isClean ? context.path : redactor.url(context.path, context.params),
    host: context.host,
    status: response.status,
    route: context.route?.name,
    bytes: delivery.bytes > 0 ? delivery.bytes : measureSize(response.body),
    requestBytes: bodies.request?.size ?? 0,
    contentType: response.headers.get('content-type'),
    ...counts,
    exception: context.error === undefined ? undefined : redactor.text(nameOfError(context.error)),
    findings: [],
    aborted: isAborted(subject),
    cost: 0,
    app: origin.app,
    boot: origin.boot,
    pid: PID,
    requestId: context.id,
    traceId: context.trace.traceId,
    visitor: origin.visitors?.identify(context, response),
    weight: 1,
    pinned: false,
    note: undefined,
  };
}

// The getters are slow.
const ORIGIN = performance.timeOrigin;
const PID = process.pid;

/** A summary that is being created. */
export type MutableSummary = { -readonly [Key in keyof ProfileSummary]: ProfileSummary[Key] };

type WorkCounts = Pick<ProfileSummary, 'dbCount' | 'dbTime' | 'httpCount' | 'httpTime' | 'warnings' | 'errors'>;

interface CountedTrace {
  readonly spans: readonly Pick<Span, 'kind' | 'duration'>[];
  readonly logs: readonly Pick<LogRecord, 'level' | 'channel'>[];
  /** The numbers of further spans and log records, which were not kept. */
  readonly dropped?: Readonly<Record<string, number>>;
}

/** Counts database queries, outgoing HTTP calls, warnings and errors, those that were not kept included. Times are milliseconds, of what was
 * kept and has ended. */
export function countWork({ spans, logs, dropped = {} }: CountedTrace, status: number): WorkCounts {
  const counts = { dbCount: 0, dbTime: 0, httpCount: 0, httpTime: 0, warnings: 0, errors: 0 };
  for (const { kind, duration } of Array.isArray(spans) ? spans : []) {
    if (kind === 'db') {
      counts.dbCount++;
      counts.dbTime += Math.max(0, duration);
    } else if (kind === 'http') {
      counts.httpCount++;
      counts.httpTime += Math.max(0, duration);
    }
  }
  for (const { level, channel } of Array.isArray(logs) ? logs : []) {
    // The host logs an error for each invalid request; the status already shows it.
    if (channel === 'request' && status >= 400 && status < 500) continue;
    if (level === 'warning') counts.warnings++;
    else if (level !== 'debug' && level !== 'info' && level !== 'notice') counts.errors++;
  }
  for (const [kind, count] of Object.entries(dropped)) {
    if (kind === 'db') counts.dbCount += count;
    else if (kind === 'http') counts.httpCount += count;
    else if (kind === 'warning') counts.warnings += count;
    else if (ERROR_LEVELS.has(kind)) counts.errors += count;
  }
  return counts;
}

const ERROR_LEVELS: ReadonlySet<string> = new Set(['error', 'critical', 'alert', 'emergency'] satisfies LogLevel[]);

/**
 * Returns whether the client closed the connection before the last byte was sent. A stream of server-sent events has no
 * last byte, so closing it is not counted.
 */
export function isAborted({ response, delivery }: Pick<RecordedSubject, 'response' | 'delivery'>): boolean {
  return delivery.aborted && !/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
}

function measureSize(body: RecordedSubject['response']['body']): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (types.isUint8Array(body)) return body.length;
  return isFileBody(body) ? (body.length ?? 0) : 0;
}

// Any value can be thrown, and an error can have any name.
function nameOfError(error: unknown): string {
  if (typeof error === 'string') return `string: ${error.slice(0, 100)}`;
  if (!isError(error)) return typeof error;
  const name = readProperty(error, 'name');
  return typeof name === 'string' ? name.slice(0, 200) : 'unknown';
}
