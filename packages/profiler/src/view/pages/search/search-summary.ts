import type { ProfileSummary } from '../../../profile/profile.ts';
import type { ProfileQuery } from '../../../store/search/profile-query.ts';
import { needsData } from '../../../store/search/query-match.ts';
import type { ProfileStorage } from '../../../store/profile-storage.ts';
import { readUrl } from './row-url.ts';
import { SLOW_REQUEST_MS } from './search-row.ts';

/**
 * Returns the figures of a search: those of its newest profiles, at most {@link MAX_SAMPLE}. A search in the data of profiles is slow, so
 * that its page is summarized.
 */
export async function summarizeSearch(
  storage: ProfileStorage,
  query: ProfileQuery,
  page: { readonly rows: readonly ProfileSummary[]; readonly matched: { readonly count: number } },
) {
  const isSlow = query.terms.some(needsData);
  const newest = { ...query, sort: { by: 'time', descending: true }, limit: MAX_SAMPLE, cursor: undefined } as const;
  const rows = isSlow ? page.rows : (await storage.find(newest)).rows;
  return {
    profiles: rows.length,
    /** Whether these are all matching profiles. */
    isComplete: rows.length >= page.matched.count,
    /** How many profiles a further term finds. */
    counts: COUNTS.map(({ name, term, matches }) => ({ name, term, count: rows.filter(matches).length })),
    applications: listApplications(rows),
    activity: measureActivity(rows),
  };
}

/** The maximum number of profiles that the figures above a list are computed from. */
export const MAX_SAMPLE = 1_000;

const COUNTS: readonly { name: string; term: string; matches: (row: ProfileSummary) => boolean }[] = [
  { name: '5xx', term: 'status:5xx', matches: ({ status }) => status >= 500 && status < 600 },
  { name: '4xx', term: 'status:4xx', matches: ({ status }) => status >= 400 && status < 500 },
  { name: 'slow', term: 'dur:>=1s', matches: ({ duration }) => duration >= SLOW_REQUEST_MS },
  { name: 'N+1', term: 'finding:n1', matches: ({ findings }) => findings.includes('n1') },
];

/** Returns the applications of profiles with their origins, the most frequent first. */
export function listApplications(rows: readonly ProfileSummary[]) {
  return [...Map.groupBy(rows, ({ app }) => app)]
    .map(([name, group]) => ({
      name,
      origins: [...Map.groupBy(group, ({ url }) => readUrl(url).origin)]
        .filter(([origin]) => origin !== '')
        .sort(([, a], [, b]) => b.length - a.length)
        .map(([origin]) => origin),
      count: group.length,
    }))
    .sort((a, b) => b.count - a.count);
}

/** Returns the origin of most requests of each application. */
export function getUsualOrigins(applications: ReturnType<typeof listApplications>): ReadonlyMap<string, string> {
  return new Map(applications.flatMap(({ name, origins: [first] }) => (first === undefined ? [] : [[name, first]])));
}

/** The number of requests over time. Times are milliseconds, those of bars since the epoch. */
export type Activity = ReturnType<typeof measureActivity>;

// The intervals with requests, the oldest first. `length` is the number of all.
function measureActivity(rows: readonly ProfileSummary[]) {
  const times = rows.map(({ time }) => time);
  const [oldest, newest] = [Math.min(...times), Math.max(...times)];
  if (rows.length === 0) return { interval: MINUTE_MS, bars: [], length: 0 };
  const position = (time: number, interval: number): number => Math.floor(time / interval);
  const interval =
    INTERVALS.find((candidate) => position(newest, candidate) - position(oldest, candidate) < MAX_INTERVALS) ??
    INTERVALS.at(-1)!;
  const last = position(newest, interval);
  const first = Math.max(position(oldest, interval), last - MAX_INTERVALS + 1);
  const groups = [...Map.groupBy(rows, ({ time }) => position(time, interval))];
  const bars = groups
    .filter(([index]) => index >= first)
    .map(([index, group]) => ({
      index: index - first,
      from: index * interval,
      requests: group.length,
      failed: group.filter(({ status }) => status >= 500).length,
    }))
    .sort((a, b) => a.index - b.index);
  return { interval, bars, length: last - first + 1 };
}

const MINUTE_MS = 60_000;
const INTERVALS = [1, 5, 15, 60, 360, 1440, 10_080].map((minutes) => minutes * MINUTE_MS);
const MAX_INTERVALS = 20;
