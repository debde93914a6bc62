import type { FoundProfiles, ProfileQuery } from '../search/profile-query.ts';
import { matchCount } from '../search/profile-query.ts';
import { compileProfileQuery, sortColumn } from '../sql/profile-query-sql.ts';
import { parseCursor, toCursorPage } from '../sql/search-cursor.ts';
import type { Cursor } from '../sql/search-cursor.ts';
import { SearchPace } from '../sql/search-pace.ts';
import { toSummary } from '../sql/profile-row.ts';
import type { Row } from '../sql/profile-row.ts';
import { SearchWindows } from './search-windows.ts';
import type { Position, SearchWindow } from './search-windows.ts';
import type { OpenStore } from './store-connection.ts';

/** Milliseconds that a search may block the event loop. */
export interface SearchLimits {
  /** For finding the profiles of the page. */
  readonly finding: number;
  /** For counting the matches that are not on the page. */
  readonly counting: number;
}

/** Finds a page of profiles. A search that reaches its time limit returns what it found, and a cursor to continue. */
export function findProfiles(store: OpenStore, query: ProfileQuery, limits: SearchLimits): FoundProfiles {
  const search = new ProfileSearch(store, query, limits);
  return query.sort.by === 'time' ? search.byTime() : search.byOtherColumn();
}

class ProfileSearch {
  readonly #store: OpenStore;
  readonly #query: ProfileQuery;
  readonly #limits: SearchLimits;
  readonly #compiled: ReturnType<typeof compileProfileQuery>;
  readonly #cursor: Cursor | undefined;
  readonly #pace: SearchPace;
  /** The direction of reading, which a cursor of a previous page reverses. */
  readonly #descending: boolean;

  constructor(store: OpenStore, query: ProfileQuery, limits: SearchLimits) {
    this.#store = store;
    this.#query = query;
    this.#limits = limits;
    this.#compiled = compileProfileQuery(query);
    this.#cursor = parseCursor(query.cursor);
    this.#descending = query.sort.descending !== (this.#cursor?.isBackwards ?? false);
    this.#pace = new SearchPace({ size: this.#compiled.needsData ? 64 : 512, step: 4, largest: 20_000 });
  }

