import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { keySet } from 'oriel-host/security';
import type { BearerOptions } from '../../packages/host/src/features/security/authenticators/bearer.ts';
import type { Algorithm } from '../../packages/host/src/features/security/jwt/verification-key.ts';
import { authenticateToken, authenticateHeaders } from './authenticate-token.ts';
import { bearer } from './create-bearer.ts';
import { CLAIMS, NOW, SECONDS, part, signToken } from './sign-token.ts';

const secret = randomBytes(64);
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string;
const rules = { issuer: 'harbour', audience: 'tides', clock: () => NOW };
const hs = bearer({ algorithms: ['HS256'], secret, ...rules });
const rs = bearer({ algorithms: ['RS256'], key: pem, ...rules });
const es = bearer({ algorithms: ['ES256'], key: ec.publicKey, ...rules });
const valid = signToken({ alg: 'HS256' }, CLAIMS, secret);
const [header, claims, signature] = valid.split('.') as [string, string, string];

const REFUSED: readonly [name: string, token: string, authenticator?: typeof hs][] = [
  ...['none', 'None', 'NONE', 'nOnE', 'none ', ''].flatMap((alg): [string, string][] => [
    [`alg "${alg}" without a signature`, `${part({ alg })}.${part(CLAIMS)}.`],
    [`alg "${alg}" with a signature`, `${part({ alg })}.${part(CLAIMS)}.${signature}`],
  ]),
  ...(
    [
      null,
      1,
      [],
      ['HS256'],
      {},
      true,
      undefined,
      'toString',
      '__proto__',
      'constructor',
      'hs256',
      'HS256 ',
    ] as unknown[]
  ).map((alg): [string, string] => [
    `alg ${JSON.stringify(alg)}`,
    signToken({ alg: alg as string }, CLAIMS, secret, 'HS256'),
  ]),
  ['HS256 instead of RS256, signed with the PEM', signToken({ alg: 'HS256' }, CLAIMS, pem), rs],
  [
    'HS256 instead of RS256, signed with the DER',
    signToken({ alg: 'HS256' }, CLAIMS, rsa.publicKey.export({ type: 'spki', format: 'der' })),
    rs,
  ],
  ['another algorithm of the same key', signToken({ alg: 'PS256' }, CLAIMS, rsa.privateKey), rs],
  ['another hash of the same key', signToken({ alg: 'RS512' }, CLAIMS, rsa.privateKey), rs],
  ['another hash of the same secret', signToken({ alg: 'HS512' }, CLAIMS, secret)],
  [
    'its own key in jwk',
    signToken({ alg: 'ES256', jwk: ec.publicKey.export({ format: 'jwk' }) }, CLAIMS, ec.privateKey),
    rs,
  ],
  ['its own key of the right type in jwk', own('jwk'), rs],
  ['the URL of its own key in jku', own('jku'), rs],
  ['the URL of its own key in x5u', own('x5u'), rs],
  ['its own key in x5c', own('x5c'), rs],
  ...['../../dev/null', "' UNION SELECT 'x", '/dev/null', '\u0000', 'x'.repeat(5000)].map((kid): [string, string] => [
    `kid ${JSON.stringify(kid.slice(0, 20))} with an empty secret`,
    signToken({ alg: 'HS256', kid }, CLAIMS, ''),
  ]),
  ['a kid that is not a string', signToken({ alg: 'HS256', kid: 7 }, CLAIMS, secret)],
  ['crit', signToken({ alg: 'HS256', crit: ['exp'], exp: 1 }, CLAIMS, secret)],
  ['an empty crit', signToken({ alg: 'HS256', crit: [] }, CLAIMS, secret)],
  ['b64: false', signToken({ alg: 'HS256', b64: false, crit: ['b64'] }, CLAIMS, secret)],
  ['b64 without crit', signToken({ alg: 'HS256', b64: false }, CLAIMS, secret)],
  ['zip', signToken({ alg: 'HS256', zip: 'DEF' }, CLAIMS, secret)],
  ['alg twice', signToken('{"alg":"none","alg":"HS256"}', CLAIMS, secret)],
  ['sub twice', signToken({ alg: 'HS256' }, JSON.stringify(CLAIMS).replace('{', '{"sub":"eve",'), secret)],
  ['an array as header', signToken('["HS256"]', CLAIMS, secret)],
  ['an array as claims', signToken({ alg: 'HS256' }, '[]', secret)],
  ['claims that are not JSON', signToken({ alg: 'HS256' }, '{"sub":', secret)],
  ['claims that are not UTF-8', invalidUtf8()],
  ['no signature', `${header}.${claims}.`],
  ['no signature and no dot', `${header}.${claims}`],
  ['a truncated signature', valid.slice(0, -4)],
  ['a signature of zeros', `${header}.${claims}.${Buffer.alloc(32).toString('base64url')}`],
  ['four parts', `${valid}.${signature}`],
  ['five parts, like an encrypted token', `${valid}.a.b`],
  ['its header and claims swapped', `${claims}.${header}.${signature}`],
  ['the header twice', `${header}.${header}.${signature}`],
  ['only dots', '..'],
  ['no characters', ''],
  ['padding', `${header}.${claims}.${signature}=`],
  ['padding inside', `${header}=.${claims}.${signature}`],
  ['a space inside', `${header}. ${claims}.${signature}`],
  ['a line break inside', `${header}.\n${claims}.${signature}`],
  ['base64 instead of base64url', valid.replace(signature, Buffer.from(signature, 'base64url').toString('base64'))],
  ['bits beyond the last byte', valid.slice(0, -1) + next(valid.at(-1)!)],
  ['an ECDSA signature of zeros', ecdsa(Buffer.alloc(64)), es],
  ['an empty ECDSA signature', ecdsa(Buffer.alloc(0)), es],
  ['an ECDSA signature of r = s = n', ecdsa(Buffer.from(ORDER().repeat(2), 'hex')), es],
  ['an ECDSA signature with r = 0', ecdsa(Buffer.concat([Buffer.alloc(32), randomBytes(32)])), es],
  ['an ECDSA signature in DER', ecdsa(Buffer.from('3006020100020100', 'hex')), es],
  ['more bytes than allowed', signToken({ alg: 'HS256' }, { ...CLAIMS, x: 'x'.repeat(9000) }, secret)],
  ...Object.entries({
    'no exp': { exp: undefined },
    'exp null': { exp: null },
    'exp as a string': { exp: String(SECONDS + 600) },
    'a huge exp': { exp: 1e300 },
    'an exp that overflows': { exp: 8.64e12 + 1 },
    'a negative exp': { exp: -1 },
    'exp as an object': { exp: { valueOf: SECONDS + 600 } },
    'an exp in the past': { exp: SECONDS - 31 },
    'an nbf in the future': { nbf: SECONDS + 31 },
    'a negative nbf': { nbf: -1 },
    'nbf as a string': { nbf: '0' },
    'an iat in the future': { iat: SECONDS + 31 },
    'iat as an array': { iat: [1] },
    'another issuer': { iss: 'another' },
    'no issuer': { iss: undefined },
    'a list of issuers': { iss: ['harbour'] },
    'another audience': { aud: 'ships' },
    'no audience': { aud: undefined },
    'audiences that are not all strings': { aud: [1, 'tides'] },
    'an empty list of audiences': { aud: [] },
    'no sub': { sub: undefined },
    'an empty sub': { sub: '' },
    'sub as a number': { sub: 7 },
  }).map(([name, change]): [string, string] => [name, signToken({ alg: 'HS256' }, { ...CLAIMS, ...change }, secret)]),
];

