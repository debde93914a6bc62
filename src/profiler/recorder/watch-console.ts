import { currentScope } from '../../core/trace/current.ts';
import type { LogLevel } from '../../core/trace/trace.ts';

/**
 * Lets `console.log` and its kin, called while a request is answered, show in its profile too. They still print.
 *
 * @returns a function that takes the watch away again
 */
export function watchConsole(target: Console = console): () => void {
  const undo = Object.entries(LEVELS).map(([method, level]) =>
    watchMethod(target, method as keyof typeof LEVELS, level),
  );
  return () => undo.forEach((each) => each());
}

const LEVELS = { debug: 'debug', log: 'info', info: 'info', warn: 'warning', error: 'error' } as const satisfies Record<
  string,
  LogLevel
>;
const LONGEST = 4_000;

function watchMethod(target: Console, method: keyof typeof LEVELS, level: LogLevel): () => void {
  const original = target[method];
  const watched = (...values: unknown[]): void => {
    const { trace } = currentScope();
    if (trace.recording)
      trace.log({
        level,
        channel: 'console',
        message: values.map(inWords).join(' ').slice(0, LONGEST),
        context: {},
        time: Date.now(),
      });
    original.apply(target, values);
  };
  target[method] = watched;
  return () => {
    if (target[method] === watched) target[method] = original;
  };
}

function inWords(value: unknown): string {
  if (typeof value === 'string') return value;
  // As JSON, ten megabytes would be a hundred.
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  try {
    return value instanceof Error ? `${value.name}: ${value.message}` : (JSON.stringify(value) ?? String(value));
  } catch {
    // Not even asked for its class: what throws here may throw there as well.
    return `[${typeof value}]`;
  }
}
