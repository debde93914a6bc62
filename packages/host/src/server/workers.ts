import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { assertKnownNames, parseDuration } from 'oriel-core/http';
import type { Duration } from 'oriel-core/http';
import { DEFAULT_GRACE_PERIOD } from './server-options.ts';
import { closeUnacceptedConnections, handOutConnections } from './unaccepted-connections.ts';
import type { GivenConnections } from './unaccepted-connections.ts';
import { DRAIN, EXIT, STOPPED, createWorkerEnvironment } from './worker-protocol.ts';
import { WorkerRelay } from './worker-relay.ts';
import { WorkerSums } from './worker-sums.ts';

export interface WorkerOptions {
  /**
   * The number of workers, usually one per core.
   * @unit workers
   */
  readonly count: number;
  /**
   * How long workers have to end before they are killed; one second is added.
   * @default '10 s'
   */
  readonly gracePeriod?: Duration | undefined;
  /**
   * Called with a message for each start and end of a worker.
   * @default –
   */
  readonly log?: ((message: string) => void) | undefined;
}

/** Running workers. */
export interface Workers {
  /**
   * Replaces all workers, one after the other. A worker drains when its replacement listens, so that no request is refused. If a
   * replacement ends before it listens, or does not listen in time, the remaining workers are kept. During a reload, all further calls cause one more.
   * Returns whether all workers were replaced.
   */
  reload(): Promise<boolean>;
  /** Drains all workers; returns the exit code for the primary process. */
  stop(): Promise<number>;
}

/**
 * Runs the current program, or that of `cluster.setupPrimary()`, in several worker processes that share its ports. Crashed workers are replaced with an increasing delay; if
 * none has ever listened, the primary process exits with 1. SIGTERM and SIGINT drain all workers and then exit; a second signal
 * exits at once. SIGHUP replaces the workers without downtime, except in a terminal, where it ends the process. Call it in the
 * primary process.
 *
 * @throws {TypeError} if an option is unknown, `count` is not a positive integer, or the duration is invalid
 *
 * @example
 * ```ts no-run
 * import cluster from 'node:cluster';
 * import { superviseWorkers } from 'oriel-host/server';
 * if (cluster.isPrimary) superviseWorkers({ count: 2, log: console.log });
 * ```
 */
export function superviseWorkers(options: WorkerOptions): Workers {
  assertKnownNames(Object.keys(options), OPTIONS, 'option of superviseWorkers()');
  return runWorkers(options);
}

const OPTIONS: readonly string[] = ['count', 'gracePeriod', 'log'] satisfies (keyof WorkerOptions)[];

/** Milliseconds of {@link runWorkers}. */
export interface WorkerTimes {
  /** The delay until a crashed worker is replaced; doubles with every crash in a row, up to 30 s. */
  readonly restartDelay?: number;
  /**
   * How long a worker that replaces another one during a reload has until it listens. It is then killed, and the remaining
   * previous workers are kept.
   */
  readonly startTimeout?: number;
}

