import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { defineHost, route } from 'oriel-host';
import { bearer, tokenIssuer } from 'oriel-host/security';
import { createBearer } from '../../packages/host/src/features/security/authenticators/bearer.ts';
import { createTokenIssuer } from '../../packages/host/src/features/security/jwt/token-issuer.ts';
import type { TokenIssuerOptions } from '../../packages/host/src/features/security/jwt/token-issuer.ts';
import { authenticateToken } from './authenticate-token.ts';
import { NOW, SECONDS } from './sign-token.ts';

const secret = randomBytes(64);
const shared: TokenIssuerOptions = { algorithm: 'HS256', secret, issuer: 'harbour' };
const clock = () => NOW;
const KEYS = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey,
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  EdDSA: generateKeyPairSync('ed25519').privateKey,
} as const;

function options(algorithm: keyof typeof KEYS): TokenIssuerOptions {
  return { algorithm, key: KEYS[algorithm], issuer: 'harbour' };
}

test('a host accepts the tokens that it issues, with the subject as id and the roles', async () => {
  const tokens = tokenIssuer({ algorithm: 'HS256', secret, issuer: 'harbour' });
  await using host = defineHost({
    routes: [route('me', 'GET /me', { handle: ({ user }) => user })],
    security: { firewalls: [{ name: 'all', authenticators: [bearer(tokens.rules)] }] },
  });
  const token = await tokens.issueToken({ subject: 'ada', roles: ['editor'] });
  const response = await host.fetch(
    new Request('http://localhost/me', { headers: { Authorization: `Bearer ${token}` } }),
  );
  deepEqual([response.status, await response.json()], [200, { id: 'ada', roles: ['editor'] }]);
});

test('a token names its algorithm and type, and expires after 15 minutes by default', async () => {
  const token = await createTokenIssuer(shared, clock).issueToken({ subject: 'ada', claims: { ship: 'Calypso' } });
  deepEqual(decodeProtectedHeader(token), { alg: 'HS256', typ: 'JWT' });
  const { jti, ...claims } = decodeJwt(token);
  match(jti!, /^[\da-f-]{36}$/);
  const expected = { ship: 'Calypso', sub: 'ada', roles: [], iss: 'harbour', aud: 'harbour' };
  deepEqual(claims, { ...expected, iat: SECONDS, exp: SECONDS + 900 });
});

for (const algorithm of Object.keys(KEYS) as (keyof typeof KEYS)[])
  test(`${algorithm} signs with a KeyObject, a PEM and a JWK, and verifies with the public half only`, async () => {
    const key = KEYS[algorithm];
    for (const value of [key, key.export({ type: 'pkcs8', format: 'pem' }) as string, key.export({ format: 'jwk' })]) {
      const tokens = tokenIssuer({ ...options(algorithm), key: value });
      equal(await authenticateToken(bearer(tokens.rules), await tokens.issueToken({ subject: 'ada' })), 'ada');
      equal(tokens.rules.secret, undefined);
    }
  });

test('a token names the kid of the JWK that signed it', async () => {
  const key = { ...KEYS.EdDSA.export({ format: 'jwk' }), kid: '2026-11' };
  const token = await tokenIssuer({ ...options('EdDSA'), key }).issueToken({ subject: 'ada' });
  equal(decodeProtectedHeader(token).kid, '2026-11');
});

test('a token is rejected after it expires, and by other algorithms, issuers, audiences, types and keys', async () => {
  let now = NOW;
  const tokens = createTokenIssuer({ ...shared, expiresIn: '1 min', audience: ['tides', 'ships'] }, () => now);
  const token = await tokens.issueToken({ subject: 'ada' });
  const authenticator = createBearer(tokens.rules, () => now);
  equal(await authenticateToken(authenticator, token), 'ada');
  for (const change of [
    { algorithms: ['HS512'] as const },
    { issuer: 'pier' },
    { audience: 'cargo' },
    { type: 'at+jwt' },
    { secret: randomBytes(64) },
  ])
    match(
      (await authenticateToken(
        createBearer({ ...tokens.rules, ...change }, () => now),
        token,
      ))!,
      /^the token/,
    );
  now += 91_000; // One minute, and 30 seconds for the difference between clocks.
  match((await authenticateToken(authenticator, token))!, /expired/);
});

