import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { bearer, keySet } from 'oriel/security';
import type { Algorithm, BearerOptions } from 'oriel/security';
import { ask, askWith } from './ask.ts';
import { CLAIMS, NOW, SECONDS, part, signToken } from './sign-token.ts';

const secret = randomBytes(64);
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string;
const rules = { issuer: 'harbour', audience: 'tides', clock: () => NOW };
const hs = bearer({ algorithms: ['HS256'], secret, ...rules });
const rs = bearer({ algorithms: ['RS256'], key: pem, ...rules });
const es = bearer({ algorithms: ['ES256'], key: ec.publicKey, ...rules });
const good = signToken({ alg: 'HS256' }, CLAIMS, secret);
const [header, claims, signature] = good.split('.') as [string, string, string];

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
  ['RS256 taken for HS256: the PEM as secret', signToken({ alg: 'HS256' }, CLAIMS, pem), rs],
  [
    'RS256 taken for HS256: the DER as secret',
    signToken({ alg: 'HS256' }, CLAIMS, rsa.publicKey.export({ type: 'spki', format: 'der' })),
    rs,
  ],
  ['another algorithm of the same key', signToken({ alg: 'PS256' }, CLAIMS, rsa.privateKey), rs],
  ['another hash of the same key', signToken({ alg: 'RS512' }, CLAIMS, rsa.privateKey), rs],
  ['another hash of the same secret', signToken({ alg: 'HS512' }, CLAIMS, secret)],
  [
    'a key of its own in jwk',
    signToken({ alg: 'ES256', jwk: ec.publicKey.export({ format: 'jwk' }) }, CLAIMS, ec.privateKey),
    rs,
  ],
  ['a key of its own in jwk, of the right kind', own('jwk'), rs],
  ['a key of its own behind jku', own('jku'), rs],
  ['a key of its own behind x5u', own('x5u'), rs],
  ['a key of its own in x5c', own('x5c'), rs],
  ...['../../dev/null', "' UNION SELECT 'x", '/dev/null', '\u0000', 'x'.repeat(5000)].map((kid): [string, string] => [
    `kid ${JSON.stringify(kid.slice(0, 20))} with an empty secret`,
    signToken({ alg: 'HS256', kid }, CLAIMS, ''),
  ]),
  ['a kid that is no text', signToken({ alg: 'HS256', kid: 7 }, CLAIMS, secret)],
  ['crit', signToken({ alg: 'HS256', crit: ['exp'], exp: 1 }, CLAIMS, secret)],
  ['an empty crit', signToken({ alg: 'HS256', crit: [] }, CLAIMS, secret)],
  ['b64: false', signToken({ alg: 'HS256', b64: false, crit: ['b64'] }, CLAIMS, secret)],
  ['b64 without crit', signToken({ alg: 'HS256', b64: false }, CLAIMS, secret)],
  ['zip', signToken({ alg: 'HS256', zip: 'DEF' }, CLAIMS, secret)],
  ['alg twice', signToken('{"alg":"none","alg":"HS256"}', CLAIMS, secret)],
  ['sub twice', signToken({ alg: 'HS256' }, JSON.stringify(CLAIMS).replace('{', '{"sub":"eve",'), secret)],
  ['a header that is a list', signToken('["HS256"]', CLAIMS, secret)],
  ['claims that are a list', signToken({ alg: 'HS256' }, '[]', secret)],
  ['claims that are no JSON', signToken({ alg: 'HS256' }, '{"sub":', secret)],
  ['claims that are no UTF-8', invalidUtf8()],
  ['no signature', `${header}.${claims}.`],
  ['no signature and no point', `${header}.${claims}`],
  ['a signature cut off', good.slice(0, -4)],
  ['a signature of zeros', `${header}.${claims}.${Buffer.alloc(32).toString('base64url')}`],
  ['four parts', `${good}.${signature}`],
  ['five parts, as encrypted ones have', `${good}.a.b`],
  ['parts changed about', `${claims}.${header}.${signature}`],
  ['the header twice', `${header}.${header}.${signature}`],
  ['only points', '..'],
  ['nothing', ''],
  ['padding', `${header}.${claims}.${signature}=`],
  ['padding inside', `${header}=.${claims}.${signature}`],
  ['a space inside', `${header}. ${claims}.${signature}`],
  ['a line break inside', `${header}.\n${claims}.${signature}`],
  ['the other base64', good.replace(signature, Buffer.from(signature, 'base64url').toString('base64'))],
  ['bits beyond the last byte', good.slice(0, -1) + next(good.at(-1)!)],
  ['an ECDSA signature of zeros', ecdsa(Buffer.alloc(64)), es],
  ['an ECDSA signature of nothing', ecdsa(Buffer.alloc(0)), es],
  ['an ECDSA signature of r = s = n', ecdsa(Buffer.from(ORDER().repeat(2), 'hex')), es],
  ['an ECDSA signature with r = 0', ecdsa(Buffer.concat([Buffer.alloc(32), randomBytes(32)])), es],
  ['an ECDSA signature in DER', ecdsa(Buffer.from('3006020100020100', 'hex')), es],
  ['a longer one than allowed', signToken({ alg: 'HS256' }, { ...CLAIMS, x: 'x'.repeat(9000) }, secret)],
  ...Object.entries({
    'no exp': { exp: undefined },
    'exp null': { exp: null },
    'exp as text': { exp: String(SECONDS + 600) },
    'a huge exp': { exp: 1e300 },
    'an exp that overflows': { exp: 8.64e12 + 1 },
    'a negative exp': { exp: -1 },
    'exp as object': { exp: { valueOf: SECONDS + 600 } },
    expired: { exp: SECONDS - 31 },
    'not yet': { nbf: SECONDS + 31 },
    'a negative nbf': { nbf: -1 },
    'nbf as text': { nbf: '0' },
    'issued in the future': { iat: SECONDS + 31 },
    'iat as list': { iat: [1] },
    'another issuer': { iss: 'pirates' },
    'no issuer': { iss: undefined },
    'a list of issuers': { iss: ['harbour'] },
    'another audience': { aud: 'ships' },
    'no audience': { aud: undefined },
    'audiences that are no texts': { aud: [1, 'tides'] },
    'an empty audience': { aud: [] },
    'no sub': { sub: undefined },
    'an empty sub': { sub: '' },
    'sub as number': { sub: 7 },
  }).map(([name, change]): [string, string] => [name, signToken({ alg: 'HS256' }, { ...CLAIMS, ...change }, secret)]),
];

