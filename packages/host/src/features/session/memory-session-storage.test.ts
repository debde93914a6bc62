import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemorySessionStorage } from './memory-session-storage.ts';
import { sessionStorageContract } from '../../../../../test/contracts/session-storage.ts';

sessionStorageContract('memory', async () => ({ storage: new MemorySessionStorage() }));

const SESSION = { version: 1, data: '{}', created: 0, used: 0 };

test('drops the least recently used session when the storage is full', () => {
  const storage = new MemorySessionStorage({ most: 3, now: () => 0 });
  for (const key of ['a', 'b', 'c']) storage.create(key, SESSION, 100);
  storage.touch('a', 1, 100);
  storage.create('d', SESSION, 100);
  assert.equal(storage.read('b'), undefined);
  assert.deepEqual(
    ['a', 'c', 'd'].map((key) => storage.read(key) !== undefined),
    [true, true, true],
  );
  for (let i = 0; i < 1_000; i++) storage.create(`more${i}`, SESSION, 100);
  assert.equal(storage.size, 3);
});

test('removes a session after it expires', () => {
  let now = 0;
  const storage = new MemorySessionStorage({ now: () => now });
  storage.create('a', SESSION, 100);
  now = 100;
  assert.equal(storage.replace('a', 1, SESSION, 200), false);
  assert.equal(storage.read('a'), undefined);
  assert.equal(storage.size, 0);
});
