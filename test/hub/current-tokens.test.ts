/** Every MUST and MUST NOT of the current dialect about token validation, by section. */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { TokenKey } from '../../packages/host/src/features/hub/token-key.ts';
import { testRequirements } from './requirements.ts';
import type { Requirements } from './requirements.ts';
import {
  PUBLISH_ALL,
  HUB_URL,
  SECRET,
  assertInvalidToken,
  claims,
  fullAccessToken,
  createTestHub,
  publishWith,
  nowInSeconds,
  signToken,
} from './test-hub.ts';

const TABLE: Requirements = [
  [
    'Token Validation',
    'typ is at+jwt, with or without "application/", case-insensitively',
    async () => {
      for (const type of ['at+jwt', 'AT+JWT', 'application/at+jwt'])
        assert.equal((await publishWith(signToken(claims([PUBLISH_ALL]), type))).status, 200, type);
      for (const type of ['JWT', 'id+jwt', '']) {
        const response = await publishWith(signToken(claims([PUBLISH_ALL]), type));
        assert.ok([401, 403].includes(response.status), type);
        await assertInvalidToken(signToken(claims([PUBLISH_ALL]), type), createTestHub({ dialects: ['current'] }));
      }
    },
  ],
  [
    'Token Validation',
    'only the algorithm of the key is accepted, never "none" or another one that the token names',
    async () => {
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const unsigned = `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims([PUBLISH_ALL]))}.`;
      await assertInvalidToken(unsigned);
      const other = new TokenKey({ key: SECRET, algorithm: 'HS512' }).sign(claims([PUBLISH_ALL]), 'at+jwt');
      await assertInvalidToken(other);
      // The signature is valid for HS256, but the header states another algorithm.
      const [, body] = fullAccessToken().split('.');
      const content = `${encode({ alg: 'HS384', typ: 'at+jwt' })}.${body}`;
      await assertInvalidToken(`${content}.${createHmac('sha256', SECRET).update(content).digest('base64url')}`);
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
      const confused = signToken(claims([PUBLISH_ALL]), 'at+jwt', pem);
      await assertInvalidToken(confused, createTestHub({ publisher: { key: pem, algorithm: 'ES256' } }));
    },
  ],
  [
    'Token Validation',
    'a key in the header of the token is ignored',
    async () => {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      const jwk = publicKey.export({ format: 'jwk' });
      const head = Buffer.from(JSON.stringify({ alg: 'EdDSA', typ: 'at+jwt', jwk })).toString('base64url');
      const [, body, signature] = new TokenKey({ key: privateKey, algorithm: 'EdDSA' })
        .sign(claims([PUBLISH_ALL]), 'at+jwt')
        .split('.');
      await assertInvalidToken(`${head}.${body}.${signature}`);
    },
  ],
  [
    'Token Validation',
    'a token is verified with the key of its issuer only',
    async () => {
      const keys = ['one', 'two'].map((issuer) => ({
        issuer,
        algorithm: 'HS256' as const,
        key: `${issuer}-${SECRET}`,
      }));
      const hub = () => createTestHub({ publisher: keys });
      const by = (secret: string, iss: string) =>
        signToken(claims([PUBLISH_ALL], { iss }), 'at+jwt', `${secret}-${SECRET}`);
      assert.equal((await publishWith(by('one', 'one'), hub())).status, 200);
      assert.equal((await publishWith(by('two', 'two'), hub())).status, 200);
      await assertInvalidToken(by('one', 'two'), hub());
    },
  ],
  [
    'Token Validation',
    'exp is required and in the future; nbf, if present, is in the past',
    async () => {
      await assertInvalidToken(signToken(claims([PUBLISH_ALL], { exp: undefined })));
      await assertInvalidToken(signToken(claims([PUBLISH_ALL], { exp: nowInSeconds() - 1 })));
      await assertInvalidToken(signToken(claims([PUBLISH_ALL], { exp: 'tomorrow' })));
      await assertInvalidToken(signToken(claims([PUBLISH_ALL], { nbf: nowInSeconds() + 60 })));
      assert.equal((await publishWith(signToken(claims([PUBLISH_ALL], { nbf: nowInSeconds() - 60 })))).status, 200);
    },
  ],
  [
    'Token Validation',
    'aud is or contains this hub, and iss is a trusted issuer',
    async () => {
      assert.equal((await publishWith(signToken(claims([PUBLISH_ALL], { aud: ['https://x', HUB_URL] })))).status, 200);
      for (const aud of [undefined, 'https://other.example/.well-known/mercure', [], [[HUB_URL]], `${HUB_URL}/`])
        await assertInvalidToken(signToken(claims([PUBLISH_ALL], { aud })));
      for (const iss of [undefined, 'https://evil.example', 7])
        await assertInvalidToken(signToken(claims([PUBLISH_ALL], { iss })));
    },
  ],
];

testRequirements(TABLE);
