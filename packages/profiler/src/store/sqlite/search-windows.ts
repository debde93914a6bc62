import type { ProfileQuery, QueryTerm } from '../search/profile-query.ts';
import { fromProfileToken, gather } from '../profile-token.ts';
import { visitorCondition } from '../sql/profile-query-sql.ts';
import { getTimeRange } from '../sql/time-range.ts';
import type { OpenStore } from './store-connection.ts';

/** A range of profiles that a search reads in one statement. SQLite cannot be interrupted, so ranges are short. */
export interface SearchWindow {
  /** The table and the index, for a `from` clause. */
  readonly table: string;
  readonly where: string;
  readonly parameters: readonly (string | number)[];
}

/** A place in the order of time. */
export interface Position {
  readonly time: number;
  readonly seq: number;
}

/** Divides the profiles that a query can match into windows, in the order of time. */
export class SearchWindows {
  /** Where the next window begins. */
  position: Position;
  /** Whether the last window was returned. */
  done = false;
  readonly #store: OpenStore;
  readonly #path: AccessPath;
  readonly #descending: boolean;
  readonly #end: number;

  constructor(store: OpenStore, query: ProfileQuery, descending: boolean, after?: Position) {
    const [from, to] = getTimeRange(query.terms);
    this.#store = store;
    this.#path = getAccessPath(query.terms);
    this.#descending = descending;
    this.#end = descending ? from : to;
    this.position = after ?? (descending ? { time: to, seq: LAST } : { time: from, seq: -1 });
  }

  /** Returns the next window of about `size` profiles; undefined after the last. */
  next(size: number): SearchWindow | undefined {
    if (this.done) return undefined;
    const { index, condition, parameters } = this.#path;
    const [beyond, upTo] = this.#descending ? ['<', '>='] : ['>', '<='];
    const { position } = this;
    const boundary = this.#boundary(size, beyond);
    const end = boundary ?? this.#end;
    this.done = boundary === undefined;
    this.position = { time: end, seq: this.#descending ? -1 : LAST };
    return {
      table: `profiles indexed by ${index}`,
      where: `${condition}profiles.time ${upTo} ? and (profiles.time, profiles.seq) ${beyond} (?, ?)`,
      parameters: [...parameters, end, position.time, position.seq],
    };
  }

  // Returns the time at which the window ends. All profiles of that time belong to it.
  #boundary(size: number, beyond: string): number | undefined {
    const { index, condition, parameters } = this.#path;
    const { time, seq } = this.position;
    const direction = this.#descending ? 'desc' : 'asc';
    const sql = `select time from profiles indexed by ${index}
      where ${condition}(time, seq) ${beyond} (?, ?) order by time ${direction} limit 1 offset ?`;
    const row = this.#store.statement(sql).get(...parameters, time, seq, size);
    if (row === undefined) return undefined;
    const found = Number(row['time']);
    const isPast = this.#descending ? found < this.#end : found > this.#end;
    return isPast ? undefined : found;
  }
}

interface AccessPath {
  readonly index: string;
  readonly condition: string;
  readonly parameters: readonly (string | number)[];
}

const LAST = Number.MAX_SAFE_INTEGER;
const BY_TIME: AccessPath = { index: 'profiles_time', condition: '', parameters: [] };
// SQLite uses a partial index only if the query repeats its condition.
const PINNED: AccessPath = { index: 'profiles_pinned', condition: 'pinned = 1 and ', parameters: [] };

function getAccessPath(terms: readonly QueryTerm[]): AccessPath {
  for (const { field, operator, value, negated } of terms) {
    if (negated) continue;
    if (field === 'pinned' && value === true) return PINNED;
    if (field === 'visitor' && operator === 'starts') {
      const { sql, parameters } = visitorCondition('visitor', String(value));
      return { index: 'profiles_visitor', condition: `${sql} and `, parameters };
    }
    const token =
      field === 'token' && operator === 'is' && typeof value === 'string'
        ? fromProfileToken(value.toLowerCase())
        : undefined;
    if (token !== undefined)
      return {
        index: 'sqlite_autoindex_profiles_1',
        condition: 'profiles.lease = ? and ',
        parameters: [gather(token)],
      };
  }
  return BY_TIME;
}
