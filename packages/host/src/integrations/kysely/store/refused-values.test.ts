import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { z } from 'zod';
import { resource } from '../../../index.ts';
import { createTestHost } from '../../../testing/index.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { sqlStore } from './sql-store.ts';

const postgres = await connectPostgres('refused_values');
after(() => postgres.close());

const Value = z.object({
  id: z.int().optional(),
  code: z.string().nullable().optional(),
  label: z.string().nullable().optional(),
  price: z.number().nullable().optional(),
  count: z.number().nullable().optional(),
  small: z.number().nullable().optional(),
  day: z.string().nullable().optional(),
  owner: z.string().nullable().optional(),
  tags: z.unknown().optional(),
});

async function getPointers(response: Response): Promise<string[]> {
  assert.equal(response.status, 422, await response.clone().text());
  const { errors } = (await response.json()) as { errors: { pointer: string }[] };
  return errors.map(({ pointer }) => pointer);
}

test('a value that PostgreSQL refuses has the pointer of its field', { skip: postgres.skip }, async () => {
  await sql
    .raw(
      `create table refused (id serial primary key, code varchar(5), label varchar(5), price numeric(5, 2), count integer,
        small smallint, day date, owner uuid, tags jsonb)`,
    )
    .execute(postgres.database);
  const { send } = createTestHost({
    resources: [
      resource('refused', Value, { id: 'id', store: sqlStore(postgres.database as never, 'refused' as never) }),
    ],
  });
  const json = (body: object, type = 'json') => ({
    headers: { 'Content-Type': `application/${type}` },
    body: JSON.stringify(body),
  });
  const valid = { code: 'a', label: 'b', price: 1, count: 1, small: 1 };
  assert.equal((await send('POST /api/refused', json(valid))).status, 201);
  const cases: [values: object, pointer: string][] = [
    [{ code: 'too long' }, '/code'],
    [{ price: 1000 }, '/price'],
    [{ price: 999.996 }, '/price'],
    [{ count: 99_999_999_999 }, '/count'],
    [{ count: 1.5 }, '/count'],
    [{ small: 70_000 }, '/small'],
    [{ day: '2026-13-45' }, '/day'],
    [{ owner: 'x' }, '/owner'],
    // Either of them may be too long.
    [{ code: 'too long', label: 'too long' }, ''],
  ];
  for (const [values, pointer] of cases) {
    const created = await send('POST /api/refused', json({ ...valid, ...values }));
    assert.deepEqual(await getPointers(created), [pointer], `POST ${JSON.stringify(values)}`);
    const patched = await send('PATCH /api/refused/1', json(values, 'merge-patch+json'));
    assert.deepEqual(await getPointers(patched), [pointer], `PATCH ${JSON.stringify(values)}`);
  }
});

test('a value that SQLite refuses has the pointer of its field', async () => {
  const file = new DatabaseSync(':memory:');
  file.exec('create table refused (id integer primary key, code text)');
  const database = new Kysely<{ refused: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  const { send } = createTestHost({
    resources: [
      resource('refused', z.object({ id: z.union([z.int(), z.string()]), code: z.string() }), {
        id: 'id',
        store: sqlStore(database, 'refused'),
      }),
    ],
  });
  const response = await send('POST /api/refused', {
    headers: { 'Content-Type': 'application/json' },
    body: '{"id":"x","code":"a"}',
  });
  assert.deepEqual(await getPointers(response), ['/id']);
});
