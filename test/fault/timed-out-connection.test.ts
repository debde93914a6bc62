import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { handlePoolErrors, tracedDialect } from 'oriel-host/kysely';
import { Pool } from 'pg';
import { POSTGRES_URL, connectPostgres } from '../contracts/postgres.ts';
import { startTcpProxy } from '../lib/tcp-proxy.ts';

const postgres = await connectPostgres('timed_out');
test.after(postgres.close);

test(
  'a connection whose begin timed out in the client is not used within the transaction that the server began',
  { skip: postgres.skip },
  async (t) => {
    await sql`create table entries (name text)`.execute(postgres.database);
    const url = new URL(POSTGRES_URL);
    const proxy = await startTcpProxy(Number(url.port || 5432));
    t.after(() => proxy.close());
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    url.searchParams.set('options', `-c search_path=${postgres.schema}`);
    const pool = handlePoolErrors(new Pool({ connectionString: url.href, max: 1, query_timeout: 500 }), () => {});
    const database = new Kysely<{ entries: { name: string } }>({
      dialect: tracedDialect(new PostgresDialect({ pool })),
    });
    t.after(() => database.destroy());
    await database.selectFrom('entries').selectAll().execute();
    proxy.setMode('hanging');
    await assert.rejects(
      database.transaction().execute(async () => {}),
      { status: 503 },
    );
    proxy.setMode('open');
    await database.insertInto('entries').values({ name: 'stored' }).execute();
    const { rows } = await sql<{ name: string }>`select name from entries`.execute(postgres.database);
    assert.deepEqual(rows, [{ name: 'stored' }]);
  },
);
