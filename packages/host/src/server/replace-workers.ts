import type { Worker } from 'node:cluster';

/** The operations of a supervisor that {@link replaceWorkers} needs. */
export interface WorkerReplacement {
  /** Starts a worker that is not restarted if it ends before it listens. */
  readonly start: () => Worker;
  /** Milliseconds until a worker must listen. */
  readonly startTimeoutMs: number;
  /** Called before a worker that does not listen in time is killed. */
  readonly onStartTimeout: (worker: Worker) => void;
  /** Ends a worker after its last response. Resolves when it has ended. */
  readonly retire: (worker: Worker) => Promise<void>;
  /** Returns whether the worker still runs and the supervisor does not stop. */
  readonly isNeeded: (worker: Worker) => boolean;
}

/**
 * Replaces workers one after the other: starts a worker, waits until it listens, and retires the one that it replaces. Resolves
 * when the replaced workers have ended.
 *
 * @returns false if a new worker ended before it listened or did not listen in time; the remaining workers are then kept
 */
export async function replaceWorkers(
  workers: readonly Worker[],
  { start, startTimeoutMs, onStartTimeout, retire, isNeeded }: WorkerReplacement,
): Promise<boolean> {
  const ends: Promise<void>[] = [];
  let complete = true;
  for (const worker of workers) {
    // A worker that crashed meanwhile was replaced by the supervisor.
    if (!isNeeded(worker)) continue;
    const replacement = start();
    // A worker that waits for a lock, for example, neither listens nor ends.
    const timer = setTimeout(() => {
      onStartTimeout(replacement);
      replacement.process.kill('SIGKILL');
    }, startTimeoutMs);
    complete = await listens(replacement);
    clearTimeout(timer);
    if (!complete) break;
    if (isNeeded(worker)) ends.push(retire(worker));
  }
  await Promise.all(ends);
  return complete;
}

function listens(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.once('listening', () => resolve(true));
    worker.once('exit', () => resolve(false));
  });
}