for (const [name, token, authenticator = hs] of REFUSED)
  test(`a token with ${name} is refused`, async () => {
    const outcome = await authenticateToken(authenticator, token);
    notEqual(outcome, 'ada');
    match(String(outcome), /token/);
  });

test('accepts unusual but valid tokens', async () => {
  equal(await authenticateToken(hs, valid), 'ada');
  for (const change of [
    { exp: SECONDS - 29 },
    { nbf: SECONDS + 29 },
    { aud: ['ships', 'tides'] },
    { nbf: 0 },
    { exp: SECONDS + 0.5 },
  ])
    equal(
      await authenticateToken(
        hs,
        signToken({ alg: 'HS256', typ: 'JWT', kid: 'any' }, { ...CLAIMS, ...change }, secret),
      ),
      'ada',
    );
  equal(await authenticateHeaders(hs, { Authorization: `bearer   ${valid}` }), 'ada');
  equal(await authenticateHeaders(hs, { Authorization: `Basic ${valid}` }), undefined);
  equal(await authenticateHeaders(hs, {}), undefined);
});

test('requires the type of token that "type" names', async () => {
  const access = bearer({ algorithms: ['HS256'], secret, type: 'at+jwt', clock: () => NOW });
  equal(await authenticateToken(access, signToken({ alg: 'HS256', typ: 'application/AT+JWT' }, CLAIMS, secret)), 'ada');
  equal(await authenticateToken(access, valid), 'the token has the wrong type');
});

