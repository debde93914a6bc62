import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { createCheckedHost } from '../lib/checked-host.ts';
import { MemorySessionStorage } from '../../packages/host/src/features/session/memory-session-storage.ts';
import type { SessionConfig } from '../../packages/host/src/features/session/session-config.ts';
import type { SessionStorage } from '../../packages/host/src/features/session/session-storage.ts';
import { testTransports, sendRaw } from './test-transports.ts';

const getHost =
  (sessions: SessionConfig = {}, extra: HostConfig = {}) =>
  (): HostConfig => ({
    sessions,
    routes: [
      route('plain', 'GET /plain', { handle: ({ locale }) => `plain ${locale}` }),
      route('read', 'GET /read', { handle: async ({ session }) => ({ cart: (await session.get('cart')) ?? null }) }),
      route('put', 'GET /put', {
        handle: async ({ session }) => {
          await session.set('cart', ['tea']);
          return 'put';
        },
      }),
      route('count', 'GET /count', {
        handle: async ({ session }) => ({ n: await session.update('n', (n) => ((n as number | undefined) ?? 0) + 1) }),
      }),
      route('language', 'GET /language', {
        handle: async ({ session }) => {
          await session.set('language', 'fr');
          return 'fr';
        },
      }),
      route('login', 'GET /login', {
        handle: async ({ session }) => {
          await session.regenerate();
          await session.set('user', 'ada');
          return 'in';
        },
      }),
      route('logout', 'GET /logout', {
        handle: async ({ session }) => {
          await session.destroy();
          return 'out';
        },
      }),
      route('cached', 'GET /cached', {
        handle: async ({ session }) => {
          await session.get('cart');
          return new Response('cached', { headers: { 'Cache-Control': 'public, s-maxage=600' } });
        },
      }),
      route('secret', 'GET /secret', {
        handle: async ({ session }) => {
          await session.get('cart');
          return new Response('secret', { headers: { 'Cache-Control': 'no-store' } });
        },
      }),
      route('fails', 'GET /fails', {
        handle: async ({ session }) => {
          await session.set('cart', ['coffee']);
          throw new Error('failed');
        },
      }),
      route('forwards', 'GET /forwards', { handle: ({ forward }) => forward('GET /put') }),
      route('stateless', 'GET /stateless', {
        stateless: true,
        handle: async ({ session }) => (await session.get('cart')) ?? 'nothing',
      }),
    ],
    ...extra,
  });

const getCookie = (response: Response): string => response.headers.get('Set-Cookie')!.split(';')[0]!;
const PRIVATE = 'max-age=0, must-revalidate, private';

testTransports(
  'a response is unchanged and sets no cookie if the handler does not use the session',
  getHost(),
  async (send) => {
    const { headers } = await send('GET /plain', { headers: { Cookie: `session=${'A'.repeat(32)}` } });
    equal(headers.get('Set-Cookie'), null);
    equal(headers.get('Expires'), null);
    ok(!(headers.get('Cache-Control') ?? '').includes('must-revalidate'));
  },
);

testTransports(
  'reading the session makes the response private, and the first write sets the cookie',
  getHost(),
  async (send) => {
    const read = await send('GET /read');
    equal(read.headers.get('Cache-Control'), PRIVATE);
    ok(Date.parse(read.headers.get('Expires')!) <= Date.now());
    equal(read.headers.get('Set-Cookie'), null);
    const put = await send('GET /put');
    match(put.headers.get('Set-Cookie')!, /^session=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax$/);
    equal(put.headers.get('Cache-Control'), PRIVATE);
    const again = await send('GET /read', { headers: { Cookie: getCookie(put) } });
    deepEqual(await again.json(), { cart: ['tea'] });
    equal(again.headers.get('Set-Cookie'), null);
    equal(again.headers.get('Cache-Control'), PRIVATE);
  },
);

testTransports(
  'a use of the session replaces Cache-Control of the handler, but not no-store',
  getHost(),
  async (send) => {
    equal((await send('GET /cached')).headers.get('Cache-Control'), PRIVATE);
    equal((await send('GET /secret')).headers.get('Cache-Control'), 'no-store');
  },
);

testTransports(
  'an error response sets the cookie of a session that was written before the error',
  getHost(),
  async (send) => {
    const failed = await send('GET /fails');
    equal(failed.status, 500);
    const read = await send('GET /read', { headers: { Cookie: getCookie(failed) } });
    deepEqual(await read.json(), { cart: ['coffee'] });
  },
);

testTransports('a forwarded request has the session of its parent', getHost(), async (send) => {
  const forwarded = await send('GET /forwards');
  equal(forwarded.headers.getSetCookie().length, 1);
  const read = await send('GET /read', { headers: { Cookie: getCookie(forwarded) } });
  deepEqual(await read.json(), { cart: ['tea'] });
});

