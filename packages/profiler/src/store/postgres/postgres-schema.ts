import { randomBytes, randomInt } from 'node:crypto';
import { COLUMNS, IS_NOTABLE } from '../sql/profile-row.ts';
import type { PostgresClient } from './postgres-client.ts';

/** The names of the tables of a prefix. */
export interface TableNames {
  readonly profiles: string;
  readonly counters: string;
  readonly tokens: string;
  readonly machines: string;
  readonly losses: string;
}

/** Returns the names of the tables. The prefix has lowercase letters, digits and _ only. */
export function tableNames(prefix: string): TableNames {
  const name = (part: string): string => `${prefix}_profile${part}`;
  return {
    profiles: name('s'),
    counters: name('_counters'),
    tokens: name('_tokens'),
    machines: name('_machines'),
    losses: name('_losses'),
  };
}

/** The types of the columns of a profile in their order: those of all stores, and the machine, the size and the JSON text. */
export const COLUMN_TYPES: ReadonlyMap<string, string> = new Map([
  ...COLUMNS.slice(1).map(getType),
  ['machine', 'text'],
  ['size', 'integer'],
  ['data', 'text'],
]);

// Numbers of applications can be any JSON number.
function getType(definition: string): [column: string, type: string] {
  const [name = '', type] = definition.split(' ');
  if (name === 'lease' || name === 'token') return [name, 'integer'];
  if (name === 'pinned' || name === 'aborted') return [name, 'smallint'];
  return [name, type === 'text' ? 'text' : 'double precision'];
}

/** Identifies the columns. A higher number is that of a newer version of Oriel. */
const VERSION = 1;

/**
 * Creates the tables if they do not exist. Processes that start at the same time wait for each other.
 *
 * @throws {Error} if the tables are those of a newer version
 */
export async function createSchema(client: PostgresClient, tables: TableNames): Promise<void> {
  if ((await hasSchema(client, tables)) && (await hasAdditions(client, tables))) return;
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, tables.profiles]);
  if (!(await hasSchema(client, tables))) for (const sql of statements(tables)) await client.query(sql);
  // The tables may be those of a version of Oriel without them.
  for (const sql of additions(tables)) await client.query(sql);
  await client.query(`update ${tables.counters} set secret = $1 where secret is null`, [
    randomBytes(32).toString('hex'),
  ]);
  await client.query('commit');
}

/** Returns the random text that all processes with these tables share. */
export async function readSecret(client: PostgresClient, { counters }: TableNames): Promise<string | undefined> {
  const [row] = (await client.query(`select secret from ${counters}`)).rows;
  return typeof row?.['secret'] === 'string' ? row['secret'] : undefined;
}

/** Locks the removal of profiles until the transaction ends; returns false if another process is removing some. */
export async function tryToLockRemoval(client: PostgresClient, tables: TableNames): Promise<boolean> {
  const sql = 'select pg_try_advisory_xact_lock($1, hashtext($2)) as locked';
  return (await client.query(sql, [LOCK + 1, tables.profiles])).rows[0]?.['locked'] === true;
}

async function hasSchema(client: PostgresClient, { counters }: TableNames): Promise<boolean> {
  // Unlike to_regclass, a query of the catalogue sees tables that another process created since the transaction began.
  const sql = 'select 1 from pg_tables where schemaname = any(current_schemas(false)) and tablename = $1';
  if ((await client.query(sql, [counters])).rows.length === 0) return false;
  const version = Number((await client.query(`select version from ${counters}`)).rows[0]?.['version']);
  if (version !== VERSION)
    throw new Error(
      `the tables have version ${version}, this program supports ${VERSION}; use the same version of Oriel on all machines, or another prefix`,
    );
  return true;
}

// The collation C compares and lowers A–Z only, as other stores do.
function getColumn(definition: string): string {
  const [name, type] = getType(definition);
  if (type === 'text') return `${name} text collate "C"`;
  return type === 'double precision' ? `${name} ${type}` : `${name} ${type} not null`;
}

function statements({ profiles, counters, tokens, machines, losses }: TableNames): readonly string[] {
  const columns = COLUMNS.slice(1).map(getColumn);
  return [
    `create table ${profiles} (${columns.join(', ')}, machine text collate "C" not null,
      size integer not null, data text collate "C" not null) partition by range (time)`,
    `create unique index ${profiles}_time on ${profiles} (time, lease)`,
    `create index ${profiles}_lease on ${profiles} (lease)`,
    `create index ${profiles}_trace on ${profiles} (lower(trace_id)) where trace_id is not null`,
    `create index ${profiles}_pinned on ${profiles} (time) where pinned = 1`,
    `create table ${counters} (version integer not null, profiles bigint not null, bytes bigint not null,
      requests double precision not null)`,
    `insert into ${counters} values (${VERSION}, 0, 0, 0)`,
    `create table ${tokens} (next_token integer not null, leased bigint not null)`,
    `insert into ${tokens} values (${randomInt(2 ** 24)}, 0)`,
    `create table ${machines} (name text primary key, seen timestamptz not null default now())`,
    `create table ${losses} (machine text not null, app text not null, first double precision not null,
      last double precision not null, count bigint not null)`,
  ];
}

async function hasAdditions(client: PostgresClient, { profiles }: TableNames): Promise<boolean> {
  const sql = 'select 1 from pg_indexes where schemaname = any(current_schemas(false)) and indexname = any($1)';
  return (await client.query(sql, [[`${profiles}_notable`, `${profiles}_visitor`]])).rows.length === 2;
}

// The statements change nothing if they were executed before.
function additions({ profiles, counters }: TableNames): readonly string[] {
  return [
    `create index if not exists ${profiles}_notable on ${profiles} (time, lease) where ${IS_NOTABLE} and pinned = 0`,
    `alter table ${profiles} add column if not exists visitor text collate "C"`,
    `create index if not exists ${profiles}_visitor on ${profiles} (visitor, time) where visitor is not null`,
    `alter table ${counters} add column if not exists secret text`,
  ];
}

const LOCK = 1_330_795_590;
