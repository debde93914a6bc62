import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely } from 'kysely';
import { z } from 'zod';
import type { ListRequest } from '../../../features/resources/declare/list-request.ts';
import type { StoreContext } from '../../../features/resources/declare/resource-store.ts';
import { defineHost, resource } from '../../../index.ts';
import { createContext } from '../../../testing/index.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { sqlIdempotencyStore } from '../idempotency/sql-idempotency-store.ts';
import { sqlSessionStorage } from '../sessions/sql-session-storage.ts';
import { sqlStore } from './sql-store.ts';
import { sqlUsers } from '../sql-users.ts';

const file = new DatabaseSync(':memory:');
file.exec('create table boats (id integer primary key, name text, secret text)');
const database = new Kysely<{ boats: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
const store = sqlStore(database, 'boats', { columns: { secret: 'secret', note: false } });
defineHost({
  profiler: false,
  resources: [
    resource('boats', z.object({ id: z.int().optional(), name: z.string(), note: z.string().optional() }), {
      id: 'id',
      store,
    }),
  ],
});
const context: StoreContext = { context: createContext(), signal: new AbortController().signal };
const list: ListRequest = {
  where: undefined,
  order: [{ field: 'id', direction: 'asc' }],
  window: { by: 'all' },
  count: false,
  fields: undefined,
};

test('methods of an SQL store throw TypeError for names that are no field or column', async () => {
  const boat = await store.create({ name: 'Nereid', secret: 'x', note: 'has no column' }, context);
  assert.deepEqual({ ...boat }, { id: 1, name: 'Nereid' });
  for (const [call, message] of [
    [
      () => store.create({ nmae: 'Triton' }, context),
      /^Unknown field or column of "boats" "nmae"; did you mean "name"\?$/,
    ],
    [() => store.patch({ id: 1 }, { nmae: 'Triton' }, context), /"nmae"/],
    [() => store.replace({ id: 1 }, { name: 'Triton', secrte: 'y' }, context), /did you mean "secret"\?/],
    [() => store.get({ idd: 1 }, context), /^Unknown key of "boats" "idd"; did you mean "id"\?$/],
    [() => store.get({}, context), /identified by id/],
    [() => store.get({ id: 1 }, context, ['nmae']), /^Unknown field of "boats" "nmae"/],
    [() => store.delete({ id: 1, name: 'Nereid' }, context), /Unknown key of "boats" "name"/],
    [() => store.list({ ...list, fields: ['nmae'] }, context), /Unknown field of "boats" "nmae"/],
    [() => store.list({ ...list, order: [{ field: 'nmae', direction: 'asc' }] }, context), /nmae/],
    [() => store.list({ ...list, where: { field: 'nmae', is: 'equal', value: 'x' } as never }, context), /nmae/],
    [() => store.list({ ...list, limit: 5 } as never, context), /^Unknown member of a list request "limit"/],
    [
      () => store.list({ ...list, order: [{ field: 'id', direction: 'descending' }] } as never, context),
      /^Unknown direction of an order "descending"; known are asc, desc$/,
    ],
    [() => store.list({ ...list, window: { by: 'page' } } as never, context), /^Unknown kind of window "page"/],
  ] as const)
    await assert.rejects(
      async () => void (await call()),
      (error) => {
        assert.ok(error instanceof TypeError, String(error));
        assert.match(error.message, message);
        return true;
      },
    );
  assert.deepEqual({ ...(await store.get({ id: 1 }, context)) }, { id: 1, name: 'Nereid' });
});

test('sqlStore throws TypeError for unknown options of the store and of its columns', () => {
  assert.throws(() => sqlStore(database, 'boats', { scop: () => ({}) } as never), {
    name: 'TypeError',
    message: 'Unknown option of sqlStore "scop"; did you mean "scope"?',
  });
  assert.throws(() => sqlStore(database, 'boats', { columns: { name: { colunm: 'n' } as never } }), {
    name: 'TypeError',
    message: 'Unknown option of the column of "name" "colunm"; did you mean "column"?',
  });
});

test('adapters of SQL databases throw TypeError for unknown options', () => {
  for (const [name, make] of [
    ['sqlSessionStorage', () => sqlSessionStorage(database, { tabel: 'x' } as never)],
    ['sqlIdempotencyStore', () => sqlIdempotencyStore(database, { tabel: 'x' } as never)],
    ['sqlUsers', () => sqlUsers(database, { tabel: 'x' } as never)],
  ] as const)
    assert.throws(make, { name: 'TypeError', message: `Unknown option of ${name} "tabel"; did you mean "table"?` });
  assert.throws(() => new NodeSqliteDialect({ database: file, busyTimout: 5 } as never), {
    name: 'TypeError',
    message: 'Unknown option of NodeSqliteDialect "busyTimout"; did you mean "busyTimeout"?',
  });
});
