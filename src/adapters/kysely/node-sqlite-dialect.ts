import type { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely';
import type { DatabaseConnection, Driver, SqliteDialectConfig, TransactionSettings } from 'kysely';
import { foldCase } from '../../api/index.ts';
import { StatementCache } from './statement-cache.ts';

/** How Kysely reaches a SQLite file through `node:sqlite`. */
export interface NodeSqliteDialectConfig {
  /** An open database, or what opens one when the first query comes. */
  readonly database: DatabaseSync | (() => DatabaseSync | Promise<DatabaseSync>);
  /** Milliseconds to wait for another process that writes. Default 5,000. */
  readonly busyTimeout?: number;
  /** How many prepared statements are kept. Default 200. */
  readonly statements?: number;
}

/**
 * A Kysely dialect over `node:sqlite`: one connection, foreign keys enforced, a write-ahead log so that readers in
 * other processes never wait for a writer, and prepared statements kept. `destroy()` closes the database. Kysely's `log`
 * option hears of every query, with its duration.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely, sql } from 'kysely';
 * import { NodeSqliteDialect } from 'oriel/adapters/kysely';
 * const database = new Kysely<object>({ dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(':memory:') }) });
 * const { rows } = await sql<{ two: number }>`select 1 + 1 as two`.execute(database);
 * rows[0]?.two; // => 2
 * await database.destroy();
 * ```
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #open: () => Promise<StatementCache>;
  readonly #inMemory: boolean;
  #connection = new SqliteConnectionState();

  constructor({ database, busyTimeout = 5000, statements = 200 }: NodeSqliteDialectConfig) {
    const open = async (): Promise<StatementCache> => {
      const opened = typeof database === 'function' ? await database() : database;
      prepare(opened, busyTimeout);
      return new StatementCache(opened, statements);
    };
    super({ database: open });
    this.#open = open;
    this.#inMemory = typeof database !== 'function' && database.isOpen && database.location() === null;
  }

  // Kysely makes the driver and the adapter of one database together, in this order.
  override createDriver(): Driver {
    const connection = new SqliteConnectionState();
    this.#connection = connection;
    const database = async (): Promise<StatementCache> => (connection.statements = await this.#open());
    return new NodeSqliteDriver({ database }, connection);
  }

  override createAdapter(): NodeSqliteAdapter {
    this.#connection.inMemory = this.#inMemory;
    return new NodeSqliteAdapter(this.#connection);
  }
}

/** Tells a store that the database behind Kysely is one of `node:sqlite`, with what Oriel adds to it. */
export class NodeSqliteAdapter extends SqliteAdapter {
  readonly connection: SqliteConnectionState;

  constructor(connection: SqliteConnectionState) {
    super();
    this.connection = connection;
  }
}

/** The one connection of a database, as far as it matters to whoever wants to ask it without waiting. */
export class SqliteConnectionState {
  /** Undefined before it was opened and after it was closed. */
  statements: StatementCache | undefined = undefined;
  /** What Kysely reaches it by. */
  reached: DatabaseConnection | undefined = undefined;
  /** Whether the database is in memory, as far as that is known before it is opened. */
  inMemory = false;
  /** Is a query or a transaction at work? */
  taken = false;

  /**
   * The statements, when nothing is in the way of asking at once: no transaction is open, and nobody listens to Kysely's log,
   * which would not hear of it.
   */
  get idle(): StatementCache | undefined {
    if (this.taken || this.reached === undefined || Object.hasOwn(this.reached, 'executeQuery')) return undefined;
    return this.statements;
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #state: SqliteConnectionState;

  constructor(config: SqliteDialectConfig, state: SqliteConnectionState) {
    super(config);
    this.#state = state;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    this.#state.reached = connection;
    this.#state.taken = true;
    return connection;
  }

  override async releaseConnection(): Promise<void> {
    this.#state.taken = false;
  }

  override destroy(): Promise<void> {
    this.#state.statements = undefined;
    return super.destroy();
  }

  // A transaction that begins by reading and then writes fails at once when another process wrote in between: no
  // timeout helps there. Taking the write lock first makes it wait its turn instead.
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings = {}): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(settings.accessMode === 'read only' ? 'begin' : 'begin immediate'));
  }
}

function prepare(database: DatabaseSync, busyTimeout: number): void {
  database.exec(`pragma busy_timeout = ${Math.trunc(busyTimeout)}`);
  database.exec('pragma foreign_keys = on');
  database.exec('pragma journal_mode = wal');
  // With a write-ahead log this cannot corrupt the file; a power cut may lose the last commits.
  database.exec('pragma synchronous = normal');
  // What SQLite has of its own knows the letters of ASCII only.
  database.function('oriel_fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? foldCase(text) : null,
  );
}
