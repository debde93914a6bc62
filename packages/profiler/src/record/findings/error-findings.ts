import { rule } from './facts.ts';
import type { Facts } from './facts.ts';
import type { RecordedLog } from '../../profile/profile.ts';

interface ViewedException {
  readonly className?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly frames?: readonly ViewedFrame[];
}

interface ViewedFrame {
  readonly file?: unknown;
  readonly line?: unknown;
  readonly kind?: unknown;
  readonly shortFile?: unknown;
}

/** Reports the exception of a request that failed: class, message and the first frame of the application. */
export const exceptionRule = rule('exception', 'error', 'exception', (facts) => {
  const { status } = facts.summary;
  const thrown = getThrown(facts);
  if (status < 500 && !isRpc(facts) && (status !== 0 || isDisconnection(thrown))) return undefined;
  const className = typeof thrown?.className === 'string' ? thrown.className : facts.summary.exception;
  if (className === undefined) return undefined;
  const message =
    typeof thrown?.message === 'string' && thrown.message !== ''
      ? `: ${thrown.message.replace(/\s+/g, ' ').slice(0, 160)}`
      : '';
  const frame = thrown?.frames?.find(isOwn);
  const location = frame === undefined ? '' : ` at ${String(frame.shortFile ?? frame.file)}:${String(frame.line)}`;
  const unsent = status === 0 ? '; no response was sent' : '';
  return `${className}${message}${location}${unsent}`;
});

// The responses of failed operations have the status 200.
function isRpc({ summary: { status, contentType }, data }: Facts): boolean {
  return status === 200 && (data.framework?.operations !== undefined || /^application\/grpc\b/.test(contentType ?? ''));
}

// Handlers get an error if the client closes the connection.
function isDisconnection(thrown: ViewedException | undefined): boolean {
  return DISCONNECTIONS.has(String(thrown?.code)) || /^AbortError$/.test(String(thrown?.className));
}

const DISCONNECTIONS: ReadonlySet<string> = new Set(
  'ECONNABORTED ECONNRESET EPIPE ABORT_ERR ERR_STREAM_PREMATURE_CLOSE ERR_STREAM_DESTROYED'.split(' '),
);

// Another module writes this view, so its types are checked.
function getThrown({ data }: Facts): ViewedException | undefined {
  const exceptions = (data.exception as { exceptions?: unknown } | null | undefined)?.exceptions;
  return Array.isArray(exceptions) ? (exceptions[0] as ViewedException | undefined) : undefined;
}

function isOwn({ file, kind }: ViewedFrame): boolean {
  if (typeof file !== 'string' || file === '') return false;
  if (typeof kind === 'string') return kind === 'yours';
  return !file.startsWith('node:') && !file.includes('node_modules');
}

const MANY = 5;

/** Reports logged errors of a request whose response does not show an error. */
export const loggedErrorsRule = rule('logged-errors', 'warning', 'logs', (facts) => {
  const { summary, logs } = facts;
  // The host logs the failure of a request in the channel `request`.
  const isRequestError = (log: RecordedLog): boolean => summary.status >= 400 && log.channel === 'request';
  const errors = logs.filter((log) => ERRORS.has(log.level) && !isRequestError(log));
  if (errors.length === 0 || summary.status >= 500 || exceptionRule(facts) !== undefined) return undefined;
  const outcome = summary.status === 0 ? '' : ` although the response was ${summary.status}`;
  return `${count(errors.length, 'error')} logged${outcome}: ${first(errors)}`;
});

export const loggedWarningsRule = rule('logged-warnings', 'info', 'logs', ({ logs }) => {
  const warnings = logs.filter(({ level }) => level === 'warning');
  if (warnings.length < MANY) return undefined;
  return `${count(warnings.length, 'warning')} logged, the first: ${first(warnings)}`;
});

const ERRORS = new Set(['error', 'critical', 'alert', 'emergency']);

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function first([log]: readonly RecordedLog[]): string {
  return log!.message.replace(/\s+/g, ' ').slice(0, 160);
}
