import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { memoryStore } from '../../features/resources/source/memory-store.ts';
import { resource } from '../../features/resources/declare/resource.ts';
import { connectPostgres, POSTGRES_URL } from '../../../../../test/contracts/postgres.ts';
import { connectRedis, REDIS_URL } from '../../../../../test/contracts/redis.ts';
import { limitSettings } from '../../features/rate-limit/rate-limit.ts';
import type { HostConfig } from '../config.ts';
import { defineHost } from '../define-host.ts';
import { openState } from './open-state.ts';

const postgres = await connectPostgres('open_state');
const redis = await connectRedis('open-state');
const skip = postgres.skip || redis.skip;
const prefix = `test_state_${process.pid}`;
const database = `${POSTGRES_URL}?options=${encodeURIComponent(`-c search_path=${postgres.schema}`)}`;
const notes = resource('notes', z.object({ id: z.int(), text: z.string() }), {
  id: 'id',
  store: memoryStore(),
  idempotency: 'accept',
});
const CONFIG: HostConfig = {
  resources: [notes],
  sessions: {},
  rateLimits: [{ name: 'all', limit: 5, per: '1 min' }],
  hub: { publicUrl: 'https://example.com/.well-known/mercure' },
};
const RULE = { name: 'all', limit: 5, per: 60_000 };

test.after(async () => {
  if (!redis.skip)
    for await (const keys of redis.client.scanIterator({ MATCH: `${prefix}:*` }))
      if (keys.length > 0) await redis.client.del(keys);
  await redis.close();
  await postgres.close();
});

function open(state: HostConfig['state'] & object, messages: string[] = []) {
  return openState({ ...CONFIG, state: { prefix, ...state } }, (message) => void messages.push(message));
}

for (const [where, state] of [
  ['Redis', { redis: REDIS_URL }],
  ['PostgreSQL', { database }],
] as const)
  test(`two hosts share sessions in ${where}`, { skip }, async () => {
    const [one, other] = [open(state), open(state)];
    const until = Date.now() + 60_000;
    const stored = { version: 1, data: '{"user":"ada"}', created: 1, used: 2 };
    await one.config.sessions!.storage!.create(`key-${where}`, stored, until);
    assert.deepEqual(await other.config.sessions!.storage!.read(`key-${where}`), stored);
    await Promise.all([one.close(), other.close()]);
  });

test('two hosts share idempotency keys, rate limits and updates', { skip }, async () => {
  const both = [open({ database, redis: REDIS_URL }), open({ database, redis: REDIS_URL })] as const;
  await Promise.all(both.map((state) => state.connect()));
  const [one, other] = both.map(({ config }) => ({
    keys: config.api!.idempotency!.store!,
    limits: limitSettings(config.rateLimits!).store!,
    hub: config.hub!.url === undefined ? config.hub!.transport! : undefined,
  }));

  assert.equal(await one!.keys.begin('key', 'print', 'claim', 60_000), undefined);
  assert.equal((await other!.keys.begin('key', 'print', 'other', 60_000))?.fingerprint, 'print');

  for (const { limits } of [one!, other!, one!, other!, one!])
    assert.equal((await limits.take('visitor', RULE)).allowed, true);
  assert.equal((await other!.limits.take('visitor', RULE)).allowed, false);

  const received: string[] = [];
  const arrived = new Promise<void>((resolve) =>
    other!.hub!.listen({
      update: ({ data }) => {
        received.push(data);
        resolve();
      },
    }),
  );
  await other!.hub!.ready;
  await one!.hub!.publish({
    id: 'urn:x:1',
    topics: ['a'],
    data: 'hello',
    private: false,
    type: undefined,
    retry: undefined,
  });
  await arrived;
  assert.deepEqual(received, ['hello']);
  await Promise.all(both.map((state) => state.close()));
});

test('a server that is not available is reported once and does not prevent the start', async () => {
  const messages: string[] = [];
  const state = open(
    { database: 'postgres://shop:hidden@127.0.0.1:1/shop', redis: 'redis://:hidden@127.0.0.1:1' },
    messages,
  );
  await state.connect();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await state.close();
  assert.equal(messages.length, 2);
  assert.match(
    messages.sort()[0]!,
    /^PostgreSQL at postgres:\/\/127\.0\.0\.1:1\/shop is not available: .+ECONNREFUSED/,
  );
  assert.match(messages[1]!, /^Redis at redis:\/\/127\.0\.0\.1:1 is not available: .+/);
  assert.equal(messages.join().includes('hidden'), false);
});

test('a host closes its connections, and opens them again when it is used again', { skip }, async () => {
  const host = defineHost({ ...CONFIG, state: { prefix, database, redis: REDIS_URL }, log: false });
  const connections = async (): Promise<number> =>
    (await redis.client.clientList()).filter(({ name }) => name === prefix).length;
  const before = await connections();
  assert.equal((await host.fetch(new Request('http://localhost/api/notes'))).status, 200);
  assert.ok((await connections()) > before);
  await host.close();
  // Redis notices a closed connection a moment later.
  for (let waited = 0; waited < 200 && (await connections()) > before; waited++)
    await new Promise((resolve) => setTimeout(resolve, 25));
  assert.equal(await connections(), before);
  assert.equal((await host.fetch(new Request('http://localhost/api/notes'))).status, 200);
  await host.close();
});
