import type { Profile, ProfileData, ProfileSummary } from '../../profile/profile.ts';
import { fromProfileToken, gather } from '../profile-token.ts';
import { toSummary } from '../sql/profile-row.ts';
import type { Row } from '../sql/profile-row.ts';
import type { PostgresClient } from './postgres-client.ts';
import type { TableNames } from './postgres-schema.ts';
import { JSON } from 'oriel-core/builtins';

/** Reads a profile by its token. */
export async function readProfile(
  client: PostgresClient,
  { profiles }: TableNames,
  token: string,
): Promise<Profile | undefined> {
  const number = fromProfileToken(token);
  if (number === undefined) return undefined;
  const [row] = (await client.query(`select * from ${profiles} where lease = $1`, [gather(number)])).rows;
  return row && { summary: toMachineSummary(row), data: JSON.parse(String(row['data'])) as ProfileData };
}

/** Converts a row, which has the name of the machine as well. */
export function toMachineSummary(row: Row): ProfileSummary {
  return { ...toSummary(row), machine: String(row['machine']) };
}