test('maps claims to a user, synchronously or asynchronously', async () => {
  const option = (user: BearerOptions['user']) =>
    bearer({ algorithms: ['HS256'], secret, clock: () => NOW, user: user! });
  equal(
    await authenticateToken(
      option(({ iss }) => ({ id: String(iss), roles: [] })),
      valid,
    ),
    'harbour',
  );
  let calls = 0;
  const asynchronous = option(async () => (++calls > 2 ? undefined : { id: `ask ${calls}`, roles: [] }));
  deepEqual(
    [await authenticateToken(asynchronous, valid), await authenticateToken(asynchronous, valid)],
    ['ask 1', 'ask 2'],
  );
  equal(await authenticateToken(asynchronous, valid), 'the token identifies no user');
});

test('a cached token is refused once it expires', async () => {
  let now = NOW;
  const authenticator = bearer({ algorithms: ['HS256'], secret, clock: () => now });
  equal(await authenticateToken(authenticator, valid), 'ada');
  now += 629_000;
  equal(await authenticateToken(authenticator, valid), 'ada');
  now += 1_000;
  equal(await authenticateToken(authenticator, valid), 'the token expired 30 seconds ago');
});

test('a token with the same signature as a cached one is verified', async () => {
  const authenticator = bearer({ algorithms: ['HS256'], secret, clock: () => NOW });
  equal(await authenticateToken(authenticator, valid), 'ada');
  const [head, , signature] = valid.split('.');
  const claims = Buffer.from(JSON.stringify({ ...CLAIMS, sub: 'eve' })).toString('base64url');
  equal(
    await authenticateToken(authenticator, `${head}.${claims}.${signature}`),
    'the token’s signature does not match',
  );
  equal(await authenticateToken(authenticator, valid), 'ada');
});

test('a cached token is refused once its key is removed from the key set', async () => {
  const keys = keySet([rsa.publicKey]);
  const authenticator = bearer({ algorithms: ['RS256'], keys, clock: () => NOW });
  const token = signToken({ alg: 'RS256' }, CLAIMS, rsa.privateKey);
  equal(await authenticateToken(authenticator, token), 'ada');
  equal(await authenticateToken(authenticator, token), 'ada');
  keys.replace([generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey]);
  equal(await authenticateToken(authenticator, token), 'the token’s signature does not match');
});

test('a request cannot change the user of a cached token', async () => {
  const context = (await import('../../packages/host/src/testing/index.ts')).createContext('GET /', {
    headers: { Authorization: `Bearer ${valid}` },
  });
  const { SERVICES } = await import('./authenticate-token.ts');
  const user = (await hs.authenticate(context, SERVICES)) as { id: string; roles: string[] };
  for (const change of [() => (user.id = 'eve'), () => user.roles.push('admin')]) {
    try {
      change();
    } catch {}
  }
  deepEqual(await hs.authenticate(context, SERVICES), { id: 'ada', roles: ['editor'] });
});

