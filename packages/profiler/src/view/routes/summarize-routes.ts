import type { ProfileSummary } from '../../profile/profile.ts';
import type { QueryTerm } from '../../store/search/profile-query.ts';
import type { ProfileStorage } from '../../store/profile-storage.ts';
import { getRoute, groupByRoute, hasTemplate } from './group-by-route.ts';
import type { RouteGroups } from './group-by-route.ts';
import { findPercentile, sortValues } from './percentile.ts';
import type { WeightedValue } from './percentile.ts';

/** The figures of a route. A profile counts for the requests that it represents. Times are milliseconds. */
export interface RouteSummary {
  readonly app: string;
  readonly method: string;
  /** The route template, or the path without numbers if the requests have none. */
  readonly route: string;
  readonly hasTemplate: boolean;
  readonly requests: number;
  readonly profiles: number;
  /** Requests with a status of 5xx or a logged error. */
  readonly failed: number;
  readonly p50: number;
  readonly p95: number;
  readonly queriesMedian: number;
  readonly queriesMax: number;
  /** The number of outgoing calls of all requests. */
  readonly calls: number;
  readonly totalTime: number;
  /** The codes of findings with the number of requests that have them, the most frequent first. */
  readonly findings: readonly (readonly [code: string, requests: number])[];
  /** The number of requests in each of {@link BARS} ranges of duration, which all routes share. */
  readonly histogram: readonly number[];
}

/** All routes of a search, those with the most total time first. `isComplete` is whether all matching profiles were read. */
export type RoutesSummary = ReturnType<typeof summarizeGroups>;

export const BARS = 24;

/** Summarizes the routes of the newest profiles of a search. */
export async function summarizeRoutes(
  storage: ProfileStorage,
  query: { readonly terms: readonly QueryTerm[] },
): Promise<RoutesSummary> {
  return summarizeGroups(await groupByRoute(storage, query));
}

/** Summarizes routes that were read. */
export function summarizeGroups({ groups, profiles, isComplete }: RouteGroups) {
  const durations = findBounds(groups);
  const routes = [...groups.values()]
    .map((rows) => summarizeRoute(rows, durations))
    .sort((one, other) => other.totalTime - one.totalTime);
  return {
    routes,
    requests: sum(routes, ({ requests }) => requests),
    profiles,
    totalTime: sum(routes, ({ totalTime }) => totalTime),
    isComplete,
    /** The bounds of the histograms in milliseconds; their scale is logarithmic. */
    durations,
  };
}

const MIN_DURATION_MS = 0.1;
const MAX_CODES = 20;

function summarizeRoute(rows: readonly ProfileSummary[], durations: ReturnType<typeof findBounds>): RouteSummary {
  const [first] = rows as [ProfileSummary];
  const times = sortValues(rows.map((row) => ({ value: row.duration, weight: measureWeight(row) })));
  const queries = sortValues(rows.map((row) => ({ value: row.dbCount, weight: measureWeight(row) })));
  return {
    app: first.app,
    method: first.method,
    route: getRoute(first),
    hasTemplate: hasTemplate(first),
    requests: sum(rows, measureWeight),
    profiles: rows.length,
    failed: sum(
      rows.filter(({ status, errors }) => status >= 500 || errors > 0),
      measureWeight,
    ),
    p50: findPercentile(times, 50),
    p95: findPercentile(times, 95),
    queriesMedian: findPercentile(queries, 50),
    queriesMax: queries.at(-1)!.value,
    calls: sum(rows, (row) => row.httpCount * measureWeight(row)),
    totalTime: sum(rows, (row) => row.duration * measureWeight(row)),
    findings: countFindings(rows),
    histogram: countDurations(times, durations),
  };
}

// Another process may have stored an invalid weight.
function measureWeight({ weight }: ProfileSummary): number {
  return Number.isFinite(weight) && weight > 0 ? weight : 1;
}

function countFindings(rows: readonly ProfileSummary[]): RouteSummary['findings'] {
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const code of new Set(row.findings)) counts.set(code, (counts.get(code) ?? 0) + measureWeight(row));
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_CODES);
}

function findBounds(groups: ReadonlyMap<string, readonly ProfileSummary[]>) {
  let [from, to] = [Infinity, 0];
  for (const rows of groups.values())
    for (const { duration } of rows) {
      from = Math.min(from, duration);
      to = Math.max(to, duration);
    }
  from = Number.isFinite(from) ? Math.max(from, MIN_DURATION_MS) : MIN_DURATION_MS;
  // Each bar covers at least a tenth more than the one before, so that equal durations share one.
  return { from, to: Math.max(to, from * 10) };
}

function countDurations(times: readonly WeightedValue[], { from, to }: ReturnType<typeof findBounds>): number[] {
  const bars = new Array<number>(BARS).fill(0);
  const perBar = Math.log(to / from) / BARS;
  for (const { value, weight } of times) {
    const bar = Math.floor(Math.log(Math.max(value, from) / from) / perBar);
    bars[Math.min(bar, BARS - 1)]! += weight;
  }
  return bars;
}

function sum<T>(values: readonly T[], get: (value: T) => number): number {
  return values.reduce((total, value) => total + get(value), 0);
}
