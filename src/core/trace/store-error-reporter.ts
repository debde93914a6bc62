import { messageOf } from '../http/problem.ts';
import type { Logger } from './logger.ts';

/** Says in the log that nothing can be counted, at most every ten seconds: a store that is down is down for every request. */
export function createStoreErrorReporter(logger: Logger, what: string): (error: unknown) => void {
  let told = -Infinity;
  return (error) => {
    const now = performance.now();
    if (now - told < QUIET) return;
    told = now;
    logger.log('warning', 'limits', `${what} are not counted: ${messageOf(error)}`, { exception: error });
  };
}

const QUIET = 10_000;
