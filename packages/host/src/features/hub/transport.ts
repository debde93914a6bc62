import type { Update } from './update.ts';

/**
 * Delivers updates to all connected hubs in the same order, including the hub that published them. A hub that starts to
 * listen first receives the updates in the history.
 */
export interface Transport {
  /** Whether it connects processes of several machines (true), of the same machine (`'machine'`), or none (false). */
  readonly shared: boolean | 'machine';
  /**
   * Publishes an update; returns a promise only if publishing is asynchronous. Rejects if it failed.
   *
   * @param once an id that is the same for each retry, so that the update is delivered once
   */
  publish(update: Update, once?: string): void | Promise<void>;
  /**
   * Delivers the updates in the history and then every new update to a receiver.
   *
   * @returns a function that unsubscribes the receiver
   */
  listen(receive: TransportReceiver): () => void;
  /** Resolves when the history has been delivered; undefined afterwards. */
  readonly ready?: Promise<void> | undefined;
  /** Shares subscribers between processes; without it, each process lists its own subscriptions only. */
  readonly subscribers?: SharedSubscribers | undefined;
  /** The current problem, such as a lost connection; undefined if the transport works. */
  readonly trouble?: string | undefined;
  close(): void | Promise<void>;
}

/** Shares subscribers between processes, each as text in a format of the hub. */
export interface SharedSubscribers {
  /** Announces a subscriber; neither waits nor throws. */
  set(id: string, text: string): void;
  delete(id: string): void;
  /** Returns the subscribers of other processes. */
  others(): Promise<readonly string[]>;
}

/** Receives the updates of a transport. */
export interface TransportReceiver {
  /** Called for each update. @param isFromHistory whether it comes from the history */
  update(update: Update, isFromHistory: boolean): void;
}
