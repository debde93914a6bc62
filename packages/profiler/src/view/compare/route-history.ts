import type { Profile, ProfileSummary } from '../../profile/profile.ts';
import { findHeader, toList } from '../../profile/recorded-values.ts';
import type { ProfileStorage } from '../../store/profile-storage.ts';
import { findPercentile, sortValues } from '../routes/percentile.ts';
import { MIN_COUNT, findSimilar } from '../routes/typical.ts';
import { findTarget } from './comparable.ts';
import { readComparableBody } from './comparable-body.ts';
import type { ComparableBody } from './comparable-body.ts';

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
  const compared = [before.summary.token, after.summary.token];
  const isOther = ({ token }: ProfileSummary): boolean => !compared.includes(token);
  const others = (await findSimilar(storage, after.summary)).filter(isOther);
  // A request that failed may be the first one with such a status.
  const earlier = (await findSimilar(storage, before.summary)).filter(isOther);
  const durations = sortValues(others.map(({ duration, weight }) => ({ value: duration, weight })));
  const read = async (summaries: readonly ProfileSummary[]): Promise<Profile[]> => {
    const tokens = new Set(summaries.slice(0, MAX_SAMPLES).map(({ token }) => token));
    const profiles = await Promise.all([...tokens].map(async (token) => storage.read(token)));
    return profiles.filter((profile) => profile !== undefined);
  };
  const sameTarget = [...others, ...earlier].filter((summary) => findTarget(summary) === findTarget(after.summary));
  const repeated = (await read(sameTarget)).filter((profile) => isSameRequest(profile, after));
  return {
    typical: others.length < MIN_COUNT ? undefined : [findPercentile(durations, 5), findPercentile(durations, 95)],
    varyingHeaders: findVaryingHeaders([before, after, ...(await read(others)), ...(await read(earlier))]),
    bodies: isSameRequest(before, after)
      ? repeated.map(({ summary, data }) => readComparableBody(data.response?.body, summary.bytes))
      : [],
  };
}

const MAX_SAMPLES = 4;
// Two responses differ by themselves. Others have to confirm it.
const MIN_SAMPLES = 4;

function findVaryingHeaders(profiles: readonly Profile[]): ReadonlySet<string> {
  const samples = [...new Map(profiles.map((profile) => [profile.summary.token, profile])).values()];
  if (samples.length < MIN_SAMPLES) return new Set();
  const names = toList(samples[0]!.data.response?.headers).map(([name]) => String(name).toLowerCase());
  const isVarying = (name: string): boolean => {
    const values = samples.map(({ data }) => findHeader(data.response?.headers, name));
    return !values.includes(undefined) && new Set(values).size === values.length;
  };
  return new Set(names.filter(isVarying));
}

function isSameRequest(one: Profile, other: Profile): boolean {
  const isSameTarget = findTarget(one.summary) === findTarget(other.summary);
  return isSameTarget && one.data.request?.body?.content === other.data.request?.body?.content;
}
