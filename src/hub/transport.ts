import type { Update } from './update.ts';

/**
 * Brings updates to every hub that shares it, in one order, its publisher's own included. What was published before is
 * told to a hub that begins to listen, as far as it is kept.
 */
export interface Transport {
  /** Does it reach other processes? */
  readonly shared: boolean;
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
  /** What is going wrong, if anything is. */
  readonly trouble?: string | undefined;
  close(): void | Promise<void>;
}

/** Who listens to a transport. */
export interface TransportReceiver {
  /** An update; `kept` when it was published before anybody listened. */
  update(update: Update, kept: boolean): void;
}
