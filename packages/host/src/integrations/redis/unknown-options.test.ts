import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redisHubTransport } from './redis-hub-transport.ts';
import { redisLimitStore } from './redis-limit-store.ts';
import { redisSessionStorage } from './redis-session-storage.ts';

test('the Redis adapters throw TypeError for unknown options', () => {
  const client = {} as never;
  for (const [name, make] of [
    ['redisLimitStore', () => redisLimitStore(client, { prefx: 'x' } as never)],
    ['redisSessionStorage', () => redisSessionStorage(client, { prefx: 'x' } as never)],
  ] as const)
    assert.throws(make, { name: 'TypeError', message: `Unknown option of ${name} "prefx"; did you mean "prefix"?` });
  assert.throws(() => redisHubTransport(client, { kye: 'x' } as never), {
    name: 'TypeError',
    message: 'Unknown option of redisHubTransport "kye"; did you mean "key"?',
  });
});
