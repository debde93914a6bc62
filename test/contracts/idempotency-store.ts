import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IdempotencyStore } from '../../packages/host/src/features/resources/declare/idempotency-store.ts';

const RESPONSE = {
  status: 201,
  headers: ['Location', '/a', 'ETag', '"1"'],
  body: new TextEncoder().encode('{"a":"é"}'),
};

/** Tests an implementation of IdempotencyStore. @param create creates a new store with the given clock */
export function idempotencyStoreContract(
  name: string,
  create: (now: () => number) => IdempotencyStore | Promise<IdempotencyStore>,
): void {
  const check = (title: string, run: (store: IdempotencyStore, advance: (seconds: number) => void) => Promise<void>) =>
    test(`${name}: ${title}`, async () => {
      let now = 1_000_000;
      const store = await create(() => now);
      await run(store, (seconds) => void (now += seconds * 1000));
    });

  check('begin() claims a key once', async (store) => {
    assert.equal(await store.begin('a', 'print', 'one', 60_000), undefined);
    const known = await store.begin('a', 'other', 'two', 60_000);
    assert.equal(known?.fingerprint, 'print');
    assert.equal(known.response, undefined);
    assert.equal(await store.begin('b', 'print', 'three', 60_000), undefined);
  });

  check('exactly one of many concurrent begin() calls claims the key', async (store) => {
    const tries = Array.from({ length: 20 }, async (_, i) => store.begin('a', 'print', `c${i}`, 60_000));
    const claimed = (await Promise.all(tries)).filter((element) => element === undefined);
    assert.equal(claimed.length, 1);
  });

  check('begin() returns the stored response unchanged', async (store) => {
    await store.begin('a', 'print', 'one', 60_000);
    assert.equal(await store.complete('a', 'one', RESPONSE, 60_000), true);
    const known = await store.begin('a', 'print', 'two', 60_000);
    assert.equal(known?.response?.status, 201);
    assert.deepEqual(known.response.headers, RESPONSE.headers);
    assert.deepEqual([...known.response.body!], [...RESPONSE.body]);
  });

  check('a stored response can have no body', async (store) => {
    await store.begin('a', 'print', 'one', 60_000);
    await store.complete('a', 'one', { status: 204, headers: [], body: null }, 60_000);
    assert.equal((await store.begin('a', 'print', 'two', 60_000))?.response?.body, null);
  });

  check('a key can be claimed again after release() by its claim', async (store) => {
    await store.begin('a', 'print', 'one', 60_000);
    await store.release('a', 'two');
    assert.notEqual(
      await store.begin('a', 'print', 'three', 60_000),
      undefined,
      'another claim cannot release the key',
    );
    await store.release('a', 'one');
    assert.equal(await store.begin('a', 'print', 'four', 60_000), undefined);
  });

  check('complete() returns false for an expired claim whose key was claimed again', async (store, advance) => {
    await store.begin('a', 'print', 'one', 60_000);
    advance(61);
    assert.equal(await store.begin('a', 'other', 'two', 60_000), undefined);
    assert.equal(await store.complete('a', 'one', RESPONSE, 60_000), false);
    await store.release('a', 'one');
    assert.equal(await store.complete('a', 'two', RESPONSE, 60_000), true);
  });

  check('a stored response expires', async (store, advance) => {
    await store.begin('a', 'print', 'one', 60_000);
    await store.complete('a', 'one', RESPONSE, 3_600_000);
    advance(3599);
    assert.notEqual(await store.begin('a', 'print', 'two', 60_000), undefined);
    advance(2);
    assert.equal(await store.begin('a', 'print', 'three', 60_000), undefined);
  });
}
