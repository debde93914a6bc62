import { deepEqual, equal, throws } from 'node:assert/strict';
import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { ALGORITHMS, publicKey, secretKey } from './verification-key.ts';
import type { Algorithm, VerificationKey } from './verification-key.ts';

const fitting = (key: VerificationKey): string[] =>
  Object.keys(ALGORITHMS).filter((name) => key.fits(name as Algorithm));
const jwk = (key: KeyObject): JsonWebKey => key.export({ format: 'jwk' });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const ed = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });

test('a key fits the algorithms of its type, and a secret fits no public-key algorithm', () => {
  deepEqual(fitting(secretKey(randomBytes(48))), ['HS256', 'HS384']);
  deepEqual(fitting(secretKey('x'.repeat(31))), []);
  deepEqual(fitting(publicKey(ec.publicKey)), ['ES384']);
  deepEqual(fitting(publicKey(ed.publicKey)), ['EdDSA']);
  deepEqual(fitting(publicKey(generateKeyPairSync('ed448').publicKey)), []);
  deepEqual(fitting(publicKey(rsa.publicKey)), ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']);
  const pss = generateKeyPairSync('rsa-pss', { modulusLength: 2_048 });
  deepEqual(fitting(publicKey(pss.publicKey)), []);
  const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 });
  deepEqual(fitting(publicKey(weak.publicKey)), []);
  deepEqual(fitting(publicKey(generateKeyPairSync('x25519').publicKey)), []);
});

test('a private key is used as its public half, and a secret is rejected', () => {
  equal(publicKey(ed.privateKey).key.type, 'public');
  equal(publicKey(ed.privateKey).key.equals(ed.publicKey), true);
  throws(() => publicKey(createSecretKey(randomBytes(32))), /The key is a secret/);
  throws(() => publicKey({ kty: 'oct', k: 'AAAA' }), /The key is a secret/);
});

test('a JWK is limited to its use and algorithm', () => {
  const key = jwk(rsa.publicKey);
  deepEqual(fitting(publicKey({ ...key, alg: 'PS256', use: 'sig', key_ops: ['verify'] })), ['PS256']);
  equal(publicKey({ ...key, kid: 'a' }).id, 'a');
  equal(publicKey({ ...key, kid: 7 } as never).id, undefined);
  throws(() => publicKey({ ...key, use: 'enc' }), /use of the key is "enc", not "sig"/);
  throws(() => publicKey({ ...key, key_ops: ['encrypt'] }), /key_ops of the key do not include "verify"/);
  throws(() => publicKey({ ...key, alg: 'RSA-OAEP' }), /alg of the key is "RSA-OAEP"/);
});
