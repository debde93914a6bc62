import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryOfJson } from './query-body.ts';

const read = (value: unknown) => [...new URLSearchParams(queryOfJson(value).text)];

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

test('queryOfJson returns the names of parameters whose values are only empty lists and objects', () => {
  const empty = (value: unknown) => queryOfJson(value).empty;
  assert.deepEqual(empty({}), []);
  assert.deepEqual(empty({ a: [], b: {}, c: { d: [], e: 1 }, f: [{}, []], g: [[], 1] }), ['a', 'b', 'c[d]', 'f']);
});

test('queryOfJson rejects more than 500 parameters', () => {
  const object = (length: number, value: unknown) =>
    Object.fromEntries(Array.from({ length }, (_, index) => [`a${index}`, value]));
  assert.equal(queryOfJson(object(500, [])).empty.length, 500);
  for (const value of [object(501, []), object(501, 1), { ...object(500, []), b: 1 }])
    assert.throws(() => queryOfJson(value), /more than 500/i);
});
