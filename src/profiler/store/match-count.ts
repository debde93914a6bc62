import type { MatchCount } from '../search/profile-query.ts';

/**
 * Returns the number of matching profiles.
 *
 * @param weight the sum of their weights
 * @param exact whether the search read all profiles
 */
export function matchCount(count: number, weight: number, exact: boolean): MatchCount {
  const requests = Math.round(weight);
  return { count, exact, ...(requests > count ? { requests } : {}) };
}
