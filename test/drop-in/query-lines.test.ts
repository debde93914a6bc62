import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import type { ErrorView } from '../../packages/core/src/errors/error-view.ts';
import { APPS, startApplication } from './lib/application.ts';
import { mariaBoats, postgresBoats } from './lib/sql-databases.ts';
import { getLine, getQueries } from './lib/sql-drivers.ts';

test('queries of mappers whose results are read with then(), and of Drizzle on postgres.js, have their line', async (t) => {
  const env = await postgresBoats(t, 'origins');
  if (typeof env === 'string') return t.skip(env);
  const file = 'sql/origins.mjs';
  const app = await startApplication(t, file, { env });
  for (const path of ['then', 'drizzle', 'deep', 'then']) {
    const [query, ...others] = getQueries(await app.profileOf(await fetch(`${app.url}/${path}`)));
    assert.deepEqual([query!.caller, others.length], [getLine(file, path), 0], path);
  }
});

test('queries of an application below node_modules have the line of its nearest package that is not a driver', async (t) => {
  const env = await postgresBoats(t, 'packaged');
  if (typeof env === 'string') return t.skip(env);
  const folder = mkdtempSync(join(tmpdir(), 'oriel-packaged-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const shop = join(folder, 'node_modules/shop');
  mkdirSync(shop, { recursive: true });
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(shop, 'node_modules'));
  writeFileSync(join(shop, 'package.json'), '{"name":"shop","version":"1.0.0"}');
  writeFileSync(
    join(shop, 'index.cjs'),
    `const { Pool } = require('pg');
     const pool = new Pool({ connectionString: process.env.SQL_URL, max: 1 });
     const server = require('node:http').createServer((request, response) => {
       pool.query('select 1 as one').then(() => response.end('done'));
     });
     server.listen(0, '127.0.0.1', () => console.log('listening on ' + server.address().port));`,
  );
  const app = await startApplication(t, relative(APPS, join(shop, 'index.cjs')), { env });
  const [query] = getQueries(await app.profileOf(await fetch(app.url)));
  assert.match(String(query!.caller), /\/node_modules\/shop\/index\.cjs:4$/);
});

test('a query that runs in then() has the line that took its connection', async (t) => {
  const env = await postgresBoats(t, 'taken');
  if (typeof env === 'string') return t.skip(env);
  const folder = mkdtempSync(join(tmpdir(), 'oriel-taken-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules/pg-promise'), { recursive: true });
  symlinkSync(join(import.meta.dirname, 'node_modules/pg'), join(folder, 'node_modules/pg'));
  // What pg-promise does with pg.
  writeFileSync(
    join(folder, 'node_modules/pg-promise/index.js'),
    `const { Pool } = require('pg');
     const pool = new Pool({ connectionString: process.env.SQL_URL, max: 1 });
     const take = () => new Promise((resolve, reject) => {
       pool.connect((error, client, release) => (error ? reject(error) : resolve({ client, release })));
     });
     const run = (client, sql) => new Promise((resolve, reject) => {
       client.query(sql, (error, result) => (error ? reject(error) : resolve(result)));
     });
     exports.any = (sql) => take().then(({ client, release }) => run(client, sql).finally(release));`,
  );
  writeFileSync(
    join(folder, 'index.cjs'),
    `const { any } = require('pg-promise');
     const server = require('node:http').createServer((request, response) => {
       any('select 1 as one').then(() => response.end('done'));
     });
     server.listen(0, '127.0.0.1', () => console.log('listening on ' + server.address().port));`,
  );
  const app = await startApplication(t, relative(APPS, join(folder, 'index.cjs')), { env });
  const [query] = getQueries(await app.profileOf(await fetch(app.url)));
  assert.match(String(query!.caller), /\/index\.cjs:3$/);
});

test('the CommonJS build of mariadb is watched, with streams, batches, transactions and callbacks', async (t) => {
  const env = await mariaBoats(t);
  if (typeof env === 'string') return t.skip(env);
  const file = 'sql/mariadb.mjs';
  for (const build of ['cjs', 'esm']) {
    const app = await startApplication(t, file, { env: { ...env, SQL_BUILD: build } });
    const queries = async (path: string) => getQueries(await app.profileOf(await fetch(`${app.url}/${path}`)));
    const recorded = async (path: string) => (await queries(path)).map(({ sql, rows, ended }) => [sql, rows, ended]);
    assert.equal((await queries('select'))[0]?.caller, getLine(file, 'select'), build);
    assert.deepEqual(
      (await recorded('own?n=7')).map(([sql]) => sql),
      ['select ? as n', 'select ? as again'],
    );
    const [stream] = await recorded('stream');
    assert.deepEqual([stream?.[0], stream?.[2]], ['select name from boats order by id', true]);
    assert.deepEqual(await recorded('transaction'), [
      ['START TRANSACTION', 0, true],
      ['insert into boats (id, name) values (?, ?)', 2, true],
      ['ROLLBACK', 0, true],
    ]);
  }
});

test('queries of mysql with events, several statements and transactions are recorded', async (t) => {
  const env = await mariaBoats(t);
  if (typeof env === 'string') return t.skip(env);
  const app = await startApplication(t, 'sql/mysql.mjs', { env });
  const recorded = async (path: string) => {
    const profile = await app.profileOf(await fetch(`${app.url}/${path}`));
    return [
      getQueries(profile).map(({ sql, rows, ended }) => [sql, rows, ended]),
      profile.data.logs.map(({ message }) => message),
    ];
  };
  assert.deepEqual(await recorded('events'), [
    [['select id from boats order by id', 3, true]],
    ['row 1', 'row 2', 'row 3'],
  ]);
  const several = 'select 1 as one; select id from boats; update boats set name = name';
  assert.deepEqual(await recorded('several'), [[[several, 7, true]], []]);
  assert.deepEqual(await recorded('transaction'), [
    [
      ['START TRANSACTION', 0, true],
      ['insert into boats (id, name) values (4, ?)', 1, true],
      ['ROLLBACK', 0, true],
    ],
    [],
  ]);
});

test('the exception of a driver shows where the failed query was called', async (t) => {
  const env = await postgresBoats(t, 'failed');
  if (typeof env === 'string') return t.skip(env);
  const file = 'failed-query.mjs';
  const app = await startApplication(t, file, { env });
  const { exception } = (await app.profileOf(await fetch(app.url))).data as { exception?: ErrorView };
  const [{ message, frames } = { message: '', frames: [] }] = exception?.exceptions ?? [];
  assert.match(message, /relation "boats" does not exist|column "missing"/);
  const open = frames.filter((frame) => frame.open);
  assert.deepEqual(
    open.map(({ shortFile, line }) => `${shortFile}:${line}`),
    [getLine(file, 'failed')],
  );
  assert.ok(open[0]!.excerpt!.lines.some((line) => line.includes('select missing from boats')));
});
