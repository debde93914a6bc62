import type { IdempotencyRecord, IdempotencyStore, StoredResponse } from '../declare/idempotency-store.ts';

interface Entry {
  readonly fingerprint: string;
  readonly claim: string;
  readonly until: number;
  readonly response: StoredResponse | undefined;
}

/**
 * Stores responses in the memory of the process: for tests, and for hosts with one process whose keys may be lost on a
 * restart. The oldest entries are removed when there are too many entries or bytes.
 *
 * @example
 * ```ts
 * import { MemoryIdempotencyStore } from 'oriel-host/resources';
 * const store = new MemoryIdempotencyStore();
 * store.begin('key', 'print', 'claim', 60_000); // => undefined
 * store.begin('key', 'print', 'other', 60_000)?.response; // => undefined
 * store.complete('key', 'claim', { status: 201, headers: [], body: null }, 60_000); // => true
 * store.begin('key', 'print', 'other', 60_000)?.response?.status; // => 201
 * ```
 */
export class MemoryIdempotencyStore implements IdempotencyStore {
  readonly shared = false;
  readonly #entries = new Map<string, Entry>();
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #now: () => number;
  #bytes = 0;

  /**
   * @param maxEntries maximum number of keys. Default 10,000
   * @param now returns the time in milliseconds, for tests
   * @param maxBytes maximum size of all entries in bytes; the newest entry is kept even if it is larger. Default 64 MiB
   */
  constructor(maxEntries = 10_000, now: () => number = Date.now, maxBytes = 67_108_864) {
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** Approximate size of all entries in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  begin(key: string, fingerprint: string, claim: string, lifetime: number): IdempotencyRecord | undefined {
    const known = this.#entries.get(key);
    if (known !== undefined && known.until > this.#now()) return known;
    this.#set(key, { fingerprint, claim, until: this.#now() + lifetime, response: undefined });
    return undefined;
  }

  complete(key: string, claim: string, response: StoredResponse, lifetime: number): boolean {
    const known = this.#entries.get(key);
    if (known?.claim !== claim) return false;
    this.#set(key, { ...known, until: this.#now() + lifetime, response });
    return true;
  }

  release(key: string, claim: string): void {
    if (this.#entries.get(key)?.claim === claim) this.#remove(key);
  }

  #set(key: string, entry: Entry): void {
    this.#remove(key);
    this.#bytes += measureSize(key, entry);
    while (this.#entries.size > 0 && (this.#entries.size >= this.#maxEntries || this.#bytes > this.#maxBytes))
      this.#remove(this.#entries.keys().next().value!);
    this.#entries.set(key, entry);
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#bytes -= measureSize(key, entry);
    this.#entries.delete(key);
  }
}

// Assumes two bytes per character, the maximum in V8.
function measureSize(key: string, { fingerprint, claim, response }: Entry): number {
  let characters = key.length + fingerprint.length + claim.length;
  for (const header of response?.headers ?? []) characters += header.length;
  return ENTRY_OVERHEAD + 2 * characters + (response?.body?.byteLength ?? 0);
}

/** Approximate overhead of an entry in bytes. */
const ENTRY_OVERHEAD = 500;
