import type { IdempotencyRecord, IdempotencyStore, StoredResponse } from './idempotency-store.ts';

interface Entry {
  readonly fingerprint: string;
  readonly claim: string;
  readonly until: number;
  readonly response: StoredResponse | undefined;
}

/**
 * Keeps answers in the memory of this process: for tests, and for hosts of one process that need not know them after a
 * restart. The oldest entry is forgotten when there are too many entries or too many bytes, so that requests cannot fill
 * the memory.
 *
 * @example
 * ```ts
 * import { MemoryIdempotencyStore } from 'oriel/resources';
 * const store = new MemoryIdempotencyStore();
 * store.begin('key', 'print', 'claim', 60); // => undefined
 * store.begin('key', 'print', 'other', 60)?.response; // => undefined
 * store.complete('key', 'claim', { status: 201, headers: [], body: null }, 60); // => true
 * store.begin('key', 'print', 'other', 60)?.response?.status; // => 201
 * ```
 */
export class MemoryIdempotencyStore implements IdempotencyStore {
  readonly shared = false;
  readonly #entries = new Map<string, Entry>();
  readonly #most: number;
  readonly #mostBytes: number;
  readonly #now: () => number;
  #bytes = 0;

  /**
   * @param most keys that are known at once. Default 10,000
   * @param now milliseconds, for tests
   * @param mostBytes bytes of all entries together; the newest entry is kept even if it alone has more. Default 64 MiB
   */
  constructor(most = 10_000, now: () => number = Date.now, mostBytes = 67_108_864) {
    this.#most = most;
    this.#mostBytes = mostBytes;
    this.#now = now;
  }

  /** Bytes of all entries, about. */
  get bytes(): number {
    return this.#bytes;
  }

  begin(key: string, fingerprint: string, claim: string, seconds: number): IdempotencyRecord | undefined {
    const known = this.#entries.get(key);
    if (known !== undefined && known.until > this.#now()) return known;
    this.#keep(key, { fingerprint, claim, until: this.#now() + seconds * 1000, response: undefined });
    return undefined;
  }

  complete(key: string, claim: string, answer: StoredResponse, seconds: number): boolean {
    const known = this.#entries.get(key);
    if (known?.claim !== claim) return false;
    this.#keep(key, { ...known, until: this.#now() + seconds * 1000, response: answer });
    return true;
  }

  release(key: string, claim: string): void {
    if (this.#entries.get(key)?.claim === claim) this.#forget(key);
  }

  #keep(key: string, entry: Entry): void {
    this.#forget(key);
    this.#bytes += sizeOf(key, entry);
    while (this.#entries.size > 0 && (this.#entries.size >= this.#most || this.#bytes > this.#mostBytes))
      this.#forget(this.#entries.keys().next().value!);
    this.#entries.set(key, entry);
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#bytes -= sizeOf(key, entry);
    this.#entries.delete(key);
  }
}

// A character is one byte in most texts and two at most; what is counted twice is too much rather than too little.
function sizeOf(key: string, { fingerprint, claim, response: answer }: Entry): number {
  let characters = key.length + fingerprint.length + claim.length;
  for (const each of answer?.headers ?? []) characters += each.length;
  return OBJECTS + 2 * characters + (answer?.body?.byteLength ?? 0);
}

/** Bytes of the objects of an entry, about. */
const OBJECTS = 500;
