import { AsyncLocalStorage } from 'node:async_hooks';
import { withAfterCommit } from '../../features/resources/source/after-commit.ts';
import { asUnavailable } from './database-unavailable.ts';

// One storage per database, so that all of its stores join the same transaction.
const running = new WeakMap<object, AsyncLocalStorage<RunningTransaction>>();

interface RunningTransaction {
  /** The transaction of the library; undefined when it has ended, for timers and promises that it started. */
  transaction: object | undefined;
}

/** Returns the transaction of a database that the calling code runs in; undefined outside of a transaction. */
export function transactionOf(database: object): object | undefined {
  return running.get(database)?.getStore()?.transaction;
}

/**
 * Runs a function in a transaction of the database. A nested transaction is part of the outer one.
 *
 * @param begin runs a transaction of the library, and rolls it back if its function throws
 * @param toDriverError converts an error of the library to that of its driver
 */
export async function inTransaction<Transaction extends object, Result>(
  database: object,
  begin: (use: (transaction: Transaction) => Promise<Result>) => Promise<Result>,
  work: () => Promise<Result>,
  toDriverError: (error: unknown) => unknown = (error) => error,
): Promise<Result> {
  let asyncStorage = running.get(database);
  if (asyncStorage === undefined) running.set(database, (asyncStorage = new AsyncLocalStorage()));
  if (asyncStorage.getStore()?.transaction) return work();
  const storage = asyncStorage;
  let failure: unknown = undefined;
  const run = async (): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const current: RunningTransaction = { transaction: undefined };
  const commit = async (): Promise<Result> => {
    try {
      return await begin((transaction) => {
        current.transaction = transaction;
        return storage.run(current, run);
      });
    } catch (error) {
      // Errors of the function are rethrown unchanged; others are errors of the database.
      throw error === failure ? error : asUnavailable(toDriverError(error));
    } finally {
      current.transaction = undefined;
    }
  };
  return await withAfterCommit(commit);
}
