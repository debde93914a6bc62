import { join } from 'node:path';
import { start } from '../../cli/run-program.ts';
import type { RunningProcess } from '../../cli/run-program.ts';
import { freePort } from '../../lib/free-port.ts';
import { processTree, signalTree } from './processes.ts';
import type { Run } from './scenario.ts';

/** How a host is started. */
export interface HostOptions {
  /** Variables of the environment, which `host.ts` reads. */
  readonly env: Readonly<Record<string, string>>;
  /** A port for a host that is started again; by default a free one. */
  readonly port?: number;
  readonly workers?: number;
  /** Modules that are loaded before the host. */
  readonly preload?: readonly string[];
  /** Whether the process runs as a user without rights, if this one is the superuser. */
  readonly isUnprivileged?: boolean;
  /** The most open files of the process. */
  readonly files?: number;
}

/** A host that runs as in production: `oriel-host start`. */
export interface FaultHost {
  readonly url: string;
  readonly port: number;
  readonly running: RunningProcess;
  /** All of its processes. */
  readonly pids: () => number[];
  /** Ends all of its processes at once. */
  readonly kill: () => Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  readonly stop: () => Promise<number | null>;
  /** The number of uncaught exceptions and unhandled rejections that it has logged. */
  readonly uncaught: () => number;
}

/** Starts the host of `host.ts`. It is ended at the end of the run. */
export async function startHost(run: Run, options: HostOptions): Promise<FaultHost> {
  const { env, workers = 1, preload = [], isUnprivileged = false, files } = options;
  // Without any worker the port is closed, and 0 would then be another one.
  const port = options.port ?? (workers > 1 ? await freePort() : 0);
  const imports = preload.map((path) => `--import=${path}`).join(' ');
  const oriel = ['start', FILE, '--port', String(port), '--workers', String(workers)];
  const command = [process.execPath, '--conditions=oriel:source', 'packages/host/src/cli/main.ts', ...oriel];
  if (isUnprivileged && process.getuid?.() === 0)
    command.unshift('setpriv', `--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED}`, '--clear-groups');
  if (files !== undefined) command.unshift('prlimit', `--nofile=${files}`);
  const running = start(command[0]!, command.slice(1), ROOT, {
    ...env,
    ...(imports === '' ? {} : { NODE_OPTIONS: imports }),
  });
  const pid = running.child.pid!;
  const isEnded = (): boolean => running.child.exitCode !== null || running.child.signalCode !== null;
  const kill = async (): Promise<void> => {
    if (!isEnded()) signalTree(pid, 'SIGKILL');
    await running.exitCode;
  };
  run.onEnd(kill);
  const [url] = await running.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  return {
    url,
    port: Number(new URL(url).port),
    running,
    pids: () => processTree(pid),
    kill,
    stop: () => {
      running.child.kill('SIGTERM');
      return running.exitCode;
    },
    uncaught: () => running.out().match(/Uncaught exception|Unhandled promise rejection/g)?.length ?? 0,
  };
}

/** A user that owns nothing. */
export const UNPRIVILEGED = 65_534;

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FILE = 'test/fault/support/host.ts';
