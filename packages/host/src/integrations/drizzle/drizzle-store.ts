import { getTableName, is, getTableColumns } from 'drizzle-orm';
import { PgTable, getTableConfig } from 'drizzle-orm/pg-core';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { TableStore } from '../sql/table-store.ts';
import type { SqlStore, SqlStoreOptions } from '../sql/sql-store-options.ts';
import { transactionOf } from '../sql/transactions.ts';
import { DrizzleRunner } from './drizzle-runner.ts';
import type { DrizzleDatabase } from './drizzle-runner.ts';
import type { Column, Table } from 'drizzle-orm';
import type { ColumnOptions } from '../sql/sql-column.ts';

/**
 * Creates a store for the items of a resource in a Drizzle table. It writes the same SQL as `sqlStore`, and runs it through Drizzle.
 * A field is stored in the column that the table declares for it, and `columns` overrides this.
 *
 * @param database what `drizzle()` returns, over PostgreSQL or better-sqlite3
 * @param table the table, as `pgTable` or `sqliteTable` returns it
 * @returns a store for one resource. Its methods throw the same errors as those of `sqlStore`
 * @throws {TypeError} if the database or the table is not supported, or an option is unknown
 *
 * @example
 * ```ts
 * import Database from 'better-sqlite3';
 * import { drizzle } from 'drizzle-orm/better-sqlite3';
 * import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
 * import { defineHost, filter, resource } from 'oriel-host';
 * import { drizzleStore } from 'oriel-host/drizzle';
 * import { z } from 'zod';
 * const client = new Database(':memory:');
 * client.exec("create table boats (id integer primary key, full_name text); insert into boats (full_name) values ('Nereid')");
 * const boats = sqliteTable('boats', { id: integer().primaryKey(), name: text('full_name').notNull() });
 * const resources = [
 *   resource('boats', z.object({ id: z.int(), name: z.string() }), {
 *     id: 'id',
 *     filters: { name: filter.start() },
 *     store: drizzleStore(drizzle({ client }), boats),
 *   }),
 * ];
 * await using host = defineHost({ resources, log: { level: 'none' } });
 * const response = await host.fetch(new Request('http://localhost/api/boats?name=ner'));
 * await response.json(); // => [{ id: 1, name: 'Nereid' }]
 * ```
 */
export function drizzleStore<Database extends DrizzleDatabase>(
  database: Database,
  table: PgTable | SQLiteTable,
  options: SqlStoreOptions = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- the schema of the resource has the type of its rows
): SqlStore<any, DrizzleTransaction<Database>> {
  const runner = new DrizzleRunner(database, table);
  return new TableStore(runner, tableName(table, runner), options, drizzleColumns(database, table)) as never;
}

/** The transaction of a database. On SQLite it is the database itself, whose transactions are synchronous in Drizzle. */
export type DrizzleTransaction<Database> = Database extends {
  transaction(work: (transaction: infer Transaction) => Promise<unknown>): Promise<unknown>;
}
  ? Transaction
  : Database;

/**
 * Returns the transaction of a Drizzle database that the calling code runs in, or the database itself outside of a transaction. Use
 * it for queries of your own inside `store.transaction(work)`.
 *
 * @param database what `drizzle()` returns
 *
 * @example
 * ```ts
 * import { drizzle } from 'drizzle-orm/better-sqlite3';
 * import { connectionOf } from 'oriel-host/drizzle';
 * const database = drizzle(':memory:');
 * connectionOf(database) === database; // => true
 * ```
 */
export function connectionOf<Database extends DrizzleDatabase>(database: Database): Database {
  return (transactionOf(database) as Database | undefined) ?? database;
}

function tableName(table: PgTable | SQLiteTable, { dialect }: DrizzleRunner): string {
  const isPostgres = is(table, PgTable);
  if (!isPostgres && !is(table, SQLiteTable))
    throw new TypeError('The table of drizzleStore is not a Drizzle table; use pgTable or sqliteTable');
  if (isPostgres !== (dialect.name === 'postgres'))
    throw new TypeError(
      `The table "${getTableName(table)}" is declared with ${isPostgres ? 'pgTable' : 'sqliteTable'}, but the database is ${isPostgres ? 'SQLite' : 'PostgreSQL'}`,
    );
  if (!isPostgres) return getTableName(table);
  const { name, schema } = getTableConfig(table);
  return schema === undefined ? name : `${schema}.${name}`;
}

/** Returns the column of each field that a Drizzle table declares: its name and how it stores times. */
function drizzleColumns(database: DrizzleDatabase, table: Table): ReadonlyMap<string, ColumnOptions> {
  const columns = new Map<string, ColumnOptions>();
  for (const [field, column] of Object.entries(getTableColumns(table)))
    columns.set(field, { column: getName(database, column), ...getStorage(column) });
  return columns;
}

// With the option `casing` of Drizzle, names are derived from fields.
function getName(database: DrizzleDatabase, column: Column): string {
  const { dialect } = database as unknown as {
    readonly dialect?: { readonly casing?: { getColumnCasing(column: Column): string } };
  };
  return dialect?.casing?.getColumnCasing(column) ?? column.name;
}

// PostgreSQL is queried for its types.
function getStorage(column: Column): Pick<ColumnOptions, 'as'> {
  if (column.columnType !== 'SQLiteTimestamp') return {};
  const { mode } = column as Column & { readonly mode?: string };
  return { as: mode === 'timestamp_ms' ? 'milliseconds' : 'seconds' };
}