  byTime(): FoundProfiles {
    const { limit } = this.#query;
    const after = this.#cursor && { time: Number(this.#cursor.key), seq: this.#cursor.seq };
    const windows = new SearchWindows(this.#store, this.#query, this.#descending, after);
    const rows: Row[] = [];
    let stopped: Position | undefined;
    while (rows.length <= limit && stopped === undefined) {
      const window = windows.next(this.#pace.next());
      if (!window) break;
      rows.push(...this.#rows(window, limit + 1 - rows.length));
      if (rows.length <= limit && !windows.done && this.#pace.elapsed > this.#limits.finding)
        stopped = windows.position;
    }
    if (this.#isFirstPage(rows, stopped)) return this.#firstPage();
    const counted = this.#upTo(rows);
    const last = this.#cursor?.isBackwards ? rows[0] : rows[limit];
    const matched = last
      ? this.#countMatches(last, counted)
      : matchCount(counted.before, counted.weight, stopped === undefined);
    const page = this.#page(rows, matched, stopped);
    return stopped === undefined || page.isReadBackwards ? page : { ...page, lookedBackTo: stopped.time };
  }

  /** Without an index for the order, all profiles are read, the newest first, as long as time allows. */
  byOtherColumn(): FoundProfiles {
    const { limit } = this.#query;
    const windows = new SearchWindows(this.#store, this.#query, true);
    let rows: Row[] = [];
    let [count, weight] = [0, 0];
    let stopped: Position | undefined;
    while (stopped === undefined) {
      const window = windows.next(this.#pace.next());
      if (!window) break;
      const found = this.#count(window);
      count += found.count;
      weight += found.weight;
      rows = [...rows, ...this.#rows(window, limit + 1)].sort(this.#compare).slice(0, limit + 1);
      if (!windows.done && this.#pace.elapsed > this.#limits.finding) stopped = windows.position;
    }
    if (this.#isFirstPage(rows, stopped)) return this.#firstPage();
    const page = this.#page(rows, matchCount(count, weight, stopped === undefined));
    return { ...page, lookedBackTo: stopped?.time };
  }

  /** Whether fewer rows than a page precede the cursor of a previous page. */
  #isFirstPage(rows: readonly Row[], stopped: Position | undefined): boolean {
    return this.#cursor?.isBackwards === true && rows.length <= this.#query.limit && stopped === undefined;
  }

  #firstPage(): FoundProfiles {
    return findProfiles(this.#store, { ...this.#query, cursor: undefined }, this.#limits);
  }

  #page(rows: readonly Row[], matched: FoundProfiles['matched'], stopped?: Position): FoundProfiles {
    const { shown, ...cursors } = toCursorPage({
      rows,
      cursor: this.#cursor,
      limit: this.#query.limit,
      placeOf: (row) => ({ key: row['sort_key'] as string | number, seq: Number(row['seq']) }),
      weightOf: (row) => Number(row['weight']),
      descending: this.#query.sort.descending,
      stopped: stopped && { key: stopped.time, seq: stopped.seq },
    });
    return { rows: shown.map(toSummary), matched, ...cursors, lookedBackTo: undefined };
  }

  /** Counts the profiles of the previous pages and of this one. */
  #upTo(rows: readonly Row[]): Pick<Cursor, 'before' | 'weight'> {
    const { before = 0, weight = 0, isBackwards } = this.#cursor ?? {};
    if (isBackwards) return { before, weight };
    return { before: before + rows.length, weight: rows.reduce((sum, row) => sum + Number(row['weight']), weight) };
  }

  #countMatches(last: Row, counted: Pick<Cursor, 'before' | 'weight'>): FoundProfiles['matched'] {
    if (this.#query.terms.length === 0) {
      const all = this.#store.number('select profiles from profile_counters');
      return matchCount(all, all + this.#store.number(NOT_KEPT), true);
    }
    const after = { time: Number(last['time']), seq: Number(last['seq']) };
    const windows = new SearchWindows(this.#store, this.#query, this.#query.sort.descending, after);
    let { before: count, weight } = counted;
    while (windows.done || this.#pace.elapsed < this.#limits.counting) {
      const window = windows.next(this.#pace.next());
      if (!window) return matchCount(count, weight, true);
      const found = this.#count(window);
      count += found.count;
      weight += found.weight;
    }
    return matchCount(count, weight, false);
  }

  #rows(window: SearchWindow, limit: number): Row[] {
    const { by } = this.#query.sort;
    const key = sortColumn(by);
    const direction = this.#descending ? 'desc' : 'asc';
    const from =
      by !== 'time' && this.#cursor ? ` and (${key}, profiles.seq) ${this.#descending ? '<' : '>'} (?, ?)` : '';
    const cursor = from && this.#cursor ? [this.#cursor.key, this.#cursor.seq] : [];
    const sql = `select profiles.*, ${key} as sort_key ${this.#from(window)}${from}
      order by ${key} ${direction}, profiles.seq ${direction} limit ?`;
    return this.#store.database.prepare(sql).all(...this.#parameters(window), ...cursor, limit);
  }

  #count(window: SearchWindow): { readonly count: number; readonly weight: number } {
    const sql = `select count(*) as count, total(profiles.weight) as weight ${this.#from(window)}`;
    const row = this.#store.database.prepare(sql).get(...this.#parameters(window));
    return { count: Number(row?.['count']), weight: Number(row?.['weight']) };
  }

  #from({ table, where }: SearchWindow): string {
    const data = this.#compiled.needsData ? ' cross join profile_data on profile_data.seq = profiles.seq' : '';
    return `from ${table}${data} where ${where} and (${this.#compiled.where})`;
  }

  #parameters(window: SearchWindow): (string | number)[] {
    return [...window.parameters, ...this.#compiled.parameters];
  }

  #compare = (a: Row, b: Row): number => {
    const [one, other] = [a['sort_key']!, b['sort_key']!];
    const order = one < other ? -1 : one > other ? 1 : Number(a['seq']) - Number(b['seq']);
    return this.#descending ? -order : order;
  };
}

// Only profiles that represent several requests are in its index.
const NOT_KEPT = 'select total(weight - 1) from profiles indexed by profiles_weight where weight > 1';
