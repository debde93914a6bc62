import { messageOf } from '../http/problem.ts';
import type { Logger } from './logger.ts';

/** Logs store errors at most once every ten seconds, because an unavailable store fails for every request. */
export function createStoreErrorReporter(logger: Logger, what: string): (error: unknown) => void {
  let reportedAt = -Infinity;
  return (error) => {
    const now = performance.now();
    if (now - reportedAt < QUIET) return;
    reportedAt = now;
    logger.log('warning', 'limits', `${what} are not counted: ${messageOf(error)}`, { exception: error });
  };
}

const QUIET = 10_000;
