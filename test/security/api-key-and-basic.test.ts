import { randomBytes, scryptSync } from 'node:crypto';
import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, route } from 'oriel-host';
import { apiKey, basic, createApiKey, hashPassword } from 'oriel-host/security';
import { createTestHost } from '../../packages/host/src/testing/index.ts';
import { testTransports } from '../story/test-transports.ts';

const station = createApiKey('tide');
const expired = createApiKey('tide');
const user = { id: 'station', roles: ['reader'] };
const keys = [
  { id: station.id, hash: station.hash, user },
  { id: expired.id, hash: expired.hash, user, expires: Date.now() - 1 },
];
const password = await hashPassword('pässword: x', { memory: 64, passes: 1 });
const me = route('me', 'GET /me', { handle: ({ user: current }) => current });

const config = () => ({
  title: 'Harbour',
  // Basic requires TLS in production, which a trusted proxy provides.
  proxies: ['192.0.2.9'],
  routes: [me],
  security: {
    users: [
      { id: 'ada', roles: ['editor'], password },
      { id: 'disabled', roles: [] },
    ],
    firewalls: [{ name: 'all', authenticators: [apiKey({ keys }), basic()] }],
  },
});
const withBasic = (text: string) => ({ headers: { Authorization: `Basic ${Buffer.from(text).toString('base64')}` } });

testTransports('an API key authenticates a user', config, async (send) => {
  const sendKey = async (key: string) => send('GET /me', { headers: { 'X-Api-Key': key } });
  deepEqual(await (await sendKey(station.key)).json(), user);
  const invalid = station.key.slice(0, -1) + (station.key.endsWith('A') ? 'B' : 'A');
  for (const key of [
    invalid,
    expired.key,
    station.id,
    station.hash,
    '',
    'x',
    `${station.key} `.repeat(9),
    station.key.replace('.', '..'),
  ])
    equal((await sendKey(key)).status, 401, key);
  match(await (await sendKey(expired.key)).text(), /expired/);
});

testTransports('Basic authenticates a user with name and password', config, async (send) => {
  deepEqual(await (await send('GET /me', withBasic('ada:pässword: x'))).json(), { id: 'ada', roles: ['editor'] });
  deepEqual(await (await send('GET /me', withBasic('ada:pässword: x'))).json(), { id: 'ada', roles: ['editor'] });
  for (const invalid of ['ada:x', 'ada', 'eve:x', 'disabled:', ':', 'ada:pässword: x\u0000', 'ADA:pässword: x'])
    equal((await send('GET /me', withBasic(invalid))).status, 401, invalid);
  for (const sent of ['Basic', 'Basic !', 'Basic /w==', `Basic ${'A'.repeat(5000)}`])
    equal((await send('GET /me', { headers: { Authorization: sent } })).status, 401, sent);
});

testTransports('a 401 lists the challenges of all authenticators', config, async (send) => {
  const { headers } = await send('GET /me');
  equal(
    headers.get('WWW-Authenticate'),
    'ApiKey realm="Harbour", header="X-Api-Key", Basic realm="Harbour", charset="UTF-8"',
  );
});

testTransports('failed attempts are limited by account and by address', config, async (send) => {
  for (let i = 0; i < 5; i++) equal((await send('GET /me', withBasic('ada:guess'))).status, 401);
  const slowed = await send('GET /me', withBasic('ada:pässword: x'));
  equal(slowed.status, 429);
  match(slowed.headers.get('Retry-After')!, /^\d+$/);
});

test('a password with outdated parameters is hashed again, and a verified one is cached until its hash changes', async () => {
  const account = { user: { id: 'ada', roles: [] }, password };
  let rehashed = 0;
  const users = {
    find: () => account,
    rehash: (_: string, renewed: string) => {
      rehashed++;
      account.password = renewed;
    },
  };
  const { send } = createTestHost({ ...config(), security: { ...config().security, users } });
  for (let i = 0; i < 3; i++) equal((await send('GET /me', withBasic('ada:pässword: x'))).status, 200);
  equal(rehashed, 1);
  match(account.password, /m=19456,t=2,p=1/);
  account.password = await hashPassword('changed', { memory: 64, passes: 1 });
  equal((await send('GET /me', withBasic('ada:pässword: x'))).status, 401);
});

