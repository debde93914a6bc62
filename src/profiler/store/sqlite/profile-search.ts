import type { FoundProfiles, ProfileQuery } from '../../search/profile-query.ts';
import { compileProfileQuery, sortColumn } from './profile-query-sql.ts';
import { toSummary } from './profile-row.ts';
import type { Row } from './profile-row.ts';
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
    this.#pace = new SearchPace(this.#compiled.needsData ? 64 : 512);
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
    const before = this.#cursor?.before ?? 0;
    if (rows.length > limit) {
      const { count, exact } = this.#countMatches(rows.at(-1)!, before + rows.length);
      return this.#page(rows, { count, exact });
    }
    const count = before + rows.length;
    const page = this.#page(rows, { count, exact: stopped === undefined });
    if (stopped === undefined) return page;
    const next = formatCursor({ key: stopped.time, seq: stopped.seq, before: count });
    return { ...page, next, lookedBackTo: stopped.time };
  }

  /** Without an index for the order, all profiles are read, the newest first, as long as time allows. */
  byOtherColumn(): FoundProfiles {
    const { limit } = this.#query;
    const windows = new SearchWindows(this.#store, this.#query, true);
    let rows: Row[] = [];
    let count = 0;
    let stopped: Position | undefined;
    while (stopped === undefined) {
      const window = windows.next(this.#pace.next());
      if (!window) break;
      count += this.#count(window);
      rows = [...rows, ...this.#rows(window, limit + 1)].sort(this.#compare).slice(0, limit + 1);
      if (!windows.done && this.#pace.elapsed > this.#limits.finding) stopped = windows.position;
    }
    const page = this.#page(rows, { count, exact: stopped === undefined });
    return { ...page, lookedBackTo: stopped?.time };
  }

  #page(rows: readonly Row[], matched: FoundProfiles['matched']): FoundProfiles {
    const { limit } = this.#query;
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const before = (this.#cursor?.before ?? 0) + limit;
    const next = last && formatCursor({ key: last['sort_key'] as string | number, seq: Number(last['seq']), before });
    return { rows: shown.map(toSummary), matched, next, lookedBackTo: undefined };
  }

  #countMatches(last: Row, counted: number): FoundProfiles['matched'] {
    if (this.#query.terms.length === 0)
      return { count: this.#store.number('select profiles from profile_counters'), exact: true };
    const after = { time: Number(last['time']), seq: Number(last['seq']) };
    const windows = new SearchWindows(this.#store, this.#query, this.#query.sort.descending, after);
    let count = counted;
    while (windows.done || this.#pace.elapsed < this.#limits.counting) {
      const window = windows.next(this.#pace.next());
      if (!window) return { count, exact: true };
      count += this.#count(window);
    }
    return { count, exact: false };
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

  #count(window: SearchWindow): number {
    const sql = `select count(*) as count ${this.#from(window)}`;
    return Number(this.#store.database.prepare(sql).get(...this.#parameters(window))?.['count']);
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

/** Determines how many profiles to read before the clock is checked again: about as many as take four milliseconds. */
class SearchPace {
  readonly #began = performance.now();
  #last: number | undefined;
  #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  next(): number {
    const now = performance.now();
    if (this.#last !== undefined) {
      const factor = Math.min(4, STEP / Math.max(now - this.#last, 0.1));
      this.#size = Math.max(SMALLEST, Math.min(LARGEST, Math.round(this.#size * factor)));
    }
    this.#last = now;
    return this.#size;
  }

  /** Milliseconds since the search began. */
  get elapsed(): number {
    return performance.now() - this.#began;
  }
}

const STEP = 4;
const SMALLEST = 16;
const LARGEST = 20_000;

/** Where a page ends: the value of the sort column, the sequence number, and the number of profiles up to there. */
interface Cursor {
  readonly key: string | number;
  readonly seq: number;
  readonly before: number;
}

function formatCursor({ key, seq, before }: Cursor): string {
  return Buffer.from(JSON.stringify([key, seq, before])).toString('base64url');
}

// Returns undefined, which is the first page, for an invalid cursor.
function parseCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  try {
    const [key, seq, before] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const isKey = typeof key === 'string' || typeof key === 'number';
    return isKey && typeof seq === 'number' && typeof before === 'number' ? { key, seq, before } : undefined;
  } catch {
    return undefined;
  }
}
