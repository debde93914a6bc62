import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { assertKnownNames } from 'oriel-core/http';
import type { IdempotencyRecord, IdempotencyStore } from '../../../features/resources/declare/idempotency-store.ts';
import { queryDatabase } from '../../sql/database-unavailable.ts';
import { createExpiringTable } from '../expiring-table.ts';
import { isPostgres, isShared } from '../database-kind.ts';
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
  return createSqlIdempotencyStore(database as unknown as Kysely<never>, options.table ?? 'oriel_idempotency');
}

/** Does what {@link sqlIdempotencyStore} describes. @param now returns the time in milliseconds since 1970 */
export function createSqlIdempotencyStore(
  database: Kysely<never>,
  name: string,
  now: () => number = Date.now,
): IdempotencyStore {
  const columns = sql`key text primary key, fingerprint text not null, claim text not null,
    status integer, headers text, body ${sql.raw(isPostgres(database) ? 'bytea' : 'blob')}`;
  const rows = createExpiringTable(database, name, columns, now);
  const table = rows.name;
  type Begin = (...parameters: Parameters<IdempotencyStore['begin']>) => Promise<IdempotencyRecord | undefined>;
  const begin: Begin = async (...parameters) => {
    const [key, fingerprint, claim, lifetime] = parameters;
    await rows.open();
    await rows.sweep();
    const time = now();
    // A single statement claims a key that is new or has expired.
    const taken = await sql`
      insert into ${table} as held (key, fingerprint, claim, until) values (${key}, ${fingerprint}, ${claim}, ${time + lifetime})
      on conflict (key) do update
        set fingerprint = excluded.fingerprint, claim = excluded.claim, until = excluded.until,
            status = null, headers = null, body = null
        where held.until <= ${time}
      returning key`.execute(database);
    if (taken.rows.length > 0) return undefined;
    const found = await sql<Row>`select * from ${table} where key = ${key}`.execute(database);
    // The claim was released in between.
    return found.rows[0] === undefined ? begin(...parameters) : toRecord(found.rows[0]);
  };
  return {
    shared: isShared(database),
    begin: async (...parameters) => queryDatabase(async () => begin(...parameters)),
    async complete(key, claim, { status, headers, body }, lifetime) {
      const update = sql`
        update ${table}
        set status = ${status}, headers = ${JSON.stringify(headers)}, body = ${body}, until = ${now() + lifetime}
        where key = ${key} and claim = ${claim} returning key`;
      return (await queryDatabase(() => update.execute(connectionOf(database)))).rows.length > 0;
    },
    async release(key, claim) {
      const remove = sql`delete from ${table} where key = ${key} and claim = ${claim}`;
      await queryDatabase(() => remove.execute(database));
    },
  };
}

function toRecord({ fingerprint, status, headers, body }: Row): IdempotencyRecord {
  if (status === null) return { fingerprint, response: undefined };
  return { fingerprint, response: { status, headers: JSON.parse(headers!) as string[], body } };
}
