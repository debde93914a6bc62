import { stripVTControlCharacters } from 'node:util';
import { findLoggedError } from '../../record/logged-error.ts';
import { runInTrace, NullTrace } from 'oriel-core/trace';
import type { LogLevel, Trace } from 'oriel-core/trace';
import { Date } from 'oriel-core/builtins';

/** A record of a logger of the application. */
export interface LoggedRecord {
  readonly level: LogLevel;
  /** The name of the logger. */
  readonly channel: string;
  readonly message: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
  /** What the application passed to the logger, if the fields do not have it. */
  readonly values?: readonly unknown[];
}

/** Adds a record of a logger to the profile of a request. */
export function recordLog(trace: Trace, { level, channel, message, fields, values = [] }: LoggedRecord): void {
  const text =
    typeof message === 'string' ? stripVTControlCharacters(message.slice(0, LONGEST)) : String(message ?? '');
  const error = findLoggedError([...values, fields, message]);
  trace.log({ level, channel, message: text.slice(0, LONGEST), context: fields, time: Date.now(), error });
}

/** Runs the output of a logger. A stream of the application may print with the console, which is not recorded again. */
export function runOutput<T>(output: () => T): T {
  return runInTrace(NullTrace, output);
}

/** Returns the level for a number of pino and bunyan: 30 is `info`. */
export function levelOfNumber(number: number): LogLevel {
  if (number >= 60) return 'critical';
  if (number >= 50) return 'error';
  if (number >= 40) return 'warning';
  return number >= 30 ? 'info' : 'debug';
}

/** Returns the level for a name; names that are not known are `info`. */
export function levelOfName(name: unknown): LogLevel {
  return LEVELS[String(name).toLowerCase()] ?? 'info';
}

const LONGEST = 4_000;
const LEVELS: Readonly<Record<string, LogLevel>> = {
  silly: 'debug',
  trace: 'debug',
  debug: 'debug',
  verbose: 'debug',
  http: 'info',
  notice: 'notice',
  warn: 'warning',
  warning: 'warning',
  error: 'error',
  fatal: 'critical',
  crit: 'critical',
  critical: 'critical',
  alert: 'alert',
  emerg: 'emergency',
  emergency: 'emergency',
};
