import type { Profile } from '../profile.ts';
import type { ProfileStorage } from '../store/profile-storage.ts';
import type { QueryTerm } from '../search/profile-query.ts';

/**
 * The profile of the request that called for this one while it was answered itself: a host may fetch from itself. The answer to a
 * call names its own profile, so whoever was given this name called.
 */
export function callerOf(storage: ProfileStorage, { summary: { token, time } }: Profile): string | undefined {
  const terms: readonly QueryTerm[] = [
    { field: 'httpCount', operator: 'more-than', value: 0, negated: false },
    // Whoever called was heard before.
    { field: 'time', operator: 'between', value: time - LONGEST, to: time, negated: false },
  ];
  const { rows } = storage.find({ terms, sort: { by: 'time', descending: true }, limit: ENOUGH, cursor: undefined });
  return rows.find((row) => row.token !== token && hasCalled(storage.read(row.token), token))?.token;
}

const LONGEST = 60_000;
const ENOUGH = 24;

function hasCalled(profile: Profile | undefined, token: string): boolean {
  const spans = profile?.data.spans;
  return Array.isArray(spans) && spans.some(({ kind, details }) => kind === 'http' && details?.['profile'] === token);
}
