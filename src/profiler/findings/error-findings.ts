import { finding } from './facts.ts';
import type { Facts, Rule } from './facts.ts';
import type { RecordedLog } from '../profile.ts';

interface ViewedException {
  readonly className?: unknown;
  readonly message?: unknown;
  readonly frames?: readonly ViewedFrame[];
}

interface ViewedFrame {
  readonly file?: unknown;
  readonly line?: unknown;
  readonly kind?: unknown;
  readonly shortFile?: unknown;
}

/** Reports the exception of a 5xx response: class, message and the first frame of the application. */
export const exceptionRule: Rule = (facts) => {
  if (facts.summary.status < 500) return undefined;
  const thrown = thrownOf(facts);
  const className = typeof thrown?.className === 'string' ? thrown.className : facts.summary.exception;
  if (className === undefined) return undefined;
  const message =
    typeof thrown?.message === 'string' && thrown.message !== ''
      ? `: ${thrown.message.replace(/\s+/g, ' ').slice(0, 160)}`
      : '';
  const frame = thrown?.frames?.find(isOwn);
  const place = frame === undefined ? '' : ` at ${String(frame.shortFile ?? frame.file)}:${String(frame.line)}`;
  return finding('exception', 'error', 'exception', `${className}${message}${place}`);
};

// Another module writes this view, so its types are checked.
function thrownOf({ data }: Facts): ViewedException | undefined {
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
export const loggedErrorsRule: Rule = ({ summary, logs }) => {
  // The host logs the failure of a request in the channel `request`.
  const isRequestError = (log: RecordedLog): boolean => summary.status >= 400 && log.channel === 'request';
  const errors = logs.filter((log) => ERRORS.has(log.level) && !isRequestError(log));
  if (errors.length === 0 || summary.status >= 500) return undefined;
  const outcome = summary.status === 0 ? '' : ` although the response was ${summary.status}`;
  return finding(
    'logged-errors',
    'warning',
    'logs',
    `${count(errors.length, 'error')} logged${outcome}: ${first(errors)}`,
  );
};

export const loggedWarningsRule: Rule = ({ logs }) => {
  const warnings = logs.filter(({ level }) => level === 'warning');
  if (warnings.length < MANY) return undefined;
  return finding(
    'logged-warnings',
    'info',
    'logs',
    `${count(warnings.length, 'warning')} logged, the first: ${first(warnings)}`,
  );
};

const ERRORS = new Set(['error', 'critical', 'alert', 'emergency']);

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function first([log]: readonly RecordedLog[]): string {
  return log!.message.replace(/\s+/g, ' ').slice(0, 160);
}
