import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';
import { mariaBoats } from './lib/sql-databases.ts';
import { getLine, getQueries } from './lib/sql-drivers.ts';
import type { Query } from './lib/sql-drivers.ts';

const FILE = 'sql/mysql2.mjs';

test('queries of mysql2 with callbacks, events, streams, prepared statements and in transactions are recorded', async (t) => {
  const env = await mariaBoats(t);
  if (typeof env === 'string') return t.skip(env);
  const app = await startApplication(t, FILE, { env });
  const recorded = async (path: string): Promise<unknown[]> => {
    const profile = await app.profileOf(await fetch(`${app.url}/${path}`));
    return getQueries(profile).map(({ sql, rows, error, ended }) => [sql, rows, error, ended]);
  };
  const sql = (text: string, rows: number): unknown[] => [text, rows, undefined, true];
  assert.deepEqual(await recorded('callback'), [sql('select 1 as one', 1), sql('select ? as two', 1)]);
  assert.deepEqual(await recorded('several'), [
    sql('select 1 as one; select id from boats; update boats set name = name', 7),
  ]);
  assert.deepEqual(await recorded('events'), [sql('select id from boats order by id', 3)]);
  assert.deepEqual(await recorded('stream'), [sql('select name from boats order by id', 3)]);
  assert.deepEqual(await recorded('prepared'), [sql('select name from boats where id = ?', 1)]);
  assert.deepEqual(await recorded('named'), [sql('select :a as a', 1)]);
  assert.deepEqual(await recorded('transaction'), [
    sql('START TRANSACTION', 0),
    sql('insert into boats (id, name) values (4, ?)', 1),
    sql('select count(*) as boats from boats', 1),
    sql('ROLLBACK', 0),
  ]);
  const [invalid] = (await recorded('invalid')) as [string, number, string, boolean][];
  assert.match(invalid![2], /must not contain undefined/);
});

test('statements of mysql2 that cannot be prepared, clusters and columns named affectedRows are recorded', async (t) => {
  const env = await mariaBoats(t);
  if (typeof env === 'string') return t.skip(env);
  const app = await startApplication(t, FILE, { env });
  const recorded = async (path: string): Promise<readonly Query[]> =>
    getQueries(await app.profileOf(await fetch(`${app.url}/${path}`)));
  assert.deepEqual(
    (await recorded('affected')).map(({ rows, ended }) => [rows, ended]),
    [[7, true]],
  );
  const [prepared] = await recorded('prepared');
  assert.equal(prepared!.system, 'mariadb');
  const [failed, ...others] = await recorded('unprepared');
  assert.match(failed!.error!, /Unknown column 'missing'/);
  assert.deepEqual([failed!.sql, failed!.system, others.length], ['select missing from boats', 'mariadb', 0]);
  assert.equal(failed!.caller, getLine(FILE, 'unprepared'));
  const cluster = await recorded('cluster');
  assert.deepEqual(
    cluster.map(({ sql, rows, caller, system }) => [sql, rows, caller, system]),
    [['select ? as cluster', 1, getLine(FILE, 'cluster'), 'mariadb']],
  );
});

test('the failure of a command of mysql2 without a listener reaches its connection as before', async (t) => {
  const env = await mariaBoats(t);
  if (typeof env === 'string') return t.skip(env);
  for (const withoutRecorder of [true, false]) {
    const app = await startApplication(t, FILE, { env, withoutRecorder });
    assert.match(await (await fetch(`${app.url}/unheard`)).text(), /Unknown column 'missing'/);
  }
});
