import type { Kysely, Transaction } from 'kysely';
import { TableStore } from '../../sql/table-store.ts';
import type { SqlStore, SqlStoreOptions } from '../../sql/sql-store-options.ts';
import { KyselyRunner } from './kysely-runner.ts';

/**
 * Creates a store for the items of a resource in an SQL table. The database evaluates filters, orders, pages and counts. Pass it
 * as `store` of a `resource`; each function in `provide` and `process` overrides one of its operations.
 *
 * @param database Kysely over SQLite or PostgreSQL
 * @param name the table, or `schema.table`
 * @returns a store for one resource. Its methods throw `ConflictError` (409) for an existing key or a row that others refer to,
 *   `UnprocessableContentError` (422) with the JSON pointer of the field for other constraints, and `TypeError` for names that
 *   are not a field or column and for unknown members of a list request
 * @throws {TypeError} if the database is not SQLite or PostgreSQL, or an option is unknown
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely } from 'kysely';
 * import { defineHost, filter, resource } from 'oriel-host';
 * import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
 * import { z } from 'zod';
 * const file = new DatabaseSync(':memory:');
 * file.exec("create table boats (id integer primary key, name text); insert into boats (name) values ('Nereid')");
 * const database = new Kysely<{ boats: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
 * const boats = resource('boats', z.object({ id: z.int(), name: z.string() }), {
 *   id: 'id',
 *   filters: { name: filter.start() },
 *   store: sqlStore(database, 'boats'),
 * });
 * await using host = defineHost({ resources: [boats], log: { level: 'none' } });
 * const response = await host.fetch(new Request('http://localhost/api/boats?name=ner'));
 * await response.json(); // => [{ id: 1, name: 'Nereid' }]
 * await database.destroy();
 * ```
 */
export function sqlStore<Tables, Name extends keyof Tables & string>(
  database: Kysely<Tables>,
  name: Name,
  options: SqlStoreOptions = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- the schema of the resource has the type of its rows
): SqlStore<any, Transaction<Tables>> {
  return new TableStore(new KyselyRunner(database as unknown as Kysely<never>), name, options) as never;
}
