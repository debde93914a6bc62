import type { Profile } from '../../profile/profile.ts';
import { findHeader, toList } from '../../profile/recorded-values.ts';
import type { ProfileStorage } from '../../store/profile-storage.ts';
import { findSameRoute } from '../pages/profile/related-profiles.ts';

/** What other requests of a route have in common. */
export interface RouteHistory {
  /** The durations between which nine of ten requests with such a status are, in milliseconds; undefined if there are few. */
  readonly typical: readonly [from: number, to: number] | undefined;
  /** Lower-case names of headers that have another value in every response. */
  readonly varyingHeaders: ReadonlySet<string>;
}

/** Reads the last requests of the route of `after`. */
export async function readRouteHistory(
  storage: ProfileStorage,
  before: Profile,
  after: Profile,
): Promise<RouteHistory> {
  const { rows } = await storage.find({
    terms: findSameRoute(after.summary),
    sort: { by: 'time', descending: true },
    limit: MAX_ROWS,
    cursor: undefined,
  });
  const others = rows.filter(({ token }) => token !== before.summary.token && token !== after.summary.token);
  const getClass = (status: number): number => Math.floor(status / 100);
  const durations = others
    .filter(({ status }) => getClass(status) === getClass(after.summary.status))
    .map(({ duration }) => duration)
    .sort((a, b) => a - b);
  const getRank = (share: number): number => durations[Math.ceil(share * durations.length) - 1]!;
  const samples: Profile[] = [before, after];
  for (const { token } of others.slice(0, MAX_SAMPLES)) {
    const profile = await storage.read(token);
    if (profile !== undefined) samples.push(profile);
  }
  return {
    typical: durations.length < MIN_TYPICAL ? undefined : [getRank(0.05), getRank(0.95)],
    varyingHeaders: findVaryingHeaders(samples),
  };
}

const MAX_ROWS = 200;
const MIN_TYPICAL = 20;
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
