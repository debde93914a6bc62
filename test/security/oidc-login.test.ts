import { deepEqual, equal, match, notEqual, ok, throws } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Provider } from 'oidc-provider';
import { defineHost, route } from 'oriel-host';
import { oidcLogin } from 'oriel-host/security';
import { returnPath } from '../../packages/host/src/features/security/oidc/login-attempt.ts';

/** Keeps cookies per origin like a browser, but does not follow redirects. */
class Visitor {
  readonly #jar = new Map<string, Map<string, string>>();

  async go(url: string, init: RequestInit = {}): Promise<Response> {
    const jar = this.#getJar(url);
    const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, Cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  cookies(url: string): string {
    return [...this.#getJar(url)].join();
  }

  #getJar(url: string): Map<string, string> {
    const { origin } = new URL(url);
    const jar = this.#jar.get(origin) ?? new Map<string, string>();
    this.#jar.set(origin, jar);
    return jar;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a host and a real OpenID provider, both on the loopback address. */
async function createHosts(t: TestContext) {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const port = await freePort();
  const home = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'harbour',
        client_secret: 'a secret: with/odd characters',
        redirect_uris: [`${home}/login/oidc/callback`],
      },
    ],
    cookies: { keys: ['x'.repeat(32)] },
  });
  const server = createServer(provider.callback()).listen(Number(new URL(issuer).port), '127.0.0.1');
  const login = oidcLogin({
    ...{ issuer, clientId: 'harbour', clientSecret: 'a secret: with/odd characters' },
    user: ({ sub }) => (sub === 'eve' ? undefined : { id: String(sub), roles: ['visitor'] }),
  });
  const host = defineHost({
    log: false,
    sessions: {},
    routes: [
      route('me', 'GET /me', { handle: ({ user, context }) => ({ ...user, by: context.authentication?.by }) }),
      route('home', 'GET /', { handle: () => 'home' }),
    ],
    security: { firewalls: [{ name: 'all', authenticators: [login] }] },
  });
  await host.listen({ port, host: '127.0.0.1' });
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await host.close();
  });
  return { home, issuer };
}

/** Logs in at the issuer, gives consent, and returns the URL of the callback. */
async function logIn(visitor: Visitor, home: string, name: string, back = '/me'): Promise<string> {
  let answer = await visitor.go(`${home}/login/oidc?return=${encodeURIComponent(back)}`);
  for (let step = 0; step < 12; step++) {
    const next = new URL(answer.headers.get('location')!, answer.url).href;
    if (next.startsWith(`${home}/login/oidc/callback`)) return next;
    answer = await visitor.go(next);
    if (answer.status !== 200) continue;
    const prompt = /name="prompt" value="(\w+)"/.exec(await answer.text())![1]!;
    const body = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login: name, password: 'any' } : {}) });
    answer = await visitor.go(answer.url, { method: 'POST', body });
  }
  throw new Error('the issuer does not redirect to the callback');
}

test('a user logs in at a real issuer and is returned to the host', async (t) => {
  const { home, issuer } = await createHosts(t);
  const visitor = new Visitor();
  equal((await visitor.go(`${home}/me`)).status, 401);
  const started = await visitor.go(`${home}/login/oidc`);
  equal(started.status, 303);
  const query = new URL(started.headers.get('location')!).searchParams;
  equal(query.get('code_challenge_method'), 'S256');
  for (const name of ['state', 'nonce', 'code_challenge']) match(query.get(name)!, /^[\w-]{43}$/);
  const before = visitor.cookies(home);
  const callback = await logIn(visitor, home, 'ada');
  const arrived = await visitor.go(callback);
  equal(arrived.status, 303, await arrived.text());
  equal(arrived.headers.get('location'), '/me');
  equal(
    arrived.headers.get('cache-control')?.includes('no-store') ||
      arrived.headers.get('cache-control')?.includes('private'),
    true,
  );
  notEqual(visitor.cookies(home), before);
  deepEqual(await (await visitor.go(`${home}/me`)).json(), { id: 'ada', roles: ['visitor'], by: 'oidc' });
  ok(issuer);
  // The callback is valid only once.
  equal((await visitor.go(callback)).status, 401);
});

