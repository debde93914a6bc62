import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { validateHub } from './validate-hub-access.ts';

const secret = 'a secret that has at least 32 bytes';
const places = (hub: unknown): string[] => [...validateHub(hub as never)].map(({ place }) => place);

test('accepts valid settings', () => {
  assert.deepEqual(places({ secret }), []);
  assert.deepEqual(places({}), []);
  assert.deepEqual(
    places({ secret, cors: ['https://app.example'], history: { count: 0 }, limits: { perAddress: Infinity } }),
    [],
  );
  assert.deepEqual(places({ verify: () => undefined }), []);
  assert.deepEqual(places({ url: 'https://hub.example/', secret }), []);
});

test('reports all issues at once with their place', () => {
  assert.deepEqual(places(7), ['hub']);
  assert.deepEqual(places({ secret: undefined }), ['hub.secret']);
  assert.deepEqual(places({ secret: 'short' }), ['hub.secret']);
  assert.deepEqual(places({ url: 'https://hub.example/' }), ['hub.secret']);
  assert.deepEqual(places({ url: 'https://hub.example/', secret, anonymous: true }), ['hub.anonymous']);
  assert.deepEqual(
    places({
      secret,
      secretz: 1,
      cookie: { names: 'x' },
      publicUrl: 'here',
      dialects: ['latin'],
      cors: ['https://app.example/path'],
      tokenLifetime: 3600,
      limits: { perAddress: '1' },
      history: { counts: 1 },
    }),
    [
      ...['hub.secretz', 'hub.publicUrl', 'hub.dialects[0]', 'hub.cookie.names', 'hub.tokenLifetime'],
      ...['hub.history.counts', 'hub.cors[0]', 'hub.limits.perAddress'],
    ],
  );
  assert.deepEqual(
    places({ publisher: { key: 'short', algorithm: 'HS256' }, subscriber: { key: 'no PEM', algorithm: 'ES256' } }),
    ['hub.publisher', 'hub.subscriber'],
  );
});

test('reports settings of the wrong type', () => {
  assert.deepEqual(places({ secret, issuer: 'x', audience: 'x' }), ['hub.issuer', 'hub.audience']);
  assert.deepEqual(places({ secret, history: 10, limits: null }), ['hub.history', 'hub.limits']);
  assert.deepEqual(places({ secret, limits: { data: NaN } }), ['hub.limits.data']);
  assert.deepEqual(places({ secret, cors: 'https://app.example' }), ['hub.cors']);
  assert.deepEqual(places({ secret, cors: '*' }), []);
  assert.deepEqual(places({ url: 'https://hub.example/', secret: 7 }), ['hub.secret']);
});

test('requires the path of the hub in the publicUrl of an embedded hub only', () => {
  assert.deepEqual(places({ secret, url: 'https://hub.example/', publicUrl: 'https://hub.example/updates' }), []);
  assert.deepEqual(places({ secret, publicUrl: 'https://example.com/.well-known/mercure' }), []);
  // Otherwise, subscriptions would be announced under topics that publishers may use.
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

test('checks that a key matches its algorithm, in any format', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const findIssues = (key: unknown) =>
    [...validateHub({ publisher: key, subscriber: [] } as never)].map(({ reason }) => reason);
  for (const key of [publicKey, publicKey.export({ type: 'spki', format: 'pem' }), publicKey.export({ format: 'jwk' })])
    assert.deepEqual(findIssues({ key, algorithm: 'ES256' }), []);
  assert.deepEqual(findIssues({ key: secret, algorithm: 'HS256' }), []);
  assert.match(findIssues(null)[0]!, /is not a supported algorithm/);
  assert.match(findIssues({ key: secret, algorithm: 'none' })[0]!, /"none" is not a supported algorithm/);
  assert.match(findIssues({ key: 7, algorithm: 'ES256' })[0]!, /Its key is a number/);
  assert.match(findIssues({ key: { kty: 'EC' }, algorithm: 'ES256' })[0]!, /is not a valid key for ES256/);
});

test('never includes a secret in an issue', () => {
  const [issue] = [...validateHub({ secret: 'hunter2' })];
  assert.doesNotMatch(JSON.stringify(issue), /hunter2/);
});
