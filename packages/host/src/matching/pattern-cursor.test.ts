import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PatternCursor } from './pattern-cursor.ts';
import { PatternError } from './pattern.ts';

test('a cursor reads characters, not code units', () => {
  const cursor = new PatternCursor('a😀b');
  assert.deepEqual([cursor.peek(), cursor.peek(3), cursor.peek(4)], ['a', 'b', '']);
  assert.deepEqual([cursor.next(), cursor.next(), cursor.offset, cursor.isAtEnd], ['a', '😀', 3, false]);
  assert.deepEqual([cursor.next(), cursor.isAtEnd, cursor.peek()], ['b', true, '']);
  assert.throws(() => cursor.next(), PatternError);
});

test('skip and match consume only what comes next', () => {
  const cursor = new PatternCursor('abc12');
  assert.deepEqual([cursor.skip('b'), cursor.offset, cursor.skip('ab'), cursor.offset], [false, 0, true, 2]);
  assert.deepEqual(
    [cursor.match(/\d+/y), cursor.offset, cursor.skip('c'), cursor.match(/\d+/y)?.[0], cursor.offset],
    [null, 2, true, '12', 5],
  );
});

test('readThrough returns the text before the end, and consumes both', () => {
  const cursor = new PatternCursor(':]a:]b');
  assert.deepEqual([cursor.readThrough(':]'), cursor.offset, cursor.readThrough(':]'), cursor.offset], ['', 2, 'a', 5]);
  assert.throws(() => cursor.readThrough(':]'), PatternError);
  assert.deepEqual([cursor.readThrough(':]', true), cursor.isAtEnd], ['b', true]);
});
