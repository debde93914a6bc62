/** Increments a counter in a session that other processes use too. Arguments: storage, file or URL, table, cookie. Prints `done`. */
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { createClient } from 'redis';
import { NodeSqliteDialect } from '../../packages/host/src/integrations/kysely/node-sqlite-dialect.ts';
import { sqlSessionStorage } from '../../packages/host/src/integrations/kysely/sessions/sql-session-storage.ts';
import { redisSessionStorage } from '../../packages/host/src/integrations/redis/redis-session-storage.ts';
import { createContext } from '../../packages/host/src/testing/index.ts';
import { Sessions } from '../../packages/host/src/features/session/sessions.ts';
import type { SessionStorage } from '../../packages/host/src/features/session/session-storage.ts';

const [store, location, name, cookie] = process.argv.slice(2) as [string, string, string, string];

async function open(): Promise<{ storage: SessionStorage; close: () => Promise<unknown> }> {
  if (store === 'Redis') {
    const client = createClient({ url: location });
    await client.connect();
    return { storage: redisSessionStorage(client, { prefix: name }), close: () => client.close() };
  }
  const dialect =
    store === 'SQLite'
      ? new NodeSqliteDialect({ database: new DatabaseSync(location) })
      : new PostgresDialect({ pool: new Pool({ connectionString: location, max: 2 }) });
  const database = new Kysely<object>({ dialect });
  return { storage: sqlSessionStorage(database, { table: name }), close: () => database.destroy() };
}

const { storage, close } = await open();
const sessions = new Sessions({ storage }, { timeout: 30_000 });
const request = () => sessions.of(createContext('GET /', { headers: { Cookie: cookie } }));
for (let round = 0; round < 25; round++) {
  await Promise.all(
    Array.from({ length: 100 }, () => request().update('hits', (hits) => ((hits as number | undefined) ?? 0) + 1)),
  );
  await request().set(`round-${process.pid}-${round}`, round);
}
await close();
console.log('done');
