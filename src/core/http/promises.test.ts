import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPromise } from './promises.ts';

test('every object with a then method is a promise', () => {
  assert.equal(isPromise(Promise.resolve()), true);
  assert.equal(isPromise({ then: () => {} }), true);
  for (const value of [undefined, null, 1, 'then', {}, { then: 1 }]) assert.equal(isPromise(value as unknown), false);
});
