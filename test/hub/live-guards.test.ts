import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource, where } from 'oriel';
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

for (const [title, read] of [
  ['throws', ({ user }: { user: { id: string } | null }) => where({ name: user!.id })],
  ['rejects', ({ user }: { user: { id: string } | null }) => Promise.resolve().then(() => where({ name: user!.id }))],
] as const)
  test(`a rule of another live resource that ${title} is logged and leaves the answer and its other topics alone`, async () => {
    const boats = (name: string, access: object) =>
      resource(name, Boat, { id: 'id', access, live: true, store: memoryStore([{ id: 1, name: 'Nereid' }]) });
    const messages: string[] = [];
    await using host = defineHost({
      hub: { secret: SECRET, anonymous: true },
      resources: [
        boats('boats', { read: ({ query }: { query: unknown }) => query !== null, write: 'user' }),
        boats('yachts', { read, write: 'user' }),
      ],
      security: { firewalls: [{ name: 'main', authenticators: [byName], anonymous: true }] },
      log: { sink: { write: ({ level, message }) => void messages.push(`${level} ${message}`) } },
      profiler: false,
    });
    const answer = await send(host, 'GET /api/boats/1');
    assert.equal(answer.status, 200);
    assert.equal(cookiesOf(answer).includes('mercure_access_token'), true);
    assert.equal(messages.length, 1);
    assert.match(messages[0]!, /^warning .*hub.*: The access rule of "yachts" failed: Cannot read properties of null/);
  });
