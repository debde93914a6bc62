import type { ProfileSummary } from '../../profile/profile.ts';
import type { ProfileStorage } from '../../store/profile-storage.ts';
import { DEFAULT_QUERY } from '../../store/search/profile-query.ts';
import { findSameRoute } from '../pages/profile/related-profiles.ts';
import { formatCount, formatDuration } from '../render/format.ts';
import { findPercentile, sortValues } from './percentile.ts';

export interface UnusualProfile {
  /** A sentence about the number of its queries, else about its duration. */
  readonly text: string;
  /** The token of another profile of the route, with the median of this value. */
  readonly typical: string;
}

/**
 * Describes what is unusual for the route of a profile: the number of its queries, else its duration. Compares it with
 * the newest 200 profiles of the same application, method, route and status class. Returns undefined if the profile is typical.
 */
export async function describeUnusual(
  storage: ProfileStorage,
  summary: ProfileSummary,
): Promise<UnusualProfile | undefined> {
  const others = await findSimilar(storage, summary);
  const queries = findUnusual(summary.dbCount, others, ({ dbCount }) => dbCount);
  if (queries) {
    const text = `${formatCount(queries.value, 'query', 'queries')}; ${describeOthers(queries)} had at most ${queries.p95}.`;
    return { text, typical: findMedian(others, ({ dbCount }) => dbCount) };
  }
  const duration = findUnusual(summary.duration, others, (other) => other.duration);
  if (!duration) return undefined;
  const text = `${formatDuration(duration.value)}; ${describeOthers(duration)} took at most ${formatDuration(duration.p95)}.`;
  return { text, typical: findMedian(others, (other) => other.duration) };
}

function findMedian(others: readonly ProfileSummary[], get: (summary: ProfileSummary) => number): string {
  const sorted = others.toSorted((one, other) => get(one) - get(other));
  return sorted[Math.floor(sorted.length / 2)]!.token;
}

/**
 * Returns a value that is unusual, with the number of profiles that it was compared with: it exceeds {@link FACTOR} times the 95th
 * percentile of the others, and so few of them reach it that a request of the same distribution does so in at most 1 % of all cases. With
 * fewer than 199 others, none may reach it. Below 99 others, this rank alone would be reached too often, and the factor has to exclude
 * the rest. Below {@link MIN_COUNT}, nothing is unusual.
 *
 * @param others the other profiles of the route
 */
export function findUnusual(
  value: number,
  others: readonly ProfileSummary[],
  get: (summary: ProfileSummary) => number,
) {
  const count = others.length;
  if (count < MIN_COUNT) return undefined;
  const values = others.map((other) => ({ value: get(other), weight: other.weight }));
  const p95 = findPercentile(sortValues(values), 95);
  if (value <= FACTOR * Math.max(p95, 1)) return undefined;
  // Of n + 1 values of one distribution, a chosen one is among the greatest k + 1 in (k + 1) / (n + 1) of all cases.
  const allowed = Math.max(0, Math.floor((count + 1) * MAX_FALSE_ALARMS) - 1);
  return values.filter((other) => other.value >= value).length > allowed ? undefined : { value, p95, count };
}

const MAX_COUNT = 200;
/** The number of other profiles from which something is typical. */
export const MIN_COUNT = 20;
const FACTOR = 3;
const MAX_FALSE_ALARMS = 0.01;

function describeOthers({ count }: { readonly count: number }): string {
  return `95 % of the last ${count} requests of this route`;
}

/** Returns the token of the profile with the median duration; undefined if there are fewer than three. */
export function findTypicalToken(others: readonly ProfileSummary[]): string | undefined {
  return others.length < MIN_MEDIAN ? undefined : findMedian(others, ({ duration }) => duration);
}

// The median of two is one of the extremes.
const MIN_MEDIAN = 3;

/** Returns the newest 200 other profiles of the same application, method, route and status class. */
export async function findSimilar(
  storage: ProfileStorage,
  summary: ProfileSummary,
): Promise<readonly ProfileSummary[]> {
  const family = Math.floor(summary.status / 100) * 100;
  const { rows } = await storage.find({
    ...DEFAULT_QUERY,
    terms: [
      ...findSameRoute(summary),
      { field: 'status', operator: 'between', value: family, to: family + 99, negated: false },
    ],
    limit: MAX_COUNT + 1,
  });
  return rows.filter((row) => row.token !== summary.token).slice(0, MAX_COUNT);
}
