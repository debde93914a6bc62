import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { route } from 'oriel-host';
import type { User } from 'oriel-host';
import type { HttpContext } from '../../packages/core/src/http/context.ts';
import { hashPassword, oidcLogin, sessionLogin } from 'oriel-host/security';
import type { Authenticator } from 'oriel-host/security';
import { createTestHost } from '../../packages/host/src/testing/index.ts';

const password = await hashPassword('secret', { memory: 64, passes: 1 });
const issuer = 'https://accounts.example.com';
const ada: User = { id: 'ada', roles: [] };

/** A host with a route that logs in without the authenticator, and a route that does not use the session. */
function createHost(authenticator: Authenticator) {
  return createTestHost({
    sessions: {},
    routes: [
      route('enter', 'GET /enter', {
        handle: async ({ session }) => {
          await session.set('@user', { by: authenticator.name, ...ada, user: ada });
          return { token: await session.csrfToken() };
        },
      }),
      route('change', 'POST|DELETE /change', { handle: ({ user }) => ({ by: user?.id ?? null }) }),
    ],
    security: {
      users: [{ ...ada, password }],
      firewalls: [{ name: 'all', authenticators: [authenticator], anonymous: true }],
    },
  });
}

function own(name: string, more: Partial<Authenticator>, header = 'cookie'): Authenticator {
  return { name, authenticate: ({ headers }: HttpContext) => (headers.has(header) ? ada : undefined), ...more };
}

const COOKIES: readonly [string, Authenticator][] = [
  ['a session login with another name', own('staff', { ambient: true, needs: ['sessions'] })],
  ['oidcLogin()', oidcLogin({ issuer, clientId: 'harbour' })],
  ['oidcLogin() at another path', oidcLogin({ issuer, clientId: 'harbour', start: '/login/basic' })],
  ['a custom authenticator that reads a cookie', own('legacy', { ambient: true })],
  ['a custom authenticator that reads a cookie and has a scheme', own('sso', { ambient: true, scheme: 'Cookie' })],
  [
    'a custom authenticator that needs sessions and has the scheme Basic',
    own('x', { ambient: true, needs: ['sessions'], scheme: 'Basic' }),
  ],
];

for (const [title, authenticator] of COOKIES) {
  test(`requires a CSRF token when the user is authenticated by ${title}`, async () => {
    const { send } = createHost(authenticator);
    const entered = await send('GET /enter');
    const Cookie = entered.headers.get('Set-Cookie')!.split(';')[0]!;
    const { token } = (await entered.json()) as { token: string };
    for (const method of ['POST', 'DELETE']) {
      equal((await send(`${method} /change`, { headers: { Cookie } })).status, 403);
      equal((await send(`${method} /change`, { headers: { Cookie, Origin: 'http://localhost' } })).status, 403);
      const sent = await send(`${method} /change`, { headers: { Cookie, 'X-CSRF-Token': token } });
      equal(sent.status, 200);
      equal(((await sent.json()) as { by: string }).by, 'ada');
    }
  });
}

for (const [title, create] of [
  ['sessionLogin()', () => sessionLogin()],
  ['an authenticator around sessionLogin() that does not state ambient', wrapped],
] as const)
  test(`requires a CSRF token for ${title} after a login with a password`, async () => {
    const { send } = createHost(create());
    const login = {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'ada', password: 'secret' }),
    };
    const entered = await send('POST /login', login);
    equal(entered.status, 200);
    const Cookie = entered.headers.get('Set-Cookie')!.split(';')[0]!;
    const refused = await send('POST /change', { headers: { Cookie } });
    equal(refused.status, 403);
    equal(((await refused.json()) as { reason: string }).reason, 'no-token');
    // The login itself does not require the token of the existing session.
    equal((await send('POST /login', { ...login, headers: { ...login.headers, Cookie } })).status, 200);
  });

function wrapped(): Authenticator {
  const login = sessionLogin();
  const { name, needs = [], routes = [] } = login;
  return { name, needs, routes, authenticate: (context, services) => login.authenticate(context, services) };
}

const OTHERS: readonly [string, Authenticator][] = [
  ['an Authorization header, whatever the authenticator is called', own('session', {}, 'authorization')],
  ['Basic, which has no session', own('basic', { ambient: true, scheme: 'basic' }, 'authorization')],
];

for (const [title, authenticator] of OTHERS) {
  test(`does not require a CSRF token when the user is authenticated by ${title}`, async () => {
    const { send } = createHost(authenticator);
    const Cookie = (await send('GET /enter')).headers.get('Set-Cookie')!.split(';')[0]!;
    const sent = await send('POST /change', { headers: { Cookie, Authorization: 'Basic YTpi' } });
    equal(sent.status, 200);
    equal(((await sent.json()) as { by: string }).by, 'ada');
  });
}
