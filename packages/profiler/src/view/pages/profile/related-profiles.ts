import { findHeader, toList } from '../../../profile/recorded-values.ts';
import { shortenVisitor } from '../../../profile/visitor.ts';
import type { Profile, ProfileSummary } from '../../../profile/profile.ts';
import type { ProfileStorage } from '../../../store/profile-storage.ts';
import { DEFAULT_QUERY } from '../../../store/search/profile-query.ts';
import type { QueryTerm } from '../../../store/search/profile-query.ts';

/**
 * Finds the tokens of the request that followed a redirect of this one, and of the one that redirected here. Requests do not state that
 * they follow a redirect; a request counts as one if it has the URL of the `Location` header, the same IP address and User-Agent, and
 * arrives within five seconds.
 */
export async function findRedirects(storage: ProfileStorage, profile: Profile) {
  return { to: await findFollower(storage, profile), from: await findRedirecting(storage, profile) };
}

const REDIRECT_WINDOW_MS = 5_000;
const MAX_CANDIDATES = 8;

async function findFollower(storage: ProfileStorage, profile: Profile): Promise<string | undefined> {
  const { summary } = profile;
  const location = resolveLocation(profile);
  if (location === undefined) return undefined;
  const path: QueryTerm = { field: 'path', operator: 'is', value: new URL(location).pathname, negated: false };
  for (const { token, url } of await findNear(storage, summary, [path], false))
    if (url === location && isSameClient(await storage.read(token), profile)) return token;
  return undefined;
}

async function findRedirecting(storage: ProfileStorage, profile: Profile): Promise<string | undefined> {
  const { summary } = profile;
  const redirected: QueryTerm = { field: 'status', operator: 'between', value: 300, to: 399, negated: false };
  for (const { token } of await findNear(storage, summary, [redirected], true)) {
    const other = await storage.read(token);
    if (other !== undefined && resolveLocation(other) === summary.url && isSameClient(other, profile)) return token;
  }
  return undefined;
}

async function findNear(
  storage: ProfileStorage,
  { token, time, ip }: ProfileSummary,
  terms: readonly QueryTerm[],
  before: boolean,
): Promise<readonly ProfileSummary[]> {
  const [from, to] = before ? [time - REDIRECT_WINDOW_MS, time] : [time, time + REDIRECT_WINDOW_MS];
  const soon: QueryTerm = { field: 'time', operator: 'between', value: from, to, negated: false };
  const { rows } = await storage.find({
    terms: [...terms, soon],
    sort: { by: 'time', descending: before },
    limit: MAX_CANDIDATES,
    cursor: undefined,
  });
  return rows.filter((row) => row.token !== token && row.ip === ip);
}

function resolveLocation({ summary, data }: Profile): string | undefined {
  if (summary.status < 300 || summary.status > 399) return undefined;
  const location = findHeader(data.response?.headers, 'location');
  return location === undefined ? undefined : URL.parse(location, summary.url)?.href;
}

function isSameClient(one: Profile | undefined, other: Profile): boolean {
  const agent = (profile: Profile): string | undefined => findHeader(profile.data.request?.headers, 'user-agent');
  return one !== undefined && agent(one) === agent(other);
}

/** Returns the tokens of the previous and the next profile of the same route. */
export async function findAdjacentProfiles(storage: ProfileStorage, summary: ProfileSummary) {
  const same = findSameRoute(summary);
  return {
    older: (await findBeside(storage, summary, same, true))?.token,
    newer: (await findBeside(storage, summary, same, false))?.token,
  };
}

export type VisitorRequests = NonNullable<Awaited<ReturnType<typeof findVisitorRequests>>>;

/** Finds the requests beside this one of the same visitor, of any application; undefined if the visitor is unknown. */
export async function findVisitorRequests(storage: ProfileStorage, summary: ProfileSummary) {
  const { visitor } = summary;
  // Another process may have stored null.
  if (visitor === undefined || visitor === null) return undefined;
  const same: readonly QueryTerm[] = [{ field: 'visitor', operator: 'starts', value: visitor, negated: false }];
  return {
    id: shortenVisitor(visitor),
    older: await findBeside(storage, summary, same, true),
    newer: await findBeside(storage, summary, same, false),
  };
}

/** Returns the terms that find the requests of the same application, route and method, or of the same path if no route matched. */
export function findSameRoute({ route, path, method, app }: ProfileSummary): QueryTerm[] {
  return [
    // Several applications may share the store.
    { field: 'app', operator: 'is', value: app, negated: false },
    // Another process may have stored null.
    route === undefined || route === null
      ? { field: 'path', operator: 'is', value: path, negated: false }
      : { field: 'route', operator: 'is', value: route, negated: false },
    { field: 'method', operator: 'is', value: method, negated: false },
  ];
}

// Several requests may share a millisecond.
const MAX_ADJACENT_CANDIDATES = 8;

async function findBeside(
  storage: ProfileStorage,
  { token, time }: ProfileSummary,
  same: readonly QueryTerm[],
  older: boolean,
): Promise<ProfileSummary | undefined> {
  const limit: QueryTerm = { field: 'time', operator: older ? 'at-most' : 'at-least', value: time, negated: false };
  const { rows } = await storage.find({
    terms: [...same, limit],
    sort: { by: 'time', descending: older },
    limit: MAX_ADJACENT_CANDIDATES,
    cursor: undefined,
  });
  const index = rows.findIndex((row) => row.token === token);
  // If more requests share its millisecond than the limit allows, takes the first of another millisecond.
  return index < 0 ? rows.find((row) => row.time !== time) : rows[index + 1];
}

/**
 * Returns the token of the request that called this one, for hosts that call themselves. Spans of outgoing calls record the
 * profile token of the response, which identifies the caller.
 */
export async function findCaller(
  storage: ProfileStorage,
  { summary: { token, time } }: Profile,
): Promise<string | undefined> {
  const terms: readonly QueryTerm[] = [
    { field: 'httpCount', operator: 'more-than', value: 0, negated: false },
    { field: 'time', operator: 'between', value: time - MAX_CALLER_MS, to: time, negated: false },
  ];
  const { rows } = await storage.find({ ...DEFAULT_QUERY, terms, limit: MAX_CALLER_CANDIDATES });
  for (const row of rows) if (row.token !== token && isCalledBy(await storage.read(row.token), token)) return row.token;
  return undefined;
}

/**
 * Returns the tokens of the profiles in the store whose requests this one has sent. The token of a response identifies its
 * profile; the method and the path ensure that it is not another profile with the same token.
 */
export async function findCallees(storage: ProfileStorage, { data }: Profile): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const calls = toList(data.spans).filter(({ kind, details }) => kind === 'http' && isToken(details?.['profile']));
  for (const { details } of calls.slice(0, MAX_CALLEES)) {
    const token = details!['profile'] as string;
    const callee = found.has(token) ? undefined : await storage.read(token);
    if (callee !== undefined && isCallee(callee.summary, details!)) found.add(token);
  }
  return found;
}

const MAX_CALLEES = 50;

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{6}$/.test(value);
}

function isCallee({ method, path }: ProfileSummary, call: Readonly<Record<string, unknown>>): boolean {
  const { url } = call;
  return call['method'] === method && typeof url === 'string' && URL.parse(url)?.pathname === path;
}

const MAX_CALLER_MS = 60_000;
const MAX_CALLER_CANDIDATES = 24;

function isCalledBy(profile: Profile | undefined, token: string): boolean {
  return toList(profile?.data.spans).some(({ kind, details }) => kind === 'http' && details?.['profile'] === token);
}
