import type { AccessEntry } from '../listeners/access-log-listener.ts';
import { Logger, NullTrace, clockTime, printable } from 'oriel-core/trace';
import { consoleSink } from '../trace/console-sink.ts';
import { jsonSink } from '../trace/json-sink.ts';
import type { LogSink, Trace } from 'oriel-core/trace';
import type { Paint } from '../trace/console-sink.ts';
import { accessWork } from '../features/security/access-work.ts';
import type { Mode } from '../configuration/host-environment.ts';
import type { HostConfig } from './config.ts';
import { createLogRedactor, redactingSink } from './log-redactor.ts';
import type { LogRedactor } from './log-redactor.ts';

/** The logger of a host, and the writer of its access log. */
export interface HostLogger {
  readonly logger: Logger;
  readonly access: ((entry: AccessEntry, trace: Trace) => void) | undefined;
  /** Leaves this exact URL as it is in messages, although it contains a secret. */
  readonly keepUrl: LogRedactor['keepUrl'];
}

/** Creates the logger: readable lines in development, JSON lines in production. Hosts that listen write an access log by default. */
export function createHostLogger(
  log: HostConfig['log'],
  mode: Mode,
  listening: boolean,
  redactor: LogRedactor = createLogRedactor({}),
): HostLogger {
  if (log === false) return { logger: new Logger({ write() {} }, 'none'), access: undefined, keepUrl() {} };
  const sink = redactingSink(log?.sink ?? standardSink(mode, redactor.text), redactor);
  const wantsAccess = log?.access ?? listening;
  return {
    logger: new Logger(sink, log?.level ?? 'warning'),
    access: wantsAccess ? accessWriter(mode, log?.sink) : undefined,
    keepUrl: redactor.keepUrl,
  };
}

// Messages of errors may contain URLs, so all text is redacted.
function standardSink(mode: Mode, redact: (text: string) => string): LogSink {
  const write = (text: string): void => writeOut(redact(text));
  return mode === 'development' ? consoleSink(write, paint) : jsonSink(write);
}

// A sink of the application gets a record; the standard output gets a line.
function accessWriter(mode: Mode, sink: LogSink | undefined): (entry: AccessEntry, trace: Trace) => void {
  if (sink)
    return ({ time, requestId, traceId, spanId, ...context }) =>
      sink.write({
        time,
        requestId,
        traceId,
        spanId,
        level: 'info',
        channel: 'access',
        message: `${context.method} ${context.url} ${context.status}`,
        context,
      });
  return mode === 'development'
    ? (entry, trace) => writeOut(`${accessLine(entry, paint, trace)}\n`)
    : (entry) => writeOut(`${accessJson(entry)}\n`);
}

/** `14:02:51 500 POST /books 1.24 s 512 B db 12/41ms ✖1 no such table → http://localhost:8000/_profiler/a1b2c3` */
export function accessLine(entry: AccessEntry, paint: Paint, trace: Pick<Trace, 'spans' | 'logs'> = NullTrace): string {
  const { status, method, url, bytes, milliseconds, aborted, error, profile } = entry;
  const colour = status >= 500 ? 'red' : status >= 400 ? 'yellow' : status >= 300 ? 'cyan' : 'green';
  const path = url.replace(/^https?:\/\/[^/]*/, '');
  const facts = paint('dim', `${duration(milliseconds)}${bytes > 0 ? ` ${size(bytes)}` : ''}`);
  const why = aborted
    ? paint('yellow', ' client disconnected')
    : error === undefined
      ? ''
      : ` ${paint('dim', printable(error, 300))}`;
  return `${paint('dim', clockTime(entry.time))} ${paint(colour, String(status))} ${printable(method, 20).padEnd(6)} ${printable(path)} ${facts}${accessWork(trace, status, paint)}${why}${profile === undefined ? '' : paint('dim', ` → ${printable(profile)}`)}`;
}

function accessJson(entry: AccessEntry): string {
  return JSON.stringify({
    time: new Date(entry.time).toISOString(),
    level: 'info',
    channel: 'access',
    request_id: entry.requestId,
    trace_id: entry.traceId,
    span_id: entry.spanId,
    ip: entry.ip,
    method: entry.method,
    url: entry.url,
    route: entry.route,
    status: entry.status,
    bytes: entry.bytes,
    ms: Math.round(entry.milliseconds * 1000) / 1000,
    aborted: entry.aborted || undefined,
    error: entry.error,
  });
}

function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

function size(bytes: number): string {
  return bytes < 1000
    ? `${bytes} B`
    : bytes < 1e6
      ? `${(bytes / 1000).toFixed(1)} kB`
      : `${(bytes / 1e6).toFixed(1)} MB`;
}

function writeOut(text: string): void {
  if (globalThis.process?.stdout) process.stdout.write(text);
  else console.log(text.trimEnd());
}

const CODES = { red: 31, yellow: 33, green: 32, cyan: 36, dim: 2, bold: 1 } as const;

/** Adds colours when the standard output is a terminal and NO_COLOR is not set (no-color.org). */
export const paint: Paint = (style, text) => {
  const colours = globalThis.process?.stdout?.isTTY === true && !process.env['NO_COLOR'];
  return colours ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text;
};
