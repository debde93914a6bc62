import type { DatabaseSync } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect } from 'kysely';
import type { Driver } from 'kysely';
import { MAX_TIMER_MS, parseDuration, assertKnownNames } from 'oriel-core/http';
import type { Duration } from 'oriel-core/http';
import { defineStoreFunctions } from '../sql/sqlite-search.ts';
import { NodeSqliteDriver } from './node-sqlite-driver.ts';
import { SqliteConnectionState } from './sqlite-connection.ts';
import { isBusy } from './sqlite-turns.ts';
import { StatementCache } from './statement-cache.ts';

/** How Kysely connects to a SQLite file through `node:sqlite`. */
export interface NodeSqliteDialectConfig {
  /** An open database, or a function that opens one for the first query. */
  readonly database: DatabaseSync | (() => DatabaseSync | Promise<DatabaseSync>);
  /**
   * How long a query waits for a write lock of another process or for a transaction of another request before it fails
   * with a ServiceUnavailableError (503). Other queries run meanwhile.
   * @default '5 s'
   */
  readonly busyTimeout?: Duration;
}

/**
 * A Kysely dialect for `node:sqlite` with one connection. It enforces foreign keys, uses a write-ahead log so that
 * readers never wait for writers in other processes, and caches prepared statements. Queries wait for locks without
 * blocking the process. Statements that belong together need a transaction. `destroy()` closes the database. The `log`
 * option of Kysely receives every query with its duration.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely, sql } from 'kysely';
 * import { NodeSqliteDialect } from 'oriel-host/kysely';
 * const database = new Kysely<object>({ dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(':memory:')
 * }) });
 * const { rows } = await sql<{ two: number }>`select 1 + 1 as two`.execute(database);
 * rows[0]?.two; // => 2
 * await database.destroy();
 * ```
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #open: () => Promise<StatementCache>;
  readonly #inMemory: boolean;
  readonly #busyTimeout: number;
  #connection: SqliteConnectionState;

  /** @throws {TypeError} if an option is unknown or invalid */
  constructor(config: NodeSqliteDialectConfig) {
    assertKnownNames(Object.keys(config), OPTIONS, 'option of NodeSqliteDialect');
    const { database } = config;
    const busyTimeout = parseDuration(config.busyTimeout ?? 5_000, 'busyTimeout', { maximum: MAX_TIMER_MS });
    const open = async (): Promise<StatementCache> => {
      const opened = typeof database === 'function' ? await database() : database;
      await prepare(opened, busyTimeout);
      // A negative value is in KiB instead of pages.
      opened.exec(`pragma cache_size = -${CACHE_KIB}`);
      return new StatementCache(opened, CACHED_STATEMENTS);
    };
    super({ database: open });
    this.#open = open;
    this.#busyTimeout = busyTimeout;
    this.#connection = new SqliteConnectionState(busyTimeout);
    this.#inMemory = typeof database !== 'function' && database.isOpen && database.location() === null;
  }

  // Kysely creates the driver and the adapter of a database one after the other, in this order.
  override createDriver(): Driver {
    this.#connection = new SqliteConnectionState(this.#busyTimeout);
    return new NodeSqliteDriver(this.#open, this.#connection);
  }

  override createAdapter(): NodeSqliteAdapter {
    this.#connection.inMemory = this.#inMemory;
    return new NodeSqliteAdapter(this.#connection);
  }
}

const OPTIONS: readonly string[] = ['database', 'busyTimeout'] satisfies (keyof NodeSqliteDialectConfig)[];
// The default of SQLite is 2 MB.
const CACHE_KIB = 16_384;
const CACHED_STATEMENTS = 200;

/** Identifies a database behind `node:sqlite` and gives stores access to its connection. */
export class NodeSqliteAdapter extends SqliteAdapter {
  readonly connection: SqliteConnectionState;

  constructor(connection: SqliteConnectionState) {
    super();
    this.connection = connection;
  }

  // Otherwise, Kysely would start no query while another one waits for the connection.
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  // The migrator of Kysely then runs in a transaction, which also keeps two processes from migrating at once.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

async function prepare(database: DatabaseSync, busyTimeout: number): Promise<void> {
  // With a busy timeout, SQLite would block the whole process.
  database.exec('pragma busy_timeout = 0');
  database.exec('pragma foreign_keys = on');
  const until = performance.now() + busyTimeout;
  for (;;)
    try {
      database.exec('pragma journal_mode = wal');
      break;
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  // In WAL mode this cannot corrupt the file, but a power failure may lose the last commits.
  database.exec('pragma synchronous = normal');
  // The functions of SQLite only fold ASCII letters.
  defineStoreFunctions(database);
}
