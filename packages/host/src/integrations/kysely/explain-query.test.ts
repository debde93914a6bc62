import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Kysely, sql } from 'kysely';
import { explainQuery } from './explain-query.ts';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';

test('the plan has one row per step', async (t) => {
  const { database } = open(t);
  const steps = await explainQuery(database)('select * from boats where id = ? or name = ?', [1, null]);
  match(JSON.stringify(steps), /SCAN boats|SEARCH boats/);
  deepEqual(Object.keys(steps[0]!), ['id', 'parent', 'detail']);
});

test('planning a statement that writes changes nothing', async (t) => {
  const { database, count } = open(t);
  const explain = explainQuery(database);
  await explain('delete from boats', []);
  await explain("insert into boats (name) values ('; drop')", []);
  await explain('with gone as (select 1) update boats set name = ? -- all of them; really', ['x']);
  equal(count(), 1);
});

test('statements that take effect during planning and second statements are rejected', async (t) => {
  const { database, count } = open(t);
  const explain = explainQuery(database);
  for (const text of [
    'pragma user_version = 7',
    '/* select */ drop table boats',
    'vacuum',
    "attach 'x' as y",
    'begin',
    '',
  ])
    await rejects(explain(text, []), /Only SELECT/, text);
  for (const text of ['select 1; delete from boats', "select ';' /* ; */ ; -- ;\n delete from boats"])
    await rejects(explain(text, []), /single statement/, text);
  deepEqual(Object.values((await sql<object>`pragma user_version`.execute(database)).rows[0]!), [0]);
  equal(count(), 1);
});

test('the connection is read-only during planning and writable afterwards', async (t) => {
  const { database, file, count } = open(t);
  const prepare = file.prepare.bind(file);
  const seen: unknown[] = [];
  file.prepare = (text) => {
    if (text.startsWith('explain')) seen.push(prepare('pragma query_only').get()?.['query_only']);
    return prepare(text);
  };
  for (let round = 1; round <= 3; round++) {
    await explainQuery(database)(`select ${round} from boats`, []);
    equal(prepare('pragma query_only').get()?.['query_only'], 0);
    await sql`insert into boats (name) values ('more')`.execute(database);
  }
  deepEqual(seen, [1, 1, 1]);
  equal(count(), 4);
});

test('a statement that cannot be planned throws the reason and leaves the connection unchanged', async (t) => {
  const { database, file } = open(t);
  await rejects(explainQuery(database)('select * from nowhere', []), /no such table: nowhere/);
  await rejects(explainQuery(database)('select * from nowhere', []), /no such table: nowhere/);
  equal(file.prepare('pragma query_only').get()?.['query_only'], 0);
});

test('a read-only connection stays read-only after planning', async (t) => {
  const { database, file } = open(t);
  file.exec('pragma query_only = on');
  await explainQuery(database)('select 1', []);
  equal(file.prepare('pragma query_only').get()?.['query_only'], 1);
});

function open(t: TestContext): { database: Kysely<object>; file: DatabaseSync; count: () => unknown } {
  const file = new DatabaseSync(':memory:');
  file.exec("create table boats (id integer primary key, name text); insert into boats (name) values ('Nereid')");
  const database = new Kysely<object>({ dialect: new NodeSqliteDialect({ database: file }) });
  t.after(() => database.destroy());
  return { database, file, count: () => file.prepare('select count(*) as boats from boats').get()?.['boats'] };
}
