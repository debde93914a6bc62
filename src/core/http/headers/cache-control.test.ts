import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheControl } from './cache-control.ts';

test('what says nothing is asked for again each time', () => assert.equal(cacheControl({}), 'no-cache, private'));

test('a lifetime for shared caches makes the response public, unless configured otherwise', () => {
  assert.equal(cacheControl({ maxAge: 0, sharedMaxAge: 3600 }), 'max-age=0, public, s-maxage=3600');
  assert.equal(cacheControl({ public: false, sharedMaxAge: 60 }), 'private, s-maxage=60');
});

test('directives are in alphabetical order', () => {
  assert.equal(cacheControl({ public: true }), 'no-cache, public');
  assert.equal(cacheControl({ maxAge: 60, staleWhileRevalidate: 5 }), 'max-age=60, private, stale-while-revalidate=5');
});

test('what must not be stored says nothing else', () =>
  assert.equal(cacheControl({ maxAge: 5, noStore: true }), 'no-store'));
