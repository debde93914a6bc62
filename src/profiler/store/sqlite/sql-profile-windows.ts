import type { ProfileQuery, QueryTerm } from '../../search/profile-query.ts';
import { fromProfileToken } from '../profile-token.ts';
import type { StoreAccess } from './sql-profile-access.ts';

/**
 * Walks through the profiles a query may find in order of their time, window by window, along the index that leaves the
 * fewest to look at. Between two windows the search may stop: SQLite itself cannot be interrupted.
 */
export interface Window {
  /** What follows `from`: the table with the index to use, and the rows of this window. */
  readonly table: string;
  readonly where: string;
  readonly parameters: readonly (string | number)[];
}

/** A place between two profiles. */
export interface Position {
  readonly time: number;
  readonly seq: number;
}

/** Walks the store newest first, a stretch at a time, so that a search can stop when its time is up. */
export class ProfileWindows {
  /** Where the next window begins. */
  position: Position;
  readonly #store: StoreAccess;
  readonly #path: Path;
  readonly #descending: boolean;
  readonly #end: number;
  /** Were all windows seen? */
  done = false;

  constructor(store: StoreAccess, query: ProfileQuery, descending: boolean, after?: Position) {
    const [from, to] = timesOf(query.terms);
    this.#store = store;
    this.#path = pathOf(store, query.terms);
    this.#descending = descending;
    this.#end = descending ? from : to;
    this.position = after ?? (descending ? { time: to, seq: LAST } : { time: from, seq: -1 });
  }

  /** The next window, of about `size` rows for each value of the index; undefined when all were seen. */
  next(size: number): Window | undefined {
    if (this.done) return undefined;
    const { index, column, values, only } = this.#path;
    const [beyond, upTo] = this.#descending ? ['<', '>='] : ['>', '<='];
    const { position } = this;
    const boundary = this.#boundary(size, beyond);
    const end = boundary ?? this.#end;
    this.done = boundary === undefined;
    this.position = { time: end, seq: this.#descending ? -1 : LAST };
    const among = column === undefined ? only : `profiles.${column} in (${values.map(() => '?').join(', ')}) and `;
    return {
      table: `profiles indexed by ${index}`,
      where: `${among}profiles.time ${upTo} ? and (profiles.time, profiles.seq) ${beyond} (?, ?)`,
      parameters: [...values, end, position.time, position.seq],
    };
  }

  // Where the window ends, so that no value of the index has more than `size` rows in it (but for those of one instant).
  #boundary(size: number, beyond: string): number | undefined {
    const { index, column, values, only } = this.#path;
    const { time, seq } = this.position;
    const direction = this.#descending ? 'desc' : 'asc';
    const sql = `select time from profiles indexed by ${index}
      where ${column === undefined ? only : `${column} = ? and `}(time, seq) ${beyond} (?, ?) order by time ${direction} limit 1 offset ?`;
    const found = (column === undefined ? [[]] : values.map((value) => [value])).flatMap((value) => {
      const row = this.#store.statement(sql).get(...value, time, seq, size);
      return row ? [Number(row['time'])] : [];
    });
    if (found.length === 0) return undefined;
    const nearest = this.#descending ? Math.max(...found) : Math.min(...found);
    const past = this.#descending ? nearest < this.#end : nearest > this.#end;
    return past ? undefined : nearest;
  }
}

interface Path {
  readonly index: string;
  readonly column: string | undefined;
  readonly values: readonly (string | number)[];
  /** Without a column: the condition of an index over a part of the rows, in its very words, or SQLite does not see it. */
  readonly only: string;
}

const LAST = Number.MAX_SAFE_INTEGER;
const FOREVER = 1e15;
const BY_TIME: Path = { index: 'profiles_time', column: undefined, values: [], only: '' };

function pathOf(store: StoreAccess, terms: readonly QueryTerm[]): Path {
  const asked = (field: QueryTerm['field']): QueryTerm[] =>
    terms.filter((term) => term.field === field && !term.negated);
  const token = asked('token').flatMap((term) =>
    isText(term) ? (fromProfileToken(term.value.toLowerCase()) ?? []) : [],
  )[0];
  if (token !== undefined) return { index: 'sqlite_autoindex_profiles_1', column: 'token', values: [token], only: '' };
  const route = asked('route').find(isText);
  if (route) return { index: 'profiles_route', column: 'route', values: [route.value], only: '' };
  const statuses = asked('status')
    .map(rangeOf)
    .find((range) => range !== undefined);
  if (statuses) return { index: 'profiles_status', column: 'status', values: statusesIn(store, statuses), only: '' };
  const method = asked('method').find(isText);
  if (method) return { index: 'profiles_method', column: 'method', values: [method.value], only: '' };
  if (asked('pinned').some(({ value }) => value === true)) {
    return { index: 'profiles_pinned', column: undefined, values: [], only: 'pinned = 1 and ' };
  }
  return BY_TIME;
}

function isText(term: QueryTerm): term is QueryTerm & { readonly value: string } {
  return term.operator === 'is' && typeof term.value === 'string';
}

type Range = readonly [from: number, to: number];

// Both ends may be a little too far out: the query's own condition holds as well.
function rangeOf({ operator, value, to }: QueryTerm): Range | undefined {
  if (typeof value !== 'number') return undefined;
  if (operator === 'is') return [value, value];
  if (operator === 'between') return [value, to ?? value];
  if (operator === 'at-least' || operator === 'more-than') return [value, FOREVER];
  if (operator === 'at-most' || operator === 'less-than') return [-FOREVER, value];
  return undefined;
}

function timesOf(terms: readonly QueryTerm[]): Range {
  const ranges = terms.filter(({ field, negated }) => field === 'time' && !negated).flatMap((term) => [rangeOf(term)]);
  const known = ranges.filter((range) => range !== undefined);
  return [Math.max(-FOREVER, ...known.map(([from]) => from)), Math.min(FOREVER, ...known.map(([, to]) => to))];
}

// The few that occur, found by leaps through the index.
function statusesIn(store: StoreAccess, [from, to]: Range): number[] {
  const found: number[] = [];
  const next = store.statement('select min(status) as status from profiles where status > ? and status <= ?');
  for (let after = from - 0.5; ; after = found.at(-1)!) {
    const status = next.get(after, to)?.['status'];
    if (status === null || status === undefined) return found;
    found.push(Number(status));
  }
}
