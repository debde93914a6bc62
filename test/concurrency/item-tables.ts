import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { NodeSqliteDialect, audit, outbox } from 'oriel-host/kysely';
import { Pool } from 'pg';

/** The resources of the test. Each has a table of its own. */
export const RESOURCES = ['plain', 'hooked', 'functions'] as const;
export type DatabaseKind = 'SQLite' | 'PostgreSQL';
export type ResourceName = (typeof RESOURCES)[number];

/** An item. Every write gives it the id of its request as `text`, so that no two states are equal. */
export interface ItemState {
  readonly id: number;
  readonly text: string;
  readonly count: number;
  readonly a: string;
  readonly b: string;
}

/** A committed change of one item, as a trigger of the database has recorded it. */
export interface StoredChange {
  readonly resource: ResourceName;
  readonly item: number;
  readonly before: ItemState | null;
  readonly after: ItemState | null;
}

export interface Tables extends Record<ResourceName, ItemState> {
  history: { seq: number; resource: ResourceName; item: number; before: unknown; after: unknown };
  /** What functions, hooks and work after a commit have noted. */
  notes: { kind: string; request: string; item: number };
}

/** Opens a database by its URL (PostgreSQL) or file (SQLite). */
export function openDatabase(address: string): Kysely<Tables> {
  const dialect = address.startsWith('postgres:')
    ? new PostgresDialect({ pool: new Pool({ connectionString: address, max: 10 }) })
    : new NodeSqliteDialect({ database: new DatabaseSync(address) });
  return new Kysely<Tables>({ dialect });
}

/** Creates the tables, and triggers that record the history of all items. The host does not know them. */
export async function createTables(database: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  const isPostgres = kind === 'PostgreSQL';
  const number = isPostgres ? 'bigint generated always as identity primary key' : 'integer primary key autoincrement';
  const json = isPostgres ? 'jsonb' : 'text';
  const statements = [
    `create table notes (kind text not null, request text not null, item integer not null)`,
    `create table history (seq ${number}, resource text not null, item integer not null, before ${json}, after ${json})`,
    ...(isPostgres ? [POSTGRES_FUNCTION] : []),
    ...RESOURCES.flatMap((name) => [
      `create table ${name} (id integer primary key, text text not null, count integer not null, a text not null, b text not null)`,
      ...(isPostgres ? [postgresTrigger(name)] : EVENTS.map(([event, rows]) => sqliteTrigger(name, event, rows))),
    ]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(database);
  for (const { migration } of [audit(database), outbox(database, { subscribers: {} })]) await migration.up(database);
}

const POSTGRES_FUNCTION = `create function record() returns trigger language plpgsql as $$ begin
  insert into history (resource, item, before, after)
  values (tg_table_name, coalesce(new.id, old.id), to_jsonb(old), to_jsonb(new));
  return null; end $$`;

const EVENTS = [
  ['insert', ['new']],
  ['update', ['old', 'new']],
  ['delete', ['old']],
] as const;

function postgresTrigger(table: string): string {
  return `create trigger record after insert or update or delete on ${table} for each row execute function record()`;
}

function sqliteTrigger(table: string, event: string, rows: readonly string[]): string {
  const json = (row: string): string =>
    rows.includes(row)
      ? `json_object('id', ${row}.id, 'text', ${row}.text, 'count', ${row}.count, 'a', ${row}.a, 'b', ${row}.b)`
      : 'null';
  return `create trigger ${table}_${event} after ${event} on ${table} begin
    insert into history (resource, item, before, after)
    values ('${table}', ${rows[0]!}.id, ${json('old')}, ${json('new')}); end`;
}

/** Returns the committed changes in their order, which is that of the commits for each item. */
export async function readHistory(database: Kysely<Tables>): Promise<readonly StoredChange[]> {
  const rows = await database.selectFrom('history').selectAll().orderBy('seq').execute();
  const parse = (value: unknown) => (typeof value === 'string' ? JSON.parse(value) : value) as ItemState | null;
  return rows.map(({ resource, item, before, after }) => ({
    ...{ resource, item },
    ...{ before: parse(before), after: parse(after) },
  }));
}

/** Returns the text that a request writes: its id, without the number of a repetition. */
export function planId(request: string): string {
  return request.replace(/\.\d+$/, '');
}
