import { AsyncLocalStorage } from 'node:async_hooks';
import type { MaybePromise } from 'oriel-core/http';
import { withAfterCommit } from './after-commit.ts';
import { KeyedLocks } from './keyed-locks.ts';

/** A map with transactions: the writes of a failed transaction are rolled back. */
export class TransactionalMap<Value extends object> {
  readonly #values: Map<string, Value>;
  readonly #transaction = new AsyncLocalStorage<MapTransaction>();
  readonly #locks = new KeyedLocks();

  constructor(entries: Iterable<readonly [string, Value]> = []) {
    this.#values = new Map(entries);
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  values(): Iterable<Value> {
    return this.#values.values();
  }

  /** Sets the value of a key; undefined deletes it. */
  put(key: string, after: Value | undefined): void {
    const before = this.#values.get(key);
    this.#set(key, after);
    this.#current()?.undo.push(() => {
      // Later writes of others are not undone.
      if (this.#values.get(key) === after) this.#set(key, before);
    });
  }

  /**
   * Returns the value of a key, which no other transaction can lock until the running one ends. Outside of a transaction,
   * nothing is locked.
   */
  getLocked(key: string): MaybePromise<Value | undefined> {
    const locks = this.#current()?.locks;
    if (locks === undefined || locks.has(key)) return this.get(key);
    return this.#locks.acquire(key).then((release) => {
      locks.set(key, release);
      return this.get(key);
    });
  }

  /** Runs a function in a transaction. If it throws, its writes are undone, and concurrent writes of others are kept. */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#current()) return work();
    return await withAfterCommit(() => this.#undoable(work));
  }

  async #undoable<Result>(work: () => Promise<Result>): Promise<Result> {
    const transaction: MapTransaction = { undo: [], locks: new Map(), isOpen: true };
    try {
      return await this.#transaction.run(transaction, work);
    } catch (error) {
      for (const callback of transaction.undo.reverse()) callback();
      throw error;
    } finally {
      transaction.isOpen = false;
      for (const release of transaction.locks.values()) release();
    }
  }

  // Timers and promises that a transaction started keep it after it has ended.
  #current(): MapTransaction | undefined {
    const transaction = this.#transaction.getStore();
    return transaction?.isOpen ? transaction : undefined;
  }

  #set(key: string, value: Value | undefined): void {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
  }
}

interface MapTransaction {
  /** The functions that undo its writes. */
  readonly undo: (() => void)[];
  /** The functions that release its locks, by key. */
  readonly locks: Map<string, () => void>;
  isOpen: boolean;
}