for (const [name, token, authenticator = hs] of REFUSED)
  test(`a token with ${name} is refused`, async () => {
    const said = await ask(authenticator, token);
    notEqual(said, 'ada');
    match(String(said), /token/);
  });

test('what only looks odd is believed', async () => {
  equal(await ask(hs, good), 'ada');
  for (const change of [
    { exp: SECONDS - 29 },
    { nbf: SECONDS + 29 },
    { aud: ['ships', 'tides'] },
    { nbf: 0 },
    { exp: SECONDS + 0.5 },
  ])
    equal(await ask(hs, signToken({ alg: 'HS256', typ: 'JWT', kid: 'any' }, { ...CLAIMS, ...change }, secret)), 'ada');
  equal(await askWith(hs, { Authorization: `bearer   ${good}` }), 'ada');
  equal(await askWith(hs, { Authorization: `Basic ${good}` }), undefined);
  equal(await askWith(hs, {}), undefined);
});

test('the type of a token can be asked for', async () => {
  const access = bearer({ algorithms: ['HS256'], secret, type: 'at+jwt', clock: () => NOW });
  equal(await ask(access, signToken({ alg: 'HS256', typ: 'application/AT+JWT' }, CLAIMS, secret)), 'ada');
  equal(await ask(access, good), 'the token is of another type');
});

test('claims are mapped to a user, now or later', async () => {
  const option = (user: BearerOptions['user']) =>
    bearer({ algorithms: ['HS256'], secret, clock: () => NOW, user: user! });
  equal(
    await ask(
      option(({ iss }) => ({ id: String(iss), roles: [] })),
      good,
    ),
    'harbour',
  );
  let asked = 0;
  const later = option(async () => (++asked > 2 ? undefined : { id: `ask ${asked}`, roles: [] }));
  deepEqual([await ask(later, good), await ask(later, good)], ['ask 1', 'ask 2']);
  equal(await ask(later, good), 'the token identifies no user');
});

test('a remembered token is refused once it expires', async () => {
  let now = NOW;
  const authenticator = bearer({ algorithms: ['HS256'], secret, clock: () => now });
  equal(await ask(authenticator, good), 'ada');
  now += 629_000;
  equal(await ask(authenticator, good), 'ada');
  now += 1_000;
  equal(await ask(authenticator, good), 'the token expired 30 seconds ago');
});

test('a token that ends like a remembered one is looked at for itself', async () => {
  const authenticator = bearer({ algorithms: ['HS256'], secret, clock: () => NOW });
  equal(await ask(authenticator, good), 'ada');
  const [head, , signature] = good.split('.');
  const claims = Buffer.from(JSON.stringify({ ...CLAIMS, sub: 'eve' })).toString('base64url');
  equal(await ask(authenticator, `${head}.${claims}.${signature}`), 'the token’s signature does not match');
  equal(await ask(authenticator, good), 'ada');
});

