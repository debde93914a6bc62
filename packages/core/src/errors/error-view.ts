import { realpathSync } from '../builtins/file-system.ts';
import type { LogRecord } from '../trace/trace.ts';
import { createExceptionList } from './exceptions.ts';
import type { ExceptionView } from './exceptions.ts';
import { hintView, linkView } from './hint.ts';
import type { Hint, Link } from './hint.ts';
import { tryRead } from './safe-read.ts';
import { toJsonText } from './to-plain.ts';
import { printable, printableLine } from './printable.ts';
import { redactUrl } from '../redaction/redact-url.ts';
import { MASK, isSecretName } from '../redaction/sensitivity.ts';
import { SourceExcerpts } from './source-excerpt.ts';
import type { ReadSource } from './source-excerpt.ts';
import { Date } from '../builtins/globals.ts';

/** The input of `createErrorView`. */
export interface ErrorInput {
  readonly error: unknown;
  readonly status: number;
  readonly reason: string;
  readonly request: RequestSummary;
  readonly logs: readonly LogRecord[];
  readonly hints: readonly Hint[];
  /** The URL of the profile of this request. */
  readonly profileUrl?: string | undefined;
  /** The folder of the application; by default the working directory. */
  readonly root?: string | undefined;
  /** Reads source files. Does not change which files may be read. */
  readonly readSource?: ReadSource | undefined;
}

export interface RequestSummary {
  readonly method: string;
  readonly url: string;
  readonly version?: string | undefined;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly route?: string | undefined;
  readonly id?: string | undefined;
}

/** All details of an error as JSON data, without secrets. */
export interface ErrorView {
  /** Such as `Error 404 Not Found`. */
  readonly title: string;
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  /** Such as `GET http://localhost:8000/robots.txt`. */
  readonly requestLine: string;
  readonly request: {
    readonly version?: string;
    readonly route?: string;
    readonly id?: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
  };
  readonly exceptions: readonly ExceptionView[];
  /** The minimum number of exceptions that are not listed. */
  readonly omittedExceptions: number;
  readonly logs: readonly LogView[];
  readonly omittedLogs: number;
  readonly hints: readonly Hint[];
  readonly links: readonly Link[];
}

export interface LogView {
  /** HH:MM:SS, local time. */
  readonly time: string;
  readonly level: string;
  readonly channel: string;
  readonly message: string;
  /** JSON, or ''. */
  readonly context: string;
}

/**
 * Collects the details of an error as JSON data, for all formats. Never throws: thrown values, headers and log records may be
 * hostile, so texts are bounded and printable, properties are read safely, and lists are limited.
 *
 * @example
 * ```ts
 * import { createErrorView } from './error-view.ts';
 * const request = { method: 'GET', url: 'http://localhost/x', headers: [] };
 * const view = createErrorView({ error: new Error('no'), status: 500, reason: 'Internal Server Error', request, logs: [], hints: [] });
 * view.title; // => 'Error 500 Internal Server Error'
 * view.exceptions[0]?.className; // => 'Error'
 * ```
 */
export function createErrorView(input: ErrorInput): ErrorView {
  const { status, reason, request } = input;
  const root = realRoot(input.root ?? tryRead(() => process.cwd(), '/'));
  const { exceptions, omitted } = createExceptionList(input.error, root, new SourceExcerpts(root, input.readSource));
  return {
    title: `Error ${status} ${reason}`,
    status,
    reason,
    message: exceptions[0]?.message ?? '',
    requestLine: printableLine(`${request.method} ${redactUrl(request.url)}`, 4_000),
    request: {
      ...(request.version !== undefined && { version: printableLine(request.version, 20) }),
      ...(request.route !== undefined && { route: printableLine(request.route, 200) }),
      ...(request.id !== undefined && { id: printableLine(request.id, 200) }),
      headers: getHeaders(request.headers),
    },
    exceptions,
    omittedExceptions: omitted,
    ...logViews(input.logs),
    hints: input.hints.slice(0, MAX_HINTS).map(hintView),
    links: input.profileUrl === undefined ? [] : [linkView({ label: 'Open the profile', href: input.profileUrl })],
  };
}

/** Returns the latest log records. */
export function logViews(logs: readonly LogRecord[]): Pick<ErrorView, 'logs' | 'omittedLogs'> {
  return { logs: logs.slice(-MAX_LOGS).map(logView), omittedLogs: Math.max(0, logs.length - MAX_LOGS) };
}

/** Resolves symbolic links of the root folder; caches the last result. */
function realRoot(folder: string): string {
  if (roots.folder !== folder) roots = { folder, real: tryRead(() => realpathSync(folder), folder) };
  return roots.real;
}

let roots = { folder: '', real: '' };
const MAX_HEADERS = 100;
const MAX_LOGS = 100;
const MAX_HINTS = 10;

function getHeaders(headers: RequestSummary['headers']): [string, string][] {
  const shown: [string, string][] = [];
  tryRead(() => {
    for (const [name, value] of headers) {
      if (shown.length === MAX_HEADERS) break;
      shown.push([printableLine(name, 200), isSecretName(name) ? MASK : printableLine(redactUrl(value), 2_000)]);
    }
  }, undefined);
  return shown;
}

function logView(record: LogRecord): LogView {
  const context = toJsonText(record.context);
  return {
    time: tryRead(() => new Date(record.time).toTimeString().slice(0, 8), ''),
    level: printableLine(record.level, 20),
    channel: printableLine(record.channel, 100),
    message: printable(record.message, 2_000),
    context: context === '{}' ? '' : context,
  };
}
