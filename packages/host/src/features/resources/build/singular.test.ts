import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { toSingular } from './singular.ts';

test('toSingular() returns the singular of English plurals', () => {
  for (const [many, one] of [
    ['books', 'book'],
    ['countries', 'country'],
    ['issues', 'issue'],
    ['hours', 'hour'],
    ['uses', 'use'],
    ['houses', 'house'],
    ['news', 'news'],
    ['sms', 'sms'],
    ['SMS', 'SMS'],
    ['series', 'series'],
    ['addresses', 'address'],
    ['order-addresses', 'order-address'],
    ['boxes', 'box'],
    ['statuses', 'status'],
    ['batches', 'batch'],
    ['caches', 'cache'],
    ['movies', 'movie'],
    ['people', 'person'],
    ['children', 'child'],
    ['access', 'access'],
    ['data', 'data'],
  ] as const)
    equal(toSingular(many), one);
});
