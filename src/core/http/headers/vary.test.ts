import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResponseHeaders } from '../response-headers.ts';
import { addVary } from './vary.ts';

const after = (list: string[], names: string) => {
  const headers = new ResponseHeaders(list);
  addVary(headers, names);
  return headers.list;
};

test('names join those that are there, each once', () => {
  assert.deepEqual(after([], 'Accept, Origin'), ['Vary', 'Accept, Origin']);
  assert.deepEqual(after(['vary', 'Origin'], 'Accept, origin'), ['vary', 'Origin, Accept']);
});

test('several lines become one', () => assert.deepEqual(after(['Vary', 'A', 'Vary', 'B'], 'C'), ['Vary', 'A, B, C']));

test('a star says everything already', () => assert.deepEqual(after(['Vary', '*'], 'Accept'), ['Vary', '*']));

test('a line of any length is joined, and nothing of it is kept', () => {
  const long = Array.from({ length: 100 }, (_, i) => `X-${i}`).join(', ');
  assert.deepEqual(after(['Vary', long], 'Accept, x-7'), ['Vary', `${long}, Accept`]);
});
