import { existsSync, openSync, readSync, closeSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MaybePromise } from 'oriel-core/http';
import { defaultStoreFile } from '../node/settings.ts';
import { SqlProfileStorage } from '../store/sqlite/sql-profile-storage.ts';
import { PostgresProfileStorage, isPostgresUrl } from '../store/postgres/postgres-profile-storage.ts';
import { describeServer } from '../store/postgres/postgres-trouble.ts';
import type { ProfileStorage } from '../store/profile-storage.ts';
import { LoadError, shorten } from 'oriel-core/cli';
import type { ReadOptions } from './options.ts';

/** The search time of commands that wait for all matches. */
export const NO_LIMIT = 365 * 86_400_000;

/** The default path of the profile store. */
export const DEFAULT_STORE = join('var', 'profiler.sqlite');

/**
 * Runs an action on the profile store. The file must already be a profile store, because opening the storage would create
 * a missing file and move a foreign one.
 *
 * @throws {LoadError} if the store is missing or cannot be read
 */
export async function withStore<T>(
  { store }: ReadOptions,
  action: (storage: ProfileStorage) => MaybePromise<T>,
  { searchTime, onlyOwn = false }: StoreUse = {},
): Promise<T> {
  const { place, file, isShared } = locateStore(store, onlyOwn);
  if (!isShared) assertStore(file, store !== undefined);
  const storage = isShared
    ? new PostgresProfileStorage({ url: place, caps: NO_CAPS, ...(searchTime === undefined ? {} : { searchTime }) })
    : new SqlProfileStorage({ file, caps: NO_CAPS }, searchTime);
  try {
    const result = await action(storage);
    const { trouble } = storage.health;
    if (trouble !== undefined)
      throw failure(
        'ORIEL_CLI_STORE_TROUBLE',
        file,
        trouble,
        isShared ? 'Check the URL in --store, and the server' : 'Try again, or check the file and its permissions',
      );
    return result;
  } finally {
    await storage.close();
  }
}

/** Returns the name of the store that commands read, without the password of a server. */
export function describeStore({ store }: ReadOptions): string {
  return locateStore(store, false).file;
}

interface StoreLocation {
  readonly place: string;
  /** The absolute path of the file, or the name of the server. */
  readonly file: string;
  readonly isShared: boolean;
}

function locateStore(store: string | undefined, onlyOwn: boolean): StoreLocation {
  const location = store ?? (onlyOwn ? DEFAULT_STORE : findStore());
  const isShared = isPostgresUrl(location);
  return { place: location, isShared, file: isShared ? describeServer(location) : resolve(location) };
}

/** How a command uses the store. */
interface StoreUse {
  /** The milliseconds that a search may take; default those of the search page. */
  readonly searchTime?: number;
  /** Whether it never uses the store that all applications of the user share, unless `--store` names it. */
  readonly onlyOwn?: boolean;
}

/** Returns the store of the host in this folder, or the one that `oriel/register` writes if the folder has none. */
export function findStore(): string {
  const written = process.env['ORIEL_PROFILER_FILE'];
  if (written !== undefined || existsSync(DEFAULT_STORE)) return written ?? DEFAULT_STORE;
  const shared = defaultStoreFile(process.env);
  return existsSync(shared) ? shared : DEFAULT_STORE;
}

// This command must not remove old profiles; only the host does.
const NO_CAPS = { profiles: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER, age: '36525 d' } as const;

function assertStore(file: string, isNamed: boolean): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) {
    const fix = isNamed
      ? 'Check the spelling of --store'
      : 'Run this command in the folder of the host, pass the file with --store, or send a request to the host first';
    throw failure('ORIEL_CLI_NO_STORE', file, 'The file does not exist, so no requests were recorded here', fix);
  }
  const reason = stat.isFile() ? storeIssue(file) : 'It is not a file';
  if (reason !== undefined)
    throw failure('ORIEL_CLI_NOT_A_STORE', file, reason, 'Pass the profile store with --store; no file was changed');
}

function storeIssue(file: string): string | undefined {
  try {
    if (!startsLikeSqlite(file)) return 'It is not an SQLite file';
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const table = database.prepare("select 1 from sqlite_master where type = 'table' and name = 'profiles'").get();
      return table ? undefined : 'It is an SQLite database, but not a profile store';
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
  return new LoadError('The profile store cannot be opened', [{ code, place: shorten(file), reason, fix }], 2);
}
