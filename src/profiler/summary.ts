import type { LogRecord } from '../core/trace/trace.ts';
import type { Span } from '../core/trace/span.ts';
import { isFileBody } from '../core/http/response.ts';
import { messageOf } from '../core/http/problem.ts';
import type { CollectorSubject } from './collector.ts';
import { leftEarly } from './recorder/left-early.ts';
import type { ProfileSummary } from './profile.ts';

/** What the list shows of a profile. */
export function summarise(subject: CollectorSubject, token: string, boot: string): OpenSummary {
  const { context, response, delivery, redactor, bodies } = subject;
  const spent = addUp(context.trace, response.status);
  return {
    token,
    time: Math.round(ORIGIN + context.trace.began),
    duration: delivery.milliseconds,
    ip: context.ip,
    method: context.method,
    url: redactor.url(context.url),
    path: redactor.text(context.path),
    host: context.host,
    status: response.status,
    route: context.route?.name,
    bytes: delivery.bytes > 0 ? delivery.bytes : sizeOf(response.body),
    requestBytes: bodies.request?.size ?? 0,
    contentType: response.headers.get('content-type'),
    dbCount: spent.dbCount,
    dbTime: spent.dbTime,
    httpCount: spent.httpCount,
    httpTime: spent.httpTime,
    warnings: spent.warnings,
    errors: spent.errors,
    exception: context.error === undefined ? undefined : redactor.text(classOf(context.error)),
    findings: [],
    aborted: leftEarly(subject),
    cost: 0,
    boot,
    pid: PID,
    requestId: context.id,
    traceId: context.traceparent?.traceId,
    pinned: false,
    note: undefined,
  };
}

// Asking for them takes longer than all else.
const ORIGIN = performance.timeOrigin;
const PID = process.pid;

/** A summary before its last members are known. */
type OpenSummary = { -readonly [Key in keyof ProfileSummary]: ProfileSummary[Key] };

type Spent = Pick<ProfileSummary, 'dbCount' | 'dbTime' | 'httpCount' | 'httpTime' | 'warnings' | 'errors'>;

interface Counted {
  readonly spans: readonly Pick<Span, 'kind' | 'duration'>[];
  readonly logs: readonly Pick<LogRecord, 'level' | 'channel'>[];
}

/** What databases and other servers took, and what was logged. */
export function addUp({ spans, logs }: Counted, status: number): Spent {
  const spent = { dbCount: 0, dbTime: 0, httpCount: 0, httpTime: 0, warnings: 0, errors: 0 };
  for (const { kind, duration } of Array.isArray(spans) ? spans : []) {
    if (kind === 'db') {
      spent.dbCount++;
      spent.dbTime += Math.max(0, duration);
    } else if (kind === 'http') {
      spent.httpCount++;
      spent.httpTime += Math.max(0, duration);
    }
  }
  for (const { level, channel } of Array.isArray(logs) ? logs : []) {
    // The status says already that the request was wrong; counted are errors that it does not say.
    if (channel === 'request' && status >= 400 && status < 500) continue;
    if (level === 'warning' || level === 'notice') spent.warnings++;
    else if (level !== 'debug' && level !== 'info') spent.errors++;
  }
  return spent;
}

function sizeOf(body: CollectorSubject['response']['body']): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (body instanceof Uint8Array) return body.length;
  return isFileBody(body) ? body.length : 0;
}

// What was thrown may be anything, down to a proxy that fails when it is looked at.
function classOf(error: unknown): string {
  try {
    if (error instanceof Error) return String(error.name).slice(0, 200);
    return typeof error === 'string' ? `string: ${messageOf(error).slice(0, 100)}` : typeof error;
  } catch {
    return 'unknown';
  }
}
