import type { IdempotencyRecord, IdempotencyStore, KeptAnswer } from './idempotency-store.ts';

interface Entry {
  readonly fingerprint: string;
  readonly claim: string;
  readonly until: number;
  readonly answer: KeptAnswer | undefined;
}

/**
 * Keeps answers in the memory of this process: for tests, and for hosts of one process that need not know them after a
 * restart. What is oldest is forgotten when there are too many, so that keys cannot fill the memory.
 *
 * @example
 * ```ts
 * import { MemoryIdempotencyStore } from 'oriel/api';
 * const store = new MemoryIdempotencyStore();
 * store.begin('key', 'print', 'claim', 60); // => undefined
 * store.begin('key', 'print', 'other', 60)?.answer; // => undefined
 * store.complete('key', 'claim', { status: 201, headers: [], body: null }, 60); // => true
 * store.begin('key', 'print', 'other', 60)?.answer?.status; // => 201
 * ```
 */
export class MemoryIdempotencyStore implements IdempotencyStore {
  readonly shared = false;
  readonly #entries = new Map<string, Entry>();
  readonly #most: number;
  readonly #now: () => number;

  /**
   * @param most keys that are known at once. Default 10,000
   * @param now milliseconds, for tests
   */
  constructor(most = 10_000, now: () => number = Date.now) {
    this.#most = most;
    this.#now = now;
  }

  begin(key: string, fingerprint: string, claim: string, seconds: number): IdempotencyRecord | undefined {
    const known = this.#entries.get(key);
    if (known !== undefined && known.until > this.#now()) return known;
    this.#keep(key, { fingerprint, claim, until: this.#now() + seconds * 1000, answer: undefined });
    return undefined;
  }

  complete(key: string, claim: string, answer: KeptAnswer, seconds: number): boolean {
    const known = this.#entries.get(key);
    if (known?.claim !== claim) return false;
    this.#keep(key, { ...known, until: this.#now() + seconds * 1000, answer });
    return true;
  }

  release(key: string, claim: string): void {
    if (this.#entries.get(key)?.claim === claim) this.#entries.delete(key);
  }

  #keep(key: string, entry: Entry): void {
    this.#entries.delete(key);
    if (this.#entries.size >= this.#most) this.#entries.delete(this.#entries.keys().next().value!);
    this.#entries.set(key, entry);
  }
}
