import type { Profile, ProfileSummary } from '../../profile/profile.ts';
import type { StatementShape } from '../../record/findings/statement-shape.ts';
import type { ProfileStorage } from '../../store/profile-storage.ts';
import { mapProfile } from '../source-maps/map-profile.ts';
import { formatDuration, formatStatusCode } from '../render/format.ts';
import { findOrigin, toComparable } from './comparable.ts';
import type { Comparable, Work } from './comparable.ts';
import type { WorkAspect } from './difference.ts';
import { findDifferences } from './differences.ts';
import type { Differences } from './differences.ts';
import { readRouteHistory } from './route-history.ts';
import type { RouteHistory } from './route-history.ts';

export interface Comparison extends Differences {
  readonly before: ProfileSummary;
  readonly after: ProfileSummary;
  /** One or two sentences. */
  readonly verdict: string;
  readonly typical: RouteHistory['typical'];
  /** The numbers of queries and calls before and after. */
  readonly counts: Readonly<Record<WorkAspect, readonly [before: number, after: number]>>;
}

/**
 * Compares two profiles.
 * @param root the folder whose source maps may be read
 */
export async function compareProfiles(
  storage: ProfileStorage,
  before: Profile,
  after: Profile,
  root: string,
): Promise<Comparison> {
  const history = await readRouteHistory(storage, before, after);
  const origin = findOrigin(before.summary);
  const shapes = new Map<string, StatementShape>();
  const [one, other] = [before, after].map((profile) => toComparable(mapProfile(profile, root), origin, shapes)) as [
    Comparable,
    Comparable,
  ];
  const found = findDifferences(one, other, history);
  const count = (aspect: WorkAspect): readonly [number, number] => [
    sumCounts(one.work[aspect]),
    sumCounts(other.work[aspect]),
  ];
  return {
    before: before.summary,
    after: after.summary,
    typical: history.typical,
    ...found,
    verdict: describe(found, before.summary, after.summary, count('database'), history.typical),
    counts: {
      database: count('database'),
      'http-client': count('http-client'),
      redis: count('redis'),
      mail: count('mail'),
    },
  };
}

function sumCounts(works: readonly Work[]): number {
  return works.reduce((sum, { count }) => sum + count, 0);
}

function describe(
  { differences, body, notCompared }: Differences,
  before: ProfileSummary,
  after: ProfileSummary,
  [fewer, more]: readonly [number, number],
  typical: RouteHistory['typical'],
): string {
  const isSameStatus = before.status === after.status;
  const outcome = [
    isSameStatus ? 'Same status' : `Status ${formatStatusCode(before.status)} → ${formatStatusCode(after.status)}`,
    BODIES[body],
  ].join(', ');
  const queries = more - fewer;
  const noun = Math.abs(queries) === 1 ? 'query' : 'queries';
  const times = [
    ...(queries === 0 ? [] : [`${Math.abs(queries)} ${queries < 0 ? 'fewer' : 'more'} ${noun}`]),
    `${formatRange(before.duration, after.duration, ' → ')}${typical === undefined ? '' : ` (typical ${formatRange(...typical, '–')})`}`,
  ].join(', ');
  return [
    ...(differences.length > 0
      ? []
      : [notCompared.length === 0 ? 'No difference.' : 'No difference in what was compared.']),
    ...(differences.some(({ aspect }) => aspect === 'request') ? ['The requests differ.'] : []),
    `${outcome}.`,
    `${times}.`,
  ].join(' ');
}

const BODIES = { same: 'same body', different: 'different body', 'not-compared': 'body not compared' } as const;

/** Formats two durations, with one unit if it is the same. */
export function formatRange(from: number, to: number, separator: string): string {
  const [one, other] = [formatDuration(from), formatDuration(to)];
  const unit = / \D+$/.exec(other)?.[0] ?? '';
  return `${unit !== '' && one.endsWith(unit) ? one.slice(0, -unit.length) : one}${separator}${other}`;
}
