import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheControl, privateCacheControl } from './cache-control.ts';

test('without rules, caches must revalidate each time', () => assert.equal(cacheControl({}), 'no-cache, private'));

test('a lifetime for shared caches makes the response public, unless configured otherwise', () => {
  assert.equal(cacheControl({ maxAge: 0, sharedMaxAge: '1 h' }), 'max-age=0, public, s-maxage=3600');
  assert.equal(cacheControl({ public: false, sharedMaxAge: '60 s' }), 'private, s-maxage=60');
});

test('directives are in alphabetical order', () => {
  assert.equal(cacheControl({ public: true }), 'no-cache, public');
  assert.equal(
    cacheControl({ maxAge: 60_000, staleWhileRevalidate: '5 s' }),
    'max-age=60, private, stale-while-revalidate=5',
  );
});

test('no-store is the only directive of a response that must not be stored', () =>
  assert.equal(cacheControl({ maxAge: '5 s', noStore: true }), 'no-store'));

test('a response for private caches has no directives for shared ones', () => {
  assert.equal(privateCacheControl('public, max-age=60, s-maxage=600, proxy-revalidate'), 'max-age=60, private');
  assert.equal(privateCacheControl('no-cache'), 'no-cache, private');
  assert.equal(privateCacheControl('PRIVATE, S-Maxage=60'), 'PRIVATE');
  assert.equal(privateCacheControl('private="set-cookie"'), 'private, private="set-cookie"');
  assert.equal(privateCacheControl('public, no-store'), 'no-store');
});

test('rejects durations that are not whole seconds', () => {
  assert.throws(() => cacheControl({ maxAge: 60 }), {
    name: 'TypeError',
    message: /^maxAge is 60; expected whole seconds/,
  });
  assert.throws(() => cacheControl({ sharedMaxAge: '1 m' as never }), /^TypeError: sharedMaxAge is "1 m"/);
});
