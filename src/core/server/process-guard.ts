import type { Logger } from '../trace/logger.ts';
import type { Drainable } from './drain-on-signals.ts';

export interface GuardOptions {
  readonly logger: Pick<Logger, 'log'>;
  /** Drained before the process ends. */
  readonly server?: Drainable | undefined;
  /** Milliseconds for that; the server's own when left out. */
  readonly graceMs?: number | undefined;
  /** Ends the process. Default `process.exit`. */
  readonly exit?: ((code: number) => void) | undefined;
}

/**
 * The policy for errors that nobody caught. A rejection is logged as critical and the process goes on: some promise was
 * forgotten, but whoever awaits theirs is untouched. An exception is logged as critical, the server drains and the
 * process exits with 1: it broke off in the middle of something, and nobody knows what it left behind. A second
 * exception meanwhile exits at once.
 *
 * @returns a function that ends the watch
 *
 * @example
 * ```ts
 * import { guardProcess } from 'oriel/server';
 * const stopGuarding = guardProcess({ logger: { log: (level, _channel, message) => console.log(level, message) } });
 * stopGuarding();
 * ```
 */
export function guardProcess({
  logger,
  server,
  graceMs,
  exit = (code) => process.exit(code),
}: GuardOptions): () => void {
  let ending = false;
  const onRejection = (error: unknown): void => {
    logger.log('critical', 'process', 'A promise was rejected and nobody caught it', { exception: error });
  };
  const onException = (error: unknown): void => {
    logger.log('critical', 'process', 'An exception was thrown and nobody caught it; the process ends', {
      exception: error,
    });
    if (ending) return exit(1);
    ending = true;
    if (server === undefined) return exit(1);
    server.close(graceMs).then(
      () => exit(1),
      () => exit(1),
    );
  };
  process.on('unhandledRejection', onRejection).on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection).off('uncaughtException', onException);
  };
}
