import { PROFILE_TOKENS, givenSince, scatter } from '../profile-token.ts';
import type { StoreAccess } from './sql-profile-access.ts';

/**
 * Leases tokens from the store's counter, within the running transaction. Once round, those that kept profiles bear
 * are passed over.
 */
export function leaseTokens(store: StoreAccess, count: number): readonly number[] {
  const row = store.statement('select next_token, leased from profile_counters').get();
  let next = Number(row?.['next_token']);
  let leased = Number(row?.['leased']);
  const tokens: number[] = [];
  const end = leased + PROFILE_TOKENS;
  while (tokens.length < count && leased < end) {
    const wanted = Math.min(count - tokens.length, end - leased);
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

/** How many tokens were leased since this one, itself included; Infinity when it never was. */
export function leasedSince(store: StoreAccess, token: string): number | undefined {
  const row = store.statement('select next_token, leased from profile_counters').get();
  return row && givenSince(token, Number(row['next_token']), Number(row['leased']));
}

const NONE: ReadonlySet<number> = new Set();

function takenAmong(store: StoreAccess, next: number, count: number): ReadonlySet<number> {
  const block = Array.from({ length: count }, (_, index) => scatter(next + index));
  const rows = store
    .statement('select token from profiles where token in (select value from json_each(?))')
    .all(JSON.stringify(block));
  const taken = new Set(rows.map(({ token }) => Number(token)));
  for (const { tokens } of store.statement('select tokens from profile_batches').all())
    for (const token of String(tokens).split(' ')) taken.add(Number.parseInt(token, 16));
  return taken;
}
