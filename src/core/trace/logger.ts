import type { LogLevel, LogRecord, Trace } from './trace.ts';

/** Where records go: a console line, a JSON line, a file of your own. Must not throw; if it does, the record is lost. */
export interface LogSink {
  write(record: LogRecord): void;
}

/** Writes what is at or above its level to a sink, and everything to the trace of the request it belongs to. */
export class Logger {
  readonly #sink: LogSink;
  readonly #threshold: number;

  constructor(sink: LogSink, level: LogLevel | 'none' = 'warning') {
    this.#sink = sink;
    this.#threshold = level === 'none' ? Infinity : severity(level);
  }

  /** Would anybody read a record of this level? Ask before building one on the hot path. */
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

  /** Puts a record into the trace only; whoever knows the whole story emits it later. */
  note(
    level: LogLevel,
    channel: string,
    message: string,
    context: Readonly<Record<string, unknown>> = {},
    of?: LogOrigin,
  ): LogRecord {
    const record: LogRecord = { level, channel, message, context, time: Date.now(), requestId: of?.id };
    of?.trace.log(record);
    return record;
  }

  /** Writes a record to the sink, if its level asks for it. */
  emit(record: LogRecord): void {
    if (severity(record.level) < this.#threshold) return;
    try {
      this.#sink.write(record);
    } catch {
      // A full disk or a closed pipe must never become the answer to somebody's request.
    }
  }
}

/** The request a record belongs to. */
export interface LogOrigin {
  readonly id: string;
  readonly trace: Trace;
}

/** 0 for debug up to 7 for emergency. */
export function severity(level: LogLevel): number {
  return LEVELS.indexOf(level);
}

/** The levels, mildest first. */
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
