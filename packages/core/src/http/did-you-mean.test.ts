import assert from 'node:assert/strict';
import { test } from 'node:test';
import { didYouMean } from './did-you-mean.ts';

test('returns the most similar known word, ignoring case', () => {
  assert.equal(didYouMean('contry', ['country', 'city']), 'country');
  assert.equal(didYouMean('CITY', ['country', 'city']), 'city');
  assert.equal(didYouMean('pgae', ['page', 'pace']), 'page');
});

test('returns undefined if no known word is similar', () => {
  assert.equal(didYouMean('zebra', ['country', 'city']), undefined);
  assert.equal(didYouMean('x', []), undefined);
  assert.equal(didYouMean('c'.repeat(65), ['c'.repeat(65)]), undefined);
});
