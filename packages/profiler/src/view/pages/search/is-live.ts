import type { ProfileQuery, QueryTerm } from '../../../store/search/profile-query.ts';

/** Returns whether new profiles can be added at the top of a list: the newest are first, and the search does not end in the past. */
export function isLiveQuery({ terms, sort, cursor }: ProfileQuery, now: number): boolean {
  if (cursor !== undefined || sort.by !== 'time' || !sort.descending) return false;
  return terms.every((term) => getEnd(term) > now);
}

// The latest time that a term matches.
function getEnd({ field, operator, value, to, negated }: QueryTerm): number {
  if (field !== 'time') return Infinity;
  const isLowerBound = operator === 'at-least' || operator === 'more-than';
  if (negated) return isLowerBound ? Number(value) : Infinity;
  return isLowerBound ? Infinity : (to ?? Number(value));
}
