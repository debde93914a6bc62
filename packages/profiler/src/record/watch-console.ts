import { currentScope } from 'oriel-core/trace';
import type { LogLevel } from 'oriel-core/trace';
import { formatMessage } from './format-message.ts';
import { Date } from 'oriel-core/builtins';
import { findLoggedError } from './logged-error.ts';

/**
 * Records calls of `console.log` and similar methods in the profile of the running request. They still print.
 *
 * @returns a function that restores the original methods, once it was called for each use of the same console
 */
export function watchConsole(target: Console = console): () => void {
  const watch = watches.get(target) ?? { users: 0, undo: watchMethods(target) };
  watches.set(target, watch);
  watch.users++;
  let isWatching = true;
  return () => {
    if (!isWatching) return;
    isWatching = false;
    if (--watch.users > 0) return;
    watches.delete(target);
    watch.undo();
  };
}

// Several hosts, and `oriel/register`, may be in one process. A call is recorded once.
const watches = new WeakMap<Console, { users: number; readonly undo: () => void }>();

function watchMethods(target: Console): () => void {
  const undo = Object.entries(LEVELS).map(([method, level]) =>
    watchMethod(target, method as keyof typeof LEVELS, level),
  );
  return () => undo.forEach((callback) => callback());
}

const LEVELS = { debug: 'debug', log: 'info', info: 'info', warn: 'warning', error: 'error' } as const satisfies Record<
  string,
  LogLevel
>;
const LONGEST = 4_000;
const WARNING = /^\(node:\d+\) /;

function watchMethod(target: Console, method: keyof typeof LEVELS, level: LogLevel): () => void {
  const original = target[method];
  const watched = (...values: unknown[]): void => {
    const { trace } = currentScope();
    if (trace.recording) {
      const message = formatMessage(values, LONGEST);
      // Node.js prints its warnings by `console.error`.
      const recorded = level === 'error' && WARNING.test(message) ? 'warning' : level;
      const error = findLoggedError(values);
      trace.log({ level: recorded, channel: 'console', message, context: {}, time: Date.now(), error });
    }
    original.apply(target, values);
  };
  target[method] = watched;
  return () => {
    if (target[method] === watched) target[method] = original;
  };
}
