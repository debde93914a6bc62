import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idempotencyStoreContract } from './idempotency-store.contract.ts';
import { MemoryIdempotencyStore } from './memory-idempotency-store.ts';

idempotencyStoreContract('memory', (now) => new MemoryIdempotencyStore(100, now));

test('what is oldest is forgotten when there are too many', () => {
  const store = new MemoryIdempotencyStore(2);
  for (const key of ['a', 'b', 'c']) store.begin(key, 'print', key, 60);
  assert.equal(store.complete('a', 'a', { status: 204, headers: [], body: null }, 60), false);
  assert.equal(store.complete('c', 'c', { status: 204, headers: [], body: null }, 60), true);
});
