import type { DatabaseSync } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect } from 'kysely';
import type { Driver } from 'kysely';
import { foldCase } from '../../features/resources/filters/operand.ts';
import { assertKnownNames } from '../../core/http/assert-known-names.ts';
import { NodeSqliteDriver } from './node-sqlite-driver.ts';
import { SqliteConnectionState } from './sqlite-connection-state.ts';
import { isBusy } from './sqlite-turns.ts';
import { StatementCache } from './statement-cache.ts';

/** How Kysely reaches a SQLite file through `node:sqlite`. */
export interface NodeSqliteDialectConfig {
  /** An open database, or what opens one when the first query comes. */
  readonly database: DatabaseSync | (() => DatabaseSync | Promise<DatabaseSync>);
  /**
   * Milliseconds that a query waits for another process that writes, or for a transaction of another request; then it fails
   * with a ServiceUnavailableError (503). Other queries go on meanwhile. Default 5,000.
   */
  readonly busyTimeout?: number;
  /** How many prepared statements are kept. Default 200. */
  readonly statements?: number;
  /** Bytes of the database file that are kept in memory at most. Default 16 MiB; SQLite's own default is 2 MB. */
  readonly cacheBytes?: number;
}

/**
 * A Kysely dialect over `node:sqlite`: one connection, foreign keys enforced, a write-ahead log so that readers in
 * other processes never wait for a writer, and prepared statements kept. Queries wait for locks without blocking the process;
 * statements that belong together need a transaction. `destroy()` closes the database. Kysely's `log`
 * option hears of every query, with its duration.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely, sql } from 'kysely';
 * import { NodeSqliteDialect } from 'oriel/kysely';
 * const database = new Kysely<object>({ dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(':memory:') }) });
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

  constructor(config: NodeSqliteDialectConfig) {
    assertKnownNames(Object.keys(config), OPTIONS, 'option of NodeSqliteDialect');
    const { database, busyTimeout = 5000, statements = 200, cacheBytes = CACHE_BYTES } = config;
    const open = async (): Promise<StatementCache> => {
      const opened = typeof database === 'function' ? await database() : database;
      await prepare(opened, busyTimeout);
      // Negative: KiB, not pages.
      opened.exec(`pragma cache_size = -${Math.trunc(cacheBytes / 1024)}`);
      return new StatementCache(opened, statements);
    };
    super({ database: open });
    this.#open = open;
    this.#busyTimeout = busyTimeout;
    this.#connection = new SqliteConnectionState(busyTimeout);
    this.#inMemory = typeof database !== 'function' && database.isOpen && database.location() === null;
  }

  // Kysely makes the driver and the adapter of one database together, in this order.
  override createDriver(): Driver {
    this.#connection = new SqliteConnectionState(this.#busyTimeout);
    return new NodeSqliteDriver(this.#open, this.#connection);
  }

  override createAdapter(): NodeSqliteAdapter {
    this.#connection.inMemory = this.#inMemory;
    return new NodeSqliteAdapter(this.#connection);
  }
}

const OPTIONS: readonly string[] = [
  'database',
  'busyTimeout',
  'statements',
  'cacheBytes',
] satisfies (keyof NodeSqliteDialectConfig)[];
const CACHE_BYTES = 16 * 1024 * 1024;

/** Tells a store that the database behind Kysely is one of `node:sqlite`, with what Oriel adds to it. */
export class NodeSqliteAdapter extends SqliteAdapter {
  readonly connection: SqliteConnectionState;

  constructor(connection: SqliteConnectionState) {
    super();
    this.connection = connection;
  }

  // Otherwise Kysely would let no query begin while another one waits for its turn.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

async function prepare(database: DatabaseSync, busyTimeout: number): Promise<void> {
  // SQLite would block the whole process while it waits.
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
  // With a write-ahead log this cannot corrupt the file; a power cut may lose the last commits.
  database.exec('pragma synchronous = normal');
  // What SQLite has of its own knows the letters of ASCII only.
  database.function('oriel_fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? foldCase(text) : null,
  );
}
