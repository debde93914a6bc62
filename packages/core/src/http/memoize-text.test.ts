import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoizeText } from './memoize-text.ts';

test('computes a value once per text, null included, and each time for long texts', () => {
  const computed: string[] = [];
  const length = memoizeText((text) => (computed.push(text), text === '' ? null : text.length), {
    entries: 10,
    length: 3,
  });
  for (const text of ['abc', 'abc', '', '', 'long', 'long'])
    assert.equal(length(text), text === '' ? null : text.length);
  assert.deepEqual(computed, ['abc', '', 'long', 'long']);
});

test('keeps the results of a limited number of texts', () => {
  let computed = 0;
  const count = memoizeText(() => ++computed, { entries: 10, length: 10 });
  for (let i = 0; i < 100; i++) count(String(i));
  assert.equal(count('0'), 101);
  assert.equal(count('0'), 101);
});
