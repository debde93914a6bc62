import { fromProfileToken, gather } from '../../../packages/profiler/src/store/profile-token.ts';
import type { Outcome } from './load.ts';
import type { PrivatePostgres } from './private-postgres.ts';

/** Returns the tokens of these responses whose profiles PostgreSQL does not have. */
export async function missingProfiles(postgres: PrivatePostgres, outcomes: readonly Outcome[]): Promise<string[]> {
  const rows = await postgres.query<{ lease: number }>('select lease from oriel_profiles');
  const stored = new Set(rows.map(({ lease }) => Number(lease)));
  return outcomes.flatMap(({ token }) =>
    token === undefined || stored.has(gather(fromProfileToken(token)!)) ? [] : [token],
  );
}

/** Returns how many profiles each machine has stored. */
export async function profilesByMachine(postgres: PrivatePostgres): Promise<ReadonlyMap<string, number>> {
  const rows = await postgres.query<{ machine: string; count: string }>(
    'select machine, count(*) as count from oriel_profiles group by machine',
  );
  return new Map(rows.map(({ machine, count }) => [machine, Number(count)]));
}
