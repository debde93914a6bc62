import { deepEqual, equal, match, notEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, route } from 'oriel-host';
import { hashPassword, sessionLogin } from 'oriel-host/security';
import { SessionLogin } from '../../packages/host/src/features/security/authenticators/session-login.ts';
import { createTestHost } from '../../packages/host/src/testing/index.ts';
import { testTransports } from '../story/test-transports.ts';
import type { Send } from '../story/test-transports.ts';

const password = await hashPassword('secret', { memory: 64, passes: 1 });
const account = (id: string) => ({ user: { id, roles: ['editor'] }, password });

function config() {
  const accounts = new Map(['ada', 'bob'].map((id) => [id, account(id)]));
  return {
    accounts,
    host: {
      sessions: {},
      routes: [
        route('me', 'GET /me', { handle: ({ user, context }) => ({ id: user?.id, ...context.authentication }) }),
        route('cart', 'GET /cart/{what}', {
          handle: ({ session, params }) => session.set('cart', params.what).then(() => 'ok'),
        }),
        route('token', 'GET /token', { handle: async ({ session }) => ({ token: await session.csrfToken() }) }),
        route('look', 'GET /cart', { handle: async ({ session }) => ({ cart: (await session.get('cart')) ?? null }) }),
      ],
      security: {
        users: (id: string) => Promise.resolve(accounts.get(id)),
        firewalls: [
          { name: 'me', path: '/me', authenticators: [LOGIN] },
          { name: 'rest', authenticators: [LOGIN], anonymous: true },
        ],
      },
    },
  };
}
const LOGIN = new SessionLogin({}, 0);
const JSON_TYPE = { 'Content-Type': 'application/json' };
const getCookie = (answer: Response) => answer.headers.get('Set-Cookie')!.split(';')[0]!;
const login = (send: Send, username: string, attempt = 'secret', headers = {}) =>
  send('POST /login', { headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify({ username, password: attempt }) });

testTransports(
  'a user is authenticated from login to logout',
  () => config().host,
  async (send) => {
    equal((await send('GET /me')).status, 401);
    equal((await send('GET /me')).headers.get('Set-Cookie'), null);
    const entered = await login(send, 'ada');
    equal(entered.status, 200);
    deepEqual(await entered.json(), { id: 'ada', roles: ['editor'] });
    const Cookie = getCookie(entered);
    const me = (await (await send('GET /me', { headers: { Cookie } })).json()) as Record<string, unknown>;
    deepEqual([me['id'], me['by'], me['ambient'], me['firewall']], ['ada', 'session', true, 'me']);
    // Another site must not be able to log out the user.
    equal((await send('POST /logout', { headers: { Cookie } })).status, 403);
    const { token } = (await (await send('GET /token', { headers: { Cookie } })).json()) as { token: string };
    const left = await send('POST /logout', { headers: { Cookie, 'X-CSRF-Token': token } });
    equal(left.status, 204);
    match(left.headers.get('Set-Cookie')!, /Max-Age=0|Expires=Thu, 01 Jan 1970/);
    equal((await send('GET /me', { headers: { Cookie } })).status, 401);
  },
);

testTransports(
  'a login gives the session a new ID, and keeps the data of the anonymous session',
  () => config().host,
  async (send) => {
    const before = getCookie(await send('GET /cart/tea'));
    const after = getCookie(await login(send, 'ada', 'secret', { Cookie: before }));
    notEqual(after, before);
    deepEqual(await (await send('GET /cart', { headers: { Cookie: after } })).json(), { cart: 'tea' });
    equal((await send('GET /me', { headers: { Cookie: before } })).status, 401);
  },
);

testTransports(
  'a login of another user clears the session data of the first',
  () => config().host,
  async (send) => {
    const ada = getCookie(await login(send, 'ada'));
    await send('GET /cart/rum', { headers: { Cookie: ada } });
    const bob = getCookie(await login(send, 'bob', 'secret', { Cookie: ada }));
    deepEqual(await (await send('GET /cart', { headers: { Cookie: bob } })).json(), { cart: null });
  },
);

testTransports(
  'a failed login does not reveal whether the account exists',
  () => config().host,
  async (send) => {
    const [wrong, unknown] = [await login(send, 'ada', 'guess'), await login(send, 'unknown', 'guess')];
    equal(wrong.status, 401);
    equal(wrong.headers.has('WWW-Authenticate'), true);
    const text = async (answer: Response) => (await answer.text()).replace(/"instance":"[^"]*"/, '');
    equal(await text(wrong), await text(unknown));
    const post = async (body: string, type = 'application/json') =>
      (await send('POST /login', { headers: { 'Content-Type': type }, body })).status;
    equal(await post('username=ada&password=secret', 'application/x-www-form-urlencoded'), 415);
    equal(await post('{"username":"ada","password":"secret"}', 'text/plain'), 415);
    for (const body of [
      '{',
      '[]',
      'null',
      '{"username":"ada"}',
      '{"username":["ada"],"password":{"a":1}}',
      '{"username":"","password":""}',
    ])
      equal(await post(body), 400, body);
    equal(await post(`{"username":"ada","password":"${'x'.repeat(5000)}"}`), 413);
    equal((await send('GET /login')).status, 405);
  },
);

test('a session ends if the account is deleted or its password changes', async () => {
  const { host, accounts } = config();
  const { send } = createTestHost(host);
  const Cookie = getCookie(await login(send, 'ada'));
  const Second = getCookie(await login(send, 'bob'));
  accounts.set('ada', { ...account('ada'), password: await hashPassword('other', { memory: 64, passes: 1 }) });
  accounts.delete('bob');
  equal((await send('GET /me', { headers: { Cookie } })).status, 401);
  equal((await send('GET /me', { headers: { Cookie: Second } })).status, 401);
});

test('rejects a session login without sessions', () => {
  throws(
    () => defineHost({ security: { users: [], firewalls: [{ name: 'all', authenticators: [sessionLogin()] }] } }),
    /sessions are not configured/,
  );
});

test('a name with a null character gets the response of an unknown name, and is not looked up', async () => {
  const { host } = config();
  const looked: string[] = [];
  const users = (id: string) => {
    looked.push(id);
    return Promise.resolve(undefined);
  };
  const { send } = createTestHost({ ...host, security: { ...host.security, users } });
  const unknown = await login(send, 'eve');
  const rejected = await login(send, 'ada\0');
  deepEqual([rejected.status, await rejected.json()], [401, await unknown.json()]);
  deepEqual(looked, ['eve']);
});

test('too many failed logins get 429', async () => {
  const { send } = createTestHost(config().host);
  for (let i = 0; i < 5; i++) equal((await login(send as Send, 'ada', 'guess')).status, 401);
  equal((await login(send as Send, 'ada')).status, 429);
});
