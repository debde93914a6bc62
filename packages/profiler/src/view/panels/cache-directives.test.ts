import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { explainCacheControl } from './cache-directives.ts';

test('explains each directive of Cache-Control with its time', () => {
  const [age, shared, stale] = explainCacheControl('Max-Age=90, public, s-maxage="7200"');
  deepEqual(age, {
    directive: 'Max-Age=90',
    meaning: 'Caches may use the response for 90 s without revalidation.',
    fresh: '90 s',
  });
  match(shared!.meaning, /All caches/);
  match(stale!.meaning, /2 h/);
});

test('reports unknown directives and invalid times', () => {
  equal(explainCacheControl('x-mine=1')[0]!.meaning, 'Unknown directive.');
  match(explainCacheControl('max-age=soon')[0]!.meaning, /an invalid time/);
  deepEqual(explainCacheControl(''), []);
  equal(explainCacheControl(','.repeat(500) + 'private,'.repeat(500)).length, 30);
});