const INVALID_OPTIONS: readonly [name: string, options: object, reason: RegExp][] = [
  ['missing algorithms', { secret }, /No algorithm/],
  ['an empty list of algorithms', { algorithms: [], secret }, /No algorithm/],
  ['the algorithm none', { algorithms: ['none'], secret }, /without a signature/],
  ['the algorithm None', { algorithms: ['HS256', 'None'], secret }, /without a signature/],
  ['an unknown algorithm', { algorithms: ['HS1'], secret }, /is not an algorithm/],
  ['symmetric and asymmetric algorithms', { algorithms: ['HS256', 'RS256'], key: pem }, /mixed/],
  ['HS256 with a public key', { algorithms: ['HS256'], key: pem }, /need a secret/],
  [
    'HS256 with a JWKS URL',
    { algorithms: ['HS256'], jwks: 'https://a.example/jwks', issuer: 'a', audience: 'b' },
    /need a secret/,
  ],
  ['RS256 with a secret', { algorithms: ['RS256'], secret }, /public keys/],
  ['a PEM as secret', { algorithms: ['HS256'], secret: pem }, /PEM/],
  ['a short secret', { algorithms: ['HS256'], secret: 'hunter2' }, /7 bytes; 32/],
  ['a secret shorter than its hash', { algorithms: ['HS512'], secret: randomBytes(32) }, /32 bytes; 64/],
  [
    'a KeyObject as a secret',
    { algorithms: ['HS256'], secret: createSecretKey(randomBytes(32)) as unknown as Uint8Array },
    /neither a string nor bytes/,
  ],
  ['a repetitive secret', { algorithms: ['HS256'], secret: 'ab'.repeat(32) }, /repeats/],
  ['no key', { algorithms: ['RS256'] }, /no key/],
  ['keys from two sources', { algorithms: ['RS256'], key: pem, jwks: 'https://a.example' }, /several/],
  [
    'a short RSA key',
    { algorithms: ['RS256'], key: generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey },
    /No key can verify RS256/,
  ],
  ['another curve', { algorithms: ['ES384'], key: ec.publicKey }, /No key can verify ES384/],
  ['a list of keys', { algorithms: ['RS256'], keys: [pem] }, /keys is a list/],
  ['a PEM as a set of keys', { algorithms: ['RS256'], keys: pem }, /keys is a string/],
  ['a promise as a set of keys', { algorithms: ['RS256'], keys: Promise.resolve() }, /keys is an object/],
  ['a function as a set of keys', { algorithms: ['RS256'], keys: () => [pem] }, /keys is a function/],
  ['null as a JWKS URL', { algorithms: ['RS256'], jwks: null, issuer: 'a', audience: 'b' }, /replaced on the network/],
  ['a user that is not a function', { algorithms: ['HS256'], secret: randomBytes(32), user: {} }, /user is an object/],
  ['a type that is not a text', { algorithms: ['HS256'], secret: randomBytes(32), type: 5 }, /type is a number/],
  [
    'an issuer and an audience that are no texts',
    { algorithms: ['HS256'], secret: randomBytes(32), issuer: new URL('https://a.example'), audience: ['a', 5] },
    /issuer is an object\naudience is a list/,
  ],
  ['an invalid public key', { algorithms: ['RS256'], key: 'hello' }, /not a public key/],
  [
    'a JWKS URL with http:',
    { algorithms: ['RS256'], jwks: 'http://a.example/jwks', issuer: 'a', audience: 'b' },
    /replaced on the network/,
  ],
  [
    'a relative JWKS URL',
    { algorithms: ['RS256'], jwks: 'jwks.json', issuer: 'a', audience: 'b' },
    /replaced on the network/,
  ],
  [
    'a JWKS URL but no audience',
    { algorithms: ['RS256'], jwks: 'https://a.example/jwks', issuer: 'a' },
    /signs for other hosts/,
  ],
  [
    'an invalid duration',
    { algorithms: ['HS256'], secret: randomBytes(32), clockSkew: '30' as never, maxAge: -1 },
    /clockSkew is "30"\nmaxAge is -1/,
  ],
];

for (const [name, options, reason] of INVALID_OPTIONS)
  test(`bearer() reports ${name} as an issue`, () => {
    const { issues = [] } = bearer(options as BearerOptions);
    match(issues.map((issue) => issue.reason).join('\n'), reason);
    equal(JSON.stringify(issues).includes('hunter2'), false);
  });

function own(member: string): string {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const value =
    member === 'jwk'
      ? other.publicKey.export({ format: 'jwk' })
      : member === 'x5c'
        ? ['MIIB']
        : 'http://127.0.0.1:1/jwks';
  return signToken({ alg: 'RS256', [member]: value }, CLAIMS, other.privateKey, 'RS256' satisfies Algorithm);
}

function ecdsa(bytes: Buffer): string {
  return `${part({ alg: 'ES256' })}.${part(CLAIMS)}.${bytes.toString('base64url')}`;
}

// The order of the curve P-256.
function ORDER(): string {
  return 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551';
}

function invalidUtf8(): string {
  const bytes = Buffer.concat([Buffer.from('{"sub":"'), Buffer.from([0xff]), Buffer.from('"}')]).toString('base64url');
  return `${header}.${bytes}.${signature}`;
}

function next(character: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return letters[(letters.indexOf(character) + 1) % 64]!;
}

test('a key with an algorithm is not used for another algorithm', async () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...rsa.publicKey.export({ format: 'jwk' }), alg: 'RS256' };
  const authenticator = bearer({
    algorithms: ['RS256', 'PS256'],
    keys: keySet([jwk, ec.publicKey, other.publicKey]),
    clock: () => NOW,
  });
  equal(await authenticateToken(authenticator, signToken({ alg: 'RS256' }, CLAIMS, rsa.privateKey)), 'ada');
  const forbidden = signToken({ alg: 'PS256' }, CLAIMS, rsa.privateKey);
  equal(await authenticateToken(authenticator, forbidden), 'the token’s signature does not match');
});
