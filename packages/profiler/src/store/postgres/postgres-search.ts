import type { ProfileData, ProfileSummary } from '../../profile/profile.ts';
import type { FoundProfiles, ProfileQuery, QueryTerm } from '../search/profile-query.ts';
import { lowerAscii } from '../search/query-match-data.ts';
import { matchesProfile, needsData } from '../search/query-match.ts';
import { matchCount } from '../search/profile-query.ts';
import { compileProfileQuery, sortColumn } from '../sql/profile-query-sql.ts';
import type { SqlDialect } from '../sql/profile-query-sql.ts';
import type { Row } from '../sql/profile-row.ts';
import { parseCursor, toCursorPage } from '../sql/search-cursor.ts';
import type { Cursor } from '../sql/search-cursor.ts';
import { SearchPace } from '../sql/search-pace.ts';
import { getTimeRange } from '../sql/time-range.ts';
import type { PostgresClient } from './postgres-client.ts';
import { COLUMN_TYPES } from './postgres-schema.ts';
import { toMachineSummary } from './read-profile.ts';
import type { TableNames } from './postgres-schema.ts';
import { JSON } from 'oriel-core/builtins';

/** Finds a page of profiles. A search that reaches its time limit returns what it found, and a cursor to continue. */
export function findProfiles(
  client: PostgresClient,
  tables: TableNames,
  query: ProfileQuery,
  milliseconds: number,
): Promise<FoundProfiles> {
  const search = new PostgresSearch(client, tables, query, milliseconds);
  return query.sort.by === 'time' ? search.byTime() : search.byOtherColumn();
}

/** A place in the order of time. */
interface Place {
  readonly time: number;
  readonly lease: number;
}

/** Profiles between two places; the search reads one range after the other until its time is over. */
interface Range {
  readonly after: Place;
  readonly upTo: number;
  readonly isLast: boolean;
  readonly descending: boolean;
}

class PostgresSearch {
  readonly #client: PostgresClient;
  readonly #tables: TableNames;
  readonly #query: ProfileQuery;
  readonly #milliseconds: number;
  readonly #compiled: ReturnType<typeof compileProfileQuery>;
  readonly #cursor: Cursor | undefined;
  readonly #pace: SearchPace;
  /** The direction of reading, which a cursor of a previous page reverses. */
  readonly #descending: boolean;
  readonly #from: number;
  readonly #to: number;
  readonly #isIndexed: boolean;
  readonly #matches: ((row: Row) => boolean) | undefined;

