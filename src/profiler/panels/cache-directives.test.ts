import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { explainCacheControl } from './cache-directives.ts';

test('each directive of Cache-Control is told in words, with its time', () => {
  const [age, shared, stale] = explainCacheControl('Max-Age=90, public, s-maxage="7200"');
  deepEqual(age, {
    directive: 'Max-Age=90',
    meaning: 'Whoever keeps it may use it for 90 s without asking.',
    fresh: '90 s',
  });
  match(shared!.meaning, /Everybody/);
  match(stale!.meaning, /2 h/);
});

test('what nobody knows says so, and what is no number does not pretend to be one', () => {
  equal(explainCacheControl('x-mine=1')[0]!.meaning, 'is not known here');
  match(explainCacheControl('max-age=soon')[0]!.meaning, /no number/);
  deepEqual(explainCacheControl(''), []);
  equal(explainCacheControl(','.repeat(500) + 'private,'.repeat(500)).length, 30);
});
