import { SqliteAdapter, sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { assertKnownNames } from 'oriel-core/http';
import type { SessionStorage, StoredSession } from '../../../features/session/session-storage.ts';
import { createExpiringTable } from '../expiring-table.ts';
import { isShared } from '../database-kind.ts';
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
  return createSqlSessionStorage(database as unknown as Kysely<never>, options.table ?? 'oriel_sessions');
}

/** Does what {@link sqlSessionStorage} describes. @param now returns the time in milliseconds since 1970 */
export function createSqlSessionStorage(
  database: Kysely<never>,
  name: string,
  now: () => number = Date.now,
): SessionStorage {
  const rows = createExpiringTable(database, name, COLUMNS, now);
  const table = rows.name;
  // Session changes must survive a rollback, so they never join a transaction. On SQLite they would wait for the single
  // connection, which the transaction holds.
  async function execute<Result>(statement: RawBuilder<Result>): Promise<readonly Result[]> {
    if (connectionOf(database) !== database && database.getExecutor().adapter instanceof SqliteAdapter)
      throw new Error(
        'The session storage was used inside a transaction of the same SQLite database; use a separate database for sessions',
      );
    await rows.open();
    return (await statement.execute(database)).rows;
  }
  return {
    shared: isShared(database),
    async read(key) {
      const [row] = await execute(sql<Row>`select version, data, created, used from ${table} where key = ${key}`);
      return row && toSession(row);
    },
    async create(key, { version, data, created, used }, until) {
      await execute(sql`
        insert into ${table} (key, version, data, created, used, until)
        values (${key}, ${version}, ${data}, ${created}, ${used}, ${until})`);
      await rows.sweep();
    },
    async replace(key, before, { version, data, created, used }, until) {
      // Concurrent updates of the same row wait for each other, and the second one finds another version.
      const changed = await execute(sql`
        update ${table} set version = ${version}, data = ${data}, created = ${created}, used = ${used}, until = ${until}
        where key = ${key} and version = ${before} returning key`);
      return changed.length > 0;
    },
    async touch(key, used, until) {
      await execute(sql`update ${table} set used = ${used}, until = ${until} where key = ${key}`);
    },
    async remove(key, version) {
      const only = version === undefined ? sql`` : sql`and version = ${version}`;
      return (await execute(sql`delete from ${table} where key = ${key} ${only} returning key`)).length > 0;
    },
  };
}

const COLUMNS = sql`key text primary key, version integer not null, data text not null,
  created bigint not null, used bigint not null`;

// PostgreSQL drivers return large numbers as strings.
function toSession({ version, data, created, used }: Row): StoredSession {
  return { version: Number(version), data, created: Number(created), used: Number(used) };
}
