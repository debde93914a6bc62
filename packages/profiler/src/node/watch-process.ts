import { addUncountedListener } from '../uncounted-listeners.ts';
import { isRethrown } from 'oriel-core/trace';
import { withoutOwnFrames } from './own-frames.ts';
import type { Exchange } from './server/exchange.ts';
import { addSourceLine } from './source-line.ts';

interface ProcessObserver {
  readonly running: () => Iterable<Exchange>;
  readonly current: () => Exchange | undefined;
  /** Saves a request that gets no response, because the process ends. */
  readonly end: (exchange: Exchange) => void;
}

/**
 * Records uncaught errors with the request that threw them, and saves unfinished requests when the process exits. The
 * process ends exactly as it would without it.
 *
 * @returns a function that stops observing
 */
export function watchProcess({ running, current, end }: ProcessObserver): () => void {
  // Callbacks of drivers are called by the recorder. Throwing their errors again would change the line that Node.js prints.
  const onError = (error: unknown, origin: string): void => {
    withoutOwnFrames(error);
    current()?.fail(error);
    const isFatal = process.listenerCount('uncaughtException') === 0;
    // Node.js prints the stack after the last listener of `exit`. Until then, profiles and listeners read it.
    if (isFatal && origin === 'uncaughtException' && isRethrown(error))
      process.once('exit', () => addSourceLine(error));
  };
  const onExit = (): void => {
    for (const exchange of [...running()]) end(exchange);
  };
  addUncountedListener(process, 'uncaughtExceptionMonitor', onError);
  // Before the listener of the queue, which writes what is waiting.
  addUncountedListener(process, 'exit', onExit, 'prependListener');
  return () => {
    process.off('uncaughtExceptionMonitor', onError);
    process.off('exit', onExit);
  };
}
