import type { FoundProfiles, ProfileQuery } from '../../search/profile-query.ts';
import type { StoreAccess } from './sql-profile-access.ts';
import { BatchSearch } from './sql-profile-batch-search.ts';
import { fromCursor, toCursor } from './sql-profile-cursor.ts';
import { orderOf } from './sql-profile-found.ts';
import type { FoundPart, FoundRow, SearchLimits } from './sql-profile-found.ts';
import { RowSearch } from './sql-profile-row-search.ts';

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
