import assert from 'node:assert/strict';
import { test } from 'node:test';
import { andThen, isPromise } from './promises.ts';

test('every object with a then method is a promise', () => {
  assert.equal(isPromise(Promise.resolve()), true);
  assert.equal(isPromise({ then: () => {} }), true);
  for (const value of [undefined, null, 1, 'then', {}, { then: 1 }]) assert.equal(isPromise(value as unknown), false);
});

test('andThen calls the function at once with a value, and later with the value of a promise', async () => {
  assert.equal(
    andThen(1, (value) => value + 1),
    2,
  );
  assert.equal(await andThen(Promise.resolve(1), (value) => value + 1), 2);
});
