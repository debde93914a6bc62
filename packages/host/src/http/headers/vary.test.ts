import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResponseHeaders } from '../../../../core/src/http/response-headers.ts';
import { addVary } from './vary.ts';

const after = (list: string[], names: string) => {
  const headers = new ResponseHeaders(list);
  addVary(headers, names);
  return headers.list;
};

test('adds names to the existing ones, each once', () => {
  assert.deepEqual(after([], 'Accept, Origin'), ['Vary', 'Accept, Origin']);
  assert.deepEqual(after(['vary', 'Origin'], 'Accept, origin'), ['vary', 'Origin, Accept']);
});

test('several lines are joined to one', () =>
  assert.deepEqual(after(['Vary', 'A', 'Vary', 'B'], 'C'), ['Vary', 'A, B, C']));

test('a star is not changed', () => assert.deepEqual(after(['Vary', '*'], 'Accept'), ['Vary', '*']));

test('joins a line of any length and does not cache it', () => {
  const long = Array.from({ length: 100 }, (_, i) => `X-${i}`).join(', ');
  assert.deepEqual(after(['Vary', long], 'Accept, x-7'), ['Vary', `${long}, Accept`]);
});
