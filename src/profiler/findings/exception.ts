import { finding } from './facts.ts';
import type { Facts, Rule } from './facts.ts';

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

/** What made the request fail: class, message and the first line of the application's own code. A 4xx is an answer, no failure. */
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

// The view of the error page; it comes from another room, so nothing is taken for granted.
function thrownOf({ data }: Facts): ViewedException | undefined {
  const exceptions = (data.exception as { exceptions?: unknown } | null | undefined)?.exceptions;
  return Array.isArray(exceptions) ? (exceptions[0] as ViewedException | undefined) : undefined;
}

function isOwn({ file, kind }: ViewedFrame): boolean {
  if (typeof file !== 'string' || file === '') return false;
  if (typeof kind === 'string') return kind === 'yours';
  return !file.startsWith('node:') && !file.includes('node_modules');
}
