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
  readonly #config: SqliteDialectConfig;

  constructor({ database, busyTimeout = 5000, statements = 200 }: NodeSqliteDialectConfig) {
    const config = {
      database: async () => {
        const opened = typeof database === 'function' ? await database() : database;
        prepare(opened, busyTimeout);
        return new StatementCache(opened, statements);
      },
    };
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new NodeSqliteDriver(this.#config);
  }

  override createAdapter(): NodeSqliteAdapter {
    return new NodeSqliteAdapter();
  }
}

/** Tells a store that the database behind Kysely is one of `node:sqlite`, with what Oriel adds to it. */
export class NodeSqliteAdapter extends SqliteAdapter {}

class NodeSqliteDriver extends SqliteDriver {
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
