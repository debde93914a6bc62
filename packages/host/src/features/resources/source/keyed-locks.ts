import { atMost, ServiceUnavailableError } from 'oriel-core/http';

/** Locks by key, for work of one process. The caller that waits longest is next. */
export class KeyedLocks {
  readonly #held = new Map<string, Promise<void>>();

  /** The number of keys that are locked. */
  get size(): number {
    return this.#held.size;
  }

  /**
   * Waits until a key is free, and locks it.
   *
   * @returns a function that releases the lock
   * @throws {ServiceUnavailableError} (as a rejection) if that takes too long, for example because two callers wait for each other
   */
  async acquire(key: string): Promise<() => void> {
    const before = this.#held.get(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = before === undefined ? promise : Promise.all([before, promise]).then(() => {});
    this.#held.set(key, held);
    const release = (): void => {
      resolve();
      if (this.#held.get(key) === held) this.#held.delete(key);
    };
    if (before === undefined) return release;
    let isFree = false;
    await atMost(
      before.then(() => void (isFree = true)),
      TIMEOUT_MS,
    );
    if (isFree) return release;
    // The next caller waits for the one before this one.
    resolve();
    void held.then(release);
    throw new ServiceUnavailableError('Another request is changing the item', { headers: { 'Retry-After': '1' } });
  }

  /** Runs a function while no other one runs with the same key. @throws {ServiceUnavailableError} as `acquire` */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(key);
    try {
      return await work();
    } finally {
      release();
    }
  }
}

/** Milliseconds to wait for a lock. */
const TIMEOUT_MS = 5_000;
