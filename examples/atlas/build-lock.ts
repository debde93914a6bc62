import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Lets one process at a time do something about a file. The lock is the operating system's, taken by SQLite on a file
 * beside it: when the process dies, however it dies, the lock is gone. The empty file stays, as others may wait on it.
 *
 * @param waiting called once when another process holds the lock
 */
export async function withLock<Result>(
  file: string,
  waiting: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  using database = new DatabaseSync(`${file}.lock`, { timeout: 0 });
  for (let tries = 0; !isTaken(database); tries++) {
    if (tries === 0) waiting();
    await sleep(100);
  }
  // Awaited here: `using` lets go of the lock when this function is left.
  return await work();
}

const SQLITE_BUSY = 5;

function isTaken(database: DatabaseSync): boolean {
  try {
    database.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: unknown }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
