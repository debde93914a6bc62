import { SqliteAdapter, sql } from 'kysely';
import type { Kysely } from 'kysely';
import { assertKnownNames } from '../../../core/http/assert-known-names.ts';
import type { SessionStorage, StoredSession } from '../../../features/session/session-storage.ts';
import { isShared } from '../is-shared.ts';
import { connectionOf } from '../store/transactions.ts';

/** What is special about the table of sessions. */
export interface SqlSessionOptions {
  /** Default `oriel_sessions`. It is made when it is not there. */
  readonly table?: string;
  /** Milliseconds since 1970, for tests. */
  readonly now?: () => number;
}

interface Row {
  version: number | string;
  data: string;
  created: number | string;
  used: number | string;
}

/**
 * Keeps sessions in a table of SQLite or PostgreSQL, so that all processes know them and they outlive a restart. Those whose
 * time is over are removed once a minute.
 *
 * @param database Kysely over SQLite or PostgreSQL. SQLite has one connection: give sessions a database of their own, beside
 * that of resources, or what changes a session inside a transaction of theirs would wait for itself
 *
 * @example
 * ```ts
 * import { Kysely } from 'kysely';
 * import { defineHost } from 'oriel';
 * import { NodeSqliteDialect, openPrivateDatabase, sqlSessionStorage } from 'oriel/kysely';
 * const database = new Kysely({ dialect: new NodeSqliteDialect({ database: () => openPrivateDatabase('var/sessions.sqlite') }) });
 * export default defineHost({ sessions: { storage: sqlSessionStorage(database) }, onClose: () => database.destroy() });
 * ```
 */
export function sqlSessionStorage<Tables>(database: Kysely<Tables>, options: SqlSessionOptions = {}): SessionStorage {
  assertKnownNames(Object.keys(options), ['table', 'now'], 'option of sqlSessionStorage');
  const { table = 'oriel_sessions', now = Date.now } = options;
  return new SqlSessionStorage(database as unknown as Kysely<never>, table, now);
}

class SqlSessionStorage implements SessionStorage {
  readonly #database: Kysely<never>;
  readonly #table: string;
  readonly #now: () => number;
  #ready: Promise<void> | undefined = undefined;
  #swept: number;

  readonly shared: boolean | 'machine';

  constructor(database: Kysely<never>, table: string, now: () => number) {
    this.shared = isShared(database);
    this.#database = database;
    this.#table = table;
    this.#now = now;
    this.#swept = now();
  }

  async read(key: string): Promise<StoredSession | undefined> {
    const database = await this.#open();
    const { rows } = await sql<Row>`
      select version, data, created, used from ${this.#name} where key = ${key}`.execute(database);
    return rows[0] && toSession(rows[0]);
  }

  async create(key: string, { version, data, created, used }: StoredSession, until: number): Promise<void> {
    const database = await this.#open();
    await this.#sweep(database);
    await sql`
      insert into ${this.#name} (key, version, data, created, used, until)
      values (${key}, ${version}, ${data}, ${created}, ${used}, ${until})`.execute(database);
  }

  async replace(
    key: string,
    before: number,
    { version, data, created, used }: StoredSession,
    until: number,
  ): Promise<boolean> {
    const database = await this.#open();
    // Two who update the same row at once wait for each other, and the second finds another version.
    const { rows } = await sql`
      update ${this.#name}
      set version = ${version}, data = ${data}, created = ${created}, used = ${used}, until = ${until}
      where key = ${key} and version = ${before} returning key`.execute(database);
    return rows.length > 0;
  }

  async touch(key: string, used: number, until: number): Promise<void> {
    const database = await this.#open();
    await sql`update ${this.#name} set used = ${used}, until = ${until} where key = ${key}`.execute(database);
  }

  async remove(key: string, version?: number): Promise<boolean> {
    const database = await this.#open();
    const only = version === undefined ? sql`` : sql`and version = ${version}`;
    const { rows } = await sql`delete from ${this.#name} where key = ${key} ${only} returning key`.execute(database);
    return rows.length > 0;
  }

  get #name(): ReturnType<typeof sql.table> {
    return sql.table(this.#table);
  }

  // What a session was told stays, whatever becomes of a transaction around it, so it is never part of one. On SQLite it
  // would wait for the one connection, which the transaction has.
  async #open(): Promise<Kysely<never>> {
    const database = this.#database;
    if (connectionOf(database) !== database && database.getExecutor().adapter instanceof SqliteAdapter) {
      throw new Error(
        'It is asked inside a transaction of its own SQLite database; give sessions a database of their own',
      );
    }
    await (this.#ready ??= this.#create(database));
    return database;
  }

  async #create(database: Kysely<never>): Promise<void> {
    const create = sql`create table if not exists ${this.#name} (
      key text primary key, version integer not null, data text not null,
      created bigint not null, used bigint not null, until bigint not null)`;
    try {
      // PostgreSQL can fail when two processes create it at once; then it is there.
      await create.execute(database).catch(() => create.execute(database));
    } catch (error) {
      this.#ready = undefined; // The next one may be luckier.
      throw error;
    }
  }

  async #sweep(database: Kysely<never>): Promise<void> {
    const now = this.#now();
    if (now - this.#swept < 60_000) return;
    this.#swept = now;
    await sql`delete from ${this.#name} where until <= ${now}`.execute(database);
  }
}

// PostgreSQL gives large numbers as text.
function toSession({ version, data, created, used }: Row): StoredSession {
  return { version: Number(version), data, created: Number(created), used: Number(used) };
}