test('a callback of another browser, or with another state or issuer, gets 401', async (t) => {
  const { home } = await createHosts(t);
  const [victim, attacker] = [new Visitor(), new Visitor()];
  const foreignCallback = await logIn(attacker, home, 'mallory');
  await victim.go(`${home}/login/oidc`);
  equal((await victim.go(foreignCallback)).status, 401);
  equal((await new Visitor().go(foreignCallback)).status, 401);
  const url = new URL(foreignCallback);
  for (const [name, value] of [
    ['state', ''],
    ['state', 'x'.repeat(43)],
    ['iss', 'https://attacker.example'],
  ] as const) {
    const other = new Visitor();
    const changed = new URL(await logIn(other, home, 'ada'));
    changed.searchParams.set(name, value);
    equal((await other.go(changed.href)).status, 401, name);
  }
  url.searchParams.delete('code');
  url.searchParams.set('error', 'access_denied');
  equal((await attacker.go(url.href)).status, 401);
});

test('a code that the issuer does not know gets 401', async (t) => {
  const { home } = await createHosts(t);
  const visitor = new Visitor();
  const url = new URL(await logIn(visitor, home, 'ada'));
  url.searchParams.set('code', 'unknown');
  equal((await visitor.go(url.href)).status, 401);
  equal((await visitor.go(`${home}/me`)).status, 401);
});

test('an authenticated user without an account on the host gets 401', async (t) => {
  const { home } = await createHosts(t);
  const visitor = new Visitor();
  equal((await visitor.go(await logIn(visitor, home, 'eve'))).status, 401);
  equal((await visitor.go(`${home}/me`)).status, 401);
});

test('a login redirects only to paths of the host', () => {
  equal(returnPath('/a/b?c=%2F', '/'), '/a/b?c=%2F');
  for (const target of [
    '//evil.example',
    '/\\evil.example',
    '\\/evil',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    'a',
    '/a\r\nX: y',
    '/\t/evil.example',
    '/a\\b',
    '/.//evil.example',
    '/x/..//evil.example',
    `/${'x'.repeat(3000)}`,
    '/é',
    null,
  ])
    equal(returnPath(target, '/home'), '/home', String(target));
});

test('an issuer that cannot be reached is a 503, and one with http: is rejected', async () => {
  const login = oidcLogin({ issuer: 'http://127.0.0.1:9', clientId: 'x' });
  const host = defineHost({
    log: false,
    sessions: {},
    security: { firewalls: [{ name: 'all', authenticators: [login] }] },
  });
  equal((await host.fetch(new Request('http://localhost/login/oidc'))).status, 503);
  const start = (options: object) => () =>
    defineHost({
      sessions: {},
      security: {
        firewalls: [
          { name: 'all', authenticators: [oidcLogin({ issuer: 'https://a.example', clientId: 'x', ...options })] },
        ],
      },
    });
  throws(start({ issuer: 'http://a.example' }), /not an https URL/);
  throws(start({ clientId: '' }), /no clientId/);
  throws(start({ algorithms: ['HS256'] }), /Unknown option of oidcLogin\(\) "algorithms"/);
  throws(start({ origin: 'https://a.example/x' }), /origin/);
  start({})();
});

test('oidcLogin() reports options of another type as issues', () => {
  const invalid: object = { scopes: 'openid', user: {} };
  const { issues = [] } = oidcLogin({ issuer: 'https://accounts.example', clientId: 'a', ...invalid });
  deepEqual(
    issues.map(({ reason }) => reason),
    ['The scopes are not a list with "openid"', 'user is an object'],
  );
});
