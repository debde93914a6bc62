import type { ProfileQuery } from '../../search/profile-query.ts';
import { compileProfileQuery, sortColumn } from './profile-query-sql.ts';
import type { StoreAccess } from './sql-profile-access.ts';
import type { Cursor } from './sql-profile-cursor.ts';
import { SearchPace } from './sql-profile-pace.ts';
import { toSummary } from './sql-profile-row.ts';
import type { Row } from './sql-profile-row.ts';
import type { FoundPart, FoundRow, SearchLimits } from './sql-profile-found.ts';
import { ProfileWindows } from './sql-profile-windows.ts';
import type { Window } from './sql-profile-windows.ts';

/** Searches the profiles that have rows and indexes of their own, in SQL. */
export class RowSearch {
  readonly #store: StoreAccess;
  readonly #query: ProfileQuery;
  readonly #limits: SearchLimits;
  readonly #compiled: ReturnType<typeof compileProfileQuery>;
  readonly #cursor: Cursor | undefined;
  readonly #pace: SearchPace;

  constructor(store: StoreAccess, query: ProfileQuery, cursor: Cursor | undefined, limits: SearchLimits) {
    this.#store = store;
    this.#query = query;
    this.#limits = limits;
    this.#compiled = compileProfileQuery(query);
    this.#cursor = cursor;
    this.#pace = new SearchPace(this.#compiled.needsData ? 64 : 512, limits.began);
  }

  inOrderOfTime(): FoundPart {
    const { limit, sort } = this.#query;
    const after = this.#cursor && { time: Number(this.#cursor.key), seq: this.#cursor.seq };
    const windows = new ProfileWindows(this.#store, this.#query, sort.descending, after);
    const rows: Row[] = [];
    let stopped = false;
    while (rows.length <= limit && !stopped) {
      const window = windows.next(this.#pace.next());
      if (!window) break;
      rows.push(...this.#rows(window, limit + 1 - rows.length));
      stopped = rows.length <= limit && !windows.done && this.#pace.elapsed > this.#limits.finding;
    }
    const counted = rows.length > limit ? this.#countAfter(rows.at(-1)!, rows.length) : { count: rows.length };
    return { rows: rows.map(toFound), exact: !stopped, ...counted, stopped: stopped ? windows.position : undefined };
  }

  /** There is no index for it: looks at the newest profiles, as many as time allows, and keeps the first of them. */
  inOrderOfAnother(): FoundPart {
    const { limit } = this.#query;
    const windows = new ProfileWindows(this.#store, this.#query, true);
    let rows: Row[] = [];
    let count = 0;
    let stopped = false;
    for (
      let window = windows.next(this.#pace.next());
      window;
      window = stopped ? undefined : windows.next(this.#pace.next())
    ) {
      count += this.#count(window);
      rows = [...rows, ...this.#rows(window, limit + 1)].sort(this.#compare).slice(0, limit + 1);
      stopped = !windows.done && this.#pace.elapsed > this.#limits.finding;
    }
    return { rows: rows.map(toFound), count, exact: !stopped, stopped: stopped ? windows.position : undefined };
  }

  #countAfter(last: Row, counted: number): Pick<FoundPart, 'count' | 'exact'> {
    // How many there are in all is known.
    if (this.#query.terms.length === 0) return { count: counted, exact: true };
    const after = { time: Number(last['time']), seq: Number(last['seq']) };
    const windows = new ProfileWindows(this.#store, this.#query, this.#query.sort.descending, after);
    let count = counted;
    while (windows.done || this.#pace.elapsed < this.#limits.counting) {
      const window = windows.next(this.#pace.next());
      if (!window) return { count, exact: true };
      count += this.#count(window);
    }
    return { count, exact: false };
  }

  #rows(window: Window, limit: number): Row[] {
    const { by, descending } = this.#query.sort;
    const key = sortColumn(by);
    const direction = descending ? 'desc' : 'asc';
    const from = by !== 'time' && this.#cursor ? ` and (${key}, profiles.seq) ${descending ? '<' : '>'} (?, ?)` : '';
    const cursor = from && this.#cursor ? [this.#cursor.key, this.#cursor.seq] : [];
    const sql = `select profiles.*, ${key} as sort_key ${this.#from(window)}${from}
      order by ${key} ${direction}, profiles.seq ${direction} limit ?`;
    return this.#store.database.prepare(sql).all(...this.#parameters(window), ...cursor, limit);
  }

  #count(window: Window): number {
    const sql = `select count(*) as count ${this.#from(window)}`;
    return Number(this.#store.database.prepare(sql).get(...this.#parameters(window))?.['count']);
  }

  #from({ table, where }: Window): string {
    const data = this.#compiled.needsData ? ' cross join profile_data on profile_data.seq = profiles.seq' : '';
    return `from ${table}${data} where ${where} and (${this.#compiled.where})`;
  }

  #parameters(window: Window): (string | number)[] {
    return [...window.parameters, ...this.#compiled.parameters];
  }

  #compare = (a: Row, b: Row): number => {
    const [one, other] = [a['sort_key']!, b['sort_key']!];
    const order = one < other ? -1 : one > other ? 1 : Number(a['seq']) - Number(b['seq']);
    return this.#query.sort.descending ? -order : order;
  };
}

function toFound(row: Row): FoundRow {
  return { key: row['sort_key'] as string | number, seq: Number(row['seq']), summary: toSummary(row) };
}
