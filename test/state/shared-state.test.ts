/** Two hosts in processes of their own share PostgreSQL and Redis behind nginx, which sends each request to one of them at random. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { EventSource } from 'eventsource';
import { sql } from 'kysely';
import { POSTGRES_URL, connectPostgres } from '../contracts/postgres.ts';
import { connectRedis } from '../contracts/redis.ts';
import { HUB, bearer, fullAccessToken } from '../hub/test-hub.ts';
import { NGINX_SKIP_REASON, startNginx } from '../safety/support/nginx.ts';
import { until } from '../safety/support/recorded-host.ts';

const postgres = await connectPostgres('shared_state');
const redis = await connectRedis('shared-state');
const skip = postgres.skip || redis.skip || NGINX_SKIP_REASON;
const prefix = `test_shared_${process.pid}`;
const database = `${POSTGRES_URL}?options=${encodeURIComponent(`-c search_path=${postgres.schema}`)}`;
if (!skip) await sql`create table notes (id text primary key, text text not null)`.execute(postgres.database);

test.after(async () => {
  if (!redis.skip)
    for await (const keys of redis.client.scanIterator({ MATCH: `${prefix}*` }))
      if (keys.length > 0) await redis.client.del(keys);
  await redis.close();
  await postgres.close();
});

let started = 0;

/** Starts two hosts behind nginx. `kill` ends one of them at once. */
async function startPair(t: TestContext) {
  const sharedPrefix = `${prefix}_${started++}`;
  const hosts = await Promise.all([startHost(t, sharedPrefix), startHost(t, sharedPrefix)]);
  const nginx = await startNginx(
    hosts.map(({ port }) => port),
    'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; proxy_buffering off;',
  );
  t.after(() => nginx.stop());
  return { url: `http://127.0.0.1:${nginx.port}`, kill: () => hosts[0].kill() };
}

async function startHost(
  t: TestContext,
  sharedPrefix: string,
): Promise<{ readonly port: number; readonly kill: () => Promise<void> }> {
  const child = fork(new URL('serve-shared.ts', import.meta.url), {
    env: { ...process.env, DATABASE: database, PREFIX: sharedPrefix },
    execArgv: ['--conditions=oriel:source'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = (): Promise<void> => {
    child.kill('SIGKILL');
    return exited;
  };
  t.after(kill);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (sent) => resolve(Number(sent)));
    child.once('exit', (code) => reject(new Error(`The process exited with ${code}`)));
  });
  return { port, kill };
}

test('nginx sends requests to both hosts', { skip }, async (t) => {
  const { url } = await startPair(t);
  const processes = new Set<number>();
  for (let count = 0; count < 40; count++)
    processes.add(((await (await fetch(`${url}/process`)).json()) as { id: number }).id);
  assert.equal(processes.size, 2);
});

test('a session is complete on each host, and when one host is killed', { skip }, async (t) => {
  const { url, kill } = await startPair(t);
  const first = await fetch(`${url}/add/0`);
  const headers = { cookie: first.headers.get('set-cookie')!.split(';')[0]! };
  await Promise.all(Array.from({ length: 30 }, (_, index) => fetch(`${url}/add/${index + 1}`, { headers })));
  const cart = async (): Promise<string[]> =>
    ((await (await fetch(`${url}/cart`, { headers })).json()) as { cart: string[] }).cart;
  assert.deepEqual(new Set(await cart()), new Set(Array.from({ length: 31 }, (_, index) => String(index))));
  await kill();
  for (let count = 0; count < 10; count++) assert.equal((await cart()).length, 31);
});

test('a rate limit counts the requests of both hosts together', { skip }, async (t) => {
  const { url } = await startPair(t);
  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await fetch(`${url}/limited`)).status));
  assert.equal(statuses.filter((status) => status === 200).length, 10);
  assert.equal(statuses.filter((status) => status === 429).length, 20);
});

test('repeated writes are carried out once, and no acknowledged write is lost with a host', { skip }, async (t) => {
  const { url, kill } = await startPair(t);
  const write = (id: string): Promise<number> =>
    fetch(`${url}/api/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `"${id}"` },
      body: JSON.stringify({ id, text: 'note' }),
    }).then(
      ({ status }) => status,
      () => 0,
    );
  const acknowledged: string[] = [];
  const writers = Array.from({ length: 8 }, async () => {
    for (let count = 0; count < 25; count++) {
      const id = randomUUID();
      const statuses = await Promise.all([write(id), write(id)]);
      // A request that was cut off is repeated, as a client would do.
      for (let attempt = 0; attempt < 20 && !statuses.includes(201); attempt++) statuses.push(await write(id));
      if (statuses.includes(201)) acknowledged.push(id);
      for (const status of statuses) assert.ok([201, 409, 0, 502, 503].includes(status), `status ${status}`);
      if (acknowledged.length === 60) void kill();
    }
  });
  await Promise.all(writers);
  // Of each writer, the killed host had at most one write in progress. Its key stays claimed until it expires.
  assert.ok(acknowledged.length >= 192, `${acknowledged.length} writes were acknowledged`);
  const { rows } = await sql<{ id: string }>`select id from notes`.execute(postgres.database);
  const stored = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    acknowledged.filter((id) => !stored.has(id)),
    [],
  );
  assert.equal(stored.size, rows.length);
});

test('subscribers receive each update once, also when their host is killed', { skip }, async (t) => {
  const { url, kill } = await startPair(t);
  const received = [[], [], [], []] as string[][];
  let opened = 0;
  for (const list of received) {
    const source = new EventSource(`${url}${HUB}?match=a`);
    t.after(() => source.close());
    source.addEventListener('open', () => opened++);
    source.addEventListener('message', ({ data }: { data: string }) => list.push(data));
  }
  await until(() => (opened >= 4 ? true : undefined), 'the subscriptions');
  const publish = async (data: string): Promise<void> => {
    const body = new URLSearchParams({ topic: 'a', data });
    const headers = bearer(fullAccessToken());
    const { status } = await fetch(`${url}${HUB}`, { method: 'POST', headers, body });
    assert.equal(status, 200);
  };
  const expected = Array.from({ length: 20 }, (_, index) => String(index));
  for (const data of expected.slice(0, 10)) await publish(data);
  await until(() => (received.every(({ length }) => length === 10) ? true : undefined), 'the first updates');
  await kill();
  for (const data of expected.slice(10)) await publish(data);
  for (let waited = 0; waited < 300 && !received.every(({ length }) => length >= 20); waited++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  for (const list of received) assert.deepEqual(list, expected);
});
