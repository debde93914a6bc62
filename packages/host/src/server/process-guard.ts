import { assertKnownNames } from 'oriel-core/http';
import type { Logger } from 'oriel-core/trace';
import type { Drainable } from './drain-on-signals.ts';

export interface GuardOptions {
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
 * @param options the logger, and the server to drain
 * @returns a function that removes the handlers
 *
 * @example
 * ```ts
 * import { guardProcess } from 'oriel-host/server';
 * const stopGuarding = guardProcess({ logger: { log: (level, _channel, message) => console.log(level, message) } });
 * stopGuarding();
 * ```
 */
export function guardProcess(options: GuardOptions): () => void {
  assertKnownNames(Object.keys(options), ['logger', 'server'], 'option of guardProcess()');
  const { logger, server } = options;
  let ending = false;
  const onRejection = (error: unknown): void => {
    logger.log('critical', 'process', 'Unhandled promise rejection', { exception: error });
  };
  const onException = (error: unknown): void => {
    logger.log('critical', 'process', 'Uncaught exception; the process exits', { exception: error });
    if (ending || server === undefined) return process.exit(1);
    ending = true;
    const exit = (): void => process.exit(1);
    server.close().then(exit, exit);
  };
  process.on('unhandledRejection', onRejection).on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection).off('uncaughtException', onException);
  };
}