  constructor(client: PostgresClient, tables: TableNames, query: ProfileQuery, milliseconds: number) {
    this.#client = client;
    this.#tables = tables;
    this.#query = query;
    this.#milliseconds = milliseconds;
    this.#cursor = validCursor(parseCursor(query.cursor), query);
    this.#descending = query.sort.descending !== (this.#cursor?.isBackwards ?? false);
    const sort = { ...query.sort, descending: this.#descending };
    this.#compiled = compileProfileQuery({ ...query, sort }, POSTGRES);
    const { needsData: readsData } = this.#compiled;
    this.#pace = new SearchPace(
      readsData ? { size: 100, step: 50, largest: 1_000 } : { size: 2_000, step: 100, largest: 1_000_000 },
    );
    [this.#from, this.#to] = getTimeRange(query.terms);
    this.#isIndexed = query.terms.some(isIndexed);
    this.#matches = readsData ? dataTest(query.terms) : undefined;
  }

  async byTime(): Promise<FoundProfiles> {
    const { limit } = this.#query;
    const rows: Row[] = [];
    let stopped: Place | undefined;
    const key = this.#cursor;
    for await (const range of this.#ranges(this.#descending, key && { time: Number(key.key), lease: key.seq })) {
      rows.push(...(await this.#rows(range, limit + 1 - rows.length)));
      if (rows.length > limit) break;
      if (!range.isLast && this.#pace.elapsed > this.#milliseconds) {
        stopped = { time: range.upTo, lease: this.#descending ? -1 : LAST };
        break;
      }
    }
    if (this.#isFirstPage(rows, stopped)) return await this.#firstPage();
    const counted = this.#upTo(rows);
    const last = this.#cursor?.isBackwards ? rows[0] : rows[limit];
    const matched = last
      ? await this.#countMatches(last, counted)
      : matchCount(counted.before, counted.weight, stopped === undefined);
    const page = this.#page(rows, matched, stopped);
    return stopped === undefined || page.isReadBackwards ? page : { ...page, lookedBackTo: stopped.time };
  }

  /** Without an index for the order, all profiles are read, the newest first, as long as time allows. */
  async byOtherColumn(): Promise<FoundProfiles> {
    const { limit } = this.#query;
    let rows: Row[] = [];
    let [count, weight] = [0, 0];
    let stopped: number | undefined;
    for await (const range of this.#ranges(true)) {
      const found = await this.#count(range);
      count += found.count;
      weight += found.weight;
      rows = [...rows, ...(await this.#rows(range, limit + 1))].sort(this.#compare).slice(0, limit + 1);
      if (!range.isLast && this.#pace.elapsed > this.#milliseconds) {
        stopped = range.upTo;
        break;
      }
    }
    if (this.#isFirstPage(rows, stopped)) return await this.#firstPage();
    return { ...this.#page(rows, matchCount(count, weight, stopped === undefined)), lookedBackTo: stopped };
  }

  /** Whether fewer rows than a page precede the cursor of a previous page. */
  #isFirstPage(rows: readonly Row[], stopped: unknown): boolean {
    return this.#cursor?.isBackwards === true && rows.length <= this.#query.limit && stopped === undefined;
  }

  #firstPage(): Promise<FoundProfiles> {
    return findProfiles(this.#client, this.#tables, { ...this.#query, cursor: undefined }, this.#milliseconds);
  }

  #page(rows: readonly Row[], matched: FoundProfiles['matched'], stopped?: Place): FoundProfiles {
    const { shown, ...cursors } = toCursorPage({
      rows,
      cursor: this.#cursor,
      limit: this.#query.limit,
      placeOf: (row) => ({ key: row['sort_key'] as string | number, seq: Number(row['lease']) }),
      weightOf: (row) => Number(row['weight']),
      descending: this.#query.sort.descending,
      stopped: stopped && { key: stopped.time, seq: stopped.lease },
    });
    return { rows: shown.map(toMachineSummary), matched, ...cursors, lookedBackTo: undefined };
  }

  #upTo(rows: readonly Row[]): Pick<Cursor, 'before' | 'weight'> {
    const { before = 0, weight = 0, isBackwards } = this.#cursor ?? {};
    if (isBackwards) return { before, weight };
    return { before: before + rows.length, weight: rows.reduce((sum, row) => sum + Number(row['weight']), weight) };
  }

  async #countMatches(last: Row, counted: Pick<Cursor, 'before' | 'weight'>): Promise<FoundProfiles['matched']> {
    if (this.#query.terms.length === 0) {
      const [row] = (await this.#client.query(`select profiles, requests from ${this.#tables.counters}`)).rows;
      return matchCount(Number(row?.['profiles']), Number(row?.['requests']), true);
    }
    let { before: count, weight } = counted;
    const after = { time: Number(last['time']), lease: Number(last['lease']) };
    for await (const range of this.#ranges(this.#query.sort.descending, after)) {
      const found = await this.#count(range);
      count += found.count;
      weight += found.weight;
      if (!range.isLast && this.#pace.elapsed > this.#milliseconds) return matchCount(count, weight, false);
    }
    return matchCount(count, weight, true);
  }

  async *#ranges(descending: boolean, start?: Place): AsyncGenerator<Range> {
    const [first, end] = descending ? [this.#to, this.#from] : [this.#from, this.#to];
    let after = start ?? { time: first, lease: descending ? LAST : -1 };
    for (let isLast = false; !isLast;) {
      const upTo = this.#isIndexed ? undefined : await this.#boundary(descending, after, end);
      isLast = upTo === undefined;
      yield { after, upTo: upTo ?? end, isLast, descending };
      after = { time: upTo ?? end, lease: descending ? -1 : LAST };
    }
  }

  // Returns the time at which a range of about as many profiles as the pace allows ends.
  async #boundary(descending: boolean, { time, lease }: Place, end: number): Promise<number | undefined> {
    const [beyond, direction] = descending ? ['<', 'desc'] : ['>', 'asc'];
    const { rows } = await this.#client.query(
      `select time from ${this.#tables.profiles} where time ${beyond}= $1 and (time, lease) ${beyond} ($1, $2)
        order by time ${direction}, lease ${direction} limit 1 offset $3`,
      [time, lease, this.#pace.next()],
    );
    const found = rows[0]?.['time'] as number | undefined;
    if (found === undefined) return undefined;
    return (descending ? found > end : found < end) ? found : undefined;
  }

  async #rows(range: Range, limit: number): Promise<Row[]> {
    const { sort } = this.#query;
    const key = sortColumn(sort.by);
    const cursor = sort.by === 'time' ? undefined : this.#cursor;
    const after = cursor && `(${key}, profiles.lease) ${this.#descending ? '<' : '>'} (?, ?)`;
    const rows = await this.#select(
      `${this.#matches ? 'profiles.*' : SHOWN}, ${key} as sort_key`,
      [this.#compiled.where, ...(after === undefined ? [] : [after])].join(' and '),
      [...this.#compiled.parameters, ...(cursor ? [cursor.key, cursor.seq] : [])],
      range,
      `order by ${this.#compiled.orderBy} ${this.#matches ? '' : `limit ${limit}`}`,
    );
    return this.#matches ? rows.filter(this.#matches).slice(0, limit) : rows;
  }

  async #count(range: Range): Promise<{ readonly count: number; readonly weight: number }> {
    const { where, parameters } = this.#compiled;
    if (this.#matches === undefined) {
      const columns = 'count(*) as count, coalesce(sum(weight), 0) as weight';
      const [row] = await this.#select(columns, where, parameters, range, '');
      return { count: Number(row?.['count']), weight: Number(row?.['weight']) };
    }
    const rows = (await this.#select('profiles.weight, profiles.data', where, parameters, range, '')).filter(
      this.#matches,
    );
    return { count: rows.length, weight: rows.reduce((sum, row) => sum + Number(row['weight']), 0) };
  }

  async #select(
    columns: string,
    where: string,
    parameters: readonly unknown[],
    { after, upTo, descending }: Range,
    rest: string,
  ): Promise<Row[]> {
    const [beyond, until] = descending ? ['<', '>='] : ['>', '<='];
    const sql = `select ${columns} from ${this.#tables.profiles} as profiles where (${where})
      and profiles.time ${until} ? and profiles.time ${beyond}= ? and (profiles.time, profiles.lease) ${beyond} (?, ?) ${rest}`;
    // PostgreSQL accepts no null characters.
    const given = parameters.map((parameter) =>
      typeof parameter === 'string' ? parameter.replaceAll('\0', '\ufffd') : parameter,
    );
    const all = [...given, upTo, after.time, after.time, after.lease];
    let index = 0;
    return [
      ...(
        await this.#client.query(
          sql.replaceAll('?', () => `$${++index}`),
          all,
        )
      ).rows,
    ];
  }

  readonly #compare = (a: Row, b: Row): number => {
    const [one, other] = [a['sort_key'] as string | number, b['sort_key'] as string | number];
    const order = one < other ? -1 : one > other ? 1 : Number(a['lease']) - Number(b['lease']);
    return this.#descending ? -order : order;
  };
}

// SQL finds the profiles whose JSON text contains the value; the data of these are then tested.
const POSTGRES: SqlDialect = {
  position: 'strpos',
  order: 'lease',
  token: (column) => `lpad(to_hex(${column}), 6, '0')`,
  machine: 'profiles.machine',
  data: ({ value, negated }) =>
    negated
      ? { sql: 'false', parameters: [] }
      : {
          sql: 'strpos(lower(profiles.data), ?) > 0',
          parameters: [lowerAscii(JSON.stringify(String(value).toWellFormed()).slice(1, -1))],
        },
};

// An index finds the few profiles of such a search, so that it is not divided into ranges.
function isIndexed({ field, operator, value, negated }: QueryTerm): boolean {
  if (negated) return false;
  if (field === 'visitor') return operator === 'starts';
  return (operator === 'is' && (field === 'token' || field === 'traceId')) || (field === 'pinned' && value === true);
}

function dataTest(terms: readonly QueryTerm[]): (row: Row) => boolean {
  const matches = matchesProfile({ terms: terms.filter(needsData) });
  return ({ data }) => matches({} as ProfileSummary, JSON.parse(String(data)) as ProfileData);
}

const SHOWN = [...COLUMN_TYPES.keys()]
  .filter((column) => column !== 'data')
  .map((column) => `profiles.${column}`)
  .join(', ');
const TEXT_KEYS = new Set(['method', 'url', 'ip', 'route']);

// Another order may have been chosen in the URL.
function validCursor(cursor: Cursor | undefined, { sort }: ProfileQuery): Cursor | undefined {
  if (cursor === undefined || !Number.isInteger(cursor.seq) || Math.abs(cursor.seq) > LAST + 1) return undefined;
  const isRight = (typeof cursor.key === 'string') === TEXT_KEYS.has(sort.by) && !String(cursor.key).includes('\0');
  return isRight ? { ...cursor, seq: Math.min(cursor.seq, LAST) } : undefined;
}

const LAST = 2 ** 31 - 1;
