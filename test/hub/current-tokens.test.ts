/** Every MUST and MUST NOT about believing tokens in the current dialect, by the section that says it. */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { TokenKey } from '../../src/features/hub/token-key.ts';
import { testDemands } from './demands.ts';
import type { Demands } from './demands.ts';
import {
  PUBLISH_ALL,
  HUB_URL,
  SECRET,
  assertDisbelieved,
  claims,
  everything,
  hubUnderTest,
  publishWith,
  seconds,
  signed,
} from './hub-under-test.ts';

const TABLE: Demands = [
  [
    'Token Validation',
    'typ is at+jwt, with or without its prefix, in any case',
    async () => {
      for (const type of ['at+jwt', 'AT+JWT', 'application/at+jwt'])
        assert.equal((await publishWith(signed(claims([PUBLISH_ALL]), type))).status, 200, type);
      for (const type of ['JWT', 'id+jwt', '']) {
        const response = await publishWith(signed(claims([PUBLISH_ALL]), type));
        assert.ok([401, 403].includes(response.status), type);
        await assertDisbelieved(signed(claims([PUBLISH_ALL]), type), hubUnderTest({ dialects: ['current'] }));
      }
    },
  ],
  [
    'Token Validation',
    'only the algorithm of the key is accepted, never "none", nor one that the token picks',
    async () => {
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const unsigned = `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims([PUBLISH_ALL]))}.`;
      await assertDisbelieved(unsigned);
      const other = new TokenKey({ key: SECRET, algorithm: 'HS512' }).sign(claims([PUBLISH_ALL]), 'at+jwt');
      await assertDisbelieved(other);
      // Signed as the key is meant, with a word for another algorithm.
      const [, body] = everything().split('.');
      const content = `${encode({ alg: 'HS384', typ: 'at+jwt' })}.${body}`;
      await assertDisbelieved(`${content}.${createHmac('sha256', SECRET).update(content).digest('base64url')}`);
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
      const confused = signed(claims([PUBLISH_ALL]), 'at+jwt', pem);
      await assertDisbelieved(confused, hubUnderTest({ publisher: { key: pem, algorithm: 'ES256' } }));
    },
  ],
  [
    'Token Validation',
    'keys of the token itself are not used',
    async () => {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      const jwk = publicKey.export({ format: 'jwk' });
      const head = Buffer.from(JSON.stringify({ alg: 'EdDSA', typ: 'at+jwt', jwk })).toString('base64url');
      const [, body, signature] = new TokenKey({ key: privateKey, algorithm: 'EdDSA' })
        .sign(claims([PUBLISH_ALL]), 'at+jwt')
        .split('.');
      await assertDisbelieved(`${head}.${body}.${signature}`);
    },
  ],
  [
    'Token Validation',
    'a token of one issuer does not pass for one of another',
    async () => {
      const keys = ['one', 'two'].map((issuer) => ({
        issuer,
        algorithm: 'HS256' as const,
        key: `${issuer}-${SECRET}`,
      }));
      const hub = () => hubUnderTest({ publisher: keys });
      const by = (secret: string, iss: string) =>
        signed(claims([PUBLISH_ALL], { iss }), 'at+jwt', `${secret}-${SECRET}`);
      assert.equal((await publishWith(by('one', 'one'), hub())).status, 200);
      assert.equal((await publishWith(by('two', 'two'), hub())).status, 200);
      await assertDisbelieved(by('one', 'two'), hub());
    },
  ],
  [
    'Token Validation',
    'exp has to be there and to come; nbf, if there, to be over',
    async () => {
      await assertDisbelieved(signed(claims([PUBLISH_ALL], { exp: undefined })));
      await assertDisbelieved(signed(claims([PUBLISH_ALL], { exp: seconds() - 1 })));
      await assertDisbelieved(signed(claims([PUBLISH_ALL], { exp: 'tomorrow' })));
      await assertDisbelieved(signed(claims([PUBLISH_ALL], { nbf: seconds() + 60 })));
      assert.equal((await publishWith(signed(claims([PUBLISH_ALL], { nbf: seconds() - 60 })))).status, 200);
    },
  ],
  [
    'Token Validation',
    'aud names this hub, alone or among others; iss is trusted',
    async () => {
      assert.equal((await publishWith(signed(claims([PUBLISH_ALL], { aud: ['https://x', HUB_URL] })))).status, 200);
      for (const aud of [undefined, 'https://other.example/.well-known/mercure', [], [[HUB_URL]], `${HUB_URL}/`])
        await assertDisbelieved(signed(claims([PUBLISH_ALL], { aud })));
      for (const iss of [undefined, 'https://evil.example', 7])
        await assertDisbelieved(signed(claims([PUBLISH_ALL], { iss })));
    },
  ],
];

testDemands(TABLE);
