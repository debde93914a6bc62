import type { Profile, ProfileSummary } from '../../profile/profile.ts';
import { findHeader, toList } from '../../profile/recorded-values.ts';
import type { ProfileStorage } from '../../store/profile-storage.ts';
import { readComparableBody } from './comparable-body.ts';
import type { ComparableBody } from './comparable-body.ts';
import { findPercentile, sortValues } from '../routes/percentile.ts';
import { MIN_COUNT, findSimilar } from '../routes/typical.ts';

/** What other requests of a route have in common. */
export interface RouteHistory {
  /** The durations between which nine of ten requests with such a status are, in milliseconds; undefined if there are few. */
  readonly typical: readonly [from: number, to: number] | undefined;
  /** Lower-case names of headers that have another value in every response. */
  readonly varyingHeaders: ReadonlySet<string>;
  /** The bodies of other responses to the same request, if both have the same URL and body. */
  readonly bodies: readonly ComparableBody[];
}

/** Reads the last requests of the route of `after`. */
export async function readRouteHistory(
  storage: ProfileStorage,
  before: Profile,
  after: Profile,
): Promise<RouteHistory> {
  const isCompared = ({ token }: ProfileSummary): boolean =>
    [before, after].some(({ summary }) => summary.token === token);
  const others = (await findSimilar(storage, after.summary)).filter((other) => !isCompared(other));
  // A request that failed may be the first one with such a status.
  const earlier = (await findSimilar(storage, before.summary)).filter((other) => !isCompared(other));
  const durations = sortValues(others.map(({ duration, weight }) => ({ value: duration, weight })));
  const samples: Profile[] = [before, after];
  const sampled = [...others.slice(0, MAX_SAMPLES), ...earlier.slice(0, MAX_SAMPLES)];
  for (const token of new Set(sampled.map((summary) => summary.token))) {
    const profile = await storage.read(token);
    if (profile !== undefined) samples.push(profile);
  }
  return {
    typical: others.length < MIN_COUNT ? undefined : [findPercentile(durations, 5), findPercentile(durations, 95)],
    varyingHeaders: findVaryingHeaders(samples),
    bodies: isSameRequest(before, after)
      ? readBodies(samples.slice(2, 5).filter((sample) => isSameRequest(sample, after)))
      : [],
  };
}

const MAX_SAMPLES = 4;
// Two responses differ by themselves. Others have to confirm it.
const MIN_SAMPLES = 4;

function findVaryingHeaders(samples: readonly Profile[]): ReadonlySet<string> {
  if (samples.length < MIN_SAMPLES) return new Set();
  const names = toList(samples[0]!.data.response?.headers).map(([name]) => String(name).toLowerCase());
  const isVarying = (name: string): boolean => {
    const values = samples.map(({ data }) => findHeader(data.response?.headers, name));
    return !values.includes(undefined) && new Set(values).size === values.length;
  };
  return new Set(names.filter(isVarying));
}

function isSameRequest(one: Profile, other: Profile): boolean {
  return one.summary.url === other.summary.url && one.data.request?.body?.content === other.data.request?.body?.content;
}

function readBodies(profiles: readonly Profile[]): ComparableBody[] {
  return profiles.map(({ summary, data }) => readComparableBody(data.response?.body, summary.bytes));
}
