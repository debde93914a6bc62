/** Keys of every kind that RFC 7518 and RFC 8037 know for signatures, and nothing believed that another key has signed. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { describe, test } from 'node:test';
import type { HubAlgorithm, HubKey } from 'oriel/hub';
import { TokenKey } from '../../src/features/hub/token-key.ts';
import { bearer, claims, detail, hubUnderTest } from './hub-under-test.ts';

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const newRsa = (): Pair => generateKeyPairSync('rsa', { modulusLength: 2048 });
const RSA = newRsa();
const P256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const KINDS: Readonly<Partial<Record<HubAlgorithm, () => Pair>>> = {
  RS256: newRsa,
  PS384: newRsa,
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
};

const FORMS: Readonly<Record<string, (key: KeyObject) => HubKey['key']>> = {
  PEM: (key) => key.export({ type: 'spki', format: 'pem' }).toString(),
  JWK: (key) => key.export({ format: 'jwk' }),
  KeyObject: (key) => key,
};

const asked = (algorithm: HubAlgorithm, key: KeyObject, more: Partial<HubKey> = {}): string =>
  new TokenKey({ key, algorithm, ...more }).sign(claims([detail('subscribe', '*')]), 'at+jwt');

async function answers(subscriber: HubKey | readonly HubKey[], token: string): Promise<number> {
  const hub = hubUnderTest({ subscriber, anonymous: false });
  const response = await hub.ask('match=/x', bearer(token));
  await response.body?.cancel();
  return response.status;
}

describe('a token is believed when its key has signed it', () => {
  for (const [name, newPair] of Object.entries(KINDS)) {
    const [pair, stranger] = [newPair(), newPair()];
    for (const [form, toForm] of Object.entries(FORMS))
      test(`${name}, the key as ${form}`, async () => {
        const algorithm = name as HubAlgorithm;
        const key = { key: toForm(pair.publicKey), algorithm };
        assert.equal(await answers(key, asked(algorithm, pair.privateKey)), 200);
        assert.equal(await answers(key, asked(algorithm, stranger.privateKey)), 401);
      });
  }
});

test('the algorithm is that of the key, whatever a token says', async () => {
  const key = { key: RSA.publicKey, algorithm: 'RS256' } as const;
  assert.equal(await answers(key, asked('PS256', RSA.privateKey)), 401);
  assert.equal(await answers(key, asked('RS384', RSA.privateKey)), 401);
});

test('of several keys, the one that a token names is tried, and any when it names none', async () => {
  const keys: readonly HubKey[] = [
    { key: P256.publicKey, algorithm: 'ES256', id: 'new' },
    { key: RSA.publicKey, algorithm: 'RS256', id: 'old' },
  ];
  assert.equal(await answers(keys, asked('RS256', RSA.privateKey, { id: 'old' })), 200);
  assert.equal(await answers(keys, asked('RS256', RSA.privateKey)), 200);
  assert.equal(await answers(keys, asked('RS256', RSA.privateKey, { id: 'new' })), 401);
});

test('a key that does not fit its algorithm is refused at start', () => {
  assert.throws(
    () => new TokenKey({ key: RSA.publicKey, algorithm: 'ES256' }),
    /A key for ES256 has to be ec, not rsa/,
  );
  assert.throws(() => new TokenKey({ key: P256.publicKey, algorithm: 'HS256' }), /has to be secret, not ec/);
  assert.throws(() => new TokenKey({ key: RSA.publicKey, algorithm: 'EdDSA' }), /has to be ed25519, not rsa/);
});

test('a public key signs nothing: who asks for a token is told what is missing', () => {
  const key = new TokenKey({ key: P256.publicKey, algorithm: 'ES256' });
  assert.equal(key.canSign, false);
  assert.equal(new TokenKey({ key: P256.privateKey, algorithm: 'ES256' }).canSign, true);
});

describe('somebody else may verify', () => {
  const believed = claims([detail('subscribe', '/x')]);
  for (const [how, verify] of [
    ['at once', () => believed],
    ['later', () => Promise.resolve(believed)],
  ] as const)
    test(how, async () => {
      let known = true;
      const hub = hubUnderTest({
        anonymous: false,
        verify: () => (known ? (verify() as Record<string, unknown>) : undefined),
      });
      const token = asked('ES256', P256.privateKey);
      const opened = await hub.ask('match=/x', bearer(token));
      assert.equal(opened.status, 200);
      await opened.body?.cancel();
      // A token that was taken back is not remembered.
      known = false;
      assert.equal((await hub.ask('match=/x', bearer(token))).status, 401);
    });
});
