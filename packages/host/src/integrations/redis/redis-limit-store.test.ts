import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createClient } from 'redis';
import type { LimitRule } from '../../features/rate-limit/rate-limit.ts';
import { redisLimitStore } from './redis-limit-store.ts';
import { REDIS_URL, connectRedis } from '../../../../../test/contracts/redis.ts';

const { client, prefix, skip, close } = await connectRedis('limits');
after(close);

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const rule = (limit: number, per: number): LimitRule => ({ name: 'x', limit, per });

describe('limits in Redis', { skip }, () => {
  test('of a thousand concurrent requests from two clients, exactly the limit is allowed', async (t) => {
    const second = createClient({ url: REDIS_URL });
    await second.connect();
    t.after(() => second.destroy());
    const stores = [redisLimitStore(client, { prefix }), redisLimitStore(second, { prefix })];
    // The window is so long that it does not end during the test.
    const by = rule(25, 10_000_000_000);
    const all = await Promise.all(Array.from({ length: 1_000 }, (_, i) => stores[i % 2]!.take('at once', by)));
    assert.equal(all.filter(({ allowed }) => allowed).length, 25);
    assert.ok(all.every(({ remaining, reset }) => remaining >= 0 && remaining < 25 && reset > 0));
  });

  test('a sliding window never allows more than the limit in any period of its length', async () => {
    const by = rule(5, 200);
    const store = redisLimitStore(client, { prefix });
    const times: { readonly sent: number; readonly received: number }[] = [];
    for (const end = Date.now() + 1_200; Date.now() < end;) {
      const sent = performance.now();
      if ((await store.take('slide', by)).allowed) times.push({ sent, received: performance.now() });
      await wait(3);
    }
    assert.ok(times.length >= 15, `${times.length}`);
    // Redis counted the request between these two times, in whole milliseconds.
    for (let i = 5; i < times.length; i++) assert.ok(times[i]!.received - times[i - 5]!.sent >= 198);
  });

  test('a request is allowed after the reported waiting time', async () => {
    const by = rule(2, 300);
    const store = redisLimitStore(client, { prefix });
    let last = await store.take('wait', by);
    while (last.allowed) last = await store.take('wait', by);
    await wait(last.reset + 2);
    assert.equal((await store.take('wait', by)).allowed, true);
  });

  test('released requests can be used again, up to the number that was counted', async () => {
    const by = rule(3, 10_000_000_000);
    const store = redisLimitStore(client, { prefix });
    const key = 'back';
    await store.giveBack!(key, by, 2);
    const take = async () => (await store.take(key, by)).remaining;
    assert.deepEqual([await take(), await take()], [2, 1]);
    await store.giveBack!(key, by, 1);
    assert.deepEqual([await take(), await take()], [1, 0]);
    assert.equal((await store.take(key, by)).allowed, false);
    await store.giveBack!(key, by, 99);
    assert.deepEqual([await take(), await take()], [2, 1]);
    assert.ok((await client.pTTL(`${prefix}${key}`)) > 0);
  });

  test('requests are released from the newest part of a window first', async () => {
    const by = rule(9, 10_000);
    const store = redisLimitStore(client, { prefix });
    for (let i = 0; i < 3; i++) {
      await store.take('parts', by);
      await wait(1_001);
    }
    await store.giveBack!('parts', by, 2);
    const left = Object.values(await client.hGetAll(`${prefix}parts`)).map(Number);
    assert.equal(
      left.reduce((sum, number) => sum + number),
      1,
    );
    assert.equal((await store.take('parts', by)).remaining, 7);
  });

  test('keys expire when their requests no longer count', async () => {
    await redisLimitStore(client, { prefix }).take('kept', rule(2, 60_000));
    const left = await client.pTTL(`${prefix}kept`);
    assert.ok(left > 50_000 && left <= 120_000, `${left}`);
  });
});
