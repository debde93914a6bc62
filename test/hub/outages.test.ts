/** Live resources while the hub is down, hangs or responds with 5xx: requests succeed without waiting, and updates are sent later. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineHost, memoryStore, resource, route } from 'oriel-host';
import type { Host } from 'oriel-host';
import { redisHubTransport } from 'oriel-host/redis';
import type { HubConfig, Transport } from 'oriel-host/hub';
import { createClient } from 'redis';
import { z } from 'zod';
import { RedisHubTransport } from '../../packages/host/src/integrations/redis/redis-hub-transport.ts';
import { REDIS_URL, connectRedis } from '../contracts/redis.ts';
import { EventReader } from './event-reader.ts';
import { startTcpProxy } from '../lib/tcp-proxy.ts';
import type { ProxyMode } from '../lib/tcp-proxy.ts';
import { SECRET, send } from './live-host.ts';

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

/** Renames the boat. The request must succeed whatever the hub does. */
async function rename(host: Host, name: string): Promise<void> {
  assert.equal((await send(host, 'PATCH /api/boats/1', { name })).status, 200);
}

async function getNames(reader: EventReader, count: number): Promise<string[]> {
  const names: string[] = [];
  while (names.length < count) names.push((JSON.parse((await reader.data())!) as { name: string }).name);
  return names;
}

/** Returns the received names up to `last`. An update without a response in time may be sent again, but only directly after itself. */
async function namesUpTo(reader: EventReader, last: string): Promise<string[]> {
  const names: string[] = [];
  while (names.at(-1) !== last) {
    const [name] = await getNames(reader, 1);
    if (name !== names.at(-1)) names.push(name!);
  }
  return names;
}

async function until(isMet: () => boolean): Promise<void> {
  for (let waited = 0; !isMet(); waited++) {
    assert.ok(waited < 3000, 'the condition was not met in time');
    await sleep(10);
  }
}

for (const mode of ['closed', 'hanging'] as const satisfies readonly ProxyMode[]) {
  test(`an external hub that is ${mode} for a while receives all updates in order`, async (t) => {
    const hubHost = defineHost({
      hub: {
        secret: SECRET,
        publicUrl: 'http://localhost/.well-known/mercure',
        anonymous: true,
      },
      log: false,
    });
    const { port } = await hubHost.listen({ port: 0, host: '127.0.0.1' });
    t.after(() => hubHost.close());
    const proxy = await startTcpProxy(port);
    t.after(() => proxy.close());
    const url = `http://127.0.0.1:${proxy.port}${HUB}`;
    const host = boats(t, { url, secret: SECRET, publicUrl: 'http://localhost/.well-known/mercure', retries: 20 });
    const reader = new EventReader(await fetch(`http://127.0.0.1:${port}${HUB}?match=/api/boats/1`));
    await rename(host, 'before');
    // Waits for the response of the hub, which an interruption could lose.
    await until(() => host.hub.metrics['queueSent'] === 1);
    proxy.setMode(mode);
    for (const name of ['one', 'two', 'three']) await rename(host, name);
    await until(() => host.hub.metrics['retried']! > 1);
    assert.deepEqual([host.hub.metrics['queueWaiting'], host.hub.metrics['queueDropped']], [2, 0]);
    proxy.setMode('open');
    assert.deepEqual(await namesUpTo(reader, 'three'), ['before', 'one', 'two', 'three']);
    await until(() => host.hub.metrics['queueSent'] === 4);
    assert.equal(host.hub.metrics['queueFailed'], 0);
    await reader.close();
  });

  test(`Redis that is ${mode} for a while receives each update once, in order`, { skip }, async (t) => {
    const redis = new URL(REDIS_URL);
    const proxy = await startTcpProxy(Number(redis.port || 6379));
    t.after(() => proxy.close());
    redis.hostname = '127.0.0.1';
    redis.port = String(proxy.port);
    const proxied = createClient({ url: redis.href, disableOfflineQueue: true }).on('error', () => {});
    await proxied.connect();
    t.after(() => proxied.destroy());
    const key = `${prefix}${mode}`;
    const host = boats(t, { secret: SECRET, transport: new RedisHubTransport(proxied, { key }, { timeout: 100 }) });
    const direct = defineHost({
      hub: { secret: SECRET, anonymous: true, transport: redisHubTransport(client, { key }) },
      log: false,
    });
    t.after(() => direct.close());
    const reader = new EventReader(await direct.fetch(new Request(`http://localhost${HUB}?match=/api/boats/1`)));
    await rename(host, 'before');
    assert.deepEqual(await getNames(reader, 1), ['before']);
    proxy.setMode(mode);
    for (const name of ['one', 'two', 'three']) await rename(host, name);
    await until(() => host.hub.metrics['queueRetried']! > 0);
    proxy.setMode('open');
    await until(() => host.hub.metrics['queueSent'] === 4);
    await direct.hub.publish({ topics: '/api/boats/1', data: '{"name":"after"}' });
    assert.deepEqual(await getNames(reader, 4), ['one', 'two', 'three', 'after']);
    assert.deepEqual([host.hub.metrics['queueFailed'], host.hub.metrics['queueDropped']], [0, 0]);
    await reader.close();
  });
}