// Returns a scrypt hash in the format of another application: salt and key in hexadecimal.
function scryptHash(secret: string, salt = randomBytes(8).toString('hex')): string {
  return `$scrypt$${salt}$${scryptSync(secret, salt, 32, { N: 16 }).toString('hex')}`;
}
const verifyScrypt = (secret: string, hash: string) => scryptHash(secret, hash.split('$')[2]) === hash;

test('a hash of another algorithm is verified by passwords.verify and replaced during the login', async () => {
  const account = { user: { id: 'ada', roles: [] }, password: scryptHash('pässword: x') };
  const users = {
    find: (name: string) => (name === 'ada' ? account : undefined),
    rehash: (id: string, hash: string) => {
      equal(id, 'ada');
      account.password = hash;
    },
  };
  const verified: string[] = [];
  const passwords = {
    verify: async (secret: string, hash: string) => {
      verified.push(secret);
      return verifyScrypt(secret, hash);
    },
  };
  const { send } = createTestHost({ ...config(), security: { ...config().security, users, passwords } });
  equal((await send('GET /me', withBasic('ada:invalid'))).status, 401);
  equal((await send('GET /me', withBasic('eve:pässword: x'))).status, 401);
  match(account.password, /^\$scrypt\$/);
  equal((await send('GET /me', withBasic('ada:pässword: x'))).status, 200);
  match(account.password, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  equal((await send('GET /me', withBasic('ada:pässword: x'))).status, 200);
  deepEqual(verified, ['invalid', 'pässword: x']);
});

test('a hash of another algorithm is rejected without passwords.verify', async () => {
  const users = [{ id: 'ada', roles: [], password: scryptHash('secret') }];
  const start = (passwords: object) => () =>
    createTestHost({ ...config(), security: { ...config().security, users, passwords } });
  throws(start({}), /ORIEL_SECURITY_PLAINTEXT/);
  throws(start({ verify: true }), /ORIEL_SECURITY_PASSWORDS/);
  const provider = { find: () => ({ user: users[0]!, password: users[0]!.password }) };
  const without = createTestHost({ ...config(), security: { ...config().security, users: provider } });
  equal((await without.send('GET /me', withBasic('ada:secret'))).status, 401);
  const { send } = createTestHost({
    ...config(),
    security: { ...config().security, users, passwords: { verify: verifyScrypt } },
  });
  equal((await send('GET /me', withBasic('ada:secret'))).status, 200);
  users[0]!.password = 'correct horse battery';
  throws(start({ verify: verifyScrypt }), /ORIEL_SECURITY_PLAINTEXT/);
});

test('rejects keys in plain text, invalid header names, and Basic without accounts', () => {
  const start = (authenticators: ReturnType<typeof basic>[]) =>
    defineHost({ security: { firewalls: [{ name: 'all', authenticators }] } });
  throws(() => start([apiKey({ keys: [{ id: 'x', hash: station.key, user }] })]), /stored in plain text/);
  throws(() => start([apiKey({ keys, header: 'X Key' })]), /not a header name/);
  throws(() => start([basic()]), /there are no accounts/);
});

test('rejects Basic without TLS in production', async () => {
  const host = defineHost({ routes: [me], security: config().security, log: false });
  const open = async () => host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
  await open().then(
    () => Promise.reject(new Error('expected listen() to reject')),
    (error: Error) => match(error.message, /ORIEL_SECURITY_PLAIN/),
  );
  const proxied = defineHost({ ...config(), log: false, proxies: ['127.0.0.1'] });
  await (await proxied.listen({ port: 0, host: '127.0.0.1', mode: 'production' })).close();
});
