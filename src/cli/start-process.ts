import cluster from 'node:cluster';
import { validateSharedState } from '../host/check-shared-state.ts';
import type { Host } from '../host/define-host.ts';
import type { Listening } from '../host/listening.ts';
import { drainOnSignals } from '../core/server/drain-on-signals.ts';
import { guardProcess } from '../core/server/process-guard.ts';
import { isStopMessage } from '../core/server/worker-protocol.ts';
import { Logger } from '../core/trace/logger.ts';
import { jsonSink } from '../core/trace/json-sink.ts';
import { explainListen } from './address.ts';
import type { Address } from './address.ts';
import { LoadError, shorten } from './load-error.ts';
import { cannotStart, loadHost } from './load-host.ts';
import { print, printError } from './print.ts';

export interface StartOptions extends Address {
  readonly graceMs?: number;
  readonly workers: number;
}

/** Serves in this process; gives an exit code only when it could not start. */
export async function serve(file: string, { workers, ...options }: StartOptions): Promise<number | undefined> {
  const isFirst = (cluster.worker?.id ?? 1) === 1;
  const settle = obeyWhileLoading();
  try {
    const { host } = await loadHost(file);
    const issues = workers > 1 ? validateSharedState(host.config, 'workers') : [];
    if (issues.length > 0) throw new LoadError(`${shorten(file)} cannot start on ${workers} workers`, issues);
    const listening = await host.listen({ ...options, mode: 'production' });
    const logger = createServerLogger(host);
    settle();
    // The host, not only its server: what it opened is let go of after the last answer.
    drainOnSignals(listening, {
      graceMs: options.graceMs,
      log: (message) => logger.log('info', 'server', message, { pid: process.pid }),
    });
    guardProcess({ logger, server: listening, graceMs: options.graceMs });
    if (isFirst) await announce(host, listening, workers, logger);
    return undefined;
  } catch (error) {
    const told = explainListen(error, options) ?? (error instanceof LoadError ? error : cannotStart(file, error));
    // What the first one finds, the others would only repeat; one that replaces a worker speaks for itself.
    if (isFirst || process.env[WORKERS_LISTEN]) printError(told.message);
    return 1;
  }
}

/** Set for workers that start when others have already listened. */
export const WORKERS_LISTEN = 'ORIEL_WORKERS_LISTEN';

// A worker that is told to stop before it listens has nothing to finish, and nobody else would hear the message.
function obeyWhileLoading(): () => void {
  if (!cluster.isWorker) return () => {};
  const leave = (): void => process.exit(0);
  const onMessage = (message: unknown): void => {
    if (isStopMessage(message)) leave();
  };
  process.on('message', onMessage).on('disconnect', leave);
  return () => void process.off('message', onMessage).off('disconnect', leave);
}

/** The few lines that are not about a request. They are written whatever the level of the log. */
export function createServerLogger(host: Pick<Host, 'config'>): Logger {
  const { log } = host.config;
  const sink = log === false ? undefined : log?.sink;
  return new Logger(sink ?? jsonSink((line) => process.stdout.write(line)), 'info');
}

async function announce(host: Host, listening: Listening, workers: number, logger: Logger): Promise<void> {
  const { mode, url } = listening;
  // Only who develops reads it with their own eyes.
  if (mode === 'development') return void print((await import('./banner.ts')).banner(host, listening));
  const pid = workers > 1 ? process.ppid : process.pid;
  logger.log('info', 'server', `Listening on ${url}`, { mode, routes: host.config.routes?.length ?? 0, workers, pid });
}
