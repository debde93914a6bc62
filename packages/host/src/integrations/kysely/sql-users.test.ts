import { deepEqual, equal } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely } from 'kysely';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';
import { sqlUsers } from './sql-users.ts';

function accounts() {
  const file = new DatabaseSync(':memory:');
  file.exec(`create table users (id integer primary key, email text, password text, roles text);
    insert into users values (1, 'ada@example.com', '$argon2id$…', '["editor","admin"]'),
      (2, 'bob@example.com', null, 'reader, , editor '), (3, 'cyd@example.com', null, null)`);
  const database = new Kysely<{ users: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  return { file, users: sqlUsers(database, { table: 'users', name: 'email' }), database };
}

test('an account is found by its login name and loaded by its id', async () => {
  const { users } = accounts();
  const ada = { user: { id: '1', roles: ['editor', 'admin'] }, password: '$argon2id$…' };
  deepEqual(await users.find('ada@example.com'), ada);
  deepEqual(await users.load!('1'), ada);
  equal(await users.find('1'), undefined);
  equal(await users.load!('9'), undefined);
});

test('roles are a JSON list or comma-separated names, and empty for null', async () => {
  const { users } = accounts();
  deepEqual(await users.load!('2'), { user: { id: '2', roles: ['reader', 'editor'] }, password: undefined });
  deepEqual(await users.load!('3'), { user: { id: '3', roles: [] }, password: undefined });
});

test('a function creates the user of a row, and a rehashed password is stored', async () => {
  const { users, file, database } = accounts();
  await users.rehash!('2', '$argon2id$new');
  equal(file.prepare('select password from users where id = 2').get()!['password'], '$argon2id$new');
  equal(file.prepare('select password from users where id = 3').get()!['password'], null);
  const provider = sqlUsers(database, { table: 'users', user: ({ email }) => ({ id: String(email), roles: ['own'] }) });
  deepEqual((await provider.find('3'))!.user, { id: 'cyd@example.com', roles: ['own'] });
});
