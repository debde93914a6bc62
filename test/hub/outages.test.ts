/** Live resources while the hub is down, hangs, or answers 5xx: no answer waits or fails, and what it missed is told later. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineHost, memoryStore, resource } from 'oriel';
import type { Host } from 'oriel';
import { redisHubTransport } from 'oriel/redis';
import type { HubConfig } from 'oriel/hub';
import { createClient } from 'redis';
import { z } from 'zod';
import { REDIS_URL, connectRedis } from '../../src/integrations/redis/redis.contract.ts';
import { EventReader } from './event-reader.ts';
import { gateTo } from './gate.ts';
import type { Way } from './gate.ts';
import { SECRET, send } from './live-house.ts';

const { client, prefix, skip, close } = await connectRedis('outages');
test.after(close);
const HUB = '/.well-known/mercure';

function boats(t: TestContext, hub: HubConfig): Host {
  const Boat = z.object({ id: z.int(), name: z.string() });
  const store = memoryStore([{ id: 1, name: 'Nereid' }]);
  const host = defineHost({ hub, resources: [resource('boats', Boat, { id: 'id', live: true, store })], log: false });
  t.after(() => host.close());
  return host;
}

/** Changes the boat, and has to be answered whatever the hub does: those that never answer would keep it for ever. */
async function rename(host: Host, name: string): Promise<void> {
  assert.equal((await send(host, 'PATCH /api/boats/1', { name })).status, 200);
}

async function namesOf(reader: EventReader, count: number): Promise<string[]> {
  const names: string[] = [];
  while (names.length < count) names.push((JSON.parse((await reader.data())!) as { name: string }).name);
  return names;
}

/** Names up to the last one, each told once: what was taken without an answer in time may be told again, but only right after. */
async function tellingsUpTo(reader: EventReader, last: string): Promise<string[]> {
  const names: string[] = [];
  while (names.at(-1) !== last) {
    const [name] = await namesOf(reader, 1);
    if (name !== names.at(-1)) names.push(name!);
  }
  return names;
}

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited++) {
    assert.ok(waited < 1500, 'it does not come');
    await sleep(10);
  }
}

for (const way of ['closed', 'hanging'] as const satisfies readonly Way[]) {
  test(`a hub elsewhere that is ${way} for a while is told of everything, in its order`, async (t) => {
    const other = defineHost({
      hub: {
        secret: SECRET,
        publicUrl: 'http://localhost/.well-known/mercure',
        anonymous: true,
        issuer: 'x',
        audience: 'x',
      },
      log: false,
    });
    const { port } = await other.listen({ port: 0, host: '127.0.0.1' });
    t.after(() => other.close());
    const gate = await gateTo(port);
    t.after(() => gate.close());
    const url = `http://127.0.0.1:${gate.port}${HUB}`;
    const host = boats(t, { url, secret: SECRET, issuer: 'x', audience: 'x', timeout: 100, retries: 20 });
    const reader = new EventReader(await fetch(`http://127.0.0.1:${port}${HUB}?match=/api/boats/1`));
    await rename(host, 'before');
    // Its answer, too, lest it is lost with the gate.
    await until(() => host.hub.metrics['queueSent'] === 1);
    gate.become(way);
    for (const name of ['one', 'two', 'three']) await rename(host, name);
    await until(() => host.hub.metrics['retried']! > 1);
    assert.deepEqual([host.hub.metrics['queueWaiting'], host.hub.metrics['queueDropped']], [2, 0]);
    gate.become('open');
    assert.deepEqual(await tellingsUpTo(reader, 'three'), ['before', 'one', 'two', 'three']);
    await until(() => host.hub.metrics['queueSent'] === 4);
    assert.equal(host.hub.metrics['queueFailed'], 0);
    await reader.close();
  });

  test(`redis that is ${way} for a while is told of everything once, in its order`, { skip }, async (t) => {
    const redis = new URL(REDIS_URL);
    const gate = await gateTo(Number(redis.port || 6379));
    t.after(() => gate.close());
    redis.hostname = '127.0.0.1';
    redis.port = String(gate.port);
    const behind = createClient({ url: redis.href, disableOfflineQueue: true }).on('error', () => {});
    await behind.connect();
    t.after(() => behind.destroy());
    const key = `${prefix}${way}`;
    const host = boats(t, { secret: SECRET, transport: redisHubTransport(behind, { key, timeout: 100 }) });
    const near = defineHost({
      hub: { secret: SECRET, anonymous: true, transport: redisHubTransport(client, { key }) },
      log: false,
    });
    t.after(() => near.close());
    const reader = new EventReader(await near.fetch(new Request(`http://localhost${HUB}?match=/api/boats/1`)));
    await rename(host, 'before');
    assert.deepEqual(await namesOf(reader, 1), ['before']);
    gate.become(way);
    for (const name of ['one', 'two', 'three']) await rename(host, name);
    await until(() => host.hub.metrics['queueRetried']! > 0);
    gate.become('open');
    await until(() => host.hub.metrics['queueSent'] === 4);
    await near.hub.publish({ topics: '/api/boats/1', data: '{"name":"after"}' });
    assert.deepEqual(await namesOf(reader, 4), ['one', 'two', 'three', 'after']);
    assert.deepEqual([host.hub.metrics['queueFailed'], host.hub.metrics['queueDropped']], [0, 0]);
    await reader.close();
  });
}

test('of a hub that never answers so many updates wait, and the rest is counted', async (t) => {
  const gate = await gateTo(1);
  t.after(() => gate.close());
  gate.become('hanging');
  const host = boats(t, { url: `http://127.0.0.1:${gate.port}/`, secret: SECRET, timeout: 60_000, queue: 3 });
  for (let number = 0; number < 10; number++) await rename(host, String(number));
  const { queueWaiting, queueDropped, queueSent } = host.hub.metrics;
  assert.deepEqual({ queueWaiting, queueDropped, queueSent }, { queueWaiting: 3, queueDropped: 6, queueSent: 0 });
});

test('a hub that answers 503 is asked again, and given up after so many times', async (t) => {
  let asked = 0;
  const server = createServer((_request, response) => void (asked++, response.writeHead(503).end()));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  t.after(() => server.close());
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const host = boats(t, { url, secret: SECRET, retries: 2 });
  await rename(host, 'lost');
  await until(() => host.hub.metrics['queueFailed'] === 1);
  assert.equal(asked, 3);
  assert.equal(host.hub.metrics['retried'], 2);
});
