import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrongHub } from './check-hub.ts';

const secret = 'a secret that has at least 32 bytes';
const places = (hub: unknown): string[] => [...wrongHub(hub as never)].map(({ place }) => place);

test('what is right is left alone', () => {
  assert.deepEqual(places({ secret }), []);
  assert.deepEqual(
    places({ secret, cors: ['https://app.example'], history: { count: 0 }, limits: { perAddress: Infinity } }),
    [],
  );
  assert.deepEqual(places({ verify: () => undefined }), []);
  assert.deepEqual(places({ url: 'https://hub.example/', secret }), []);
});

test('everything that is wrong is told at once, with its place', () => {
  assert.deepEqual(places(7), ['hub']);
  assert.deepEqual(places({}), ['hub.secret']);
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

test('no secret is told', () => {
  const [issue] = [...wrongHub({ secret: 'hunter2' })];
  assert.doesNotMatch(JSON.stringify(issue), /hunter2/);
});
