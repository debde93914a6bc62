import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction } from 'kysely';
import { asUnavailable } from '../database-unavailable.ts';

type AnyKysely = Kysely<never>;

// One place per database, so that all stores over it meet in the same transaction.
const running = new WeakMap<object, AsyncLocalStorage<Transaction<never>>>();

/** The transaction of the database that this code runs in, or the database itself. */
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
