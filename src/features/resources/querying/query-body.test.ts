import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryOfJson } from './query-body.ts';

const read = (value: unknown) => [...new URLSearchParams(queryOfJson(value))];

test('members are parameters, lists repeat them, objects put names in brackets', () => {
  assert.deepEqual(read({ a: 1, b: ['x', true], c: { gt: '5&6', in: [1, 2] }, d: null }), [
    ['a', '1'],
    ['b', 'x'],
    ['b', 'true'],
    ['c[gt]', '5&6'],
    ['c[in]', '1'],
    ['c[in]', '2'],
    ['d', ''],
  ]);
});

test('what is no object, or nested too deep, is refused', () => {
  for (const value of [null, 1, 'a=b', ['a']]) assert.throws(() => queryOfJson(value), /Send an object/);
  assert.throws(() => queryOfJson({ a: { b: { c: { d: { e: { f: 1 } } } } } }), /nested that deep/);
});
