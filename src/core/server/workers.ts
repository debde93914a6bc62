import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { DRAIN, EXIT, createWorkerEnvironment } from './worker-protocol.ts';
import { WorkerRelay } from './worker-relay.ts';

export interface WorkerOptions {
  /** How many; one per core is what uses them all. */
  readonly count: number;
  /** The program each worker runs. Default the one that runs now. */
  readonly script?: string | undefined;
  readonly args?: readonly string[] | undefined;
  /** Milliseconds until workers that do not end are killed. Default 10,000, plus one second of their own. */
  readonly graceMs?: number | undefined;
  /** Milliseconds until a crashed worker is replaced; doubles with every crash in a row, up to 30 s. Default 100. */
  readonly backOffMs?: number | undefined;
  readonly log?: ((message: string) => void) | undefined;
  /** Ends the process. Default `process.exit`. */
  readonly exit?: ((code: number) => void) | undefined;
}

/** Workers that run. */
export interface Workers {
  /** Drains all of them, and gives the exit code they deserve together. */
  stop(): Promise<number>;
}

/**
 * Runs a program in several processes that share its ports, for the primary process. A worker that crashes is replaced,
 * later and later if it goes on crashing; when none has ever listened, the fault is in the program and the primary exits
 * with 1. SIGTERM and SIGINT drain all workers and then exit; a second one exits at once.
 *
 * @throws {TypeError} when `count` is no whole number above 0
 *
 * @example
 * ```ts no-run
 * import cluster from 'node:cluster';
 * import { superviseWorkers } from 'oriel/server';
 * if (cluster.isPrimary) superviseWorkers({ count: 2, log: console.log });
 * ```
 */
export function superviseWorkers(options: WorkerOptions): Workers {
  const { count, script, args, graceMs = 10_000, backOffMs = 100, log = () => {} } = options;
  const exit = options.exit ?? ((code: number) => process.exit(code));
  if (!Number.isInteger(count) || count < 1)
    throw new TypeError(`workers must be a whole number above 0, got ${count}`);

  const relay = new WorkerRelay(log);
  const environment = createWorkerEnvironment(count);
  const running = new Set<Worker>();
  let stopping: Promise<number> | undefined;
  let listened = false;
  let crashes = 0;
  let failed = false;
  let onEmpty = (): void => {};
  cluster.setupPrimary({
    ...(script === undefined ? {} : { exec: script }),
    ...(args === undefined ? {} : { args: [...args] }),
  });

  const start = (): void => {
    if (stopping !== undefined) return;
    const worker = cluster.fork(environment);
    running.add(worker);
    relay.add(worker);
    worker.once('listening', () => {
      listened = true;
    });
    const born = performance.now();
    worker.once('exit', (code, signal) => {
      running.delete(worker);
      if (stopping !== undefined) {
        failed ||= code !== 0;
        if (running.size === 0) onEmpty();
        return;
      }
      log(`worker ${worker.process.pid} ended with ${signal ?? code}`);
      if (!listened && running.size === 0) return exit(1);
      crashes = performance.now() - born > HEALTHY ? 1 : crashes + 1;
      setTimeout(start, Math.min(LONGEST_BACK_OFF, backOffMs * 2 ** (crashes - 1)));
    });
  };
  const tell = (message: string): void => {
    for (const worker of running) if (worker.isConnected()) worker.send(message);
  };
  const stop = (): Promise<number> => {
    stopping ??= new Promise((resolve) => {
      const timer = setTimeout(() => {
        for (const worker of running) worker.process.kill('SIGKILL');
      }, graceMs + 1_000);
      onEmpty = () => {
        clearTimeout(timer);
        process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
        resolve(failed ? 1 : 0);
      };
      if (running.size === 0) onEmpty();
      else tell(DRAIN);
    });
    return stopping;
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping === undefined) {
      log(`${signal}: draining ${running.size} workers`);
      void stop().then(exit);
      return;
    }
    tell(EXIT);
    exit(128 + (signal === 'SIGINT' ? 2 : 15));
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  for (let i = 0; i < count; i++) start();
  return { stop };
}

/** Milliseconds a worker has to live for its crash not to count as one of a row. */
const HEALTHY = 10_000;
const LONGEST_BACK_OFF = 30_000;
