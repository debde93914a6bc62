import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { drizzle as postgres } from 'drizzle-orm/node-postgres';
import { pgTable, integer as pgInteger } from 'drizzle-orm/pg-core';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { drizzle as proxy } from 'drizzle-orm/sqlite-proxy';
import { defineHost, resource } from 'oriel-host';
import { connectionOf, drizzleStore } from 'oriel-host/drizzle';
import { z } from 'zod';
import { runInTrace } from '../../../../core/src/trace/current.ts';
import { RequestTrace } from '../../../../core/src/trace/trace.ts';
import { createContext } from '../../testing/index.ts';

const boats = sqliteTable('boats', {
  id: integer().primaryKey(),
  name: text('full_name').notNull(),
  builtAt: integer({ mode: 'timestamp_ms' }),
  soldAt: integer({ mode: 'timestamp' }),
  password: text(),
});
const Boat = z.looseObject({
  id: z.int().optional(),
  name: z.string(),
  builtAt: z.iso.datetime().nullable(),
  soldAt: z.iso.datetime().nullable(),
});
// Runs a function outside of the transaction in which it is called.
const outside = AsyncLocalStorage.snapshot();
const TABLE = `create table boats (id integer primary key, full_name text not null constraint boats_name unique, built_at integer, sold_at integer, password text)`;

function harbour(options?: Parameters<typeof drizzleStore>[2]) {
  const client = new Database(':memory:');
  client.exec(TABLE);
  const database = drizzle({ client, casing: 'snake_case' });
  const store = drizzleStore(database, boats, options);
  const host = defineHost({
    resources: [resource('boats', Boat, { id: 'id', store })],
    profiler: false,
    log: { level: 'none' },
  });
  const send = (path: string, body?: object) =>
    host.fetch(
      new Request(`http://localhost/api/${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'Content-Type': 'application/json' },
      }),
    );
  return { client, database, store, send };
}

const NEREID = { name: 'Nereid', builtAt: '2020-01-01T00:00:00.500Z', soldAt: '2020-01-02T00:00:00.000Z' };

test('a Drizzle table determines the names of columns and how they store times', async () => {
  const { client, send } = harbour();
  equal((await send('boats', NEREID)).status, 201);
  deepEqual(client.prepare('select full_name, built_at, sold_at from boats').get(), {
    full_name: 'Nereid',
    built_at: Date.parse(NEREID.builtAt),
    sold_at: Date.parse(NEREID.soldAt) / 1000,
  });
  deepEqual(await (await send('boats/1')).json(), { id: 1, ...NEREID });
});

test('a column of a Drizzle table that is not a field of the resource is never written', async () => {
  const { client, send } = harbour();
  equal((await send('boats', { ...NEREID, password: 'hunter2' })).status, 201);
  deepEqual(client.prepare('select password from boats').get(), { password: null });
});

test('a constraint leads to the problem of the application', async () => {
  const { send } = harbour({ constraints: { boats_name: { type: '/problems/name', detail: 'A boat has this name' } } });
  equal((await send('boats', NEREID)).status, 201);
  const detail = 'A boat has this name';
  const errors = [{ pointer: '/name', detail, code: 'taken' }];
  const problem = { type: '/problems/name', title: 'Conflict', status: 409, detail, errors };
  deepEqual(await (await send('boats', NEREID)).json(), problem);
});

test('a statement of drizzleStore is recorded once, also if it fails', async () => {
  const { store } = harbour();
  const trace = new RequestTrace();
  const context = { context: createContext(), signal: new AbortController().signal };
  await runInTrace(trace, async () => {
    await store.create(NEREID, context);
    await rejects(async () => store.create(NEREID, context), { status: 409 });
  });
  deepEqual(
    trace.spans.map(({ kind, error }) => [kind, error]),
    [
      ['db', undefined],
      ['db', 'UNIQUE constraint failed: boats.full_name'],
    ],
  );
});

test('statements of others wait for the end of a transaction of drizzleStore on SQLite', async () => {
  const { client, database, send, store } = harbour();
  let other: Promise<Response> | undefined = undefined;
  await rejects(
    store.transaction(async () => {
      connectionOf(database).run(sql`insert into boats (full_name) values ('Ahti')`);
      // The request runs outside of the transaction.
      other = outside(() => send('boats', NEREID));
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error('no');
    }),
    /no/,
  );
  equal((await other!).status, 201);
  deepEqual(client.prepare('select full_name from boats').all(), [{ full_name: 'Nereid' }]);
});

test('drizzleStore throws TypeError for databases, tables and fields that it does not support', () => {
  const { database } = harbour();
  throws(() => drizzleStore(proxy(async () => ({ rows: [] })) as never, boats), /supports drizzle-orm\/node-postgres/);
  throws(() => drizzleStore(database, pgTable('boats', { id: pgInteger() })), /declared with pgTable.*SQLite/);
  throws(() => drizzleStore(postgres('postgres://127.0.0.1:1/x'), boats), /declared with sqliteTable.*PostgreSQL/);
  throws(() => drizzleStore(database, {} as never), /not a Drizzle table/);
  throws(() => drizzleStore(database, boats, { scopes: {} } as never), /option of drizzleStore "scopes"/);
  const store = drizzleStore(database, boats);
  throws(
    () => defineHost({ resources: [resource('x', z.object({ id: z.int(), size: z.int() }), { id: 'id', store })] }),
    /declares no column for "size"/,
  );
});
