import type { Kysely } from 'kysely';
import type { IsolationLevel } from '../../../features/resources/declare/transaction-options.ts';
import { inTransaction as inTransactionOf, transactionOf } from '../../sql/transactions.ts';

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

/**
 * Runs a function in a transaction of the database. All changes by stores and by `connectionOf(database)` are committed
 * or rolled back together. A nested transaction is part of the outer one.
 */
export function inTransaction<Result>(
  database: Kysely<never>,
  work: () => Promise<Result>,
  isolation?: IsolationLevel,
): Promise<Result> {
  const transaction = database.transaction();
  const begun = isolation === undefined ? transaction : transaction.setIsolationLevel(isolation);
  return inTransactionOf(database, (use) => begun.execute(use), work);
}
