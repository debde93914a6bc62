import { setImmediate } from 'oriel-core/builtins';
import type { ProfileSummary } from '../../profile/profile.ts';
import type { ProfileQuery, QueryTerm } from '../../store/search/profile-query.ts';
import type { ProfileStorage } from '../../store/profile-storage.ts';
import { replaceNumbers } from './path-template.ts';

/** The profiles of a search by application, method and route. */
export interface RouteGroups {
  readonly groups: ReadonlyMap<string, readonly ProfileSummary[]>;
  readonly profiles: number;
  /** Whether all matching profiles were read. */
  readonly isComplete: boolean;
}

/** The maximum number of profiles that are read, the newest ones. */
export const MAX_PROFILES = 10_000;

/**
 * Groups the newest profiles of a search by their routes. Reads them in pages and lets the process handle other events between two
 * pages.
 */
export async function groupByRoute(
  storage: ProfileStorage,
  { terms }: { readonly terms: readonly QueryTerm[] },
): Promise<RouteGroups> {
  const groups = new Map<string, ProfileSummary[]>();
  let query: ProfileQuery = { terms, sort: { by: 'time', descending: true }, limit: PAGE_SIZE, cursor: undefined };
  let profiles = 0;
  let isComplete = false;
  for (let page = 0; page < MAX_PAGES && profiles < MAX_PROFILES; page++) {
    const { rows, next } = await storage.find(query);
    for (const row of rows) addToGroup(groups, row);
    profiles += rows.length;
    isComplete = next === undefined;
    if (next === undefined) break;
    query = { ...query, cursor: next };
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
  return { groups, profiles, isComplete };
}

/** Returns the route template, or the path without numbers of a request that has none. */
export function getRoute(row: ProfileSummary): string {
  return hasTemplate(row) ? row.route! : replaceNumbers(row.path);
}

/** Returns whether the route of the request is known. */
export function hasTemplate({ route }: ProfileSummary): boolean {
  return typeof route === 'string' && route !== '';
}

const PAGE_SIZE = 1_000;
// A search that takes long returns pages with fewer profiles.
const MAX_PAGES = 20;

function addToGroup(groups: Map<string, ProfileSummary[]>, row: ProfileSummary): void {
  const key = `${row.app}\0${row.method}\0${hasTemplate(row)}\0${getRoute(row)}`;
  const group = groups.get(key);
  if (group) group.push(row);
  else groups.set(key, [row]);
}
