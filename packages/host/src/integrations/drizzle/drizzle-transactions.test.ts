/** The transaction that functions of a resource receive is that of Drizzle, with its savepoints. */
import { deepEqual, equal } from 'node:assert/strict';
import { after, test } from 'node:test';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { integer as pgInteger, pgTable, text as pgText } from 'drizzle-orm/pg-core';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import { ConflictError, defineHost, resource } from 'oriel-host';
import { connectionOf, drizzleStore } from 'oriel-host/drizzle';
import { Pool } from 'pg';
import { z } from 'zod';
import { connectPostgres, POSTGRES_URL } from '../../../../../test/contracts/postgres.ts';

const Boat = z.object({ id: z.int(), name: z.string() });
const { schema, skip, close } = await connectPostgres('drizzle_transactions');
const pool = new Pool({ connectionString: POSTGRES_URL, options: `-c search_path=${schema}` });
after(async () => {
  await pool.end();
  await close();
});

test('functions receive the transaction of Drizzle on PostgreSQL, with savepoints', { skip }, async () => {
  const database = drizzlePostgres({ client: pool });
  const boats = pgTable('boats', { id: pgInteger().primaryKey(), name: pgText().notNull() });
  await database.execute(sql`create table boats (id integer primary key, name text not null)`);
  const store = drizzleStore(database, boats);
  const seen: string[][] = [];
  const { send, names } = openHost(store, async (input) => {
    const transaction = input.transaction as NodePgDatabase;
    await transaction.insert(boats).values({ id: 2, name: 'outer' });
    const nested = transaction.transaction(async (savepoint) => {
      await savepoint.insert(boats).values({ id: 3, name: 'rolled back' });
      // The statements of stores are part of the savepoint.
      await store.create({ id: 4, name: 'rolled back, too' }, input as never);
      seen.push((await savepoint.select().from(boats)).map(({ name }) => name));
      savepoint.rollback();
    });
    await nested.catch(() => {});
    await store.transaction(async () => store.create({ id: 5, name: 'of the store' }, input as never));
    seen.push((await transaction.select().from(boats)).map(({ name }) => name));
  });
  await check(send, names, seen);
  const show = async () => connectionOf(database).execute(sql`show transaction_isolation`);
  deepEqual((await store.transaction(show, 'serializable')).rows, [{ transaction_isolation: 'serializable' }]);
});

test('functions receive the database of Drizzle in its transaction on SQLite, with savepoints', async () => {
  const client = new Database(':memory:');
  client.exec('create table boats (id integer primary key, name text not null)');
  const database = drizzle({ client });
  const boats = sqliteTable('boats', { id: integer().primaryKey(), name: text().notNull() });
  const store = drizzleStore(database, boats);
  const seen: string[][] = [];
  const { send, names } = openHost(store, async (input) => {
    const transaction = input.transaction as BaseSQLiteDatabase<'sync', unknown>;
    transaction.insert(boats).values({ id: 2, name: 'outer' }).run();
    try {
      transaction.transaction((savepoint) => {
        savepoint
          .insert(boats)
          .values([
            { id: 3, name: 'rolled back' },
            { id: 4, name: 'rolled back, too' },
          ])
          .run();
        seen.push(
          savepoint
            .select()
            .from(boats)
            .all()
            .map(({ name }) => name),
        );
        savepoint.rollback();
      });
    } catch {}
    await store.transaction(async () => store.create({ id: 5, name: 'of the store' }, input as never));
    seen.push(
      transaction
        .select()
        .from(boats)
        .all()
        .map(({ name }) => name),
    );
  });
  await check(send, names, seen);
});

interface Input {
  readonly transaction: unknown;
}

function openHost(store: ReturnType<typeof drizzleStore>, write: (input: Input) => Promise<void>) {
  const boats = resource('boats', Boat, {
    id: 'id',
    store,
    custom: {
      write: { line: 'POST /write', handle: write },
      fail: {
        line: 'POST /fail',
        handle: async (input) => {
          await write(input);
          throw new ConflictError('no');
        },
      },
    },
  });
  const host = defineHost({ resources: [boats], log: false });
  const send = async (path: string) =>
    (await host.fetch(new Request(`http://localhost/api/boats/${path}`, { method: 'POST' }))).status;
  const names = async () => {
    const response = await host.fetch(new Request('http://localhost/api/boats'));
    return ((await response.json()) as z.infer<typeof Boat>[]).map(({ name }) => name);
  };
  return { send, names };
}

async function check(
  send: (path: string) => Promise<number>,
  names: () => Promise<string[]>,
  seen: string[][],
): Promise<void> {
  equal(await send('fail'), 409);
  deepEqual(seen, [
    ['outer', 'rolled back', 'rolled back, too'],
    ['outer', 'of the store'],
  ]);
  deepEqual(await names(), []);
  equal(await send('write'), 204);
  deepEqual(await names(), ['outer', 'of the store']);
}
