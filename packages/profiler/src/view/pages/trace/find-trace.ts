import type { Profile } from '../../../profile/profile.ts';
import type { ProfileQuery } from '../../../store/search/profile-query.ts';
import type { ProfileStorage } from '../../../store/profile-storage.ts';

/** The stored profiles of a trace, the oldest first. */
export interface FoundTrace {
  readonly profiles: readonly Profile[];
  /** Whether the trace has older profiles that are not shown. */
  readonly hasMore: boolean;
}

/** Finds the newest profiles of a trace. */
export async function findTrace(storage: ProfileStorage, traceId: string): Promise<FoundTrace> {
  const query: ProfileQuery = {
    terms: [{ field: 'traceId', operator: 'is', value: traceId, negated: false }],
    sort: { by: 'time', descending: true },
    limit: MOST_PROFILES,
    cursor: undefined,
  };
  const tokens: string[] = [];
  let found = await storage.find(query);
  for (let round = 1; ; round++) {
    tokens.push(...found.rows.map(({ token }) => token));
    if (found.next === undefined || tokens.length >= MOST_PROFILES || round === MOST_ROUNDS) break;
    found = await storage.find({ ...query, cursor: found.next });
  }
  const profiles: Profile[] = [];
  for (const token of tokens.slice(0, MOST_PROFILES)) {
    const profile = await storage.read(token);
    if (profile !== undefined) profiles.unshift(profile);
  }
  return { profiles, hasMore: found.next !== undefined };
}

const MOST_PROFILES = 100;
// A search stops after a time limit; this bounds the time of a page in a large store.
const MOST_ROUNDS = 12;
