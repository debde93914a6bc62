import type { SessionStorage, StoredSession } from './session-storage.ts';

interface Entry {
  session: StoredSession;
  until: number;
}

/**
 * Stores sessions in the memory of this process, for hosts with one process. Sessions are lost at a restart. When the
 * storage is full, the least recently used session is removed.
 *
 * @example
 * ```ts
 * import { defineHost } from 'oriel-host';
 * import { MemorySessionStorage } from 'oriel-host/session';
 * export default defineHost({ sessions: { storage: new MemorySessionStorage({ most: 50_000 }) } });
 * ```
 */
export class MemorySessionStorage implements SessionStorage {
  readonly shared = false;
  // In the order of use: a used session moves to the end.
  readonly #kept = new Map<string, Entry>();
  readonly #most: number;
  readonly #now: () => number;

  /**
   * @param options limits
   * @param options.most the maximum number of sessions. Default 10,000
   * @param options.now returns milliseconds since 1970, for tests. Default `Date.now`
   */
  constructor({ most = 10_000, now = Date.now }: { readonly most?: number; readonly now?: () => number } = {}) {
    this.#most = most;
    this.#now = now;
  }

  get size(): number {
    return this.#kept.size;
  }

  read(key: string): StoredSession | undefined {
    return this.#find(key)?.session;
  }

  create(key: string, session: StoredSession, until: number): void {
    this.#kept.set(key, { session, until });
    if (this.#kept.size > this.#most) this.#evict();
  }

  replace(key: string, version: number, session: StoredSession, until: number): boolean {
    const entry = this.#find(key);
    if (entry?.session.version !== version) return false;
    this.#keep(key, entry, session, until);
    return true;
  }

  touch(key: string, used: number, until: number): void {
    const entry = this.#find(key);
    if (entry) this.#keep(key, entry, { ...entry.session, used }, until);
  }

  remove(key: string, version?: number): boolean {
    if (version !== undefined && this.#find(key)?.session.version !== version) return false;
    return this.#kept.delete(key);
  }

  #find(key: string): Entry | undefined {
    const entry = this.#kept.get(key);
    if (entry === undefined || entry.until > this.#now()) return entry;
    this.#kept.delete(key);
    return undefined;
  }

  #keep(key: string, entry: Entry, session: StoredSession, until: number): void {
    entry.session = session;
    entry.until = until;
    this.#kept.delete(key);
    this.#kept.set(key, entry);
  }

  // Removes more sessions than necessary, so that a full storage is not searched for each new session.
  #evict(): void {
    const now = this.#now();
    let spare = Math.ceil(this.#most / 100);
    for (const [key, { until }] of this.#kept) {
      if (until > now && spare-- <= 0) break;
      this.#kept.delete(key);
    }
  }
}
