import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { Kysely, sql } from 'kysely';
import { NodeSqliteDialect } from '../../packages/host/src/integrations/kysely/node-sqlite-dialect.ts';
import { sqlSessionStorage } from '../../packages/host/src/integrations/kysely/sessions/sql-session-storage.ts';
import { POSTGRES_URL, connectPostgres } from '../contracts/postgres.ts';
import { redisSessionStorage } from '../../packages/host/src/integrations/redis/redis-session-storage.ts';
import { REDIS_URL, connectRedis } from '../contracts/redis.ts';
import { createContext } from '../../packages/host/src/testing/index.ts';
import { Sessions } from '../../packages/host/src/features/session/sessions.ts';
import type { SessionStorage } from '../../packages/host/src/features/session/session-storage.ts';

const PROCESSES = 4;
const WRITER = join(import.meta.dirname, 'session-writer.ts');

/** Runs four processes that each increment a counter 2,500 times and write 25 keys of one session. */
async function countTogether(store: string, location: string, name: string, storage: SessionStorage): Promise<void> {
  const sessions = new Sessions({ storage });
  const first = sessions.of(createContext());
  await first.set('hits', 0);
  const cookie = first.finish()!.cookie!.split(';')[0]!;
  const run = () =>
    promisify(execFile)(process.execPath, ['--conditions=oriel:source', WRITER, store, location, name, cookie]);
  await Promise.all(Array.from({ length: PROCESSES }, run));
  const last = sessions.of(createContext('GET /', { headers: { Cookie: cookie } }));
  assert.equal(await last.get('hits'), 10_000);
  const { data } = last.stored!;
  assert.equal(data.match(/"round-/g)!.length, PROCESSES * 25);
}

test('four processes increment a counter of a session 10,000 times without lost updates in SQLite', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-sessions-'));
  const file = join(folder, 'sessions.sqlite');
  const database = new Kysely<object>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(file) }) });
  t.after(async () => {
    await database.destroy();
    rmSync(folder, { recursive: true });
  });
  await countTogether('SQLite', file, 'sessions', sqlSessionStorage(database, { table: 'sessions' }));
});

const postgres = await connectPostgres('session_writers');
after(postgres.close);
test(
  'four processes increment a counter of a session 10,000 times without lost updates in PostgreSQL',
  { skip: postgres.skip },
  async () => {
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(postgres.database);
    const url = new URL(POSTGRES_URL);
    url.searchParams.set('options', `-c search_path=${rows[0]!.schema}`);
    const storage = sqlSessionStorage(postgres.database, { table: 'sessions' });
    await countTogether('PostgreSQL', url.href, 'sessions', storage);
  },
);

const redis = await connectRedis('writers');
after(redis.close);
test(
  'four processes increment a counter of a session 10,000 times without lost updates in Redis',
  { skip: redis.skip },
  async () => {
    await countTogether('Redis', REDIS_URL, redis.prefix, redisSessionStorage(redis.client, { prefix: redis.prefix }));
  },
);
