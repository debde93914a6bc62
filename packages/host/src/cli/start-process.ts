import cluster from 'node:cluster';
import { validateSharedState } from '../host/check-shared-state.ts';
import type { HostConfig } from '../host/config.ts';
import type { Host } from '../host/define-host.ts';
import type { Listening } from '../host/listening.ts';
import { drainOnSignals } from '../server/drain-on-signals.ts';
import { guardProcess } from '../server/process-guard.ts';
import { DRAIN, isStopMessage } from '../server/worker-protocol.ts';
import { Logger } from 'oriel-core/trace';
import { jsonSink } from '../trace/json-sink.ts';
import { explainListen, LoadError, shorten, print, printError } from 'oriel-core/cli';
import type { Address } from 'oriel-core/cli';
import { cannotStart, loadHost } from './load-host.ts';
import { stateRows } from '../host/state/state-rows.ts';

export interface StartOptions extends Address {
  /** Milliseconds. */
  readonly gracePeriod?: number;
  readonly workers: number;
}

/** Serves the host in this process. Resolves with an exit code only if it cannot start. */
export async function serve(
  file: string,
  { workers, gracePeriod, ...address }: StartOptions,
): Promise<number | undefined> {
  const isFirst = (cluster.worker?.id ?? 1) === 1;
  const loading = exitOnStopWhileLoading();
  try {
    const { host } = await loadHost(file);
    const issues = workers > 1 ? validateSharedState(host.config, 'workers') : [];
    if (issues.length > 0) throw new LoadError(`${shorten(file)} cannot start on ${workers} workers`, issues);
    loading.listens();
    const listening = await host.listen({ ...address, mode: 'production' });
    const logger = createServerLogger(host.config);
    const isStopping = loading.end();
    // Closes the host after the last response, so that its connections are closed as well.
    const server = { close: () => listening.close(gracePeriod) };
    drainOnSignals(server, {
      log: (message) => logger.log('info', 'server', message, { pid: process.pid }),
    });
    if (isStopping) process.emit('message', DRAIN, undefined);
    guardProcess({ logger, server });
    if (isFirst) await announce(host, listening, workers, logger);
    return undefined;
  } catch (error) {
    const loadError = explainListen(error, address) ?? (error instanceof LoadError ? error : cannotStart(file, error));
    // Only the first worker reports why it cannot start; a replacement for a worker reports its own error.
    if (isFirst || process.env[WORKERS_LISTEN]) printError(loadError.message);
    return 1;
  }
}

/** The environment variable set for workers that start after another worker has listened. */
export const WORKERS_LISTEN = 'ORIEL_WORKERS_LISTEN';

interface Loading {
  /** Called when the host begins to listen. */
  readonly listens: () => void;
  /** Called when it listens. Returns whether it has to stop. */
  readonly end: () => boolean;
}

// A worker that receives a stop message before it listens has no requests to finish and exits at once. While it begins to listen, it
// may already have been given connections, so it listens first and then drains.
function exitOnStopWhileLoading(): Loading {
  if (!cluster.isWorker) return { listens: () => {}, end: () => false };
  let isListening = false;
  let timer: NodeJS.Timeout | undefined;
  const leave = (): void => process.exit(0);
  const onMessage = (message: unknown): void => {
    if (!isStopMessage(message)) return;
    if (message === DRAIN && isListening) timer ??= setTimeout(leave, MAX_LISTEN_MS);
    else leave();
  };
  // A signal to the process group reaches the primary process, too.
  const onSignal = (): void => onMessage(DRAIN);
  // A message that cannot be sent, because the primary process has ended, is an error.
  const worker = cluster.worker?.on('error', leave);
  process.on('message', onMessage).on('disconnect', leave).on('SIGTERM', onSignal).on('SIGINT', onSignal);
  return {
    listens: () => (isListening = true),
    end: () => {
      worker?.off('error', leave);
      process.off('message', onMessage).off('disconnect', leave).off('SIGTERM', onSignal).off('SIGINT', onSignal);
      clearTimeout(timer);
      return timer !== undefined;
    },
  };
}

// A host whose `onStart` takes longer does not listen.
const MAX_LISTEN_MS = 2_000;

/** Returns the logger for messages of the server, which are written regardless of the configured log level. */
export function createServerLogger({ log }: HostConfig): Logger {
  const sink = log === false ? undefined : log?.sink;
  return new Logger(sink ?? jsonSink((line) => process.stdout.write(line)), 'info');
}

async function announce(host: Host, listening: Listening, workers: number, logger: Logger): Promise<void> {
  const { mode, url } = listening;
  // Production logs are JSON; development prints a banner.
  if (mode === 'development') return void print((await import('./banner.ts')).banner(host, listening));
  const pid = workers > 1 ? process.ppid : process.pid;
  const state = stateRows(host.config);
  if (state.length > 0) logger.log('info', 'server', 'State of this host', { state });
  logger.log('info', 'server', `Listening on ${url}`, { mode, routes: host.config.routes?.length ?? 0, workers, pid });
}
