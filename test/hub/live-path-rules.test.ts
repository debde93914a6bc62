import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource, where } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';
import { SECRET, headerAuthenticator, getCookies, receivedBy, openStream, send } from './live-host.ts';

const Boat = z.object({ id: z.int(), name: z.string() });
const HUB = '/.well-known/mercure';
type Security = NonNullable<HostConfig['security']>;

/** Returns how many updates of a resource an anonymous subscriber and a user who has read it receive. */
async function countReceived(
  { firewalls = [], access: rules = [], ...more }: Partial<Security>,
  access: object = {},
): Promise<readonly [number, number]> {
  await using host = defineHost({
    hub: { secret: SECRET, anonymous: true },
    resources: [
      resource('boats', Boat, {
        id: 'id',
        access: { write: 'user', ...access },
        live: true,
        store: memoryStore([{ id: 1, name: 'Nereid' }]),
      }),
    ],
    security: {
      firewalls: [
        { name: 'hub', path: HUB, anonymous: true },
        ...firewalls,
        ...(firewalls.length > 0 ? [] : [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }]),
      ],
      access: [{ path: HUB, allow: 'public' }, ...rules],
      ...more,
    },
    log: { level: 'none' },
    profiler: false,
  });
  const query = 'topic=/api/boats/{id}&match=end';
  const user = { 'X-User': 'ada admin' };
  const anonymous = await openStream(host, query);
  const reader = await openStream(host, query, getCookies(await send(host, 'GET /api/boats', undefined, user)));
  assert.equal((await send(host, 'PATCH /api/boats/1', { name: 'Triton' }, user)).status, 200);
  return [(await receivedBy(host, anonymous)).length, (await receivedBy(host, reader, 'the second end')).length];
}

test('updates of a resource that everyone may read are sent to every subscriber', async () => {
  assert.deepEqual(await countReceived({}), [1, 1]);
  assert.deepEqual(await countReceived({ default: 'deny' }, { read: 'public' }), [1, 1]);
  assert.deepEqual(await countReceived({ access: [{ path: '/admin', allow: 'role:admin' }] }), [1, 1]);
});

test('a path rule that restricts reading also restricts updates', async () => {
  assert.deepEqual(await countReceived({ access: [{ path: '/api', allow: 'user' }] }), [0, 1]);
  assert.deepEqual(await countReceived({ access: [{ path: '/', allow: 'role:admin' }] }, { read: 'public' }), [0, 1]);
  assert.deepEqual(await countReceived({ access: [{ path: '/api/boats/1', allow: 'user' }] }), [0, 1]);
});

test('a firewall that requires authentication also restricts updates', async () => {
  assert.deepEqual(
    await countReceived({ firewalls: [{ name: 'main', authenticators: [headerAuthenticator] }] }),
    [0, 1],
  );
});

test('updates of a resource without a rule are sent to no subscriber if the default is deny', async () => {
  assert.deepEqual(await countReceived({ default: 'deny' }), [0, 0]);
});

for (const [title, read] of [
  ['throws', ({ user }: { user: { id: string } | null }) => where({ name: user!.id })],
  ['rejects', ({ user }: { user: { id: string } | null }) => Promise.resolve().then(() => where({ name: user!.id }))],
] as const)
  test(`a rule of another live resource that ${title} is logged and does not affect the response or its other topics`, async () => {
    const boats = (name: string, access: object) =>
      resource(name, Boat, { id: 'id', access, live: true, store: memoryStore([{ id: 1, name: 'Nereid' }]) });
    const messages: string[] = [];
    await using host = defineHost({
      hub: { secret: SECRET, anonymous: true },
      resources: [
        boats('boats', { read: ({ query }: { query: unknown }) => query !== null, write: 'user' }),
        boats('yachts', { read, write: 'user' }),
      ],
      security: { firewalls: [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }] },
      log: { sink: { write: ({ level, message }) => void messages.push(`${level} ${message}`) } },
      profiler: false,
    });
    const response = await send(host, 'GET /api/boats/1');
    assert.equal(response.status, 200);
    assert.equal(getCookies(response).includes('mercure_access_token'), true);
    assert.equal(messages.length, 1);
    assert.match(messages[0]!, /^warning .*hub.*: The access rule of "yachts" failed: Cannot read properties of null/);
  });
