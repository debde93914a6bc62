import type { SessionStorage, StoredSession } from './session-storage.ts';

interface Kept {
  session: StoredSession;
  until: number;
}

/**
 * Keeps sessions in the memory of this process: for hosts of one process whose visitors may be forgotten at a restart. The
 * session that was not used for longest goes when there are too many.
 *
 * @example
 * ```ts
 * import { defineHost } from 'oriel';
 * import { MemorySessionStorage } from 'oriel/session';
 * export default defineHost({ sessions: { storage: new MemorySessionStorage({ most: 50_000 }) } });
 * ```
 */
export class MemorySessionStorage implements SessionStorage {
  readonly shared = false;
  // In the order of use: what is used goes to the end.
  readonly #kept = new Map<string, Kept>();
  readonly #most: number;
  readonly #now: () => number;

  /** `most`: sessions kept at once, default 10,000; `now`: milliseconds since 1970, for tests. */
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
    if (this.#kept.size > this.#most) this.#makeRoom();
  }

  replace(key: string, version: number, session: StoredSession, until: number): boolean {
    const kept = this.#find(key);
    if (kept?.session.version !== version) return false;
    this.#keep(key, kept, session, until);
    return true;
  }

  touch(key: string, used: number, until: number): void {
    const kept = this.#find(key);
    if (kept) this.#keep(key, kept, { ...kept.session, used }, until);
  }

  remove(key: string, version?: number): boolean {
    if (version !== undefined && this.#find(key)?.session.version !== version) return false;
    return this.#kept.delete(key);
  }

  #find(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.until > this.#now()) return kept;
    this.#kept.delete(key);
    return undefined;
  }

  #keep(key: string, kept: Kept, session: StoredSession, until: number): void {
    kept.session = session;
    kept.until = until;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
  }

  // A few more than needed, so that a full storage does not look through itself for every new visitor.
  #makeRoom(): void {
    const now = this.#now();
    let spare = Math.ceil(this.#most / 100);
    for (const [key, { until }] of this.#kept) {
      if (until > now && spare-- <= 0) break;
      this.#kept.delete(key);
    }
  }
}
