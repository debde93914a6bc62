import type { Kysely } from 'kysely';
import { transactionOf } from '../../sql/transactions.ts';

/**
 * Returns the transaction of a database that the calling code runs in, or the database itself outside of a transaction. Use it
 * for queries of your own inside `store.transaction(work)`.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely } from 'kysely';
 * import { NodeSqliteDialect, connectionOf } from 'oriel-host/kysely';
 * const database = new Kysely<never>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
 * connectionOf(database) === database; // => true
 * ```
 */
export function connectionOf<Tables>(database: Kysely<Tables>): Kysely<Tables> {
  return (transactionOf(database) as Kysely<Tables> | undefined) ?? database;
}
