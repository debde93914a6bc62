import type { LogLevel, LogRecord, Trace } from './trace.ts';
import { getMessage } from '../http/problem.ts';

/** The destination of log records, such as the console or a file. It must not throw; if it does, the record is lost. */
export interface LogSink {
  write(record: LogRecord): void;
  /** Writes buffered records. The host calls it when it closes, and waits for at most two seconds. */
  flush?(): void | PromiseLike<void>;
}

/** Writes records at or above its level to a sink, and all records to the trace of their request. */
export class Logger {
  readonly #sink: LogSink;
  readonly #threshold: number;

  constructor(sink: LogSink, level: LogLevel | 'none' = 'warning') {
    this.#sink = sink;
    this.#threshold = level === 'none' ? Infinity : severity(level);
  }

  /** Returns whether a record of this level would be written. Call it before you create a record on a hot path. */
  wants(level: LogLevel, trace?: Trace): boolean {
    return trace?.keepsLogs === true || severity(level) >= this.#threshold;
  }

  log(
    level: LogLevel,
    channel: string,
    message: string,
    context: Readonly<Record<string, unknown>> = {},
    of?: LogOrigin,
  ): void {
    this.emit(this.note(level, channel, message, context, of));
  }

  /** Adds a record to the trace only. The caller emits it later, when the record is complete. */
  note(
    level: LogLevel,
    channel: string,
    message: string,
    context: Readonly<Record<string, unknown>> = {},
    of?: LogOrigin,
  ): LogRecord {
    const time = Date.now();
    const ids = { requestId: of?.id, traceId: getTraceId(of), spanId: of?.trace.spanId };
    const record: LogRecord = { level, channel, message, context, time, ...ids };
    of?.trace.log(record);
    return record;
  }

  /** Writes a record to the sink if its level is high enough. */
  emit(record: LogRecord): void {
    if (severity(record.level) < this.#threshold) return;
    try {
      this.#sink.write(record);
    } catch {
      // A full disk or a closed pipe must not fail a request.
    }
  }
}

/** The request that a record belongs to. */
export interface LogOrigin {
  readonly id: string;
  readonly trace: Trace;
  /** The distributed trace of the client. */
  readonly traceparent?: { readonly traceId: string } | undefined;
}

/** Returns the ID of the distributed trace of a request: of its profile, else that of the client. */
export function getTraceId(origin: LogOrigin | undefined): string | undefined {
  return origin?.trace.traceId ?? origin?.traceparent?.traceId;
}

/** Returns the severity of a level: 0 for debug to 7 for emergency. */
export function severity(level: LogLevel): number {
  return LEVELS.indexOf(level);
}

/** The levels in ascending order of severity. */
export const LEVELS: readonly LogLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

/** Logs store errors at most once every ten seconds, because an unavailable store fails for every request. */
export function createStoreErrorReporter(logger: Logger, what: string): (error: unknown) => void {
  let reportedAt = -Infinity;
  return (error) => {
    const now = performance.now();
    if (now - reportedAt < QUIET) return;
    reportedAt = now;
    logger.log('warning', 'limits', `${what} are not counted: ${getMessage(error)}`, { exception: error });
  };
}

const QUIET = 10_000;
