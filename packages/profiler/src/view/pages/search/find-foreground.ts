import type { ProfileSummary } from '../../../profile/profile.ts';
import type { FoundProfiles, ProfileQuery } from '../../../store/search/profile-query.ts';
import type { ProfileStorage } from '../../../store/profile-storage.ts';
import { classifyBackgroundRequest } from './background-requests.ts';
import type { BackgroundRequest } from './background-requests.ts';

/** The rows of a page, and where it is. */
export interface ResultPage extends Pick<FoundProfiles, 'matched' | 'next' | 'previous' | 'lookedBackTo'> {
  readonly query: ProfileQuery;
  readonly rows: readonly ProfileSummary[];
  /** The numbers of background requests between the rows that are hidden, by kind. */
  readonly hidden: Readonly<Partial<Record<BackgroundRequest, number>>>;
}

/** Finds a page without background requests. Searches until the page is full or the round limit is reached. */
export async function findForeground(storage: ProfileStorage, query: ProfileQuery): Promise<ResultPage> {
  const first = await storage.find(query);
  const hidden: Hidden = {};
  const rows = withoutBackground(first.rows, hidden);
  if (first.isReadBackwards) return await readBackwards(storage, query, first, rows, hidden);
  let found = first;
  for (let round = 1; rows.length < query.limit && found.next !== undefined && round < MAX_ROUNDS; round++) {
    found = await storage.find({ ...query, limit: query.limit - rows.length, cursor: found.next });
    rows.push(...withoutBackground(found.rows, hidden));
  }
  const { next, lookedBackTo } = found;
  return { query, rows, matched: first.matched, hidden, next, previous: first.previous, lookedBackTo };
}

// Bounds the response time when a store has thousands of health checks.
const MAX_ROUNDS = 12;

async function readBackwards(
  storage: ProfileStorage,
  query: ProfileQuery,
  last: FoundProfiles,
  rows: ProfileSummary[],
  hidden: Hidden,
): Promise<ResultPage> {
  let found = last;
  for (let round = 1; rows.length < query.limit && found.previous && round < MAX_ROUNDS; round++) {
    found = await storage.find({ ...query, limit: query.limit - rows.length, cursor: found.previous });
    if (!found.isReadBackwards) break;
    rows.unshift(...withoutBackground(found.rows, hidden));
  }
  // All rows before this page may be hidden, or they are fewer than a page.
  const beginning = await findForeground(storage, { ...query, cursor: undefined });
  const isShort = rows.length < query.limit && !found.previous;
  if (isShort || beginning.rows.at(-1)?.token === rows.at(-1)?.token) return beginning;
  const { next, matched } = last;
  return { query, rows, matched, hidden, next, previous: found.previous, lookedBackTo: undefined };
}

function withoutBackground(rows: readonly ProfileSummary[], hidden: Hidden): ProfileSummary[] {
  return rows.filter((row) => {
    const kind = classifyBackgroundRequest(row);
    if (kind !== undefined) hidden[kind] = (hidden[kind] ?? 0) + 1;
    return kind === undefined;
  });
}

type Hidden = { -readonly [Kind in keyof ResultPage['hidden']]: ResultPage['hidden'][Kind] };
