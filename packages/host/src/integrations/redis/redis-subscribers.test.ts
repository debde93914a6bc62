import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { RedisSubscribers } from './redis-subscribers.ts';
import { connectRedis } from '../../../../../test/contracts/redis.ts';

const { client, prefix, skip, close } = await connectRedis('subscribers');
after(close);
const BEAT = 50;

async function becomes(found: () => Promise<readonly string[]>, expected: readonly string[]): Promise<void> {
  let last: readonly string[] = [];
  for (let waited = 0; waited < 200; waited++) {
    last = [...(await found())].sort();
    if (last.join() === expected.join()) return;
    await sleep(20);
  }
  assert.deepEqual(last, expected);
}

test('each process lists the subscribers of all processes', { skip }, async () => {
  const key = `${prefix}all`;
  const [one, two] = [new RedisSubscribers(client, key, BEAT), new RedisSubscribers(client, key, BEAT)];
  for (const id of ['a', 'b', 'c']) one.set(id, `text of ${id}`);
  two.set('d', 'text of d');
  one.delete('b');
  await becomes(() => two.others(), ['text of a', 'text of c']);
  await becomes(() => one.others(), ['text of d']);
  for (const value of [one, two]) for (const id of ['a', 'c', 'd']) value.delete(id);
  await becomes(() => two.others(), []);
});

test('subscribers that Redis has lost or did not accept are written again', { skip }, async (t) => {
  const key = `${prefix}lost`;
  let isDown = false;
  const shaky = new Proxy(client, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      return (...given: unknown[]): unknown =>
        isDown ? Promise.reject(new Error('down')) : (found.apply(target, given) as unknown);
    },
  });
  const [one, two] = [new RedisSubscribers(shaky, key, BEAT), new RedisSubscribers(client, key, BEAT)];
  t.after(() => one.stop());
  one.set('a', 'a');
  await becomes(() => two.others(), ['a']);
  isDown = true;
  one.set('b', 'b');
  one.delete('a');
  await sleep(2 * BEAT);
  isDown = false;
  await becomes(() => two.others(), ['b']);
  for await (const keys of client.scanIterator({ MATCH: `${key}*` })) if (keys.length > 0) await client.del(keys);
  await becomes(() => two.others(), ['b']);
});

test('subscribers of a process that has exited are no longer listed after some time', { skip }, async () => {
  const key = `${prefix}dead`;
  const [one, two] = [new RedisSubscribers(client, key, BEAT), new RedisSubscribers(client, key, BEAT)];
  one.set('a', 'a');
  await becomes(() => two.others(), ['a']);
  one.stop();
  await becomes(() => two.others(), []);
  assert.deepEqual(await client.sMembers(`${key}:processes`), []);
});
