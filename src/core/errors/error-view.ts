import { realpathSync } from 'node:fs';
import type { LogRecord } from '../trace/trace.ts';
import { createExceptionList } from './exceptions.ts';
import type { ExceptionView } from './exceptions.ts';
import { hintView, linkView } from './hint.ts';
import type { Hint, Link } from './hint.ts';
import { tryRead } from './safe-read.ts';
import { toJsonText } from './to-plain.ts';
import { printable, printableLine } from './printable.ts';
import { REDACTED, isSecretName, redactUrl } from './redaction.ts';
import { SourceExcerpts } from './source-excerpt.ts';
import type { ReadSource } from './source-excerpt.ts';

/** What an error view is made from. */
export interface ErrorInput {
  readonly error: unknown;
  readonly status: number;
  readonly reason: string;
  readonly request: RequestSummary;
  readonly logs: readonly LogRecord[];
  readonly hints: readonly Hint[];
  /** Where the profile of this request is shown. */
  readonly profileUrl?: string | undefined;
  /** The folder of the application; the working directory when left out. */
  readonly root?: string | undefined;
  /** Replaces the reading of source files; which files may be read stays as it is. */
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

/** Everything there is to tell about one error, as plain data that JSON can hold; secrets are gone. */
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
  /** How many exceptions there were, at least, beside those described. */
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
  /** JSON; '' when there is none. */
  readonly context: string;
}

/**
 * Tells an error as plain data, for any page or document to be made from. Never throws: what was thrown, sent or logged
 * may be hostile, so every text is bounded and made printable, every value is read with care, every list has an end.
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
      headers: headersOf(request.headers),
    },
    exceptions,
    omittedExceptions: omitted,
    ...logViews(input.logs),
    hints: input.hints.slice(0, MOST_HINTS).map(hintView),
    links: input.profileUrl === undefined ? [] : [linkView({ label: 'Open the profile', href: input.profileUrl })],
  };
}

/** What was logged, the latest of it. */
export function logViews(logs: readonly LogRecord[]): Pick<ErrorView, 'logs' | 'omittedLogs'> {
  return { logs: logs.slice(-MOST_LOGS).map(logView), omittedLogs: Math.max(0, logs.length - MOST_LOGS) };
}

/** The folder itself, where its name is a link's; looked up again only when it is another. */
function realRoot(folder: string): string {
  if (roots.folder !== folder) roots = { folder, real: tryRead(() => realpathSync(folder), folder) };
  return roots.real;
}

let roots = { folder: '', real: '' };
const MOST_HEADERS = 100;
const MOST_LOGS = 100;
const MOST_HINTS = 10;

function headersOf(headers: RequestSummary['headers']): [string, string][] {
  const shown: [string, string][] = [];
  tryRead(() => {
    for (const [name, value] of headers) {
      if (shown.length === MOST_HEADERS) break;
      shown.push([printableLine(name, 200), isSecretName(name) ? REDACTED : printableLine(redactUrl(value), 2_000)]);
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
