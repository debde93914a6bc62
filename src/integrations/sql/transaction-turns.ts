import { ServiceUnavailableError } from '../../core/http/errors.ts';

/**
 * Keeps other statements out of the transactions of a database that has a single connection, and runs one transaction at a time.
 */
export class TransactionTurns {
  readonly #timeoutMs: number;
  #running: Promise<void> | undefined = undefined;

  /** @param timeoutMs milliseconds to wait for the end of a transaction */
  constructor(timeoutMs = 5_000) {
    this.#timeoutMs = timeoutMs;
  }

  /** Whether a transaction is running. */
  get isTaken(): boolean {
    return this.#running !== undefined;
  }

  /** Waits until no transaction is running. @throws {ServiceUnavailableError} if that takes too long */
  async free(): Promise<void> {
    const until = performance.now() + this.#timeoutMs;
    while (this.#running !== undefined) {
      const left = until - performance.now();
      if (left <= 0) throw new ServiceUnavailableError('The database is busy', { headers: { 'Retry-After': '1' } });
      await settledWithin(this.#running, left);
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

async function settledWithin(promise: Promise<void>, ms: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
