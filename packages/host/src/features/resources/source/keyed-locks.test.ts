import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyedLocks } from './keyed-locks.ts';

test('work with the same key runs in turn, and that of other keys at once', async () => {
  const locks = new KeyedLocks();
  const order: string[] = [];
  const release = await locks.acquire('a');
  const waiting = [1, 2].map((value) => locks.run('a', async () => void order.push(`a${value}`)));
  await locks.run('b', async () => void order.push('b'));
  assert.deepEqual(order, ['b']);
  release();
  await Promise.all(waiting);
  assert.deepEqual(order, ['b', 'a1', 'a2']);
  assert.equal(locks.size, 0);
});

test('a caller that waited too long is rejected with 503, and the next one gets the lock', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const locks = new KeyedLocks();
  const release = await locks.acquire('a');
  const late = locks.acquire('a');
  t.mock.timers.tick(5_000);
  await assert.rejects(late, { status: 503 });
  const next = locks.acquire('a');
  release();
  (await next)();
  const [first, last] = [await locks.acquire('a'), locks.acquire('a')];
  t.mock.timers.tick(5_000);
  await assert.rejects(last, { status: 503 });
  first();
  await Promise.resolve();
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(locks.size, 0);
});
