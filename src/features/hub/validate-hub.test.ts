import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { validateHub } from './validate-hub.ts';

const secret = 'a secret that has at least 32 bytes';
const places = (hub: unknown): string[] => [...validateHub(hub as never)].map(({ place }) => place);

test('what is right is left alone', () => {
  assert.deepEqual(places({ secret }), []);
  assert.deepEqual(places({}), []);
  assert.deepEqual(
    places({ secret, cors: ['https://app.example'], history: { count: 0 }, limits: { perAddress: Infinity } }),
    [],
  );
  assert.deepEqual(places({ verify: () => undefined }), []);
  assert.deepEqual(places({ url: 'https://hub.example/', secret }), []);
});

test('everything that is wrong is told at once, with its place', () => {
  assert.deepEqual(places(7), ['hub']);
  assert.deepEqual(places({ secret: undefined }), ['hub.secret']);
  assert.deepEqual(places({ secret: 'short' }), ['hub.secret']);
  assert.deepEqual(places({ url: 'https://hub.example/' }), ['hub.secret']);
  assert.deepEqual(places({ url: 'https://hub.example/', secret, anonymous: true }), ['hub.anonymous']);
  assert.deepEqual(
    places({
      secret,
      secretz: 1,
      publicUrl: 'here',
      dialects: ['latin'],
      cors: ['https://app.example/path'],
      heartbeat: -1,
      history: { counts: 1 },
    }),
    ['hub.secretz', 'hub.publicUrl', 'hub.heartbeat', 'hub.history.counts', 'hub.dialects', 'hub.cors[0]'],
  );
  assert.deepEqual(
    places({ publisher: { key: 'short', algorithm: 'HS256' }, subscriber: { key: 'no PEM', algorithm: 'ES256' } }),
    ['hub.publisher', 'hub.subscriber'],
  );
});

test('settings of the wrong kind are told, whichever they are', () => {
  assert.deepEqual(places({ secret, issuer: '', audience: 7 }), ['hub.issuer', 'hub.audience']);
  assert.deepEqual(places({ secret, history: 10, limits: null }), ['hub.history', 'hub.limits']);
  assert.deepEqual(places({ secret, limits: { topics: NaN } }), ['hub.limits.topics']);
  assert.deepEqual(places({ secret, dialects: ['current'], tokenInQuery: true }), ['hub.tokenInQuery']);
  assert.deepEqual(places({ secret, dialects: ['current', 'earlier'], tokenInQuery: true }), []);
  assert.deepEqual(places({ secret, cors: 'https://app.example' }), ['hub.cors']);
  assert.deepEqual(places({ secret, cors: '*' }), []);
  assert.deepEqual(places({ url: 'https://hub.example/', secret: 7 }), ['hub.secret']);
});

test('a hub inside is under its own path, whatever its host; one elsewhere may be anywhere', () => {
  assert.deepEqual(places({ secret, url: 'https://hub.example/', publicUrl: 'https://hub.example/updates' }), []);
  assert.deepEqual(places({ secret, publicUrl: 'https://example.com/.well-known/mercure' }), []);
  // Subscriptions would be told under a path that publishers could use as well.
  for (const end of [
    '',
    '/',
    '/updates',
    '/app/.well-known/mercure',
    '/.well-known/mercure/',
    '/.well-known/mercure?a',
  ])
    assert.deepEqual(places({ secret, publicUrl: `https://example.com${end}` }), ['hub.publicUrl'], end);
});

test('a key is held against its algorithm, in whichever way it is written', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const flawOf = (key: unknown) =>
    [...validateHub({ publisher: key, subscriber: [] } as never)].map(({ reason }) => reason);
  for (const key of [publicKey, publicKey.export({ type: 'spki', format: 'pem' }), publicKey.export({ format: 'jwk' })])
    assert.deepEqual(flawOf({ key, algorithm: 'ES256' }), []);
  assert.deepEqual(flawOf({ key: secret, algorithm: 'HS256' }), []);
  assert.match(flawOf(null)[0]!, /is no algorithm/);
  assert.match(flawOf({ key: secret, algorithm: 'none' })[0]!, /"none" is no algorithm/);
  assert.match(flawOf({ key: 7, algorithm: 'ES256' })[0]!, /Its key is a number/);
  assert.match(flawOf({ key: { kty: 'EC' }, algorithm: 'ES256' })[0]!, /cannot be read as one for ES256/);
});

test('no secret is told', () => {
  const [issue] = [...validateHub({ secret: 'hunter2' })];
  assert.doesNotMatch(JSON.stringify(issue), /hunter2/);
});
