import { AsyncLocalStorage } from 'node:async_hooks';

/** Values under keys; what a piece of work puts there can be taken back when it fails. */
export class TransactionalMap<Value extends object> {
  readonly #values: Map<string, Value>;
  /** What takes back the writes of the transaction that this code runs in. */
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

  /** Puts a value in the place of the one there; undefined leaves the place empty. */
  put(key: string, after: Value | undefined): void {
    const before = this.#values.get(key);
    this.#set(key, after);
    this.#undo.getStore()?.push(() => {
      // Whatever somebody else has made of it since stays theirs.
      if (this.#values.get(key) === after) this.#set(key, before);
    });
  }

  /** Takes back what the work put here when it fails, and nothing that others put here meanwhile. */
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
