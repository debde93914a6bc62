import { PROFILE_TOKENS, givenSince, scatter } from '../profile-token.ts';
import type { OpenStore } from './store-connection.ts';
import { JSON } from 'oriel-core/builtins';

/** Leases tokens from the counter of the store. Call it within a transaction. Tokens of stored profiles are skipped. */
export function leaseTokens(store: OpenStore, count: number): readonly number[] {
  const row = store.statement('select next_token, leased from profile_counters').get();
  let next = Number(row?.['next_token']);
  let leased = Number(row?.['leased']);
  const tokens: number[] = [];
  const end = leased + PROFILE_TOKENS;
  while (tokens.length < count && leased < end) {
    const wanted = Math.min(count - tokens.length, end - leased);
    // Before every token was leased once, no stored profile can have one of the next.
    const taken = leased + wanted > PROFILE_TOKENS ? takenAmong(store, next, wanted) : NONE;
    for (let index = 0; index < wanted; index++) {
      const token = scatter(next + index);
      if (!taken.has(token)) tokens.push(token);
    }
    next = (next + wanted) % PROFILE_TOKENS;
    leased += wanted;
  }
  store.statement('update profile_counters set next_token = ?, leased = ? where id = 1').run(next, leased);
  return tokens;
}

/** Returns how many tokens were leased since this one, including it; Infinity if it never was. */
export function leasedSince(store: OpenStore, token: string): number | undefined {
  const row = store.statement('select next_token, leased from profile_counters').get();
  return row && givenSince(token, Number(row['next_token']), Number(row['leased']));
}

const NONE: ReadonlySet<number> = new Set();

function takenAmong(store: OpenStore, next: number, count: number): ReadonlySet<number> {
  const leases = Array.from({ length: count }, (_, index) => (next + index) % PROFILE_TOKENS);
  const rows = store
    .statement('select token from profiles where lease in (select value from json_each(?))')
    .all(JSON.stringify(leases));
  return new Set(rows.map(({ token }) => Number(token)));
}