testTransports(
  'regenerate() changes the session ID, and destroy() removes the session and the cookie',
  getHost(),
  async (send) => {
    const before = getCookie(await send('GET /put'));
    const after = getCookie(await send('GET /login', { headers: { Cookie: before } }));
    ok(after !== before);
    deepEqual(await (await send('GET /read', { headers: { Cookie: before } })).json(), { cart: null });
    deepEqual(await (await send('GET /read', { headers: { Cookie: after } })).json(), { cart: ['tea'] });
    const out = await send('GET /logout', { headers: { Cookie: after } });
    equal(out.headers.get('Set-Cookie'), 'session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
    deepEqual(await (await send('GET /read', { headers: { Cookie: after } })).json(), { cart: null });
  },
);

test('over HTTPS the cookie is Secure with the prefix __Host-, and a cookie set over HTTP is not accepted', async () => {
  const { send } = createCheckedHost(getHost()());
  const put = await send('GET https://localhost/put');
  match(put.headers.get('Set-Cookie')!, /^__Host-session=[\w-]{32}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const clear = getCookie(await send('GET /put'));
  const read = await send('GET https://localhost/read', { headers: { Cookie: clear } });
  deepEqual(await read.json(), { cart: null });
});

test('X-Forwarded-Proto is accepted only from a trusted proxy', async () => {
  const https = { headers: { 'X-Forwarded-Proto': 'https' } };
  for (const [proxies, expected] of [
    [['127.0.0.1'], /^__Host-session=/],
    [[], /^session=/],
  ] as const) {
    const { host } = createCheckedHost(getHost({}, { proxies })());
    const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
    match((await sendRaw(port, 'GET /put', https)).headers.get('Set-Cookie')!, expected);
    await host.close();
  }
});

test('a cookie with a domain has the prefix __Secure-, and can be persistent', async () => {
  const cookie = { name: 'sid', domain: 'example.com', sameSite: 'strict', persistent: true } as const;
  const { send } = createCheckedHost(getHost({ cookie })());
  match(
    (await send('GET https://localhost/put')).headers.get('Set-Cookie')!,
    /^__Secure-sid=[\w-]{32}; Path=\/; Domain=example\.com; Max-Age=43200; HttpOnly; Secure; SameSite=Strict$/,
  );
  match(
    (await send('GET /put')).headers.get('Set-Cookie')!,
    /^sid=[\w-]{32}; Path=\/; Domain=example\.com; Max-Age=43200; HttpOnly; SameSite=Strict$/,
  );
});

testTransports('concurrent updates of one session are all applied', getHost(), async (send) => {
  const headers = { Cookie: getCookie(await send('GET /count')) };
  const responses = await Promise.all(Array.from({ length: 200 }, () => send('GET /count', { headers })));
  const numbers = await Promise.all(responses.map(async (response) => ((await response.json()) as { n: number }).n));
  deepEqual(
    numbers.sort((a, b) => a - b),
    Array.from({ length: 200 }, (_, i) => i + 2),
  );
});

testTransports(
  'the locale is read from the session, if the request has a session cookie',
  getHost({}, { locales: { supported: ['en', 'fr'], sessionKey: 'language' } }),
  async (send) => {
    const cookie = getCookie(await send('GET /language'));
    equal((await send('GET /plain', { headers: { Cookie: cookie } })).headers.get('Content-Language'), 'fr');
    const none = await send('GET /plain');
    ok(!(none.headers.get('Cache-Control') ?? '').includes('must-revalidate'));
  },
);

const failing = (fail: () => Promise<never>): SessionStorage => ({
  ...{ shared: true, read: fail, create: fail, replace: fail, touch: fail, remove: fail },
});

for (const [behavior, fail] of [
  ['rejects', () => Promise.reject(new Error('connect ECONNREFUSED'))],
  ['does not respond', () => new Promise<never>(() => {})],
] as const) {
  testTransports(
    `a storage that ${behavior} causes a 503 only for requests that use the session`,
    getHost({ storage: failing(fail) }),
    async (send) => {
      const headers = { Cookie: `session=${'A'.repeat(32)}`, Accept: 'application/json' };
      const responses = await Promise.all(Array.from({ length: 20 }, () => send('GET /read', { headers })));
      for (const response of responses) {
        equal(response.status, 503);
        equal(response.headers.get('Retry-After'), '5');
        const text = await response.text();
        equal((JSON.parse(text) as { type: string }).type, '/problems/session-storage');
        ok(!text.includes('ECONNREFUSED'), 'the response does not contain the error');
      }
      equal((await send('GET /put')).status, 503);
      equal((await send('GET /plain', { headers })).status, 200);
      equal((await send('GET /read')).status, 200, 'a request without a cookie does not need the storage');
    },
  );
}

test('a stateless route that uses the session fails in development, and is logged in production', async () => {
  for (const [mode, status] of [
    ['development', 500],
    ['production', 200],
  ] as const) {
    const { host, logs } = createCheckedHost(getHost({}, { profiler: false })());
    const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode });
    equal((await sendRaw(port, 'GET /stateless')).status, status, mode);
    await host.close();
    const warnings = logs
      .map(({ message }) => message)
      .filter((message) => /is stateless but used the session/.test(message));
    equal(warnings.length, 1);
  }
});

test('a handler that uses the session of a host without sessions gets a 500', async () => {
  const { sessions: _, ...rest } = getHost()();
  const { send } = createCheckedHost(rest);
  equal((await send('GET /read')).status, 500);
});

test('10,000 concurrent requests of 100 visitors each use the session of their visitor', async () => {
  const { send } = createCheckedHost(getHost({ storage: new MemorySessionStorage() })());
  const visitors = await Promise.all(Array.from({ length: 100 }, async () => getCookie(await send('GET /count'))));
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      visitors.flatMap((Cookie) => Array.from({ length: 10 }, () => send('GET /count', { headers: { Cookie } }))),
    );
  }
  for (const Cookie of visitors) {
    deepEqual(await (await send('GET /count', { headers: { Cookie } })).json(), { n: 102 });
  }
});
