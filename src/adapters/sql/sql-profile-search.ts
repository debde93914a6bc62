import type { FoundProfiles, ProfileQuery, ProfileSummary } from '../../profiler/index.ts';
import { compareValues } from '../../profiler/index.ts';
import type { StoreAccess } from './sql-profile-access.ts';
import { BatchSearch } from './sql-profile-batch-search.ts';
import { fromCursor, toCursor } from './sql-profile-cursor.ts';
import { RowSearch } from './sql-profile-row-search.ts';
import type { Position } from './sql-profile-windows.ts';

/** How long a search may keep the event loop, in milliseconds since it began: for finding, and for counting what is not shown. */
export interface SearchLimits {
  readonly began: number;
  readonly finding: number;
  readonly counting: number;
}

/** A place in the order that was asked for. */
export interface Place {
  readonly key: string | number;
  readonly seq: number;
}

/** A profile that was found there. */
export interface FoundRow extends Place {
  readonly summary: ProfileSummary;
}

/** What a search found among the batches, or among the rows. */
export interface FoundPart {
  /** Behind the cursor and in order: as many as are shown and one more, or all there are. */
  readonly rows: readonly FoundRow[];
  /** How many match: of a search in order of time behind the cursor, else in all. */
  readonly count: number;
  readonly exact: boolean;
  /** Where it stopped because its time was up: of what lies behind nothing is known. */
  readonly stopped: Position | undefined;
}

/** Behind every profile of an instant. */
export const LAST = Number.MAX_SAFE_INTEGER;

/** Finds a page of profiles; stops early rather than keep everything else waiting. */
export function findProfiles(
  store: StoreAccess,
  query: ProfileQuery,
  { finding, counting }: Omit<SearchLimits, 'began'>,
): FoundProfiles {
  const cursor = fromCursor(query.cursor);
  const limits = { began: performance.now(), finding, counting };
  const searches = [new BatchSearch(store, query, cursor, limits), new RowSearch(store, query, cursor, limits)];
  const before = cursor?.before ?? 0;
  if (query.sort.by !== 'time')
    return inOrderOfAnother(
      query,
      before,
      searches.map((each) => each.inOrderOfAnother()),
    );
  const found = inOrderOfTime(
    query,
    before,
    searches.map((each) => each.inOrderOfTime()),
  );
  if (query.terms.length > 0 || found.next === undefined) return found;
  return { ...found, matched: { count: store.number('select profiles from profile_counters'), exact: true } };
}

/** The order of a query; what is equal is ordered by its number. */
export function orderOf({ descending }: Pick<ProfileQuery['sort'], 'descending'>): (a: Place, b: Place) => number {
  const direction = descending ? -1 : 1;
  return (a, b) => direction * (compareValues(a.key, b.key) || a.seq - b.seq);
}

function inOrderOfTime({ sort, limit }: ProfileQuery, before: number, parts: readonly FoundPart[]): FoundProfiles {
  const order = orderOf(sort);
  const edge = nearest(parts, sort.descending);
  const rows = merged(parts, order).filter((row) => edge === undefined || order(row, edge) < 0);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const summaries = shown.map(({ summary }) => summary);
  if (rows.length > limit && last) {
    const matched = { count: before + total(parts), exact: parts.every(({ exact }) => exact) };
    const next = toCursor({ key: last.key, seq: last.seq, before: before + limit });
    return { rows: summaries, matched, next, lookedBackTo: undefined };
  }
  const count = before + shown.length;
  if (!edge) return { rows: summaries, matched: { count, exact: true }, next: undefined, lookedBackTo: undefined };
  const next = toCursor({ key: edge.key, seq: edge.seq, before: count });
  return { rows: summaries, matched: { count, exact: false }, next, lookedBackTo: edge.key };
}

function inOrderOfAnother({ sort, limit }: ProfileQuery, before: number, parts: readonly FoundPart[]): FoundProfiles {
  const rows = merged(parts, orderOf(sort));
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    rows: shown.map(({ summary }) => summary),
    matched: { count: total(parts), exact: parts.every(({ exact }) => exact) },
    next: last && toCursor({ key: last.key, seq: last.seq, before: before + limit }),
    lookedBackTo: nearest(parts, true)?.key,
  };
}

function total(parts: readonly FoundPart[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

function merged(parts: readonly FoundPart[], order: (a: FoundRow, b: FoundRow) => number): FoundRow[] {
  return parts.flatMap(({ rows }) => rows).sort(order);
}

// Where the first of them stopped: behind it one of them has not looked.
function nearest(parts: readonly FoundPart[], descending: boolean): { key: number; seq: number } | undefined {
  const edges = parts.flatMap(({ stopped }) => (stopped ? { key: stopped.time, seq: stopped.seq } : []));
  return edges.sort(orderOf({ descending }))[0];
}
