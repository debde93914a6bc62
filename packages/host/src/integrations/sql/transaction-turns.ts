import { atMost, ServiceUnavailableError } from 'oriel-core/http';
import { memoizePerObject } from '../../features/resources/model/memoize.ts';

/**
 * Keeps other statements out of the transactions of a database that has a single connection, and runs one transaction at a time.
 */
export class TransactionTurns {
  #running: Promise<void> | undefined = undefined;

  /** Returns the turns that all stores of a database share. */
  static readonly of = memoizePerObject((_database: object) => new TransactionTurns());

  /** Whether a transaction is running. */
  get isTaken(): boolean {
    return this.#running !== undefined;
  }

  /** Waits until no transaction is running. @throws {ServiceUnavailableError} if that takes too long */
  async free(): Promise<void> {
    const until = performance.now() + TIMEOUT_MS;
    while (this.#running !== undefined) {
      const remainingMs = until - performance.now();
      if (remainingMs <= 0)
        throw new ServiceUnavailableError('The database is busy', { headers: { 'Retry-After': '1' } });
      await atMost(this.#running, remainingMs);
    }
  }

  /** Runs a function while no other transaction is running. @throws {ServiceUnavailableError} */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.free();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running = promise;
    try {
      return await work();
    } finally {
      this.#running = undefined;
      resolve();
    }
  }
}

/** Milliseconds to wait for the end of a transaction. */
const TIMEOUT_MS = 5_000;
