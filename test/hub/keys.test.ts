/** Signature keys of RFC 7518 and RFC 8037: a token is accepted only if the configured key verifies it. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { describe, test } from 'node:test';
import type { HubAlgorithm, HubKey } from '../../packages/host/src/features/hub/hub-config.ts';
import { TokenKey } from '../../packages/host/src/features/hub/token-key.ts';
import { bearer, claims, detail, createTestHub } from './test-hub.ts';

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const newRsa = (): Pair => generateKeyPairSync('rsa', { modulusLength: 2048 });
const RSA = newRsa();
const P256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const KEY_TYPES: Readonly<Partial<Record<HubAlgorithm, () => Pair>>> = {
  RS256: newRsa,
  PS384: newRsa,
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
};

const KEY_FORMATS: Readonly<Record<string, (key: KeyObject) => HubKey['key']>> = {
  PEM: (key) => key.export({ type: 'spki', format: 'pem' }).toString(),
  JWK: (key) => key.export({ format: 'jwk' }),
  KeyObject: (key) => key,
};

const signSubscribeToken = (algorithm: HubAlgorithm, key: KeyObject, more: Partial<HubKey> = {}): string =>
  new TokenKey({ key, algorithm, ...more }).sign(claims([detail('subscribe', '*')]), 'at+jwt');

async function statusFor(subscriber: HubKey | readonly HubKey[], token: string): Promise<number> {
  const hub = createTestHub({ subscriber, anonymous: false });
  const response = await hub.get('match=/x', bearer(token));
  await response.body?.cancel();
  return response.status;
}

describe('a token is accepted only if its key has signed it', () => {
  for (const [name, newPair] of Object.entries(KEY_TYPES)) {
    const [pair, otherPair] = [newPair(), newPair()];
    for (const [format, toFormat] of Object.entries(KEY_FORMATS))
      test(`${name} with the key as ${format}`, async () => {
        const algorithm = name as HubAlgorithm;
        const key = { key: toFormat(pair.publicKey), algorithm };
        assert.equal(await statusFor(key, signSubscribeToken(algorithm, pair.privateKey)), 200);
        assert.equal(await statusFor(key, signSubscribeToken(algorithm, otherPair.privateKey)), 401);
      });
  }
});

test('a token that states another algorithm than its key gets 401', async () => {
  const key = { key: RSA.publicKey, algorithm: 'RS256' } as const;
  assert.equal(await statusFor(key, signSubscribeToken('PS256', RSA.privateKey)), 401);
  assert.equal(await statusFor(key, signSubscribeToken('RS384', RSA.privateKey)), 401);
});

test('a token is verified with the key of its algorithm, whatever its kid is', async () => {
  const keys: readonly HubKey[] = [
    { key: P256.publicKey, algorithm: 'ES256' },
    { key: RSA.publicKey, algorithm: 'RS256' },
  ];
  assert.equal(await statusFor(keys, signSubscribeToken('RS256', RSA.privateKey)), 200);
  assert.equal(await statusFor(keys, signSubscribeToken('ES256', P256.privateKey)), 200);
});

test('a key of another type than its algorithm is rejected at start-up', () => {
  assert.throws(
    () => new TokenKey({ key: RSA.publicKey, algorithm: 'ES256' }),
    /A key for ES256 must be of type ec, not rsa/,
  );
  assert.throws(() => new TokenKey({ key: P256.publicKey, algorithm: 'HS256' }), /must be of type secret, not ec/);
  assert.throws(() => new TokenKey({ key: RSA.publicKey, algorithm: 'EdDSA' }), /must be of type ed25519, not rsa/);
});

test('only a key with a private part can sign', () => {
  const key = new TokenKey({ key: P256.publicKey, algorithm: 'ES256' });
  assert.equal(key.canSign, false);
  assert.equal(new TokenKey({ key: P256.privateKey, algorithm: 'ES256' }).canSign, true);
});

describe('hub.verify replaces the verification of tokens', () => {
  const verified = claims([detail('subscribe', '/x')]);
  for (const [title, verify] of [
    ['with a function that returns claims', () => verified],
    ['with a function that returns a promise', () => Promise.resolve(verified)],
  ] as const)
    test(title, async () => {
      let isValid = true;
      const hub = createTestHub({
        anonymous: false,
        verify: () => (isValid ? (verify() as Record<string, unknown>) : undefined),
      });
      const token = signSubscribeToken('ES256', P256.privateKey);
      const opened = await hub.get('match=/x', bearer(token));
      assert.equal(opened.status, 200);
      await opened.body?.cancel();
      // The result is not cached: a revoked token is rejected.
      isValid = false;
      assert.equal((await hub.get('match=/x', bearer(token))).status, 401);
    });
});
