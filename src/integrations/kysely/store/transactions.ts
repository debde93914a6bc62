import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction } from 'kysely';
import { asUnavailable } from '../database-unavailable.ts';

type AnyKysely = Kysely<never>;

// One place per database, so that all stores over it meet in the same transaction.
const running = new WeakMap<object, AsyncLocalStorage<Transaction<never>>>();

/**
 * Returns the transaction of a database that the calling code runs in, or the database itself outside of a transaction. Use it
 * for queries of your own inside `store.transaction(work)`.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely } from 'kysely';
 * import { NodeSqliteDialect, connectionOf } from 'oriel/kysely';
 * const database = new Kysely<never>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
 * connectionOf(database) === database; // => true
 * ```
 */
export function connectionOf(database: AnyKysely): AnyKysely {
  return running.get(database)?.getStore() ?? database;
}

/**
 * Runs work in one transaction of the database: what stores over it, and `connectionOf(database)`, do meanwhile happens all
 * or not at all. Inside another transaction it is part of that one.
 */
export async function inTransaction<Result>(database: AnyKysely, work: () => Promise<Result>): Promise<Result> {
  let place = running.get(database);
  if (place === undefined) running.set(database, (place = new AsyncLocalStorage()));
  if (place.getStore() !== undefined) return work();
  const storage = place;
  let failure: unknown = undefined;
  const run = async (): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    return await database.transaction().execute((transaction) => storage.run(transaction, run));
  } catch (error) {
    // Errors of the work keep their meaning; these are errors of the database.
    throw error === failure ? error : asUnavailable(error);
  }
}
