import { hash } from 'node:crypto';
import { count, freshState, giveBack, lifetime } from './count.ts';
import type { LimitState } from './count.ts';
import type { LimitRule, LimitStore, Taken } from './rate-limit.ts';

/**
 * Counts in memory, for one process. So many keys are remembered and no more: when there is no room, those whose time has
 * passed are forgotten, and if there are none, new keys share a few counters. Nobody is ever forgotten before their time,
 * so that sending from many addresses sets no limit back.
 *
 * @example
 * ```ts
 * import { MemoryLimitStore } from 'oriel/security';
 * const store = new MemoryLimitStore();
 * const rule = { name: 'login', limit: 1, per: 60_000, algorithm: 'sliding-window' } as const;
 * store.take('203.0.113.9', rule).allowed; // => true
 * store.take('203.0.113.9', rule).allowed; // => false
 * ```
 */
export class MemoryLimitStore implements LimitStore {
  readonly shared = false;
  readonly #most: number;
  readonly #now: () => number;
  // In the order in which their time passes, as long as the rule is the same: there is a table for each.
  readonly #tables = new Map<string, Map<string, Entry>>();
  #size = 0;

  /** @param most keys that are remembered */
  constructor({ most = 100_000, now = monotonic }: { readonly most?: number; readonly now?: () => number } = {}) {
    this.#most = most;
    this.#now = now;
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#size;
  }

  take(key: string, rule: LimitRule): Taken {
    const now = this.#now();
    const table = this.#tableOf(rule);
    const known = table.get(key);
    if (known !== undefined) {
      // To the end: its time begins anew.
      table.delete(key);
      table.set(key, known);
      known.until = now + lifetime(rule);
      return count(known.state, rule, now);
    }
    if (this.#size >= this.#most) this.#forget(now);
    const own = this.#size < this.#most ? key : sharedKey(key);
    let entry = table.get(own);
    if (entry === undefined) {
      entry = { state: freshState(rule, now), until: 0 };
      table.set(own, entry);
      this.#size++;
    }
    entry.until = now + lifetime(rule);
    return count(entry.state, rule, now);
  }

  giveBack(key: string, rule: LimitRule, many: number): void {
    const table = this.#tables.get(rule.name);
    // What shares a counter keeps what it counted: nobody knows whose that was.
    const known = table?.get(key);
    if (known !== undefined) giveBack(known.state, rule, many);
  }

  #tableOf({ name }: LimitRule): Map<string, Entry> {
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

// No clock that anybody sets: one that is set back would keep windows shut.
function monotonic(): number {
  return performance.timeOrigin + performance.now();
}

interface Entry {
  readonly state: LimitState;
  until: number;
}

// Who finds no room of their own shares with others whom nobody can choose.
function sharedKey(key: string): string {
  return `shared ${hash('sha256', SALT + key, 'hex').slice(0, 3)}`;
}

const SALT = crypto.randomUUID();
