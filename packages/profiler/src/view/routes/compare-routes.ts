import { BUDGET_FINDINGS } from '../../profile/finding-codes.ts';
import type { ProfileSummary } from '../../profile/profile.ts';
import { formatDuration, formatFindingCode } from '../render/format.ts';
import type { RouteGroups } from './group-by-route.ts';
import { findPercentile, sortValues } from './percentile.ts';
import { summarizeGroups } from './summarize-routes.ts';
import type { RouteSummary } from './summarize-routes.ts';

export interface RouteDifference extends Pick<RouteSummary, 'app' | 'method' | 'route' | 'hasTemplate'> {
  readonly result: 'worse' | 'better' | 'new' | 'missing';
  /** What differs in a few words, such as `queries 3 → 64`. */
  readonly changes: readonly string[];
}

export interface RoutesComparison {
  /** The number of requests of both searches. Nothing was compared if one of them is 0. */
  readonly before: number;
  readonly after: number;
  /** The number of routes with requests in both searches. */
  readonly compared: number;
  /** Whether all matching profiles were read. */
  readonly isComplete: boolean;
  /** The routes that differ: those that became worse first. */
  readonly differences: readonly RouteDifference[];
}

/**
 * Compares the routes of two searches: their queries, failed requests, and findings that do not depend on times. Durations are compared if
 * both have at least 20 requests, and are a difference if chance causes a larger one in fewer than 1 of 1,000 cases.
 */
export function compareRoutes(before: RouteGroups, after: RouteGroups): RoutesComparison {
  const [one, other] = [summarizeGroups(before), summarizeGroups(after)];
  const hasApplications = [one, other].some(({ routes }) => new Set(routes.map(({ app }) => app)).size > 1);
  const createKey = ({ app, method, route, hasTemplate }: RouteSummary): string =>
    JSON.stringify([hasApplications ? app : '', method, route, hasTemplate]);
  const known = new Map(one.routes.map((route) => [createKey(route), route]));
  const differences: RouteDifference[] = [];
  let compared = 0;
  for (const route of other.routes) {
    const key = createKey(route);
    const earlier = known.get(key);
    known.delete(key);
    if (earlier === undefined) {
      differences.push(createDifference(route, 'new', describeRoute(route)));
      continue;
    }
    compared++;
    const changes = [
      ...compareSummaries(earlier, route),
      ...compareDurations(findRows(before, earlier), findRows(after, route)),
    ];
    if (changes.length === 0) continue;
    const isWorse = changes.some((change) => change.isWorse);
    differences.push(
      createDifference(
        route,
        isWorse ? 'worse' : 'better',
        changes.map(({ text }) => text),
      ),
    );
  }
  for (const route of known.values()) differences.push(createDifference(route, 'missing', describeRoute(route)));
  return {
    before: one.requests,
    after: other.requests,
    compared,
    isComplete: one.isComplete && other.isComplete,
    differences: ORDER.flatMap((result) => differences.filter((difference) => difference.result === result)),
  };
}

const ORDER = ['worse', 'better', 'new', 'missing'] as const;
const MIN_REQUESTS = 20;
// A normal distribution exceeds so many standard deviations, in both directions, in 1 of 1,000 cases.
const DEVIATIONS = 3.3;
const MIN_RATIO = 1.25;
const MIN_DIFFERENCE_MS = 1;

interface Change {
  readonly text: string;
  readonly isWorse: boolean;
}

function createDifference(
  { app, method, route, hasTemplate }: RouteSummary,
  result: RouteDifference['result'],
  changes: readonly string[],
): RouteDifference {
  return { app, method, route, hasTemplate, result, changes };
}

function describeRoute({ requests, queriesMax, failed }: RouteSummary): readonly string[] {
  return [
    `${requests} ${requests === 1 ? 'request' : 'requests'}`,
    ...(queriesMax > 0 ? [`queries up to ${queriesMax}`] : []),
    ...(failed > 0 ? [`failed ${failed}`] : []),
  ];
}

function compareSummaries(before: RouteSummary, after: RouteSummary): readonly Change[] {
  const codes = (route: RouteSummary): readonly string[] =>
    route.findings.map(([code]) => code).filter((code) => BUDGET_FINDINGS.has(code));
  const [known, found] = [codes(before), codes(after)];
  // One failure after none is a difference, however few requests there are.
  const isFailure =
    (before.failed === 0) !== (after.failed === 0) ||
    isBeyondChance([before.failed, before.requests], [after.failed, after.requests]);
  const failed = `failed ${before.failed} of ${before.requests} → ${after.failed} of ${after.requests}`;
  return [
    ...compareNumbers('queries', before.queriesMedian, after.queriesMedian),
    ...compareNumbers('most queries', before.queriesMax, after.queriesMax),
    ...(isFailure ? [{ text: failed, isWorse: after.failed / after.requests > before.failed / before.requests }] : []),
    ...listMissing(found, known).map((code) => ({ text: `new finding: ${formatFindingCode(code)}`, isWorse: true })),
    ...listMissing(known, found).map((code) => ({ text: `no longer: ${formatFindingCode(code)}`, isWorse: false })),
  ];
}

function listMissing(names: readonly string[], known: readonly string[]): readonly string[] {
  return names.filter((name) => !known.includes(name));
}

function compareNumbers(name: string, before: number, after: number): readonly Change[] {
  return before === after ? [] : [{ text: `${name} ${before} → ${after}`, isWorse: after > before }];
}

function findRows(
  { groups }: RouteGroups,
  { app, method, route, hasTemplate }: RouteSummary,
): readonly ProfileSummary[] {
  return groups.get(`${app}\0${method}\0${hasTemplate}\0${route}`) ?? [];
}

function compareDurations(before: readonly ProfileSummary[], after: readonly ProfileSummary[]): readonly Change[] {
  if (before.length < MIN_REQUESTS || after.length < MIN_REQUESTS) return [];
  return [50, 95].flatMap((percent) => {
    const [one, other] = [findDuration(before, percent), findDuration(after, percent)];
    const [slower, faster] = one < other ? [after, before] : [before, after];
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    if (high - low < MIN_DIFFERENCE_MS || high < low * MIN_RATIO) return [];
    // Requests that take longer than the percentile of the faster ones.
    const exceed = (rows: readonly ProfileSummary[]): readonly [number, number] => [
      rows.filter(({ duration }) => duration > low).length,
      rows.length,
    ];
    if (!isBeyondChance(exceed(faster), exceed(slower))) return [];
    return [{ text: `p${percent} ${formatDuration(one)} → ${formatDuration(other)}`, isWorse: other > one }];
  });
}

function findDuration(rows: readonly ProfileSummary[], percent: number): number {
  return findPercentile(sortValues(rows.map(({ duration, weight }) => ({ value: duration, weight }))), percent);
}

// Whether two shares differ by more than chance explains.
function isBeyondChance([some, all]: readonly [number, number], [others, total]: readonly [number, number]): boolean {
  const share = (some + others) / (all + total);
  const deviation = Math.sqrt(share * (1 - share) * (1 / all + 1 / total));
  return deviation > 0 && Math.abs(some / all - others / total) > DEVIATIONS * deviation;
}
