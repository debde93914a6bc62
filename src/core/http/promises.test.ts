import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPromise } from './promises.ts';

test('anything with a then must be waited for', () => {
  assert.equal(isPromise(Promise.resolve()), true);
  assert.equal(isPromise({ then: () => {} }), true);
  for (const value of [undefined, null, 1, 'then', {}, { then: 1 }]) assert.equal(isPromise(value as unknown), false);
});
