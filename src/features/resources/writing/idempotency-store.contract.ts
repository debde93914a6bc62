import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IdempotencyStore } from './idempotency-store.ts';

const ANSWER = { status: 201, headers: ['Location', '/a', 'ETag', '"1"'], body: new TextEncoder().encode('{"a":"é"}') };

/** What every IdempotencyStore has to do. @param create a store of its own for each test, with a clock to turn */
export function idempotencyStoreContract(
  name: string,
  create: (now: () => number) => IdempotencyStore | Promise<IdempotencyStore>,
): void {
  const story = (title: string, tell: (store: IdempotencyStore, pass: (seconds: number) => void) => Promise<void>) =>
    test(`${name}: ${title}`, async () => {
      let now = 1_000_000;
      const store = await create(() => now);
      await tell(store, (seconds) => void (now += seconds * 1000));
    });

  story('a key is claimed once', async (store) => {
    assert.equal(await store.begin('a', 'print', 'one', 60), undefined);
    const known = await store.begin('a', 'other', 'two', 60);
    assert.equal(known?.fingerprint, 'print');
    assert.equal(known.response, undefined);
    assert.equal(await store.begin('b', 'print', 'three', 60), undefined);
  });

  story('of many at once one gets it', async (store) => {
    const tries = Array.from({ length: 20 }, async (_, i) => store.begin('a', 'print', `c${i}`, 60));
    const claimed = (await Promise.all(tries)).filter((each) => each === undefined);
    assert.equal(claimed.length, 1);
  });

  story('an answer is given again, byte for byte', async (store) => {
    await store.begin('a', 'print', 'one', 60);
    assert.equal(await store.complete('a', 'one', ANSWER, 60), true);
    const known = await store.begin('a', 'print', 'two', 60);
    assert.equal(known?.response?.status, 201);
    assert.deepEqual(known.response.headers, ANSWER.headers);
    assert.deepEqual([...known.response.body!], [...ANSWER.body]);
  });

  story('an answer may have no body', async (store) => {
    await store.begin('a', 'print', 'one', 60);
    await store.complete('a', 'one', { status: 204, headers: [], body: null }, 60);
    assert.equal((await store.begin('a', 'print', 'two', 60))?.response?.body, null);
  });

  story('a key that was given back can be claimed again', async (store) => {
    await store.begin('a', 'print', 'one', 60);
    await store.release('a', 'two');
    assert.notEqual(await store.begin('a', 'print', 'three', 60), undefined, 'only by whoever holds it');
    await store.release('a', 'one');
    assert.equal(await store.begin('a', 'print', 'four', 60), undefined);
  });

  story('a claim runs out, and then its work must not happen', async (store, pass) => {
    await store.begin('a', 'print', 'one', 60);
    pass(61);
    assert.equal(await store.begin('a', 'other', 'two', 60), undefined);
    assert.equal(await store.complete('a', 'one', ANSWER, 60), false);
    await store.release('a', 'one');
    assert.equal(await store.complete('a', 'two', ANSWER, 60), true);
  });

  story('an answer is forgotten after its time', async (store, pass) => {
    await store.begin('a', 'print', 'one', 60);
    await store.complete('a', 'one', ANSWER, 3600);
    pass(3599);
    assert.notEqual(await store.begin('a', 'print', 'two', 60), undefined);
    pass(2);
    assert.equal(await store.begin('a', 'print', 'three', 60), undefined);
  });
}
