import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Kysely, sql } from 'kysely';
import { z } from 'zod';
import { defineHost, resource, route } from '../../index.ts';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';
import { sqlIdempotencyStore } from './idempotency/sql-idempotency-store.ts';
import { sqlSessionStorage } from './sessions/sql-session-storage.ts';
import { sqlStore } from './store/sql-store.ts';

/** Creates a host over a SQLite file, and another connection that locks the file. */
function open(t: TestContext, busyTimeout: number) {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-busy-'));
  const file = join(folder, 'boats.sqlite');
  const other = new DatabaseSync(file);
  other.exec('pragma journal_mode = wal; create table boats (id integer primary key, name text)');
  const connect = () =>
    new Kysely<{ boats: object }>({
      dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(file), busyTimeout }),
    });
  const database = connect();
  const sessions = connect();
  const host = defineHost({
    log: { level: 'none' },
    profiler: false,
    api: { idempotency: { store: sqlIdempotencyStore(database) } },
    sessions: { storage: sqlSessionStorage(sessions), csrf: { token: 'unknown-origin' } },
    routes: [
      route('visit', 'POST /visit', {
        handle: async ({ session }) => {
          await session.set('seen', true);
          return { ok: true };
        },
      }),
      route('raw', 'POST /raw', {
        handle: async () => {
          await sql`insert into boats (name) values ('raw')`.execute(database);
          return { ok: true };
        },
      }),
    ],
    resources: [
      resource('boats', z.object({ id: z.int().optional(), name: z.string() }), {
        id: 'id',
        idempotency: 'accept',
        bulk: { max: 10 },
        store: sqlStore(database, 'boats'),
      }),
    ],
  });
  t.after(async () => {
    await host.close();
    await Promise.all([database.destroy(), sessions.destroy()]);
    other.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const send = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    host.fetch(
      new Request(new URL(path, 'http://localhost'), {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'Content-Type': 'application/json', Origin: 'http://localhost', ...headers },
      }),
    );
  const names = async (): Promise<string[]> =>
    ((await (await send('/api/boats')).json()) as { name: string }[]).map(({ name }) => name);
  return { database, other, host, send, names };
}

const INSERTS = [
  ['one item', '/api/boats', { name: 'late' }, {}],
  ['several items in a transaction', '/api/boats', [{ name: 'late' }, { name: 'later' }], {}],
  ['an item with an idempotency key', '/api/boats', { name: 'late' }, { 'Idempotency-Key': '"one"' }],
  ['a session', '/visit', {}, {}],
  ['a query of the application', '/raw', {}, {}],
] as const;

for (const [what, path, body, headers] of INSERTS) {
  test(`writing ${what} waits for a locked SQLite file while other requests are answered`, async (t) => {
    const { other, send } = open(t, 60_000);
    // Creates tables that are created at their first use.
    assert.ok((await send(path, body, { ...headers, ...(headers && { 'Idempotency-Key': '"zero"' }) })).ok);
    other.exec('begin immediate');
    let done = false;
    const waiting = send(path, body, headers).then((response) => ((done = true), response));
    for (let turn = 0; turn < 5; turn++) {
      assert.equal((await send('/api/boats')).status, 200);
      await pause(5);
    }
    assert.equal(done, false);
    other.exec('commit');
    assert.ok((await waiting).ok);
  });

  test(`writing ${what} answers 503 with Retry-After when the SQLite file stays locked`, async (t) => {
    const { other, send } = open(t, 30);
    assert.ok((await send(path, body, { ...headers, ...(headers && { 'Idempotency-Key': '"zero"' }) })).ok);
    other.exec('begin immediate');
    const response = await send(path, body, headers);
    assert.equal(response.status, 503);
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal((await send('/api/boats')).status, 200);
    other.exec('commit');
    assert.ok((await send(path, body, headers)).ok);
  });
}

test('writes that wait for a locked SQLite file are executed in order', async (t) => {
  const { other, send, names } = open(t, 60_000);
  assert.deepEqual(await names(), []);
  other.exec('begin immediate');
  const waiting = [];
  for (let number = 0; number < 8; number++) {
    waiting.push(send('/api/boats', { name: `boat ${number}` }));
    await pause(2);
  }
  other.exec('commit');
  assert.deepEqual(new Set((await Promise.all(waiting)).map(({ status }) => status)), new Set([201]));
  assert.deepEqual(
    await names(),
    Array.from({ length: 8 }, (_, number) => `boat ${number}`),
  );
});

test('queries of other requests do not join an open transaction, but wait until it ends', async (t) => {
  const { database, send, names } = open(t, 60_000);
  assert.equal((await send('/api/boats', { name: 'first' })).status, 201);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const failing = sqlStore(database, 'boats').transaction(async () => {
    await sql`insert into boats (name) values ('undone')`.execute(
      (await import('./store/transactions.ts')).connectionOf(database as never),
    );
    await held;
    throw new Error('undo');
  });
  await pause(5);
  const reading = names();
  const writing = send('/api/boats', { name: 'second' });
  await pause(5);
  release();
  await assert.rejects(failing, /^Error: undo$/);
  assert.deepEqual(await reading, ['first']);
  assert.equal((await writing).status, 201);
  assert.deepEqual(await names(), ['first', 'second']);
});

test('a query answers 503 with Retry-After when a transaction of another request does not end', async (t) => {
  const { database, send } = open(t, 30);
  assert.equal((await send('/api/boats', { name: 'first' })).status, 201);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const open_ = sqlStore(database, 'boats').transaction(() => held);
  await pause(5);
  const response = await send('/api/boats');
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('retry-after'), '1');
  release();
  await open_;
  assert.equal((await send('/api/boats')).status, 200);
});

test('a write that waits is not started after its request was aborted', async (t) => {
  const { other, host, send, names } = open(t, 60_000);
  assert.deepEqual(await names(), []);
  other.exec('begin immediate');
  const stop = new AbortController();
  const waiting = host.fetch(
    new Request('http://localhost/api/boats', {
      method: 'POST',
      signal: stop.signal,
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"given up"}',
    }),
  );
  await pause(10);
  stop.abort();
  await pause(30);
  other.exec('commit');
  await waiting.catch(() => {});
  assert.equal((await send('/api/boats', { name: 'next' })).status, 201);
  assert.deepEqual(await names(), ['next']);
});

test('a full SQLite database answers 503 with Retry-After, also in a transaction, and accepts writes again when it has space', async (t) => {
  const { database, send, names } = open(t, 1_000);
  assert.equal((await send('/api/boats', { name: 'first' })).status, 201);
  await sql`pragma max_page_count = 1`.execute(database);
  const large = { name: 'x'.repeat(100_000) };
  for (const body of [large, [large, { name: 'small' }]]) {
    const response = await send('/api/boats', body);
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('retry-after'), '5');
  }
  await sql`pragma max_page_count = 1000000`.execute(database);
  assert.equal((await send('/api/boats', { name: 'second' })).status, 201);
  assert.deepEqual(await names(), ['first', 'second']);
});
