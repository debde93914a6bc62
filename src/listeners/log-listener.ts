import type { Subscriber } from '../events/index.ts';
import { messageOf, statusOf } from '../http/index.ts';
import type { ExceptionEvent, RequestContext } from '../kernel/index.ts';
import type { Logger, LogRecord } from '../trace/index.ts';

/**
 * Logs what was thrown: error for a 4xx, critical for everything else. The trace has it at once, so that the error page
 * can show it; the sink gets one record, when it is known what else went wrong on the way.
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
    const level = statusOf(error) < 500 ? 'error' : 'critical';
    if (!this.#logger.wants(level, context.trace)) {
      event.report = saysNothing;
      return;
    }
    const record = this.#logger.note(
      level,
      'request',
      describe(error),
      { exception: error, method: context.method, url: context.url },
      context,
    );
    event.report = (errors) => this.#logger.emit(withTheOthers(record, errors));
  }
}

/** The same for errors that no listener heard of; for the kernel's `report`. */
export function reportUnheard(logger: Logger, context: RequestContext, errors: readonly unknown[]): void {
  const [error] = errors;
  const level = statusOf(error) < 500 ? 'error' : 'critical';
  logger.emit(
    withTheOthers(
      logger.note(
        level,
        'request',
        describe(error),
        { exception: error, method: context.method, url: context.url },
        context,
      ),
      errors,
    ),
  );
}

function saysNothing(): void {}

function describe(error: unknown): string {
  return `Uncaught ${kindOf(error)}: "${messageOf(error)}"`;
}

function kindOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.name) : typeof error;
  } catch {
    return typeof error;
  }
}

function withTheOthers(record: LogRecord, errors: readonly unknown[]): LogRecord {
  return errors.length < 2 ? record : { ...record, context: { ...record.context, also_thrown: errors.slice(1) } };
}
