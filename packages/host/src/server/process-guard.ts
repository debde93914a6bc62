import type { Logger } from 'oriel-core/trace';
import type { Drainable, DrainOptions } from './drain-on-signals.ts';

export interface GuardOptions extends Pick<DrainOptions, 'gracePeriod' | 'exit'> {
  /** Receives the records about errors. */
  readonly logger: Pick<Logger, 'log'>;
  /**
   * The server to drain before the process ends.
   * @default –
   */
  readonly server?: Drainable | undefined;
}

/**
 * Handles uncaught errors of the process. An unhandled rejection is logged as critical, and the process continues. An uncaught
 * exception is logged as critical, the server drains, and the process exits with 1, because its state may be inconsistent. A
 * second exception exits at once.
 *
 * @param options the logger, the server to drain and the grace period
 * @returns a function that removes the handlers
 *
 * @example
 * ```ts
 * import { guardProcess } from 'oriel-host/server';
 * const stopGuarding = guardProcess({ logger: { log: (level, _channel, message) => console.log(level, message) } });
 * stopGuarding();
 * ```
 */
export function guardProcess({
  logger,
  server,
  gracePeriod,
  exit = (code) => process.exit(code),
}: GuardOptions): () => void {
  let ending = false;
  const onRejection = (error: unknown): void => {
    logger.log('critical', 'process', 'Unhandled promise rejection', { exception: error });
  };
  const onException = (error: unknown): void => {
    logger.log('critical', 'process', 'Uncaught exception; the process exits', {
      exception: error,
    });
    if (ending) return exit(1);
    ending = true;
    if (server === undefined) return exit(1);
    server.close(gracePeriod).then(
      () => exit(1),
      () => exit(1),
    );
  };
  process.on('unhandledRejection', onRejection).on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection).off('uncaughtException', onException);
  };
}
