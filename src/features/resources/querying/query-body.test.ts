import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryOfJson } from './query-body.ts';

const read = (value: unknown) => [...new URLSearchParams(queryOfJson(value))];

test('queryOfJson converts members to parameters, repeats lists and puts names of nested members in brackets', () => {
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

test('queryOfJson rejects values that are not objects or are nested too deep', () => {
  for (const value of [null, 1, 'a=b', ['a']]) assert.throws(() => queryOfJson(value), /Expected an object/);
  assert.throws(() => queryOfJson({ a: { b: { c: { d: { e: { f: 1 } } } } } }), /nested too deeply/);
});
