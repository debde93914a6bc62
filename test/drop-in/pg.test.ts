import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { startApplication } from './lib/application.ts';
import type { Application } from './lib/application.ts';
import { postgresBoats } from './lib/sql-databases.ts';
import { getQueries } from './lib/sql-drivers.ts';
import type { Query } from './lib/sql-drivers.ts';

const FILE = 'sql/pg.mjs';

async function start(t: TestContext): Promise<Application | undefined> {
  const env = await postgresBoats(t, 'pg');
  if (typeof env !== 'string') return startApplication(t, FILE, { env });
  t.skip(env);
  return undefined;
}

async function queries(app: Application, path: string): Promise<readonly Query[]> {
  return getQueries(await app.profileOf(await fetch(`${app.url}/${path}`)));
}

test('queries of pg with callbacks, prepared statements and in transactions are recorded', async (t) => {
  const app = await start(t);
  if (!app) return;
  const recorded = async (path: string): Promise<unknown[]> =>
    (await queries(app, path)).map(({ sql, rows, error, ended }) => [sql, rows, error, ended]);
  const sql = (text: string, rows: number): unknown[] => [text, rows, undefined, true];
  assert.deepEqual(await recorded('callback'), [sql('select 1 as one', 1), sql('select $1::int as two', 1)]);
  assert.deepEqual(await recorded('client'), [sql('select $1::int as three', 1), sql('select 4 as four', 1)]);
  assert.deepEqual(await recorded('transaction'), [
    sql('begin', 0),
    sql('insert into boats (id, name) values (4, $1)', 1),
    sql('select count(*)::int as boats from boats', 1),
    sql('rollback', 0),
  ]);
  const byId = sql('select name from boats where id = $1', 1);
  assert.deepEqual(await recorded('prepared'), [byId, byId]);
  assert.deepEqual(await recorded('several'), [sql('select 1 as one; select id from boats', 4)]);
  assert.deepEqual(await recorded('invalid'), []);
});

test('cursors, streams and query objects of pg are recorded until their last row', async (t) => {
  const app = await start(t);
  if (!app) return;
  for (const [path, sql] of [
    ['cursor', 'select id from boats where id > $1 order by id'],
    ['stream', 'select name from boats order by id'],
    ['events', 'select id from boats order by id'],
  ] as const) {
    const profile = await app.profileOf(await fetch(`${app.url}/${path}`));
    const [query, ...others] = getQueries(profile);
    assert.deepEqual([query?.sql, query?.rows, query?.ended, others.length], [sql, 3, true, 0], path);
    if (path !== 'stream') assert.ok(profile.data.logs.length > 0, `${path}: its callbacks run in the request`);
  }
});
