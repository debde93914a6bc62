import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { z } from 'zod';
import { defineHost, resource, route } from '../../../index.ts';
import { handlePoolErrors } from '../handle-pool-errors.ts';
import { sqlIdempotencyStore } from '../idempotency/sql-idempotency-store.ts';
import { sqlStore } from './sql-store.ts';
import { tracedDialect } from '../traced-dialect.ts';
import { POSTGRES_URL, connectPostgres } from '../../../../../../test/contracts/postgres.ts';

const shared = await connectPostgres('outage');
after(() => shared.close());

describe('sqlStore while PostgreSQL cannot be reached', { skip: shared.skip }, () => {
  const target = new URL(POSTGRES_URL);
  const sockets = new Set<Socket>();
  const errors: Error[] = [];
  let up = true;
  // A proxy, because the server is shared with other tests.
  const proxy = createServer((client) => {
    if (!up) return client.destroy();
    const server = connect(Number(target.port || 5432), target.hostname);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {}).on('close', () => (sockets.delete(one), other.destroy()));
    }
    client.pipe(server).pipe(client);
  });
  let pool: Pool;
  let database: Kysely<never>;
  let schema: string;

  const hostOver = (over: Kysely<never>, time = 30_000) => {
    const host = defineHost({
      routes: [
        route('own', 'GET /api/own', {
          handle: async () => {
            await sql`select pg_sleep(20)`.execute(over);
            return {};
          },
        }),
      ],
      log: { level: 'none' },
      profiler: false,
      limits: { time },
      api: { idempotency: { store: sqlIdempotencyStore(over) } },
      resources: [
        resource('boats', z.object({ id: z.int().optional(), name: z.string() }), {
          id: 'id',
          idempotency: 'accept',
          bulk: { max: 5 },
          store: sqlStore(over, 'boats' as never),
        }),
        resource('slow', z.object({ id: z.int(), name: z.string().nullable() }), {
          id: 'id',
          only: ['list', 'get'],
          store: sqlStore(over, 'slow' as never),
        }),
      ],
    });
    return (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      host.fetch(
        new Request(`http://localhost/api/${path}`, {
          ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
          headers: { 'Content-Type': 'application/json', ...headers },
        }),
      );
  };
  const unavailable = (response: Response): void => {
    assert.equal(response.status, 503);
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/);
  };
  const lose = (): void => {
    up = false;
    for (const socket of sockets) socket.destroy();
  };

  before(async () => {
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(shared.database);
    schema = rows[0]!.schema;
    await sql`create table boats (id serial primary key, name text)`.execute(shared.database);
    await sql`create view slow as select 1 as id, 'x' || pg_sleep(20)::text as name`.execute(shared.database);
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const url = new URL(target);
    url.hostname = '127.0.0.1';
    url.port = String((proxy.address() as AddressInfo).port);
    pool = new Pool({
      connectionString: url.href,
      options: `-c search_path=${schema}`,
      connectionTimeoutMillis: 500,
      max: 2,
    });
    handlePoolErrors(pool, (error) => errors.push(error));
    database = new Kysely<never>({ dialect: tracedDialect(new PostgresDialect({ pool })) });
  });
  after(async () => {
    up = false;
    await database.destroy();
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });

  it('answers 503 with Retry-After to reads, writes, transactions and idempotency keys, and serves again afterwards', async () => {
    const send = hostOver(database);
    assert.equal((await send('boats', { name: 'first' })).status, 201);
    lose();
    for (const more of [{}, { 'Idempotency-Key': '"key"' }]) {
      unavailable(await send('boats', { name: 'lost' }, more));
      unavailable(await send('boats', [{ name: 'lost' }, { name: 'lost' }], more));
    }
    unavailable(await send('boats'));
    unavailable(await send('boats/1'));
    up = true;
    assert.equal((await send('boats')).status, 200);
    assert.equal((await send('boats', { name: 'second' }, { 'Idempotency-Key': '"key"' })).status, 201);
  });

  it('answers 503 to a request whose connection is lost during its query', async () => {
    const send = hostOver(database);
    assert.equal((await send('boats')).status, 200);
    const waiting = send('slow');
    await pause(200);
    lose();
    unavailable(await waiting);
    up = true;
  });

  it('reports idle connections that are lost to the listener of the pool, and keeps working', async () => {
    const send = hostOver(database);
    assert.equal((await send('boats')).status, 200);
    errors.length = 0;
    lose();
    while (errors.length === 0) await pause(5);
    assert.match(errors[0]!.message, /terminated/);
    up = true;
    assert.equal((await send('boats')).status, 200);
  });

  it('answers 503 with Retry-After when the pool has no free connection', async () => {
    const send = hostOver(database);
    const clients = [await pool.connect(), await pool.connect()];
    unavailable(await send('boats'));
    unavailable(await send('boats', [{ name: 'lost' }, { name: 'lost' }]));
    for (const client of clients) client.release();
    assert.equal((await send('boats')).status, 200);
  });

  it('answers 503 with Retry-After when the server cancels a query after its statement_timeout', async () => {
    const limited = new Kysely<never>({
      dialect: tracedDialect(
        new PostgresDialect({
          pool: new Pool({
            connectionString: POSTGRES_URL,
            options: `-c search_path=${schema}`,
            statement_timeout: 50,
          }),
        }),
      ),
    });
    unavailable(await hostOver(limited)('slow'));
    // A query of the application.
    unavailable(await hostOver(limited)('own'));
    await limited.destroy();
  });

  it('cancels the query of a request that has timed out', async () => {
    const application_name = `oriel-cancel-${process.pid}`;
    const kysely = new Kysely<never>({
      dialect: new PostgresDialect({
        pool: new Pool({ connectionString: POSTGRES_URL, options: `-c search_path=${schema}`, application_name }),
      }),
    });
    assert.equal((await hostOver(kysely)('boats')).status, 200);
    unavailable(await hostOver(kysely, 300)('slow'));
    const running = async (): Promise<number> => {
      const { rows } = await sql<{ count: string }>`
        select count(*) as count from pg_stat_activity
        where state = 'active' and application_name = ${application_name}`.execute(shared.database);
      return Number(rows[0]!.count);
    };
    // The query takes 20 seconds, but ends much earlier.
    for (let turn = 0; turn < 200 && (await running()) > 0; turn++) await pause(20);
    assert.equal(await running(), 0);
    await kysely.destroy();
  });

  it('cancels the query of a transaction whose request is over, and rolls the transaction back', async (t) => {
    const application_name = `oriel-cancel-transaction-${process.pid}`;
    const kysely = new Kysely<never>({
      dialect: tracedDialect(
        new PostgresDialect({
          pool: new Pool({ connectionString: POSTGRES_URL, options: `-c search_path=${schema}`, application_name }),
        }),
      ),
    });
    const send = hostOver(kysely, 2_000);
    const count = async () => ((await (await send('boats')).json()) as unknown[]).length;
    const before = await count();
    const locking = await shared.database.startTransaction().execute();
    let locked = true;
    t.after(async () => {
      if (locked) await locking.rollback().execute();
      await kysely.destroy();
    });
    await sql`lock table boats in access exclusive mode`.execute(locking);
    unavailable(await send('boats', [{ name: 'cancelled' }, { name: 'cancelled' }]));
    const waiting = async (): Promise<number> => {
      const { rows } = await sql<{ count: string }>`
        select count(*) as count from pg_stat_activity
        where state <> 'idle' and application_name = ${application_name}`.execute(shared.database);
      return Number(rows[0]!.count);
    };
    for (let turn = 0; turn < 200 && (await waiting()) > 0; turn++) await pause(20);
    assert.equal(await waiting(), 0);
    await locking.rollback().execute();
    locked = false;
    assert.equal(await count(), before);
  });
});
