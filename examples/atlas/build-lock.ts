import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs an action that only one process at a time may run for a file. SQLite takes a lock of the operating system on a
 * separate file, so the lock is released when the process exits. The empty file remains, because others may wait for it.
 *
 * @param waiting called once if another process holds the lock
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
  // Awaited here, because `using` releases the lock when this function returns.
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