test('a token may have a lifetime of its own', async () => {
  const { exp } = decodeJwt(await createTokenIssuer(shared, clock).issueToken({ subject: 'ada', expiresIn: 5_000 }));
  equal(exp, SECONDS + 5);
});

test('an issuer whose options are unsafe is a TypeError without the key', () => {
  const weak = 'a'.repeat(12);
  const publicPem = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const small = generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey;
  const cases: [Partial<TokenIssuerOptions>, RegExp][] = [
    [{ secret: weak }, /^tokenIssuer\(\): The secret has 12 bytes; 32 are needed\. Read 32 random bytes/],
    [{ secret: undefined as never }, /has no key; set secret for HS… algorithms/],
    [{ key: KEYS.ES256 }, /has a secret and a key/],
    [{ algorithm: 'none' as never }, /"none" accepts tokens without a signature/],
    [{ algorithm: 'ES256' }, /These algorithms need public keys, not a secret/],
    [{ issuer: '' }, /issuer of tokenIssuer\(\) is ""; expected the name or the URL/],
    [{ audience: [] }, /audience of tokenIssuer\(\) is \[\]; expected a name/],
    [{ type: 'J W T' }, /type of tokenIssuer\(\) is "J W T"/],
    [{ expiresIn: '31 d' }, /expiresIn of tokenIssuer\(\) is "31 d"; expected whole seconds.* to 30 d/],
    [{ expiresIn: 1_500 }, /expiresIn of tokenIssuer\(\) is 1500; expected whole seconds/],
    [{ expiresIn: 0 }, /from 1 s to 30 d/],
    [{ ...options('ES256'), algorithm: 'ES384', secret: undefined as never }, /No key can verify ES384/],
    [{ ...options('RS256'), key: small, secret: undefined as never }, /RSA of 2,048 bits/],
    [{ algorithm: 'HS256', key: KEYS.ES256, secret: undefined as never }, /HS256 need a secret/],
    [{ ...options('EdDSA'), key: publicPem, secret: undefined as never }, /is not a private key; set a private key/],
    [
      {
        ...options('EdDSA'),
        key: { ...KEYS.EdDSA.export({ format: 'jwk' }), alg: 'ES256' },
        secret: undefined as never,
      },
      /The alg of the key is "ES256", and tokenIssuer\(\) has "EdDSA"/,
    ],
  ];
  for (const [change, expected] of cases)
    throws(
      () => tokenIssuer({ ...shared, ...change }),
      (error: Error) => {
        match(error.message, expected);
        ok(error instanceof TypeError);
        return !error.message.includes(weak);
      },
    );
});

test('a token with invalid contents is a TypeError that states the fix', async () => {
  const tokens = createTokenIssuer(shared, clock);
  await rejects(tokens.issueToken({ subject: '' }), /subject of issueToken\(\) is ""; expected the id of the user/);
  await rejects(tokens.issueToken({ subject: 'ada', roles: 'editor' as never }), /roles of issueToken\(\) is "editor"/);
  await rejects(tokens.issueToken({ subject: 'ada', claims: [] as never }), /claims of issueToken\(\) is \[\]/);
  await rejects(tokens.issueToken({ subject: 'ada', claims: { exp: 1 } }), /contains "exp"; use expiresIn instead/);
  await rejects(
    tokens.issueToken({ subject: 'ada', expiresIn: '1 y' as never }),
    /expiresIn of issueToken\(\) is "1 y"/,
  );
  const note = 'x'.repeat(9_000);
  await rejects(tokens.issueToken({ subject: 'ada', claims: { note } }), /bearer\(\) accepts 8192; put fewer roles/);
});
