import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from './query.ts';

test('a name that occurs once has a string value, and a repeated name a list in the order sent', () => {
  const query = parseQuery('tag=a&q=x+y%21&tag=b&tag=c&empty=&bare');
  assert.deepEqual({ ...query }, { tag: ['a', 'b', 'c'], q: 'x y!', empty: '', bare: '' });
});

test('an empty query has no members', () => {
  assert.deepEqual(Object.keys(parseQuery('')), []);
});

test('__proto__, constructor and toString are ordinary names', () => {
  const query = parseQuery('__proto__=a&__proto__=b&constructor=c');
  assert.deepEqual(Object.keys(query), ['__proto__', 'constructor']);
  assert.deepEqual(query['__proto__'], ['a', 'b']);
  assert.equal(query['toString'], undefined);
  assert.equal(({} as Record<string, unknown>)['0'], undefined);
});
