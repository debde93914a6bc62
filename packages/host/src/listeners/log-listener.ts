import type { Subscriber } from '../events/subscriber.ts';
import { getMessage, getStatus } from 'oriel-core/http';
import type { ExceptionEvent, RequestContext } from '../kernel/events.ts';
import { severity } from 'oriel-core/trace';
import type { LogLevel, LogRecord, Logger } from 'oriel-core/trace';

/**
 * Logs thrown errors: `info` for a client error, `notice` for 401, 403 and 429, `error` for 503, `critical` for everything else.
 * The trace receives the record at once, so that the error page can show it. The sink receives one record per request, when the
 * errors that were thrown while the first one was handled are known. Equal 503 errors are one record per ten seconds, because
 * every request fails while a database cannot be reached.
 */
export class LogListener implements Subscriber {
  readonly name = 'LogListener';
  readonly on = { 'kernel.exception': (event: ExceptionEvent) => this.onException(event) };
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  onException(event: ExceptionEvent): void {
    const { context, error } = event;
    // For a trace that keeps no records, the report function of the kernel does the same, and only for levels that are written.
    if (!context.trace.keepsLogs) return;
    const record = noteError(this.#logger, getLevel(error), context, error);
    event.report = (errors) => emitRecord(this.#logger, record, errors);
  }
}

/** Logs the errors of a request for which no listener took over the report; for the kernel's `report`. */
export function logUnhandledErrors(logger: Logger, context: RequestContext, errors: readonly unknown[]): void {
  const [error] = errors;
  const level = gravest(errors);
  if (logger.wants(level, context.trace)) emitRecord(logger, noteError(logger, level, context, error), errors);
}

function emitRecord(logger: Logger, record: LogRecord, errors: readonly unknown[]): void {
  const complete = completeRecord(record, errors);
  if (!errors.every((error) => getStatus(error) === 503)) return logger.emit(complete);
  emitRepeated(logger, `${record.message} ${describeCause(errors[0])}`, complete);
}

/** The level at which an error is logged. Client errors are expected, so the default level `warning` leaves them out. */
function getLevel(error: unknown): LogLevel {
  const status = getStatus(error);
  // The application, or a limit of it, has refused the request on purpose.
  if (status === 503) return 'error';
  if (status >= 500) return 'critical';
  return status === 401 || status === 403 || status === 429 ? 'notice' : 'info';
}

function gravest(errors: readonly unknown[]): LogLevel {
  let gravest = getLevel(errors[0]);
  for (let i = 1; i < errors.length; i++) {
    const level = getLevel(errors[i]);
    if (severity(level) > severity(gravest)) gravest = level;
  }
  return gravest;
}

function noteError(logger: Logger, level: LogLevel, context: RequestContext, error: unknown): LogRecord {
  const { method, url } = context;
  return logger.note(level, 'request', describe(error), { exception: error, method, url }, context);
}

function describe(error: unknown): string {
  const status = getStatus(error);
  return `${status < 500 || status === 503 ? '' : 'Uncaught '}${getKind(error)}: "${getMessage(error)}"`;
}

// Errors with the same text have different causes, such as a refused connection and a full disk.
function describeCause(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  return cause === undefined ? '' : getMessage(cause);
}

function getKind(error: unknown): string {
  try {
    return error instanceof Error ? String(error.name) : typeof error;
  } catch {
    return typeof error;
  }
}

// An error during the handling of a client error is a server error, whatever status the client received.
function completeRecord(record: LogRecord, errors: readonly unknown[]): LogRecord {
  if (errors.length < 2) return record;
  return { ...record, level: gravest(errors), context: { ...record.context, also_thrown: errors.slice(1) } };
}

/**
 * Writes at most one record of each kind per interval. The first record is written at once. Later ones are counted; at the end of
 * the interval the last of them is written, with their number as `repeated` in its context.
 *
 * @param kind kinds beyond the first 100 of an interval are one kind
 */
function emitRepeated(logger: Logger, kind: string, record: LogRecord): void {
  const kinds = repeated.get(logger) ?? new Map<string, RepeatedRecord>();
  repeated.set(logger, kinds);
  const key = kinds.has(kind) || kinds.size < MAX_KINDS ? kind : 'other';
  const known = kinds.get(key);
  if (known !== undefined) {
    known.count++;
    known.last = record;
    return;
  }
  const counted: RepeatedRecord = { count: 0, last: undefined };
  kinds.set(key, counted);
  logger.emit(record);
  setTimeout(() => {
    kinds.delete(key);
    const { count, last } = counted;
    if (last !== undefined) emitRepeated(logger, key, { ...last, context: { ...last.context, repeated: count } });
  }, REPEAT_INTERVAL_MS).unref();
}

interface RepeatedRecord {
  count: number;
  last: LogRecord | undefined;
}

const repeated = new WeakMap<Logger, Map<string, RepeatedRecord>>();
const REPEAT_INTERVAL_MS = 10_000;
const MAX_KINDS = 100;
