import type { Subscriber } from '../events/subscriber.ts';
import { messageOf } from '../http/problem.ts';
import { statusOf } from '../http/errors.ts';
import type { ExceptionEvent, RequestContext } from '../kernel/events.ts';
import { severity } from '../trace/logger.ts';
import type { LogLevel, LogRecord } from '../trace/trace.ts';
import type { Logger } from '../trace/logger.ts';

/**
 * Logs thrown errors: `info` for a client error, `notice` for 401, 403 and 429, `error` for the time limit, `critical`
 * for everything else. The trace receives the record at once, so that the error page can show it. The sink receives one
 * record per request, when the errors that were thrown while the first one was handled are known.
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
    const record = noteError(this.#logger, levelOf(error), context, error);
    event.report = (errors) => this.#logger.emit(completeRecord(record, errors));
  }
}

/** Logs the errors of a request for which no listener took over the report; for the kernel's `report`. */
export function logUnhandledErrors(logger: Logger, context: RequestContext, errors: readonly unknown[]): void {
  const [error] = errors;
  const level = gravest(errors);
  if (logger.wants(level, context.trace)) logger.emit(completeRecord(noteError(logger, level, context, error), errors));
}

/** The level at which an error is logged. Client errors are expected, so the default level `warning` leaves them out. */
function levelOf(error: unknown): LogLevel {
  const status = statusOf(error);
  // The time limit is configured, so exceeding it is not a critical error.
  if (status === 503 && (error as { readonly type?: unknown }).type === '/problems/time-limit') return 'error';
  if (status >= 500) return 'critical';
  return status === 401 || status === 403 || status === 429 ? 'notice' : 'info';
}

function gravest(errors: readonly unknown[]): LogLevel {
  let gravest = levelOf(errors[0]);
  for (let i = 1; i < errors.length; i++) {
    const level = levelOf(errors[i]);
    if (severity(level) > severity(gravest)) gravest = level;
  }
  return gravest;
}

function noteError(logger: Logger, level: LogLevel, context: RequestContext, error: unknown): LogRecord {
  const { method, url } = context;
  return logger.note(level, 'request', describe(error), { exception: error, method, url }, context);
}

function describe(error: unknown): string {
  return `${statusOf(error) < 500 ? '' : 'Uncaught '}${kindOf(error)}: "${messageOf(error)}"`;
}

function kindOf(error: unknown): string {
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
