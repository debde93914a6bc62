import { PROFILE_TOKENS, givenSince, scatter } from '../profile-token.ts';
import type { PostgresClient } from './postgres-client.ts';
import type { TableNames } from './postgres-schema.ts';

/** Leases tokens from the counter that all machines share. Tokens of stored profiles are skipped. */
export async function leaseTokens(
  client: PostgresClient,
  { tokens: table, profiles }: TableNames,
  count: number,
): Promise<readonly number[]> {
  const tokens: number[] = [];
  for (let round = 0; tokens.length < count && round < MAX_ROUNDS; round++) {
    const wanted = count - tokens.length;
    const { rows } = await client.query(
      `update ${table} set next_token = (next_token + $1) % ${PROFILE_TOKENS}, leased = leased + $1
        returning next_token, leased`,
      [wanted],
    );
    const next = Number(rows[0]?.['next_token']) - wanted + PROFILE_TOKENS;
    const leases = Array.from({ length: wanted }, (_, index) => (next + index) % PROFILE_TOKENS);
    // Before every token was leased once, no stored profile can have one of these.
    const mayBeTaken = Number(rows[0]?.['leased']) > PROFILE_TOKENS;
    const taken = mayBeTaken ? await takenAmong(client, profiles, leases) : NONE;
    for (const lease of leases) if (!taken.has(lease)) tokens.push(scatter(lease));
  }
  return tokens;
}

/** Returns how many tokens were leased since this one, including it; Infinity if it never was. */
export async function leasedSince(
  client: PostgresClient,
  { tokens }: TableNames,
  token: string,
): Promise<number | undefined> {
  const { rows } = await client.query(`select next_token, leased from ${tokens}`);
  return givenSince(token, Number(rows[0]?.['next_token']), Number(rows[0]?.['leased']));
}

async function takenAmong(
  client: PostgresClient,
  profiles: string,
  leases: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await client.query(`select lease from ${profiles} where lease = any($1)`, [leases]);
  return new Set(rows.map(({ lease }) => Number(lease)));
}

const NONE: ReadonlySet<number> = new Set();
const MAX_ROUNDS = 64;
