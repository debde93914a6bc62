import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createClient } from 'redis';
import { sessionStorageContract } from '../../../../../test/contracts/session-storage.ts';
import { redisSessionStorage } from './redis-session-storage.ts';
import { REDIS_URL, connectRedis } from '../../../../../test/contracts/redis.ts';

const { client, prefix, skip, close } = await connectRedis('sessions');
after(close);

if (skip === false) {
  const second = createClient({ url: REDIS_URL });
  await second.connect();
  after(() => second.close());
  let turns = 0;
  sessionStorageContract('Redis', async () => {
    const options = { prefix: `${prefix}${++turns}:` };
    return { storage: redisSessionStorage(client, options), second: redisSessionStorage(second, options) };
  });

  test('Redis removes a session when it expires', async () => {
    const storage = redisSessionStorage(client, { prefix });
    const session = { version: 1, data: '{}', created: 0, used: 0 };
    await storage.create('a', session, Date.now() + 60_000);
    assert.ok((await client.pTTL(`${prefix}a`)) > 50_000);
    await storage.touch('a', 1, Date.now() + 120_000);
    assert.ok((await client.pTTL(`${prefix}a`)) > 110_000);
    await storage.replace('a', 1, { ...session, version: 2 }, Date.now() - 1);
    assert.equal(await storage.read('a'), undefined);
  });

  test('a session lasts as long in Redis when the clock of the host is an hour behind or ahead', async (t) => {
    const storage = redisSessionStorage(client, { prefix });
    const session = { version: 1, data: '{}', created: 0, used: 0 };
    const now = Date.now();
    for (const clock of [now - 3_600_000, now + 3_600_000]) {
      t.mock.method(Date, 'now', () => clock);
      for (const write of [
        () => storage.create('clock', session, clock + 60_000),
        () => storage.replace('clock', 1, session, clock + 60_000),
        () => storage.touch('clock', 1, clock + 60_000),
      ]) {
        await write();
        const left = await client.pTTL(`${prefix}clock`);
        assert.ok(left > 30_000 && left <= 60_000, `${left} ms`);
      }
      t.mock.restoreAll();
    }
  });

  test('scripts are sent again after Redis has flushed them', async () => {
    const storage = redisSessionStorage(client, { prefix });
    await client.scriptFlush();
    assert.equal(await storage.read('missing'), undefined);
  });
} else test('Redis', { skip });
