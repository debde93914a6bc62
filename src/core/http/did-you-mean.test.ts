import assert from 'node:assert/strict';
import { test } from 'node:test';
import { didYouMean } from './did-you-mean.ts';

test('the nearest known word is meant, whatever its case', () => {
  assert.equal(didYouMean('contry', ['country', 'city']), 'country');
  assert.equal(didYouMean('CITY', ['country', 'city']), 'city');
  assert.equal(didYouMean('pgae', ['page', 'pace']), 'page');
});

test('a word that is near nothing means nothing', () => {
  assert.equal(didYouMean('zebra', ['country', 'city']), undefined);
  assert.equal(didYouMean('x', []), undefined);
  assert.equal(didYouMean('c'.repeat(65), ['c'.repeat(65)]), undefined);
});
