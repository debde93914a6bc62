import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DatabaseConnection } from 'kysely';
import { SqliteTurns } from './sqlite-turns.ts';
import type { StatementCache } from './statement-cache.ts';

/**
 * Opens a SQLite file that only its owner can read and write (mode 0600), for sessions and other secrets. SQLite
 * creates the `-wal` and `-shm` files with the same mode. The mode of existing files is changed.
 *
 * @param file a path, not a `file:` URL; missing folders are created
 * @returns the open database
 * @throws {TypeError} if `file` is not the path of a file, such as `:memory:` or a `file:` URL
 * @throws {Error} if the file cannot be created or opened
 *
 * @example
 * ```ts
 * import { mkdtempSync, statSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { openPrivateDatabase } from 'oriel-host/kysely';
 * const file = join(mkdtempSync(join(tmpdir(), 'oriel-')), 'sessions.sqlite');
 * openPrivateDatabase(file).close();
 * (statSync(file).mode & 0o777).toString(8); // => '600'
 * ```
 */
export function openPrivateDatabase(file: string): DatabaseSync {
  if (file === '' || file === ':memory:' || file.startsWith('file:')) {
    const fix = 'use the path of a file, such as "var/sessions.sqlite"';
    throw new TypeError(`${JSON.stringify(file)} is not the path of a private database; ${fix}`);
  }
  mkdirSync(dirname(file), { recursive: true });
  // Created first, because SQLite would use the default mode of the process.
  closeSync(openSync(file, 'a', 0o600));
  for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) chmodSync(file + part, 0o600);
  // Loaded on demand, because most users of the adapters connect to another database.
  const sqlite = process.getBuiltinModule('node:sqlite');
  return new sqlite.DatabaseSync(file);
}

/** The single connection of a database. */
export class SqliteConnectionState {
  readonly turns: SqliteTurns;
  /** Undefined before the database is opened and after it is closed. */
  statements: StatementCache | undefined = undefined;
  /** The connection object that Kysely used last. */
  reached: DatabaseConnection | undefined = undefined;
  /** Whether the database is in memory, if that is known before it is opened. */
  inMemory = false;

  /** @param timeoutMs milliseconds that a statement waits for others */
  constructor(timeoutMs: number) {
    this.turns = new SqliteTurns(timeoutMs, () => this.statements?.isTransaction === true);
  }

  /**
   * The statements if a query can run immediately: no transaction is open, and Kysely does not log, because its log
   * would miss the query.
   */
  get idle(): StatementCache | undefined {
    if (this.turns.isTaken || this.reached === undefined || Object.hasOwn(this.reached, 'executeQuery'))
      return undefined;
    return this.statements;
  }
}
