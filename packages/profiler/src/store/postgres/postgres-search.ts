import type { ProfileData, ProfileSummary } from '../../profile/profile.ts';
import type { FoundProfiles, MatchCount, ProfileQuery, QueryTerm } from '../search/profile-query.ts';
import { lowerAscii } from '../search/query-match-data.ts';
import { matchesProfile, needsData } from '../search/query-match.ts';
import { matchCount } from '../search/profile-query.ts';
import { parseCursor } from '../search/search-cursor.ts';
import type { Cursor } from '../search/search-cursor.ts';
import type { Condition, SqlDialect } from '../sql/profile-query-sql.ts';
import type { Row } from '../sql/profile-row.ts';
import { ProfileSearch } from '../sql/profile-search.ts';
import type { Counted, Place, SearchRange } from '../sql/profile-search.ts';
import type { PostgresClient } from './postgres-client.ts';
import { COLUMN_TYPES } from './postgres-schema.ts';
import type { TableNames } from './postgres-schema.ts';
import { JSON } from 'oriel-core/builtins';

/** Finds a page of profiles within a time. */
export async function findProfiles(
  client: PostgresClient,
  tables: TableNames,
  query: ProfileQuery,
  milliseconds: number,
): Promise<FoundProfiles> {
  const steps = new PostgresSearch(client, tables, query, milliseconds).find();
  let step = steps.next();
  while (step.done !== true) step = steps.next(await step.value);
  return step.value ?? findProfiles(client, tables, { ...query, cursor: undefined }, milliseconds);
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

const LAST = 2 ** 31 - 1;
const SETTINGS = {
  dialect: POSTGRES,
  lastSeq: LAST,
  paces: { columns: { size: 2_000, step: 100, largest: 1_000_000 }, data: { size: 100, step: 50, largest: 1_000 } },
};

class PostgresSearch extends ProfileSearch {
  readonly #client: PostgresClient;
  readonly #tables: TableNames;
  readonly #isIndexed: boolean;
  readonly #matches: ((row: Row) => boolean) | undefined;

  constructor(client: PostgresClient, tables: TableNames, query: ProfileQuery, milliseconds: number) {
    const cursor = validCursor(parseCursor(query.cursor), query);
    super(query, cursor, { finding: milliseconds, counting: milliseconds }, SETTINGS);
    this.#client = client;
    this.#tables = tables;
    this.#isIndexed = query.terms.some(isIndexed);
    this.#matches = this.compiled.needsData ? dataTest(query.terms) : undefined;
  }

  protected async findTime({ time, seq }: Place, descending: boolean, size: number): Promise<number | undefined> {
    if (this.#isIndexed) return undefined;
    const [beyond, direction] = descending ? ['<', 'desc'] : ['>', 'asc'];
    const { rows } = await this.#client.query(
      `select time from ${this.#tables.profiles} where time ${beyond}= $1 and (time, lease) ${beyond} ($1, $2)
        order by time ${direction}, lease ${direction} limit 1 offset $3`,
      [time, seq, size],
    );
    return rows[0]?.['time'] as number | undefined;
  }

  protected async readRows(range: SearchRange, limit: number): Promise<Row[]> {
    const columns = `${this.#matches ? 'profiles.*' : SHOWN}, ${this.sortKey}`;
    const order = `order by ${this.compiled.orderBy} ${this.#matches ? '' : `limit ${limit}`}`;
    const rows = await this.#select(columns, this.pageCondition, range, order);
    return this.#matches ? rows.filter(this.#matches).slice(0, limit) : rows;
  }

  protected async count(range: SearchRange): Promise<Counted> {
    const { where: sql, parameters } = this.compiled;
    if (this.#matches === undefined) {
      const columns = 'count(*) as count, coalesce(sum(weight), 0) as weight';
      const [row] = await this.#select(columns, { sql, parameters }, range);
      return { count: Number(row?.['count']), weight: Number(row?.['weight']) };
    }
    const found = await this.#select('profiles.weight, profiles.data', { sql, parameters }, range);
    const rows = found.filter(this.#matches);
    return { count: rows.length, weight: rows.reduce((sum, row) => sum + Number(row['weight']), 0) };
  }

  protected async countAll(): Promise<MatchCount> {
    const [row] = (await this.#client.query(`select profiles, requests from ${this.#tables.counters}`)).rows;
    return matchCount(Number(row?.['profiles']), Number(row?.['requests']), true);
  }

  async #select(
    columns: string,
    condition: Condition,
    { after, upTo, descending }: SearchRange,
    rest = '',
  ): Promise<Row[]> {
    const [beyond, until] = descending ? ['<', '>='] : ['>', '<='];
    const sql = `select ${columns} from ${this.#tables.profiles} as profiles where (${condition.sql})
      and profiles.time ${until} ? and profiles.time ${beyond}= ? and (profiles.time, profiles.lease) ${beyond} (?, ?) ${rest}`;
    // PostgreSQL accepts no null characters.
    const given = condition.parameters.map((parameter) =>
      typeof parameter === 'string' ? parameter.replaceAll('\0', '\ufffd') : parameter,
    );
    let index = 0;
    const numbered = sql.replaceAll('?', () => `$${++index}`);
    return [...(await this.#client.query(numbered, [...given, upTo, after.time, after.time, after.seq])).rows];
  }
}

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
