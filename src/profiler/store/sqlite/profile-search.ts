import type { FoundProfiles, ProfileQuery } from '../../search/profile-query.ts';
import { matchCount } from '../../search/profile-query.ts';
import { compileProfileQuery, sortColumn } from '../sql/profile-query-sql.ts';
import { formatCursor, parseCursor } from '../sql/search-cursor.ts';
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

  constructor(store: OpenStore, query: ProfileQuery, limits: SearchLimits) {
    this.#store = store;
    this.#query = query;
    this.#limits = limits;
    this.#compiled = compileProfileQuery(query);
    this.#cursor = parseCursor(query.cursor);
    this.#pace = new SearchPace({ size: this.#compiled.needsData ? 64 : 512, step: 4, largest: 20_000 });
  }

  byTime(): FoundProfiles {
    const { limit, sort } = this.#query;
    const after = this.#cursor && { time: Number(this.#cursor.key), seq: this.#cursor.seq };
    const windows = new SearchWindows(this.#store, this.#query, sort.descending, after);
    const rows: Row[] = [];
    let stopped: Position | undefined;
    while (rows.length <= limit && stopped === undefined) {
      const window = windows.next(this.#pace.next());
      if (!window) break;
      rows.push(...this.#rows(window, limit + 1 - rows.length));
      if (rows.length <= limit && !windows.done && this.#pace.elapsed > this.#limits.finding)
        stopped = windows.position;
    }
    const counted = this.#upTo(rows);
    if (rows.length > limit) return this.#page(rows, this.#countMatches(rows.at(-1)!, counted));
    const page = this.#page(rows, matchCount(counted.before, counted.weight, stopped === undefined));
    if (stopped === undefined) return page;
    const next = formatCursor({ key: stopped.time, seq: stopped.seq, ...counted });
    return { ...page, next, lookedBackTo: stopped.time };
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
    const page = this.#page(rows, matchCount(count, weight, stopped === undefined));
    return { ...page, lookedBackTo: stopped?.time };
  }

  #page(rows: readonly Row[], matched: FoundProfiles['matched']): FoundProfiles {
    const { limit } = this.#query;
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const key = last?.['sort_key'] as string | number;
    const next = last && formatCursor({ key, seq: Number(last['seq']), ...this.#upTo(shown) });
    return { rows: shown.map(toSummary), matched, next, lookedBackTo: undefined };
  }

  /** Counts the profiles of the previous pages and of this one. */
  #upTo(rows: readonly Row[]): Pick<Cursor, 'before' | 'weight'> {
    const { before = 0, weight = 0 } = this.#cursor ?? {};
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
    const { by, descending } = this.#query.sort;
    const key = sortColumn(by);
    const direction = descending ? 'desc' : 'asc';
    const from = by !== 'time' && this.#cursor ? ` and (${key}, profiles.seq) ${descending ? '<' : '>'} (?, ?)` : '';
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
    return this.#query.sort.descending ? -order : order;
  };
}

// Only profiles that represent several requests are in its index.
const NOT_KEPT = 'select total(weight - 1) from profiles indexed by profiles_weight where weight > 1';
