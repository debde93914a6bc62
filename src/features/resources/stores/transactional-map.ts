import { AsyncLocalStorage } from 'node:async_hooks';

/** A map with transactions: the writes of a failed transaction are rolled back. */
export class TransactionalMap<Value extends object> {
  readonly #values: Map<string, Value>;
  /** The functions that undo the writes of the current transaction. */
  readonly #undo = new AsyncLocalStorage<(() => void)[]>();

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
    this.#undo.getStore()?.push(() => {
      // Later writes of others are not undone.
      if (this.#values.get(key) === after) this.#set(key, before);
    });
  }

  /** Runs a function in a transaction. If it throws, its writes are undone, and concurrent writes of others are kept. */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#undo.getStore() !== undefined) return work();
    const undo: (() => void)[] = [];
    try {
      return await this.#undo.run(undo, work);
    } catch (error) {
      for (const each of undo.reverse()) each();
      throw error;
    }
  }

  #set(key: string, value: Value | undefined): void {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
  }
}
