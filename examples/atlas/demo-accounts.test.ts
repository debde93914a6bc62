import { deepEqual, equal } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { DEMO_ACCOUNTS, addDemoAccounts } from './demo-accounts.ts';
import { temporaryFolder } from './test-data.ts';

const file = join(temporaryFolder(), 'accounts.sqlite');
const rows = () => {
  using database = new DatabaseSync(file);
  return database.prepare('select id, password, key_hash from users order by id').all();
};

test('replaces the accounts of a database that was built with other API keys, and then keeps them', async () => {
  using database = new DatabaseSync(file);
  database.exec(`
    create table users (id text primary key, roles text, password text, key text unique, key_hash text);
    insert into users values ('ada', '["editor"]', 'x', 'ada', 'sha256:old');
  `);
  await addDemoAccounts(file);
  const first = rows();
  deepEqual(
    first.map(({ id, key_hash: hash }) => [id, hash]),
    DEMO_ACCOUNTS.map(({ id, key }) => [id, `sha256:${createHash('sha256').update(key).digest('hex')}`]),
  );
  await addDemoAccounts(file);
  deepEqual(rows(), first);
  equal(first.length, 3);
});
