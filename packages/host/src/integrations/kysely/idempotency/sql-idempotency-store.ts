import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { assertKnownNames } from 'oriel-core/http';
import type {
  IdempotencyRecord,
  IdempotencyStore,
  StoredResponse,
} from '../../../features/resources/declare/idempotency-store.ts';
import { queryDatabase } from '../../sql/database-unavailable.ts';
import { ExpiringTable } from '../expiring-table.ts';
import { isShared } from '../is-shared.ts';
import { connectionOf } from '../store/transactions.ts';

/** Options of `sqlIdempotencyStore`. */
export interface SqlIdempotencyOptions {
  /**
   * The table, which is created if it does not exist.
   * @default 'oriel_idempotency'
   */
  readonly table?: string;
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
 * Stores the responses to requests with an Idempotency-Key in a table that all processes share. If the `sqlStore` of a
 * resource uses the same database, the response is stored in the transaction of the write.
 *
 * @param database Kysely over SQLite or PostgreSQL
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely } from 'kysely';
 * import { NodeSqliteDialect, sqlIdempotencyStore } from 'oriel-host/kysely';
 * const database = new Kysely({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
 * const store = sqlIdempotencyStore(database);
 * await store.begin('key', 'print', 'claim', 60_000); // => undefined
 * await store.complete('key', 'claim', { status: 204, headers: [], body: null }, 60_000); // => true
 * (await store.begin('key', 'print', 'again', 60_000))?.response?.status; // => 204
 * await database.destroy();
 * ```
 */
export function sqlIdempotencyStore<Tables>(
  database: Kysely<Tables>,
  options: SqlIdempotencyOptions = {},
): IdempotencyStore {
  assertKnownNames(Object.keys(options), ['table'], 'option of sqlIdempotencyStore');
  const { table = 'oriel_idempotency' } = options;
  return new SqlIdempotencyStore(database as unknown as Kysely<never>, table);
}

/** The store of `sqlIdempotencyStore`, with a clock for tests. */
export class SqlIdempotencyStore implements IdempotencyStore {
  readonly #database: Kysely<never>;
  readonly #table: ExpiringTable;
  readonly #now: () => number;

  readonly shared: boolean | 'machine';

  /** @param now returns the time in milliseconds since 1970 */
  constructor(database: Kysely<never>, table: string, now: () => number = Date.now) {
    this.shared = isShared(database);
    this.#database = database;
    this.#table = new ExpiringTable(database, table, columnsFor(database), now);
    this.#now = now;
  }

  async begin(
    key: string,
    fingerprint: string,
    claim: string,
    lifetime: number,
  ): Promise<IdempotencyRecord | undefined> {
    return queryDatabase(() => this.#begin(key, fingerprint, claim, lifetime));
  }

  async #begin(
    key: string,
    fingerprint: string,
    claim: string,
    lifetime: number,
  ): Promise<IdempotencyRecord | undefined> {
    await this.#table.open();
    await this.#table.sweep();
    const now = this.#now();
    const table = this.#table.name;
    // A single statement claims a key that is new or has expired.
    const taken = await sql`
      insert into ${table} as held (key, fingerprint, claim, until) values (${key}, ${fingerprint}, ${claim}, ${now + lifetime})
      on conflict (key) do update
        set fingerprint = excluded.fingerprint, claim = excluded.claim, until = excluded.until,
            status = null, headers = null, body = null
        where held.until <= ${now}
      returning key`.execute(this.#database);
    if (taken.rows.length > 0) return undefined;
    const { rows } = await sql<Row>`select * from ${table} where key = ${key}`.execute(this.#database);
    // The claim was released in between.
    return rows[0] === undefined ? this.#begin(key, fingerprint, claim, lifetime) : toRecord(rows[0]);
  }

  async complete(key: string, claim: string, answer: StoredResponse, lifetime: number): Promise<boolean> {
    const update = sql`
      update ${this.#table.name}
      set status = ${answer.status}, headers = ${JSON.stringify(answer.headers)}, body = ${answer.body},
          until = ${this.#now() + lifetime}
      where key = ${key} and claim = ${claim} returning key`;
    const { rows } = await queryDatabase(() => update.execute(connectionOf(this.#database)));
    return rows.length > 0;
  }

  async release(key: string, claim: string): Promise<void> {
    const remove = sql`delete from ${this.#table.name} where key = ${key} and claim = ${claim}`;
    await queryDatabase(() => remove.execute(this.#database));
  }
}

function columnsFor(database: Kysely<never>): RawBuilder<unknown> {
  const postgres = database.getExecutor().adapter.constructor.name === 'PostgresAdapter';
  return sql`key text primary key, fingerprint text not null, claim text not null,
    status integer, headers text, body ${sql.raw(postgres ? 'bytea' : 'blob')}`;
}

function toRecord({ fingerprint, status, headers, body }: Row): IdempotencyRecord {
  if (status === null) return { fingerprint, response: undefined };
  return { fingerprint, response: { status, headers: JSON.parse(headers!) as string[], body } };
}
