import { openSync, readSync, closeSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqlProfileStorage } from '../profiler/store/sqlite/sql-profile-storage.ts';
import type { ProfileStorage } from '../profiler/store/profile-storage.ts';
import { LoadError, shorten } from './load-error.ts';
import type { ProfileOptions } from './profile-options.ts';

/** Where the profiler of a host keeps its profiles, unless it is told otherwise. */
export const DEFAULT_STORE = join('var', 'profiler.sqlite');

/**
 * Does something with the store of the profiler. The file has to be one already: a storage would make a missing file and
 * set aside what is none of its own, which nobody expects of a command that looks.
 *
 * @param searchTime how long a search may look, in milliseconds; when left out as long as that of a page
 * @throws {LoadError} saying where it looked, or what is wrong with the store
 */
export async function withStore<T>(
  { store }: ProfileOptions,
  action: (storage: ProfileStorage) => T | Promise<T>,
  { searchTime }: { readonly searchTime?: number } = {},
): Promise<T> {
  const file = resolve(store ?? DEFAULT_STORE);
  assertStore(file, store !== undefined);
  const storage = new SqlProfileStorage({ file, caps: NO_CAPS, ...(searchTime === undefined ? {} : { searchTime }) });
  try {
    const result = await action(storage);
    const { trouble } = storage.health;
    if (trouble !== undefined)
      throw failure(
        'ORIEL_CLI_STORE_TROUBLE',
        file,
        trouble,
        'Try again in a moment, or look at the file and its rights',
      );
    return result;
  } finally {
    storage.close();
  }
}

// Looking must not remove anything: what is to go is the business of the host.
const NO_CAPS = { profiles: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER, age: Number.MAX_SAFE_INTEGER };

function assertStore(file: string, isNamed: boolean): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) {
    const fix = isNamed
      ? 'Check the spelling of --store'
      : 'Run this where the host runs, name the file with --store, or send the host a request first';
    throw failure('ORIEL_CLI_NO_STORE', file, 'There is no such file, so nothing was recorded here', fix);
  }
  const reason = stat.isFile() ? flawOf(file) : 'It is no file';
  if (reason !== undefined)
    throw failure(
      'ORIEL_CLI_NOT_A_STORE',
      file,
      reason,
      'Name the store of the profiler with --store; nothing was changed',
    );
}

function flawOf(file: string): string | undefined {
  try {
    if (!startsLikeSqlite(file)) return 'It is no SQLite file';
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const table = database.prepare("select 1 from sqlite_master where type = 'table' and name = 'profiles'").get();
      return table ? undefined : 'It is a database, but not one of the profiler';
    } finally {
      database.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function startsLikeSqlite(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const start = Buffer.alloc(16);
    readSync(descriptor, start, 0, 16, 0);
    return start.toString('latin1') === 'SQLite format 3\0';
  } finally {
    closeSync(descriptor);
  }
}

function failure(code: string, file: string, reason: string, fix: string): LoadError {
  return new LoadError('There are no profiles to look at', [{ code, place: shorten(file), reason, fix }], 2);
}
