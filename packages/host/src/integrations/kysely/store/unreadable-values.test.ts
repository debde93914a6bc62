import { deepEqual, equal } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import Client from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { integer, numeric, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { Kysely } from 'kysely';
import { defineHost, resource } from 'oriel-host';
import { z } from 'zod';
import { drizzleStore } from '../../drizzle/drizzle-store.ts';
import type { SqlStore } from '../../sql/sql-store-options.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { sqlStore } from './sql-store.ts';

const TABLE = `create table rows (id integer primary key, whole integer, number integer, decimal numeric, part real, name text, list text, seconds integer)`;
const Row = z.object({
  id: z.int(),
  // Some libraries accept all integers of JSON.
  whole: z.number().meta({ type: 'integer' }).nullable(),
  number: z.number().nullable(),
  decimal: z.number().nullable(),
  part: z.number().nullable(),
  name: z.string().nullable(),
  list: z.array(z.string()).nullable(),
  seconds: z.iso.datetime().nullable(),
});
const EMPTY = { whole: null, number: null, decimal: null, part: null, name: null, list: null, seconds: null };

for (const [library, open] of [
  ['sqlStore', openKysely],
  ['drizzleStore', openDrizzle],
] as const) {
  test(`${library} stores large numbers on SQLite exactly or rejects them`, async () => {
    const { send } = open();
    for (const value of [1e17, -1e17, 2 ** 53, 2 ** 62, 1e19, 1e300, 0.1])
      for (const field of ['number', 'decimal', 'part']) {
        const { status, body } = await send('POST /api/rows', { ...EMPTY, id: 1, [field]: value });
        deepEqual([field, status, body], [field, 201, { ...EMPTY, id: 1, [field]: value }]);
        deepEqual((await send('GET /api/rows')).body, [body]);
        deepEqual((await send('GET /api/rows/1')).body, body);
        deepEqual((await send('PATCH /api/rows/1', { name: 'x' })).body, { ...(body as object), name: 'x' });
        equal((await send('DELETE /api/rows/1')).status, 204);
      }
    const { status, body } = await send('POST /api/rows', { ...EMPTY, id: 1, whole: 1e17 });
    deepEqual([status, pointers(body)], [422, ['/whole']]);
    deepEqual((await send('GET /api/rows')).body, []);
  });

  test(`${library} returns other rows beside one with values that cannot be read on SQLite`, async () => {
    const { run, send } = open();
    run("insert into rows (id, name) values (1, 'a')");
    const values = ['9223372036854775807', '-9223372036854775808', '9e999', "x'ff00'", "'{'", "'2026-99-99'", "''"];
    for (const field of Object.keys(EMPTY))
      for (const value of values) {
        run(`insert into rows (id, ${field}) values (2, ${value})`);
        for (const line of ['GET /api/rows', 'GET /api/rows?fields=id,name', 'GET /api/rows/2']) {
          const { status } = await send(line);
          deepEqual([field, value, line, status], [field, value, line, 200]);
        }
        deepEqual(((await send('GET /api/rows')).body as object[])[0], { ...EMPTY, id: 1, name: 'a' });
        equal((await send('DELETE /api/rows/2')).status, 204, `${field} ${value}`);
      }
  });
}

function pointers(problem: unknown): string[] {
  return (problem as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
}

function openKysely() {
  const file = new DatabaseSync(':memory:');
  file.exec(TABLE);
  const database = new Kysely<{ rows: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  const store = sqlStore(database, 'rows', { columns: { seconds: { as: 'seconds' } } });
  return { run: (sql: string) => file.exec(sql), send: senderFor(store) };
}

function openDrizzle() {
  const client = new Client(':memory:');
  client.exec(TABLE);
  const table = sqliteTable('rows', {
    id: integer().primaryKey(),
    whole: integer(),
    number: integer(),
    decimal: numeric(),
    part: real(),
    name: text(),
    list: text({ mode: 'json' }),
    seconds: integer({ mode: 'timestamp' }),
  });
  return { run: (sql: string) => client.exec(sql), send: senderFor(drizzleStore(drizzle({ client }), table)) };
}

function senderFor(store: SqlStore) {
  const host = defineHost({
    log: { level: 'none' },
    profiler: false,
    resources: [resource('rows', Row, { id: 'id', store })],
  });
  return async (line: string, body?: unknown) => {
    const [method, path] = line.split(' ') as [string, string];
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': type } };
    const response = await host.fetch(new Request(`http://localhost${path}`, { method, ...sent }));
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as unknown };
  };
}
