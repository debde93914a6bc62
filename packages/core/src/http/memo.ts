/**
 * A cache with a limited number of entries. It evicts entries that were not read recently: when the recent generation has
 * half of the limit, it becomes the old generation, and the previous old generation is dropped.
 *
 * @example
 * ```ts
 * import { Memo } from './memo.ts';
 * const lengths = new Memo<number>(100);
 * lengths.set('amber', 5);
 * lengths.get('amber'); // => 5
 * ```
 */
export class Memo<Value, Key = string> {
  readonly #half: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  /** @param most the maximum number of entries; 0 for none */
  constructor(most: number) {
    this.#half = Math.ceil(most / 2);
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#old.delete(key);
    this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    if (this.#half === 0) return;
    if (this.#young.size >= this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: Key): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
