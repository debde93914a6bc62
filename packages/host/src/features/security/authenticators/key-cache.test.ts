import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiKeyEntry } from './api-key.ts';
import { apiKey, createApiKey } from './api-key.ts';
import { cacheKeys } from './key-cache.ts';
import { defineHost } from '../../../host/define-host.ts';
import { route } from '../../../routes/route.ts';

const entry = (id: string, ship = ''): ApiKeyEntry => ({ id, hash: 'sha256:', user: { id, roles: [], ship } as never });

function counted(
  options: Parameters<typeof cacheKeys>[1],
  find = (id: string) => (id.startsWith('k') ? entry(id) : undefined),
) {
  const calls: string[] = [];
  const clock = { now: 0 };
  const lookup = cacheKeys(
    (id) => {
      calls.push(id);
      return find(id);
    },
    options,
    () => clock.now,
  );
  return { calls, clock, lookup };
}

test('a key is looked up again after maxAge, an unknown id after a shorter time', () => {
  const { calls, clock, lookup } = counted({ maxAge: 100, missing: 10 });
  const ask = (now: number) => {
    clock.now = now;
    return [lookup('k1'), lookup('x')] as const;
  };
  assert.equal(ask(0)[0]?.constructor, Object);
  assert.equal(ask(9)[1], undefined);
  assert.deepEqual(calls, ['k1', 'x']);
  ask(10);
  assert.deepEqual(calls, ['k1', 'x', 'x']);
  ask(100);
  assert.deepEqual(calls, ['k1', 'x', 'x', 'k1', 'x']);
});

test('entries and bytes are limited, and unknown ids do not evict keys', () => {
  const { calls, lookup } = counted({ entries: 2 });
  for (const id of ['k1', 'k2', 'x1', 'x2', 'x3', 'k1', 'k2', 'x1']) void lookup(id);
  assert.deepEqual(calls, ['k1', 'k2', 'x1', 'x2', 'x3', 'x1']);
  void lookup('k3');
  void lookup('k1');
  assert.deepEqual(calls.slice(6), ['k3', 'k1']);

  const large = counted({ bytes: 10_000 }, (id) => entry(id, 'x'.repeat(4_000)));
  for (const id of ['k1', 'k1', 'k2', 'k1']) void large.lookup(id);
  assert.deepEqual(large.calls, ['k1', 'k2', 'k1']);
});

test('concurrent lookups share a call, and a failed one is repeated', async () => {
  let fails = true;
  const { calls, lookup } = counted({}, (async (id: string) => {
    await new Promise(setImmediate);
    if (fails) throw new Error('no database');
    return entry(id);
  }) as never);
  await assert.rejects(Promise.all([lookup('k1'), lookup('k1')]), /no database/);
  assert.equal(calls.length, 1);
  fails = false;
  const [one, other] = await Promise.all([lookup('k1'), lookup('k1')]);
  assert.equal(one, other);
  assert.equal(calls.length, 2);
});

test('apiKey caches the lookups of a function', async () => {
  const stored = createApiKey('tide');
  let calls = 0;
  const keys = async () => {
    calls++;
    return { ...stored, user: { id: 'station', roles: [] } };
  };
  const host = defineHost({
    log: false,
    routes: [route('me', 'GET /me', { handle: ({ user }) => user!.id })],
    security: {
      firewalls: [{ name: 'all', authenticators: [apiKey({ keys })] }],
    },
  });
  const headers = { 'X-Api-Key': stored.key };
  for (let i = 0; i < 3; i++)
    assert.equal(await (await host.fetch(new Request('http://localhost/me', { headers }))).text(), 'station');
  assert.equal(calls, 1);
  const wrong = { 'X-Api-Key': `${stored.id}.${'A'.repeat(43)}` };
  assert.equal((await host.fetch(new Request('http://localhost/me', { headers: wrong }))).status, 401);
  assert.throws(() => apiKey({ keys: [], cache: false } as never), /Unknown option of apiKey\(\) "cache"/);
});
