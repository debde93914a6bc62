import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';

/** What the primary process of {@link superviseWorkers} states about its workers, in their environment. */
export interface WorkerSettings {
  /** The number of workers. */
  readonly count: number;
  /** Random, and the same for all of them. */
  readonly secret: string;
}

const COUNT = 'ORIEL_WORKERS';
const SECRET = 'ORIEL_WORKERS_SECRET';

/** The environment variables that give workers their settings, with a new random secret. */
export function createWorkerEnvironment(count: number): Record<string, string> {
  return { [COUNT]: String(count), [SECRET]: randomBytes(32).toString('base64') };
}

/** The settings of this process if it is a worker that {@link superviseWorkers} started. */
export function workerSettings(): WorkerSettings | undefined {
  const { [COUNT]: count, [SECRET]: secret } = process.env;
  // A process that a worker starts inherits its environment.
  if (!cluster.isWorker || count === undefined || secret === undefined) return undefined;
  return { count: Number(count), secret };
}
