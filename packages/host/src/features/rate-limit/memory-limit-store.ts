import { hash } from 'node:crypto';
import { count, giveBack, lifetime } from './count.ts';
import type { LimitState } from './count.ts';
import type { LimitRule, LimitStore, Taken } from './rate-limit.ts';

/**
 * Counts in memory, for one process. The number of keys is limited. When the store is full, expired keys are removed;
 * if there are none, new keys share a few counters. No key is removed before it expires, so requests from many
 * addresses cannot reset a limit.
 *
 * @example
 * ```ts
 * import { MemoryLimitStore } from 'oriel-host/security';
 * const store = new MemoryLimitStore();
 * const rule = { name: 'login', limit: 1, per: 60_000 };
 * store.take('203.0.113.9', rule).allowed; // => true
 * store.take('203.0.113.9', rule).allowed; // => false
 * ```
 */
export class MemoryLimitStore implements LimitStore {
  readonly shared = false;
  readonly #most: number;
  readonly #now: () => number;
  // Each rule has its own table, in which keys are in the order of their expiry.
  readonly #tables = new Map<string, Map<string, Entry>>();
  #size = 0;

  /** @param most the maximum number of keys */
  constructor({ most = 100_000, now = monotonic }: { readonly most?: number; readonly now?: () => number } = {}) {
    this.#most = most;
    this.#now = now;
  }

  /** The current number of keys. */
  get size(): number {
    return this.#size;
  }

  take(key: string, rule: LimitRule): Taken {
    const now = this.#now();
    const table = this.#getTable(rule);
    const known = table.get(key);
    if (known !== undefined) {
      // The expiry changes, so the key moves to the end.
      table.delete(key);
      table.set(key, known);
      known.until = now + lifetime(rule);
      return count(known.state, rule, now);
    }
    if (this.#size >= this.#most) this.#forget(now);
    const tableKey = this.#size < this.#most ? key : sharedKey(key);
    let entry = table.get(tableKey);
    if (entry === undefined) {
      entry = { state: { at: 0, counts: [] }, until: 0 };
      table.set(tableKey, entry);
      this.#size++;
    }
    entry.until = now + lifetime(rule);
    return count(entry.state, rule, now);
  }

  giveBack(key: string, rule: LimitRule, many: number): void {
    const table = this.#tables.get(rule.name);
    // A shared counter is not reduced, because it is unknown which requests it counted.
    const known = table?.get(key);
    if (known !== undefined) giveBack(known.state, many);
  }

  #getTable({ name }: LimitRule): Map<string, Entry> {
    let table = this.#tables.get(name);
    if (table === undefined) this.#tables.set(name, (table = new Map<string, Entry>()));
    return table;
  }

  #forget(now: number): void {
    for (const table of this.#tables.values()) {
      for (const [key, { until }] of table) {
        if (until > now) break;
        table.delete(key);
        this.#size--;
      }
    }
  }
}

// A monotonic clock: with a wall clock that is set back, windows would stay closed.
function monotonic(): number {
  return performance.timeOrigin + performance.now();
}

interface Entry {
  readonly state: LimitState;
  until: number;
}

// Keys without their own counter share one with keys that an attacker cannot choose, because of the random salt.
function sharedKey(key: string): string {
  return `shared ${hash('sha256', SALT + key, 'hex').slice(0, 3)}`;
}

const SALT = crypto.randomUUID();