/** Does what {@link superviseWorkers} describes. */
export function runWorkers(
  options: WorkerOptions,
  { restartDelay = 100, startTimeout = 60_000 }: WorkerTimes = {},
): Workers {
  const { count, log = () => {} } = options;
  if (!Number.isInteger(count) || count < 1)
    throw new TypeError(`workers must be a whole number above 0, got ${count}`);

  const gracePeriod = parseDuration(options.gracePeriod ?? DEFAULT_GRACE_PERIOD, 'gracePeriod', {
    maximum: 86_400_000,
  });
  const relay = new WorkerRelay(log);
  const sums = new WorkerSums();
  const environment = createWorkerEnvironment(count);
  const running = new Set<Worker>();
  const given = new WeakMap<Worker, GivenConnections>();
  /** Workers that have a replacement and drain. */
  const retired = new Set<Worker>();
  let stopping: Promise<number> | undefined;
  let listened = false;
  let crashes = 0;
  let failed = false;
  /** The worker of a reload that does not listen yet. */
  let replacement: Worker | undefined;
  let reloading: Promise<boolean> = Promise.resolve(true);
  let nextReload: Promise<boolean> | undefined;
  let onEmpty = (): void => {};

  const start = (): Worker => {
    const worker = cluster.fork(environment);
    running.add(worker);
    given.set(
      worker,
      closeUnacceptedConnections(worker, (cut) =>
        log(`worker ${worker.process.pid} ended before it accepted ${cut} connection${cut === 1 ? '' : 's'}, cut off`),
      ),
    );
    relay.add(worker);
    sums.add(worker);
    worker.on('message', (message) => {
      if (message === STOPPED && worker.isConnected()) worker.send(STOPPED);
    });
    worker.once('listening', () => {
      listened = true;
      if (worker === replacement) replacement = undefined;
    });
    const startedAt = performance.now();
    worker.once('exit', (code, signal) => {
      running.delete(worker);
      if (stopping !== undefined) {
        failed ||= code !== 0 && worker !== replacement;
        if (running.size === 0) onEmpty();
        return;
      }
      if (retired.delete(worker)) return;
      log(`worker ${worker.process.pid} ended with ${signal ?? code}`);
      if (worker === replacement) return;
      if (!listened && running.size === 0) return process.exit(1);
      crashes = performance.now() - startedAt > HEALTHY ? 1 : crashes + 1;
      const delay = Math.min(MAX_DELAY, restartDelay * 2 ** (crashes - 1));
      setTimeout(() => {
        if (stopping === undefined) start();
      }, delay);
    });
    return worker;
  };
  const sendToAll = (message: string): void => {
    for (const worker of running) if (worker.isConnected()) worker.send(message);
  };
  const stop = (): Promise<number> => {
    stopping ??= new Promise((resolve) => {
      const timer = setTimeout(() => {
        for (const worker of running) worker.process.kill('SIGKILL');
      }, gracePeriod + 1_000);
      onEmpty = () => {
        clearTimeout(timer);
        process.off('SIGTERM', onSignal).off('SIGINT', onSignal).off('SIGHUP', onReload);
        resolve(failed ? 1 : 0);
      };
      if (running.size === 0) onEmpty();
      else
        void handOutConnections(() => [...running].flatMap((worker) => given.get(worker) ?? [])).then(() =>
          sendToAll(DRAIN),
        );
      // It has no requests to finish, and may not listen to messages yet.
      replacement?.process.kill('SIGTERM');
    });
    return stopping;
  };
  const retire = async (worker: Worker): Promise<void> => {
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    retired.add(worker);
    if (worker.isConnected()) worker.send(DRAIN);
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), gracePeriod + 1_000);
    await ended;
    clearTimeout(timer);
  };
  const replaceAll = async (): Promise<boolean> => {
    nextReload = undefined;
    if (stopping !== undefined) return false;
    const workers = [...running].filter((worker) => !retired.has(worker));
    log(`replacing ${workers.length} workers`);
    // The supervisor replaces a worker that crashes meanwhile.
    const isNeeded = (worker: Worker): boolean => stopping === undefined && running.has(worker);
    const ends: Promise<void>[] = [];
    let complete = true;
    for (const worker of workers) {
      if (!isNeeded(worker)) continue;
      const started = (replacement = start());
      // A worker that waits for a lock, for example, neither listens nor ends.
      const timer = setTimeout(() => {
        const { pid } = started.process;
        log(
          `worker ${pid} did not listen within ${startTimeout / 1_000} s and is killed; check what its start waits for`,
        );
        started.process.kill('SIGKILL');
      }, startTimeout);
      complete = await listens(started);
      clearTimeout(timer);
      if (!complete) break;
      if (isNeeded(worker)) ends.push(retire(worker));
    }
    await Promise.all(ends);
    if (stopping !== undefined) return false;
    log(complete ? 'all workers are replaced' : 'a new worker did not listen; the previous workers are kept');
    return complete;
  };
  // Workers that a reload in progress has started may have loaded files that changed since, so one more reload follows.
  const reload = (): Promise<boolean> => (nextReload ??= reloading = reloading.then(replaceAll));
  const onReload = (): void => void reload();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping === undefined) {
      log(`${signal}: draining ${running.size} workers`);
      void stop().then((code) => process.exit(code));
      return;
    }
    sendToAll(EXIT);
    process.exit(128 + (signal === 'SIGINT' ? 2 : 15));
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  // A terminal sends SIGHUP when it is closed.
  if (!process.stdin.isTTY) process.on('SIGHUP', onReload);
  for (let i = 0; i < count; i++) start();
  return { reload, stop };
}

function listens(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.once('listening', () => resolve(true));
    worker.once('exit', () => resolve(false));
  });
}

/** A worker that ran for this many milliseconds resets the delay. */
const HEALTHY = 10_000;
const MAX_DELAY = 30_000;
