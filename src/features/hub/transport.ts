import type { Update } from './update.ts';

/**
 * Brings updates to every hub that shares it, in one order, its publisher's own included. What was published before is
 * told to a hub that begins to listen, as far as it is kept.
 */
export interface Transport {
  /** Whether it reaches other processes: those of all machines, those of the same `'machine'`, or no others. */
  readonly shared: boolean | 'machine';
  /**
   * Hands an update on; a promise only where that takes time. Rejects when it could not be.
   * @param once the same for one that is tried again: it may have been taken, and is then told once
   */
  publish(update: Update, once?: string): void | Promise<void>;
  /**
   * Tells of every update from now on, after those that are kept.
   * @returns ends it
   */
  listen(receive: TransportReceiver): () => void;
  /** Settles when those that are kept were told; undefined when they were. */
  readonly ready?: Promise<void> | undefined;
  /** Brings together who listens where; without it each process lists its own subscriptions. */
  readonly subscribers?: SharedSubscribers | undefined;
  /** What is going wrong, if anything is. */
  readonly trouble?: string | undefined;
  close(): void | Promise<void>;
}

/** What is known of subscribers across processes. What is told of one is a text that only hubs read. */
export interface SharedSubscribers {
  /** Tells others of one that has come; never waits and never throws. */
  set(id: string, text: string): void;
  delete(id: string): void;
  /** What hubs of other processes have told of those who are there. */
  others(): Promise<readonly string[]>;
}

/** Who listens to a transport. */
export interface TransportReceiver {
  /** An update; `kept` when it was published before anybody listened. */
  update(update: Update, kept: boolean): void;
}
