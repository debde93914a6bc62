import type { ColumnOptions } from '../sql/sql-column.ts';
import { TableStore } from '../sql/table-store.ts';
import type { SqlStore, SqlStoreOptions } from '../sql/sql-store-options.ts';
import { transactionOf } from '../sql/transactions.ts';
import { getModel } from './prisma-client.ts';
import type { PrismaDatabase, PrismaField, PrismaInternals, PrismaModel } from './prisma-client.ts';
import { PrismaRunner } from './prisma-runner.ts';
import { PEERS } from '../../peer-packages.ts';

/**
 * Creates a store for the items of a resource in the table of a Prisma model. It writes the same SQL as `sqlStore`, and runs it through
 * the client. A field is stored in the column of the model's field with its name, and `columns` overrides this.
 *
 * @param client a client of Prisma 7.5 or newer for PostgreSQL, or for SQLite with the adapter of `prismaAdapter`
 * @param model the name of the model, as the client (`user`) or the schema (`User`) writes it
 * @returns a store for one resource. Its methods throw the same errors as those of `sqlStore`
 * @throws {TypeError} if the client or the model is not supported, or an option is unknown
 *
 * @example
 * ```ts no-run
 * import { defineHost, filter, resource } from 'oriel-host';
 * import { prismaStore } from 'oriel-host/prisma';
 * import type { PrismaDatabase } from 'oriel-host/prisma';
 * import { z } from 'zod';
 * declare const prisma: PrismaDatabase & { readonly boat: object };
 * const Boat = z.object({ id: z.int(), name: z.string() });
 * const store = prismaStore(prisma, 'boat');
 * export default defineHost({
 *   resources: [resource('boats', Boat, { id: 'id', filters: { name: filter.start() }, store })],
 * });
 * ```
 */
export function prismaStore<Client extends PrismaDatabase>(
  client: Client,
  model: ModelName<Client>,
  options: SqlStoreOptions = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- the schema of the resource has the type of its rows
): SqlStore<any, Omit<Client, '$transaction'>> {
  PEERS.checkVersion('@prisma/client', 'prismaStore()');
  const found = getModel(client, model);
  const table = tableName(found, client);
  const runner = new PrismaRunner(client, table);
  return new TableStore(runner, table, options, getColumns(found, runner)) as never;
}

/** The names of the models of a client, and of the schema. */
export type ModelName<Client> =
  Exclude<keyof Client, `$${string}` | symbol> extends infer Name extends string ? Name | Capitalize<Name> : never;

/**
 * Returns the transaction of a client of Prisma that the calling code runs in, or the client itself outside of a transaction. Use it for
 * queries of your own inside `store.transaction(work)`.
 *
 * @param client the client of the stores
 * @returns a client without `$transaction` inside of a transaction
 *
 * @example
 * ```ts no-run
 * import { connectionOf } from 'oriel-host/prisma';
 * import type { PrismaDatabase } from 'oriel-host/prisma';
 * declare const prisma: PrismaDatabase;
 * await connectionOf(prisma).$queryRawUnsafe('select 1');
 * ```
 */
export function connectionOf<Client extends PrismaDatabase>(client: Client): Omit<Client, '$transaction'> {
  return (transactionOf(client) as Client | undefined) ?? client;
}

// Like Prisma, which does not use `search_path`.
function tableName({ name, dbName, schema }: PrismaModel & { readonly name: string }, client: PrismaDatabase): string {
  const { _activeProvider: provider, _engineConfig: config } = client as PrismaInternals;
  const table = dbName ?? name;
  return provider === 'postgresql' ? `${schema ?? config?.adapter?.options?.schema ?? 'public'}.${table}` : table;
}

function getColumns({ fields }: PrismaModel, { dialect }: PrismaRunner): ReadonlyMap<string, ColumnOptions> {
  const columns = fields.filter(({ kind }) => kind !== 'object');
  return new Map(columns.map((field) => [field.name, getColumn(field, dialect.name === 'sqlite')]));
}

// Prisma writes times as text with an offset on SQLite. PostgreSQL is queried for its types.
function getColumn({ name, dbName = name, type }: PrismaField, isSqlite: boolean): ColumnOptions {
  return isSqlite && type === 'DateTime' ? { column: dbName, as: 'offset' } : { column: dbName };
}
