import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findShapeChanges } from './json-shape.ts';

function compare(before: unknown, after: unknown): string[] {
  return findShapeChanges(before, after).map(({ kind, path, before: one, after: other }) =>
    kind === 'changed' ? `${path}: ${one} → ${other}` : `${kind} ${path}`,
  );
}

test('types of values and names of members are compared, not data', () => {
  assert.deepEqual(compare({ a: 1, b: 'x', c: [1] }, { c: [2, 3], b: 'y', a: 2 }), []);
  assert.deepEqual(compare({ a: 1, b: 'x', 'd/~': 1 }, { a: '1', c: true }), [
    '/a: number → text',
    'removed /b',
    'removed /d~1~0',
    'added /c',
  ]);
  assert.deepEqual(compare([{ id: 1 }], { id: 1 }), [': list → object']);
});

test('all rows of a list have one shape', () => {
  const rows = (row: object): object => ({ rows: Array.from({ length: 1_000 }, () => row) });
  assert.deepEqual(compare(rows({ id: 1, total: 1 }), rows({ id: 1, total: '1' })), ['/rows/*/total: number → text']);
  assert.deepEqual(compare({ rows: [1, 2] }, { rows: [1, 'x'] }), ['/rows/*: number → number or text']);
});

test('null, empty lists, masked values and members that only some rows have are of no known type', () => {
  assert.deepEqual(compare({ a: null, b: [], c: '•••' }, { a: 1, b: [{ x: 1 }], c: 7 }), []);
  assert.deepEqual(compare([{ a: 1 }, { b: 1 }], [{ a: 1 }]), []);
  assert.deepEqual(compare([{ a: 1 }], [{ a: 1 }, { a: 1, b: 1 }]), []);
});

test('values of any depth and size are compared within limits', () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 5_000; depth++) deep = { a: [deep] };
  assert.deepEqual(compare(deep, { a: 1 }), ['/a: list → number']);
  const wide = (value: unknown): object =>
    Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, value]));
  assert.equal(compare(wide(1), wide('x')).length, 100);
  assert.deepEqual(compare(wide(1), { k1: 'x' }), ['/k1: number → text']);
});
