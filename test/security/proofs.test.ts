import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, route } from 'oriel';
import { apiKey, basic, createApiKey, hashPassword } from 'oriel/security';
import { createTestHost } from '../../src/testing/index.ts';
import { bothWays } from '../story/both-ways.ts';

const station = createApiKey('tide');
const old = createApiKey('tide');
const user = { id: 'station', roles: ['reader'] };
const keys = [
  { id: station.id, hash: station.hash, user },
  { id: old.id, hash: old.hash, user, expires: Date.now() - 1 },
];
const password = await hashPassword('pässword: x', { memory: 64, passes: 1 });
const me = route('me', 'GET /me', { handle: ({ user: who }) => who });

const config = () => ({
  title: 'Harbour',
  // Basic needs TLS in production; here somebody else would bring it.
  proxies: ['192.0.2.9'],
  routes: [me],
  security: {
    users: [
      { id: 'ada', roles: ['editor'], password },
      { id: 'ghost', roles: [] },
    ],
    firewalls: [{ name: 'all', authenticators: [apiKey({ keys }), basic()] }],
  },
});
const basically = (text: string) => ({ headers: { Authorization: `Basic ${Buffer.from(text).toString('base64')}` } });

bothWays('an API key proves who is asking', config, async (send) => {
  const ask = async (key: string) => send('GET /me', { headers: { 'X-Api-Key': key } });
  deepEqual(await (await ask(station.key)).json(), user);
  const wrong = station.key.slice(0, -1) + (station.key.endsWith('A') ? 'B' : 'A');
  for (const key of [
    wrong,
    old.key,
    station.id,
    station.hash,
    '',
    'x',
    `${station.key} `.repeat(9),
    station.key.replace('.', '..'),
  ])
    equal((await ask(key)).status, 401, key);
  match(await (await ask(old.key)).text(), /expired/);
});

bothWays('a name and a password prove who is asking', config, async (send) => {
  deepEqual(await (await send('GET /me', basically('ada:pässword: x'))).json(), { id: 'ada', roles: ['editor'] });
  deepEqual(await (await send('GET /me', basically('ada:pässword: x'))).json(), { id: 'ada', roles: ['editor'] });
  for (const wrong of ['ada:x', 'ada', 'eve:x', 'ghost:', ':', 'ada:pässword: x\u0000', 'ADA:pässword: x'])
    equal((await send('GET /me', basically(wrong))).status, 401, wrong);
  for (const sent of ['Basic', 'Basic !', 'Basic /w==', `Basic ${'A'.repeat(5000)}`])
    equal((await send('GET /me', { headers: { Authorization: sent } })).status, 401, sent);
});

bothWays('both are asked for at once', config, async (send) => {
  const { headers } = await send('GET /me');
  equal(
    headers.get('WWW-Authenticate'),
    'ApiKey realm="Harbour", header="X-Api-Key", Basic realm="Harbour", charset="UTF-8"',
  );
});

bothWays('whoever guesses is slowed down, by account and by address', config, async (send) => {
  for (let i = 0; i < 5; i++) equal((await send('GET /me', basically('ada:guess'))).status, 401);
  const slowed = await send('GET /me', basically('ada:pässword: x'));
  equal(slowed.status, 429);
  match(slowed.headers.get('Retry-After')!, /^\d+$/);
});

test('a password is hashed anew when its parameters are outdated, and remembered while it is kept', async () => {
  const account = { user: { id: 'ada', roles: [] }, password };
  let upgraded = 0;
  const users = {
    find: () => account,
    upgrade: (_: string, renewed: string) => {
      upgraded++;
      account.password = renewed;
    },
  };
  const { send } = createTestHost({ ...config(), security: { ...config().security, users } });
  for (let i = 0; i < 3; i++) equal((await send('GET /me', basically('ada:pässword: x'))).status, 200);
  equal(upgraded, 1);
  match(account.password, /m=19456,t=2,p=1/);
  account.password = await hashPassword('changed', { memory: 64, passes: 1 });
  equal((await send('GET /me', basically('ada:pässword: x'))).status, 401);
});

test('keys and passwords that are kept as they are keep the host from starting', () => {
  const start = (authenticators: ReturnType<typeof basic>[]) =>
    defineHost({ security: { firewalls: [{ name: 'all', authenticators }] } });
  throws(() => start([apiKey({ keys: [{ id: 'x', hash: station.key, user }] })]), /kept as it is/);
  throws(() => start([apiKey({ keys, header: 'X Key' })]), /no header name/);
  throws(() => start([basic()]), /there are no accounts/);
});

test('passwords go over no open line in production', async () => {
  const host = defineHost({ routes: [me], security: config().security, log: false });
  const open = async () => host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
  await open().then(
    () => Promise.reject(new Error('it listens')),
    (error: Error) => match(error.message, /ORIEL_SECURITY_PLAIN/),
  );
  const behind = defineHost({ ...config(), log: false, proxies: ['127.0.0.1'] });
  await (await behind.listen({ port: 0, host: '127.0.0.1', mode: 'production' })).close();
});
