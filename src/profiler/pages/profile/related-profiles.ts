import type { HeaderLine, Profile, ProfileSummary } from '../../profile.ts';
import type { ProfileStorage } from '../../store/profile-storage.ts';
import type { QueryTerm } from '../../search/profile-query.ts';

/** The profiles that redirects tie to one: what the client asked for when it followed, and what had sent it here. */
export interface Redirects {
  readonly to: string | undefined;
  readonly from: string | undefined;
}

/**
 * Finds them with two small searches. Nothing in a request says that it follows a redirect, so it is taken for one that asks for
 * the very address within five seconds, from the same place and with the same User-Agent.
 */
export function findRedirects(storage: ProfileStorage, profile: Profile): Redirects {
  return { to: followerOf(storage, profile), from: leaderOf(storage, profile) };
}

const SOON = 5_000;
const ENOUGH = 8;

function followerOf(storage: ProfileStorage, profile: Profile): string | undefined {
  const { summary } = profile;
  const location = locationOf(profile);
  if (location === undefined) return undefined;
  const path: QueryTerm = { field: 'path', operator: 'is', value: new URL(location).pathname, negated: false };
  return near(storage, summary, [path], false).find(
    ({ token, url }) => url === location && isSameClient(storage.read(token), profile),
  )?.token;
}

function leaderOf(storage: ProfileStorage, profile: Profile): string | undefined {
  const { summary } = profile;
  const redirected: QueryTerm = { field: 'status', operator: 'between', value: 300, to: 399, negated: false };
  return near(storage, summary, [redirected], true).find(({ token }) => {
    const other = storage.read(token);
    return other !== undefined && locationOf(other) === summary.url && isSameClient(other, profile);
  })?.token;
}

function near(
  storage: ProfileStorage,
  { token, time, ip }: ProfileSummary,
  terms: readonly QueryTerm[],
  before: boolean,
): readonly ProfileSummary[] {
  const [from, to] = before ? [time - SOON, time] : [time, time + SOON];
  const soon: QueryTerm = { field: 'time', operator: 'between', value: from, to, negated: false };
  const { rows } = storage.find({
    terms: [...terms, soon],
    sort: { by: 'time', descending: before },
    limit: ENOUGH,
    cursor: undefined,
  });
  return rows.filter((row) => row.token !== token && row.ip === ip);
}

function locationOf({ summary, data }: Profile): string | undefined {
  if (summary.status < 300 || summary.status > 399) return undefined;
  const location = header(data.response?.headers, 'location');
  return location !== undefined && URL.canParse(location, summary.url)
    ? new URL(location, summary.url).href
    : undefined;
}

function isSameClient(one: Profile | undefined, other: Profile): boolean {
  const agent = (profile: Profile): string | undefined => header(profile.data.request?.headers, 'user-agent');
  return one !== undefined && agent(one) === agent(other);
}

function header(lines: readonly HeaderLine[] | undefined, name: string): string | undefined {
  return Array.isArray(lines) ? (lines as HeaderLine[]).find(([each]) => each.toLowerCase() === name)?.[1] : undefined;
}

/** The profiles right before and right after one, of the same route; of the same path where there was no route. */
export interface AdjacentProfiles {
  readonly older: string | undefined;
  readonly newer: string | undefined;
}

/** Finds them with two small searches. */
export function findAdjacentProfiles(storage: ProfileStorage, summary: ProfileSummary): AdjacentProfiles {
  const { route, path, method } = summary;
  const same: QueryTerm[] = [
    route === undefined
      ? { field: 'path', operator: 'is', value: path, negated: false }
      : { field: 'route', operator: 'is', value: route, negated: false },
    { field: 'method', operator: 'is', value: method, negated: false },
  ];
  return { older: beside(storage, summary, same, true), newer: beside(storage, summary, same, false) };
}

// Several may have been heard in the same millisecond.
const MAX_ADJACENT_CANDIDATES = 8;

function beside(
  storage: ProfileStorage,
  { token, time }: ProfileSummary,
  same: readonly QueryTerm[],
  older: boolean,
): string | undefined {
  const limit: QueryTerm = { field: 'time', operator: older ? 'at-most' : 'at-least', value: time, negated: false };
  const { rows } = storage.find({
    terms: [...same, limit],
    sort: { by: 'time', descending: older },
    limit: MAX_ADJACENT_CANDIDATES,
    cursor: undefined,
  });
  const at = rows.findIndex((row) => row.token === token);
  // Not among them, it is one of many in its millisecond; then the first of another is near enough.
  return at < 0 ? rows.find((row) => row.time !== time)?.token : rows[at + 1]?.token;
}

/**
 * The profile of the request that called for this one while it was answered itself: a host may fetch from itself. The answer to a
 * call names its own profile, so whoever was given this name called.
 */
export function findCaller(storage: ProfileStorage, { summary: { token, time } }: Profile): string | undefined {
  const terms: readonly QueryTerm[] = [
    { field: 'httpCount', operator: 'more-than', value: 0, negated: false },
    // Whoever called was heard before.
    { field: 'time', operator: 'between', value: time - MAX_CALLER_MS, to: time, negated: false },
  ];
  const { rows } = storage.find({
    terms,
    sort: { by: 'time', descending: true },
    limit: MAX_CALLER_CANDIDATES,
    cursor: undefined,
  });
  return rows.find((row) => row.token !== token && hasCalled(storage.read(row.token), token))?.token;
}

const MAX_CALLER_MS = 60_000;
const MAX_CALLER_CANDIDATES = 24;

function hasCalled(profile: Profile | undefined, token: string): boolean {
  const spans = profile?.data.spans;
  return Array.isArray(spans) && spans.some(({ kind, details }) => kind === 'http' && details?.['profile'] === token);
}
