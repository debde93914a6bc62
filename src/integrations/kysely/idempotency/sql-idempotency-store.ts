import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { assertKnownNames } from '../../../core/http/assert-known-names.ts';
import type {
  IdempotencyRecord,
  IdempotencyStore,
  StoredResponse,
} from '../../../features/resources/writing/idempotency-store.ts';
import { queryDatabase } from '../database-unavailable.ts';
import { isShared } from '../is-shared.ts';
import { connectionOf } from '../store/transactions.ts';

/** What is special about the table. */
export interface SqlIdempotencyOptions {
  /** Default `oriel_idempotency`. It is made when it is not there. */
  readonly table?: string;
  /** Milliseconds since 1970, for tests. */
  readonly now?: () => number;
}

interface Row {
  key: string;
  fingerprint: string;
  claim: string;
  until: number | string;
  status: number | null;
  headers: string | null;
  body: Uint8Array | null;
}

/**
 * Keeps the answers of requests with an Idempotency-Key in a table, so that all processes know them. Over the database of a
 * resource's `sqlStore` the answer is written in the transaction of the work: both are there, or neither.
 *
 * @param database Kysely over SQLite or PostgreSQL
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely } from 'kysely';
 * import { NodeSqliteDialect, sqlIdempotencyStore } from 'oriel/kysely';
 * const database = new Kysely({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
 * const store = sqlIdempotencyStore(database);
 * await store.begin('key', 'print', 'claim', 60); // => undefined
 * await store.complete('key', 'claim', { status: 204, headers: [], body: null }, 60); // => true
 * (await store.begin('key', 'print', 'again', 60))?.response?.status; // => 204
 * await database.destroy();
 * ```
 */
export function sqlIdempotencyStore<Tables>(
  database: Kysely<Tables>,
  options: SqlIdempotencyOptions = {},
): IdempotencyStore {
  assertKnownNames(Object.keys(options), ['table', 'now'], 'option of sqlIdempotencyStore');
  const { table = 'oriel_idempotency', now = Date.now } = options;
  return new SqlIdempotencyStore(database as unknown as Kysely<never>, table, now);
}

class SqlIdempotencyStore implements IdempotencyStore {
  readonly #database: Kysely<never>;
  readonly #table: string;
  readonly #now: () => number;
  #ready: Promise<void> | undefined = undefined;
  #swept = 0;

  readonly shared: boolean | 'machine';

  constructor(database: Kysely<never>, table: string, now: () => number) {
    this.shared = isShared(database);
    this.#database = database;
    this.#table = table;
    this.#now = now;
  }

  async begin(
    key: string,
    fingerprint: string,
    claim: string,
    seconds: number,
  ): Promise<IdempotencyRecord | undefined> {
    return queryDatabase(() => this.#begin(key, fingerprint, claim, seconds));
  }

  async #begin(
    key: string,
    fingerprint: string,
    claim: string,
    seconds: number,
  ): Promise<IdempotencyRecord | undefined> {
    await (this.#ready ??= this.#create());
    const now = this.#now();
    const table = sql.table(this.#table);
    await this.#sweep(now);
    // One statement decides who gets the key: whoever takes a free one, or one that has run out.
    const taken = await sql`
      insert into ${table} as held (key, fingerprint, claim, until) values (${key}, ${fingerprint}, ${claim}, ${now + seconds * 1000})
      on conflict (key) do update
        set fingerprint = excluded.fingerprint, claim = excluded.claim, until = excluded.until,
            status = null, headers = null, body = null
        where held.until <= ${now}
      returning key`.execute(this.#database);
    if (taken.rows.length > 0) return undefined;
    const { rows } = await sql<Row>`select * from ${table} where key = ${key}`.execute(this.#database);
    // It was given back in between.
    return rows[0] === undefined ? this.#begin(key, fingerprint, claim, seconds) : toRecord(rows[0]);
  }

  async complete(key: string, claim: string, answer: StoredResponse, seconds: number): Promise<boolean> {
    const update = sql`
      update ${sql.table(this.#table)}
      set status = ${answer.status}, headers = ${JSON.stringify(answer.headers)}, body = ${answer.body},
          until = ${this.#now() + seconds * 1000}
      where key = ${key} and claim = ${claim} returning key`;
    const { rows } = await queryDatabase(() => update.execute(connectionOf(this.#database)));
    return rows.length > 0;
  }

  async release(key: string, claim: string): Promise<void> {
    const remove = sql`delete from ${sql.table(this.#table)} where key = ${key} and claim = ${claim}`;
    await queryDatabase(() => remove.execute(this.#database));
  }

  async #create(): Promise<void> {
    const postgres = this.#database.getExecutor().adapter.constructor.name === 'PostgresAdapter';
    const bytes = sql.raw(postgres ? 'bytea' : 'blob');
    const create = sql`create table if not exists ${sql.table(this.#table)} (
      key text primary key, fingerprint text not null, claim text not null, until bigint not null,
      status integer, headers text, body ${bytes})`;
    try {
      await create.execute(this.#database);
    } catch (error) {
      this.#ready = undefined; // The next one may be luckier.
      throw error;
    }
  }

  // Now and then everything that has run out goes, so that the table stays as small as a day.
  async #sweep(now: number): Promise<void> {
    if (now - this.#swept < 60_000) return;
    this.#swept = now;
    await sql`delete from ${sql.table(this.#table)} where until <= ${now}`.execute(this.#database);
  }
}

function toRecord({ fingerprint, status, headers, body }: Row): IdempotencyRecord {
  if (status === null) return { fingerprint, response: undefined };
  return { fingerprint, response: { status, headers: JSON.parse(headers!) as string[], body } };
}
