import { deepEqual, equal, match, notEqual, ok, throws } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Provider } from 'oidc-provider';
import { defineHost, route } from 'oriel';
import { oidcLogin } from 'oriel/security';
import { returnPath } from '../../src/features/security/oidc/return-path.ts';

/** A browser: it keeps cookies per origin, and follows nothing by itself. */
class Visitor {
  readonly #jar = new Map<string, Map<string, string>>();

  async go(url: string, init: RequestInit = {}): Promise<Response> {
    const jar = this.#jarOf(url);
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
    return [...this.#jarOf(url)].join();
  }

  #jarOf(url: string): Map<string, string> {
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

/** A host, and a real issuer beside it, both on loopback. */
async function world(t: TestContext) {
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

/** Goes to the issuer, gives a name there, agrees to everything, and comes back with the address of the answer. */
async function comeBack(visitor: Visitor, home: string, name: string, back = '/me'): Promise<string> {
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
  throw new Error('the issuer leads nowhere');
}

test('people log in at a real issuer and come back as somebody', async (t) => {
  const { home, issuer } = await world(t);
  const visitor = new Visitor();
  equal((await visitor.go(`${home}/me`)).status, 401);
  const started = await visitor.go(`${home}/login/oidc`);
  equal(started.status, 303);
  const asked = new URL(started.headers.get('location')!).searchParams;
  equal(asked.get('code_challenge_method'), 'S256');
  for (const name of ['state', 'nonce', 'code_challenge']) match(asked.get(name)!, /^[\w-]{43}$/);
  const before = visitor.cookies(home);
  const callback = await comeBack(visitor, home, 'ada');
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
  // The same answer again is worth nothing.
  equal((await visitor.go(callback)).status, 401);
});

test('an answer that was not asked for lets nobody in', async (t) => {
  const { home } = await world(t);
  const [victim, attacker] = [new Visitor(), new Visitor()];
  const stolen = await comeBack(attacker, home, 'mallory');
  await victim.go(`${home}/login/oidc`);
  equal((await victim.go(stolen)).status, 401);
  equal((await new Visitor().go(stolen)).status, 401);
  const url = new URL(stolen);
  for (const [name, value] of [
    ['state', ''],
    ['state', 'x'.repeat(43)],
    ['iss', 'https://evil.example'],
  ] as const) {
    const other = new Visitor();
    const changed = new URL(await comeBack(other, home, 'ada'));
    changed.searchParams.set(name, value);
    equal((await other.go(changed.href)).status, 401, name);
  }
  url.searchParams.delete('code');
  url.searchParams.set('error', 'access_denied');
  equal((await attacker.go(url.href)).status, 401);
});

test('a code that the issuer does not know lets nobody in', async (t) => {
  const { home } = await world(t);
  const visitor = new Visitor();
  const url = new URL(await comeBack(visitor, home, 'ada'));
  url.searchParams.set('code', 'made-up');
  equal((await visitor.go(url.href)).status, 401);
  equal((await visitor.go(`${home}/me`)).status, 401);
});

test('whoever is nobody here stays outside', async (t) => {
  const { home } = await world(t);
  const visitor = new Visitor();
  equal((await visitor.go(await comeBack(visitor, home, 'eve'))).status, 401);
  equal((await visitor.go(`${home}/me`)).status, 401);
});

test('nobody is sent anywhere but to this host', () => {
  equal(returnPath('/a/b?c=%2F', '/'), '/a/b?c=%2F');
  for (const wanted of [
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
    equal(returnPath(wanted, '/home'), '/home', String(wanted));
});

test('an issuer that cannot be asked is a 503, and one over http keeps the host from starting', async () => {
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
  throws(start({ algorithms: ['HS256'] }), /do not prove the issuer/);
  throws(start({ origin: 'https://a.example/x' }), /origin/);
  start({})();
});