test('a remembered token is refused once its key leaves the set', async () => {
  const keys = keySet([rsa.publicKey]);
  const authenticator = bearer({ algorithms: ['RS256'], keys, clock: () => NOW });
  const token = signToken({ alg: 'RS256' }, CLAIMS, rsa.privateKey);
  equal(await ask(authenticator, token), 'ada');
  equal(await ask(authenticator, token), 'ada');
  keys.replace([generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey]);
  equal(await ask(authenticator, token), 'the token’s signature does not match');
});

test('the user of a remembered token cannot be changed by a request', async () => {
  const context = (await import('../../src/testing/index.ts')).createContext('GET /', {
    headers: { Authorization: `Bearer ${good}` },
  });
  const { SERVICES } = await import('./ask.ts');
  const user = (await hs.authenticate(context, SERVICES)) as { id: string; roles: string[] };
  for (const change of [() => (user.id = 'eve'), () => user.roles.push('admin')]) {
    try {
      change();
    } catch {}
  }
  deepEqual(await hs.authenticate(context, SERVICES), { id: 'ada', roles: ['editor'] });
});

const UNSAFE: readonly [name: string, options: object, reason: RegExp][] = [
  ['no algorithms', { secret }, /No algorithm/],
  ['an empty list', { algorithms: [], secret }, /No algorithm/],
  ['none', { algorithms: ['none'], secret }, /without a signature/],
  ['None', { algorithms: ['HS256', 'None'], secret }, /without a signature/],
  ['an algorithm there is not', { algorithms: ['HS1'], secret }, /is not an algorithm/],
  ['secret and public algorithms', { algorithms: ['HS256', 'RS256'], key: pem }, /mixed/],
  ['HS with a public key', { algorithms: ['HS256'], key: pem }, /need a secret/],
  [
    'HS with keys of an issuer',
    { algorithms: ['HS256'], jwks: 'https://a.example/jwks', issuer: 'a', audience: 'b' },
    /need a secret/,
  ],
  ['RS with a secret', { algorithms: ['RS256'], secret }, /public keys/],
  ['a PEM as secret', { algorithms: ['HS256'], secret: pem }, /PEM/],
  ['a short secret', { algorithms: ['HS256'], secret: 'hunter2' }, /7 bytes; 32/],
  ['a secret that is short for its hash', { algorithms: ['HS512'], secret: randomBytes(32) }, /32 bytes; 64/],
  [
    'a KeyObject as a secret',
    { algorithms: ['HS256'], secret: createSecretKey(randomBytes(32)) as unknown as Uint8Array },
    /neither a string nor bytes/,
  ],
  ['a secret that repeats itself', { algorithms: ['HS256'], secret: 'ab'.repeat(32) }, /repeats/],
  ['no key', { algorithms: ['RS256'] }, /no key/],
  ['keys from two places', { algorithms: ['RS256'], key: pem, jwks: 'https://a.example' }, /several/],
  [
    'a short RSA key',
    { algorithms: ['RS256'], key: generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey },
    /No key can verify RS256/,
  ],
  ['another curve', { algorithms: ['ES384'], key: ec.publicKey }, /No key can verify ES384/],
  ['no public key at all', { algorithms: ['RS256'], key: 'hello' }, /not a public key/],
  [
    'keys over http',
    { algorithms: ['RS256'], jwks: 'http://a.example/jwks', issuer: 'a', audience: 'b' },
    /replaced on the network/,
  ],
  [
    'keys from nowhere',
    { algorithms: ['RS256'], jwks: 'jwks.json', issuer: 'a', audience: 'b' },
    /replaced on the network/,
  ],
  [
    'keys of an issuer for anybody',
    { algorithms: ['RS256'], jwks: 'https://a.example/jwks', issuer: 'a' },
    /signs for other hosts/,
  ],
];

for (const [name, options, reason] of UNSAFE)
  test(`bearer() with ${name} keeps the host from starting`, () => {
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

// The order of P-256.
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

test('a key that says what it is for is used for nothing else', async () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...rsa.publicKey.export({ format: 'jwk' }), alg: 'RS256' };
  const authenticator = bearer({
    algorithms: ['RS256', 'PS256'],
    keys: keySet([jwk, ec.publicKey, other.publicKey]),
    clock: () => NOW,
  });
  equal(await ask(authenticator, signToken({ alg: 'RS256' }, CLAIMS, rsa.privateKey)), 'ada');
  const forbidden = signToken({ alg: 'PS256' }, CLAIMS, rsa.privateKey);
  equal(await ask(authenticator, forbidden), 'the token’s signature does not match');
});
