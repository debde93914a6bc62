import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { sessionStorageContract } from '../../../../../../test/contracts/session-storage.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { POSTGRES_URL, connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { sqlStore } from '../store/sql-store.ts';
import { createSqlSessionStorage, sqlSessionStorage } from './sql-session-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'oriel-sessions-'));
const open: Kysely<object>[] = [];
after(async () => {
  await Promise.all(open.map((kysely) => kysely.destroy()));
  rmSync(folder, { recursive: true });
});

function sqlite(file: string): Kysely<object> {
  const database = new Kysely<object>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(file) }) });
  open.push(database);
  return database;
}

// Connects before the first test, because an await between tests would end the test run early.
const postgres = await connectPostgres('sessions');
after(postgres.close);
if (postgres.skip === false) {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(postgres.database);
  const pool = new Pool({ connectionString: POSTGRES_URL, options: `-c search_path=${rows[0]!.schema}`, max: 4 });
  const second = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
  open.push(second);
  let tables = 0;
  sessionStorageContract('PostgreSQL', async () => {
    const table = `sessions_${++tables}`;
    return { storage: sqlSessionStorage(postgres.database, { table }), second: sqlSessionStorage(second, { table }) };
  });
} else test('PostgreSQL', { skip: postgres.skip });

let files = 0;
sessionStorageContract('SQLite', async () => {
  const file = join(folder, `${++files}.sqlite`);
  return { storage: sqlSessionStorage(sqlite(file)), second: sqlSessionStorage(sqlite(file)) };
});

const SESSION = { version: 1, data: '{}', created: 0, used: 0 };

test('removes expired sessions once a minute', async () => {
  let now = 0;
  const database = sqlite(':memory:');
  const storage = createSqlSessionStorage(database as never, 'oriel_sessions', () => now);
  await storage.create('old', SESSION, 1_000);
  now = 59_000;
  await storage.create('other', SESSION, 90_000);
  assert.ok(await storage.read('old'));
  now = 60_000;
  await storage.create('new', SESSION, 90_000);
  assert.equal(await storage.read('old'), undefined);
  assert.ok(await storage.read('other'));
});

test('rejects use inside a transaction of the same SQLite database instead of waiting for itself', async () => {
  const database = sqlite(':memory:');
  const storage = sqlSessionStorage(database);
  await assert.rejects(
    sqlStore(database as Kysely<{ boats: object }>, 'boats').transaction(async () => storage.create('a', SESSION, 1)),
    /use a separate database for sessions/,
  );
  await storage.create('a', SESSION, 1);
});
