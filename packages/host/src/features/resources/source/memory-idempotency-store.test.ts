import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idempotencyStoreContract } from '../../../../../../test/contracts/idempotency-store.ts';
import { MemoryIdempotencyStore } from './memory-idempotency-store.ts';

idempotencyStoreContract('memory', (now) => new MemoryIdempotencyStore(100, now));

test('MemoryIdempotencyStore removes the oldest entry when there are too many', () => {
  const store = new MemoryIdempotencyStore(2);
  for (const key of ['a', 'b', 'c']) store.begin(key, 'print', key, 60_000);
  assert.equal(store.complete('a', 'a', { status: 204, headers: [], body: null }, 60_000), false);
  assert.equal(store.complete('c', 'c', { status: 204, headers: [], body: null }, 60_000), true);
});

test('MemoryIdempotencyStore removes the oldest responses when the total size is too large', () => {
  const store = new MemoryIdempotencyStore(1_000, Date.now, 100_000);
  const keep = (key: string, body: number) => {
    store.begin(key, 'print', 'claim', 60_000);
    return store.complete(key, 'claim', { status: 200, headers: ['X', 'y'], body: new Uint8Array(body) }, 60_000);
  };
  for (let i = 0; i < 50; i++) {
    assert.equal(keep(`key ${i}`, 30_000), true);
    assert.ok(store.bytes <= 100_000);
  }
  assert.equal(store.begin('key 49', 'print', 'other', 60_000)?.response?.body?.byteLength, 30_000);
  assert.equal(store.begin('key 0', 'print', 'other', 60_000), undefined);
});

test('MemoryIdempotencyStore keeps a response that alone exceeds the size limit', () => {
  const store = new MemoryIdempotencyStore(1_000, Date.now, 1_000);
  store.begin('a', 'print', 'claim', 60_000);
  store.complete('a', 'claim', { status: 200, headers: [], body: new Uint8Array(5_000) }, 60_000);
  assert.equal(store.begin('a', 'print', 'other', 60_000)?.response?.body?.byteLength, 5_000);
  store.begin('b', 'print', 'claim', 60_000);
  assert.ok(store.bytes < 1_000);
  store.release('b', 'claim');
  assert.equal(store.bytes, 0);
});
