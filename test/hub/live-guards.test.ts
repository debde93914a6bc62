import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource } from 'oriel';
import type { HostConfig } from 'oriel';
import { z } from 'zod';
import { SECRET, byName, cookiesOf, heardBy, listen, send } from './live-house.ts';

const Boat = z.object({ id: z.int(), name: z.string() });
const HUB = '/.well-known/mercure';
type Security = NonNullable<HostConfig['security']>;

/** What strangers hear, and what a user hears who could read, of a resource that says nothing itself. */
async function heard(
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
        ...(firewalls.length > 0 ? [] : [{ name: 'main', authenticators: [byName], anonymous: true }]),
      ],
      access: [{ path: HUB, allow: 'public' }, ...rules],
      ...more,
    },
    log: { level: 'none' },
    profiler: false,
  });
  const query = 'topic=/api/boats/{id}&match=end';
  const user = { 'X-User': 'ada admin' };
  const stranger = await listen(host, query);
  const reader = await listen(host, query, cookiesOf(await send(host, 'GET /api/boats', undefined, user)));
  assert.equal((await send(host, 'PATCH /api/boats/1', { name: 'Triton' }, user)).status, 200);
  return [(await heardBy(host, stranger)).length, (await heardBy(host, reader, 'the second end')).length];
}

test('what everybody may read, everybody hears', async () => {
  assert.deepEqual(await heard({}), [1, 1]);
  assert.deepEqual(await heard({ default: 'deny' }, { read: 'public' }), [1, 1]);
  assert.deepEqual(await heard({ access: [{ path: '/admin', allow: 'role:admin' }] }), [1, 1]);
});

test('a rule of paths keeps updates from strangers as it keeps answers', async () => {
  assert.deepEqual(await heard({ access: [{ path: '/api', allow: 'user' }] }), [0, 1]);
  assert.deepEqual(await heard({ access: [{ path: '/', allow: 'role:admin' }] }, { read: 'public' }), [0, 1]);
  assert.deepEqual(await heard({ access: [{ path: '/api/boats/1', allow: 'user' }] }), [0, 1]);
});

test('so does a firewall that lets nobody through who is not known', async () => {
  assert.deepEqual(await heard({ firewalls: [{ name: 'main', authenticators: [byName] }] }), [0, 1]);
});

test('and what nobody said anything about, where that is refused', async () => {
  assert.deepEqual(await heard({ default: 'deny' }), [0, 0]);
});
