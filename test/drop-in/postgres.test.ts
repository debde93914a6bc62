import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';
import { postgresBoats } from './lib/sql-databases.ts';
import { getLine, getQueries } from './lib/sql-drivers.ts';

const FILE = 'sql/postgres.mjs';

test('fragments, cursors, transactions and unsafe queries of postgres.js are recorded, of both builds', async (t) => {
  const env = await postgresBoats(t, 'postgres');
  if (typeof env === 'string') return t.skip(env);
  for (const build of ['esm', 'cjs']) {
    const app = await startApplication(t, FILE, { env: { ...env, SQL_BUILD: build } });
    const getProfile = async (path: string) => app.profileOf(await fetch(`${app.url}/${path}`));
    const recorded = async (path: string): Promise<unknown[]> =>
      getQueries(await getProfile(path)).map(({ sql, rows, error, ended }) => [sql, rows, error, ended]);
    const sql = (text: string, rows: number): unknown[] => [text, rows, undefined, true];
    assert.deepEqual(await recorded('fragments'), [sql('select "name" from boats where id = $1', 1)]);
    assert.deepEqual(await recorded('several'), [sql('select 1 as one; select id from boats', 4)]);
    assert.deepEqual(await recorded('insert'), [
      sql('begin ', 0),
      sql('insert into boats ("id","name")values($1,$2),($3,$4) returning id', 2),
      sql('delete from boats where id > 6', 2),
      sql('commit', 0),
    ]);
    const all = sql('select id from boats order by id', 3);
    assert.deepEqual(await recorded('cursor'), [all, all]);
    assert.deepEqual(await recorded('each'), [all]);
    assert.equal((await getProfile('each')).data.logs.length, 3, 'its callback runs in the request');
    assert.equal((await getProfile('cursor')).data.logs.length, 4);
    const [unsafe] = getQueries(await getProfile('unsafe'));
    assert.deepEqual([unsafe!.parameters, unsafe!.caller], [[3], getLine(FILE, 'unsafe')]);
    const [refused] = getQueries(await getProfile('refused'));
    assert.deepEqual([refused!.sql, refused!.ended], ['select 1 as one', true]);
    assert.match(refused!.error!, /ECONNREFUSED/);
  }
});
