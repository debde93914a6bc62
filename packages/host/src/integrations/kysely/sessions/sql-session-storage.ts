import { SqliteAdapter, sql } from 'kysely';
import type { Kysely } from 'kysely';
import { assertKnownNames } from 'oriel-core/http';
import type { SessionStorage, StoredSession } from '../../../features/session/session-storage.ts';
import { ExpiringTable } from '../expiring-table.ts';
import { isShared } from '../is-shared.ts';
import { connectionOf } from '../store/transactions.ts';

/** Options of `sqlSessionStorage`. */
export interface SqlSessionOptions {
  /**
   * The table, which is created if it does not exist.
   * @default 'oriel_sessions'
   */
  readonly table?: string;
}

interface Row {
  version: number | string;
  data: string;
  created: number | string;
  used: number | string;
}

/**
 * Stores sessions in a table of SQLite or PostgreSQL, which all processes share and which survives a restart. Expired
 * sessions are removed once a minute.
 *
 * @param database Kysely over SQLite or PostgreSQL. SQLite has a single connection, so use a separate database for
 * sessions: a
 * session that is changed inside a transaction of a resource would otherwise wait for itself
 *
 * @example
 * ```ts
 * import { Kysely } from 'kysely';
 * import { defineHost } from 'oriel-host';
 * import { NodeSqliteDialect, openPrivateDatabase, sqlSessionStorage } from 'oriel-host/kysely';
 * const database = new Kysely({ dialect: new NodeSqliteDialect({ database: () =>
 * openPrivateDatabase('var/sessions.sqlite') }) });
 * export default defineHost({ sessions: { storage: sqlSessionStorage(database) }, onClose: () => database.destroy() });
 * ```
 */
export function sqlSessionStorage<Tables>(database: Kysely<Tables>, options: SqlSessionOptions = {}): SessionStorage {
  assertKnownNames(Object.keys(options), ['table'], 'option of sqlSessionStorage');
  const { table = 'oriel_sessions' } = options;
  return new SqlSessionStorage(database as unknown as Kysely<never>, table);
}

/** The storage of `sqlSessionStorage`, with a clock for tests. */
export class SqlSessionStorage implements SessionStorage {
  readonly #database: Kysely<never>;
  readonly #table: ExpiringTable;

  readonly shared: boolean | 'machine';

  /** @param now returns the time in milliseconds since 1970 */
  constructor(database: Kysely<never>, table: string, now: () => number = Date.now) {
    this.shared = isShared(database);
    this.#database = database;
    this.#table = new ExpiringTable(database, table, COLUMNS, now);
  }

  async read(key: string): Promise<StoredSession | undefined> {
    const database = await this.#open();
    const { rows } = await sql<Row>`
      select version, data, created, used from ${this.#table.name} where key = ${key}`.execute(database);
    return rows[0] && toSession(rows[0]);
  }

  async create(key: string, { version, data, created, used }: StoredSession, until: number): Promise<void> {
    const database = await this.#open();
    await this.#table.sweep();
    await sql`
      insert into ${this.#table.name} (key, version, data, created, used, until)
      values (${key}, ${version}, ${data}, ${created}, ${used}, ${until})`.execute(database);
  }

  async replace(
    key: string,
    before: number,
    { version, data, created, used }: StoredSession,
    until: number,
  ): Promise<boolean> {
    const database = await this.#open();
    // Concurrent updates of the same row wait for each other, and the second one finds another version.
    const { rows } = await sql`
      update ${this.#table.name}
      set version = ${version}, data = ${data}, created = ${created}, used = ${used}, until = ${until}
      where key = ${key} and version = ${before} returning key`.execute(database);
    return rows.length > 0;
  }

  async touch(key: string, used: number, until: number): Promise<void> {
    const database = await this.#open();
    await sql`update ${this.#table.name} set used = ${used}, until = ${until} where key = ${key}`.execute(database);
  }

  async remove(key: string, version?: number): Promise<boolean> {
    const database = await this.#open();
    const only = version === undefined ? sql`` : sql`and version = ${version}`;
    const { rows } = await sql`delete from ${this.#table.name} where key = ${key} ${only} returning key`.execute(
      database,
    );
    return rows.length > 0;
  }

  // Session changes must survive a rollback, so they never join a transaction. On SQLite they would wait for the single
  // connection, which the transaction holds.
  async #open(): Promise<Kysely<never>> {
    const database = this.#database;
    if (connectionOf(database) !== database && database.getExecutor().adapter instanceof SqliteAdapter) {
      throw new Error(
        'The session storage was used inside a transaction of the same SQLite database; use a separate database for sessions',
      );
    }
    await this.#table.open();
    return database;
  }
}

const COLUMNS = sql`key text primary key, version integer not null, data text not null,
  created bigint not null, used bigint not null`;

// PostgreSQL drivers return large numbers as strings.
function toSession({ version, data, created, used }: Row): StoredSession {
  return { version: Number(version), data, created: Number(created), used: Number(used) };
}