test('for a hub that never responds, updates wait, and the requests that caused them do not', async (t) => {
  const proxy = await startTcpProxy(1);
  t.after(() => proxy.close());
  proxy.setMode('hanging');
  const host = boats(t, { url: `http://127.0.0.1:${proxy.port}/`, secret: SECRET });
  for (let number = 0; number < 100; number++) await rename(host, String(number));
  const { queueWaiting, queueDropped, queueSent } = host.hub.metrics;
  assert.deepEqual({ queueWaiting, queueDropped, queueSent }, { queueWaiting: 99, queueDropped: 0, queueSent: 0 });
});

test('an update is sent again after 503, and counted as failed after hub.retries', async (t) => {
  let requests = 0;
  const server = createServer((_request, response) => void (requests++, response.writeHead(503).end()));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  t.after(() => server.close());
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const host = boats(t, { url, secret: SECRET, retries: 2 });
  await rename(host, 'lost');
  await until(() => host.hub.metrics['queueFailed'] === 1);
  assert.equal(requests, 3);
  assert.equal(host.hub.metrics['retried'], 2);
});

describe('hub.publish of a handler while the hub cannot take updates', () => {
  const publishThrough = async (t: TestContext, hub: HubConfig): Promise<Response> => {
    const host = defineHost({
      log: false,
      hub,
      routes: [
        route('send', 'POST /send', {
          handle: async () => {
            await host.hub.publish({ topics: '/news', data: 'x' });
            return 'sent';
          },
        }),
      ],
    });
    t.after(() => host.close());
    return host.fetch(new Request('http://localhost/send', { method: 'POST' }));
  };

  test('responds with 503 if Redis does not respond', { skip }, async (t) => {
    const proxy = await startTcpProxy(Number(new URL(REDIS_URL).port || 6379));
    t.after(() => proxy.close());
    const proxied = createClient({ url: `redis://127.0.0.1:${proxy.port}`, disableOfflineQueue: true });
    await proxied.on('error', () => {}).connect();
    t.after(() => proxied.destroy());
    proxy.setMode('closed');
    const transport = new RedisHubTransport(proxied, { key: `${prefix}publish` }, { timeout: 100 });
    const response = await publishThrough(t, { secret: SECRET, transport });
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '1']);
  });

  test('responds with 503 if an external hub cannot be reached', async (t) => {
    const proxy = await startTcpProxy(1);
    t.after(() => proxy.close());
    proxy.setMode('closed');
    const url = `http://127.0.0.1:${proxy.port}/`;
    const response = await publishThrough(t, { url, secret: SECRET, retries: 0 });
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '1']);
  });

  test('responds with 503 if a transport of the application throws', async (t) => {
    const transport: Transport = {
      shared: true,
      listen: () => () => {},
      publish() {
        throw new Error('not connected');
      },
      close() {},
    };
    const response = await publishThrough(t, { secret: SECRET, transport });
    assert.equal(response.status, 503);
  });
});
