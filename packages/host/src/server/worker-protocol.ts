import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';

/** Messages of the primary process. They have a prefix, because applications may send messages, too. */
export const DRAIN = 'oriel:drain';
export const EXIT = 'oriel:exit';

/** A worker sends this when it has stopped listening. The primary process answers with the same message, after the last connection. */
export const STOPPED = 'oriel:stopped';

/** Whether a message of the primary process requests a worker to end, at once or after its last response. */
export function isStopMessage(message: unknown): boolean {
  return message === DRAIN || message === EXIT;
}

/** A message that the primary process passes on to all workers. */
export interface RelayEntry {
  /** Names the message, so that one that is sent again is passed on once. */
  readonly id: string;
  readonly text: string;
}

/** What a worker sends to the primary process: a subscription with what is to be kept, or a message. */
export type RelayRequest = { readonly relay: string } & (
  { readonly keep: { readonly count: number; readonly bytes: number } } | { readonly entry: RelayEntry }
);

/** What the primary process sends to a worker. */
export type RelayAnswer = { readonly relay: string } & (
  | { readonly entry: RelayEntry; readonly kept: boolean }
  | { readonly ready: true }
  /** The message with this id was already relayed. */
  | { readonly taken: string }
);

/** Whether a message of a worker is meant for the relay; applications may send messages as well. */
export function isRelayRequest(message: unknown): message is RelayRequest {
  if (typeof message !== 'object' || message === null) return false;
  const { relay, keep, entry } = message as Record<string, unknown>;
  return typeof relay === 'string' && (typeof keep === 'object' || typeof entry === 'object');
}

/** What the primary process of {@link superviseWorkers} states about its workers, in their environment. */
export interface WorkerSettings {
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
