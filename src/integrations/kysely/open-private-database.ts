import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/**
 * Opens an SQLite file that only its owner may read and write (mode 0600), for sessions and other secrets. SQLite gives the
 * files beside it, `-wal` and `-shm`, the same mode. Files that exist get it, too.
 *
 * @param file its path, not a `file:` URL; missing folders are created
 * @returns the open database
 * @throws {TypeError} if `file` names no file whose mode could be set, such as `:memory:` or a `file:` URL
 * @throws {Error} if the file cannot be created or opened
 *
 * @example
 * ```ts
 * import { mkdtempSync, statSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { openPrivateDatabase } from 'oriel/kysely';
 * const file = join(mkdtempSync(join(tmpdir(), 'oriel-')), 'sessions.sqlite');
 * openPrivateDatabase(file).close();
 * (statSync(file).mode & 0o777).toString(8); // => '600'
 * ```
 */
export function openPrivateDatabase(file: string): DatabaseSync {
  if (file === '' || file === ':memory:' || file.startsWith('file:')) {
    const fix = 'give the path of a file, such as "var/sessions.sqlite"';
    throw new TypeError(`${JSON.stringify(file)} is not the path of a private database; ${fix}`);
  }
  mkdirSync(dirname(file), { recursive: true });
  // Created before SQLite does it with the mode of the process.
  closeSync(openSync(file, 'a', 0o600));
  for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) chmodSync(file + part, 0o600);
  // Loaded here, because most who import the adapters connect to another database.
  const sqlite = process.getBuiltinModule('node:sqlite');
  return new sqlite.DatabaseSync(file);
}
