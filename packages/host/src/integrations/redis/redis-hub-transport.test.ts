import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { transportContract } from '../../../../../test/contracts/transport.ts';
import { RedisHubTransport, redisHubTransport } from './redis-hub-transport.ts';
import { breakOthers, connectRedis } from '../../../../../test/contracts/redis.ts';

const { client, prefix, skip, close } = await connectRedis('hub');
after(close);
let count = 0;

transportContract(
  'redis',
  () => {
    const key = `${prefix}${++count}`;
    return () => redisHubTransport(client, { key });
  },
  skip,
);

test('the Redis transport resumes at its last position after its connection breaks', { skip }, async () => {
  const key = `${prefix}broken`;
  const transport = redisHubTransport(client, { key });
  const received: string[] = [];
  let wake = (): void => {};
  transport.listen({ update: ({ id }) => (received.push(id), wake()) });
  await transport.ready;
  const publish = (id: string) =>
    transport.publish({ id, topics: ['a'], data: '', private: false, type: undefined, retry: undefined });
  await publish('1');
  assert.equal(await breakOthers({ client, prefix }), 1);
  await publish('2');
  while (received.length < 2) await new Promise<void>((resolve) => (wake = resolve));
  assert.deepEqual(received, ['1', '2']);
  await transport.close();
});

test('the Redis transport ignores stream entries that are not updates', { skip }, async () => {
  const key = `${prefix}invalid`;
  await client.xAdd(key, '*', { update: 'no JSON' });
  await client.xAdd(key, '*', { colour: 'red' });
  await client.xAdd(key, '*', { update: '{"id":7}' });
  const transport = redisHubTransport(client, { key });
  const received: string[] = [];
  transport.listen({ update: ({ id }) => void received.push(id) });
  await transport.ready;
  assert.deepEqual(received, []);
  await transport.close();
});

test('an update that was sent twice, because the first reply was lost, is delivered once', { skip }, async (t) => {
  const key = `${prefix}twice`;
  const update = (id: string) => JSON.stringify({ id, topics: ['a'], data: '', private: false });
  const transport = redisHubTransport(client, { key });
  t.after(() => transport.close());
  const received: string[] = [];
  let wake = (): void => {};
  transport.listen({ update: ({ id }) => (received.push(id), wake()) });
  await transport.ready;
  for (const [id, once] of [
    ['1', 'x'],
    ['1', 'x'],
    ['2', 'y'],
  ] as const)
    // prettier-ignore
    await client.xAdd(key, '*', { update: update(id), once });
  while (received.at(-1) !== '2') await new Promise<void>((resolve) => (wake = resolve));
  assert.deepEqual(received, ['1', '2']);
});

test(
  'the stream in Redis is limited by bytes as well, and new readers receive the latest updates',
  { skip },
  async (t) => {
    const key = `${prefix}large`;
    const make = () => {
      const made = new RedisHubTransport(client, { key }, { bytes: 100_000 });
      t.after(() => made.close());
      return made;
    };
    const transport = make();
    let last = '';
    let wake = (): void => {};
    transport.listen({ update: ({ id }) => ((last = id), wake()) });
    await transport.ready;
    const large = { topics: ['a'], data: 'x'.repeat(10_000), private: false, type: undefined, retry: undefined };
    for (let number = 1; number <= 60; number++) {
      await transport.publish({ ...large, id: String(number) });
      while (last !== String(number)) await new Promise<void>((resolve) => (wake = resolve));
    }
    const streamLength = Number(await client.sendCommand(['XLEN', key]));
    assert.ok(streamLength >= 9 && streamLength <= 20, `${streamLength} of 10,000 bytes are kept`);
    const received: string[] = [];
    const later = make();
    later.listen({ update: ({ id }) => void received.push(id) });
    await later.ready;
    assert.deepEqual([received.length, received.at(-1)], [streamLength, '60']);
  },
);
