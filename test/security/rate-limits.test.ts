import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HostConfigError, defineHost, on, route } from '../../packages/host/src/index.ts';
import type { HostConfig, LogRecord } from '../../packages/host/src/index.ts';
import { z } from 'zod';
import { validateSharedState } from '../../packages/host/src/host/check-shared-state.ts';
import { apiKey, createApiKey } from '../../packages/host/src/features/security/authenticators/api-key.ts';
import { exchange, statuses } from '../robustness/raw-socket.ts';

const routes = [
  route('home', 'GET /', { handle: () => 'home' }),
  route('login', 'POST /login', { handle: () => 'in' }),
  route('inner', 'GET /inner', { handle: ({ forward }) => forward('/') }),
];

function createLimitedHost(rateLimits: HostConfig['rateLimits'], more: HostConfig = {}) {
  const logs: LogRecord[] = [];
  const host = defineHost({
    routes,
    ...(rateLimits && { rateLimits }),
    ...more,
    log: { sink: { write: (record) => void logs.push(record) } },
  });
  const send = (line = 'GET /', { peer = '203.0.113.9', ...headers }: Record<string, string> = {}) => {
    const [method, path] = line.split(' ') as [string, string];
    return host.fetch(new Request(`http://localhost${path}`, { method, headers }), { peer });
  };
  const allowed = async (times: number, line?: string, facts?: Record<string, string>) => {
    let count = 0;
    for (let i = 0; i < times; i++) if ((await send(line, facts)).status < 400) count++;
    return count;
  };
  return { host, send, allowed, logs };
}

describe('a limit by address', () => {
  test('sends RateLimit headers, and refuses requests with Retry-After', async () => {
    const { send } = createLimitedHost([{ name: 'all', limit: 2, per: '1 min' }]);
    const first = await send();
    assert.equal(first.headers.get('ratelimit-policy'), '"all";q=2;w=60');
    assert.match(first.headers.get('ratelimit')!, /^"all";r=1;t=\d+$/);
    await send();
    const refused = await send();
    assert.equal(refused.status, 429);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait >= 1 && wait <= 66, `${wait}`);
    assert.equal(refused.headers.get('ratelimit'), `"all";r=0;t=${wait}`);
    assert.equal(refused.headers.get('cache-control'), 'no-store');
    const problem = (await refused.json()) as Record<string, unknown>;
    assert.deepEqual(
      [problem['type'], problem['title'], problem['detail']],
      ['/problems/too-many-requests', 'Too Many Requests', `Too many requests; retry in ${wait} s`],
    );
  });

  test('counts each IPv4 address and each IPv6 subscriber, and ignores forwarding headers of untrusted peers', async () => {
    const { allowed } = createLimitedHost([{ name: 'all', limit: 3, per: '1 min' }]);
    assert.equal(await allowed(5), 3);
    assert.equal(await allowed(5, 'GET /', { peer: '203.0.113.10' }), 3);
    let six = 0;
    for (let i = 0; i < 10; i++) six += await allowed(1, 'GET /', { peer: `2001:db8::${i.toString(16)}` });
    assert.equal(six, 3);
    for (let i = 0; i < 5; i++)
      assert.equal(
        await allowed(1, 'GET /', { 'X-Forwarded-For': `198.51.100.${i}`, Forwarded: `for=198.51.100.${i}` }),
        0,
      );
  });

  test('applies to the routes it names, whatever the spelling of the path', async () => {
    const { allowed, send } = createLimitedHost([{ name: 'login', limit: 1, per: '1 min', routes: ['log*'] }]);
    assert.equal(await allowed(5), 5);
    assert.equal((await send()).headers.get('ratelimit'), null);
    assert.equal(await allowed(3, 'POST /login'), 1);
    assert.equal(await allowed(3, 'POST /login?x=1'), 0);
    assert.equal(await allowed(3, 'POST /%6Cogin'), 0);
  });

  test('counts a request once, including the requests it forwards', async () => {
    const { allowed } = createLimitedHost([{ name: 'all', limit: 4, per: '1 min' }]);
    assert.equal(await allowed(6, 'GET /inner'), 4);
  });

  test('is enforced for concurrent requests over sockets', async () => {
    const { host } = createLimitedHost([{ name: 'all', limit: 7, per: '1 min' }]);
    const { port } = await host.listen({ port: 0 });
    const many = await Promise.all(
      Array.from({ length: 20 }, () =>
        exchange(
          port,
          'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(4) +
            'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
        ),
      ),
    );
    await host.close();
    const all = many.flatMap(({ text }) => statuses(text));
    assert.equal(all.filter((status) => status === 200).length, 7);
    assert.ok(all.filter((status) => status === 429).length > 50);
  });
});

test('a limit by user counts users, and anonymous requests by address', async () => {
  const userFromHeader = on('kernel.request', 8, 'userFromHeader', ({ context }) => {
    const id = context.headers.get('x-user');
    if (id !== undefined) context.user = { id, roles: [] };
  });
  const { allowed } = createLimitedHost([{ name: 'users', limit: 2, per: '1 min', by: 'user' }], {
    listeners: [userFromHeader],
  });
  assert.equal(await allowed(3, 'GET /', { 'x-user': 'ada', peer: '203.0.113.1' }), 2);
  assert.equal(await allowed(3, 'GET /', { 'x-user': 'ada', peer: '203.0.113.2' }), 0);
  assert.equal(await allowed(3, 'GET /', { 'x-user': 'eve', peer: '203.0.113.1' }), 2);
  assert.equal(await allowed(3, 'GET /', { peer: '203.0.113.1' }), 2);
  // The ID of a user that looks like an address has a counter of its own.
  assert.equal(await allowed(3, 'GET /', { 'x-user': 'address 203.0.113.7' }), 2);
  assert.equal(await allowed(3, 'GET /', { peer: '203.0.113.7' }), 2);
});

describe('two users behind one address', () => {
  const keys = { ada: createApiKey('ada'), bob: createApiKey('bob') };
  const config: HostConfig = {
    security: {
      firewalls: [
        {
          name: 'all',
          authenticators: [
            apiKey({
              keys: Object.entries(keys).map(([id, { key: _, ...stored }]) => ({ ...stored, user: { id, roles: [] } })),
            }),
          ],
          anonymous: true,
        },
      ],
    },
  };
  const as = (name: 'ada' | 'bob', peer = '203.0.113.1') => ({ 'x-api-key': keys[name].key, peer });

  test('have separate counters, and anonymous requests have the counter of the address', async () => {
    const { allowed } = createLimitedHost([{ name: 'users', limit: 2, per: '1 min', by: 'user' }], config);
    assert.equal(await allowed(3, 'GET /', as('ada')), 2);
    assert.equal(await allowed(3, 'GET /', as('bob')), 2);
    assert.equal(await allowed(3, 'GET /', as('ada', '203.0.113.2')), 0);
    assert.equal(await allowed(3, 'GET /', { peer: '203.0.113.1' }), 2);
    // A request with an invalid key is refused, and not counted for any user.
    assert.equal(await allowed(3, 'GET /', { 'x-api-key': `${keys.bob.key}x`, peer: '203.0.113.3' }), 0);
    assert.equal(await allowed(3, 'GET /', { peer: '203.0.113.3' }), 2);
  });

  test('share a limit by address, which also counts requests with invalid keys', async () => {
    const { allowed, send } = createLimitedHost([{ name: 'all', limit: 3, per: '1 min' }], config);
    assert.equal(await allowed(1, 'GET /', as('ada')), 1);
    assert.equal((await send('GET /', { 'x-api-key': 'wrong', peer: '203.0.113.1' })).status, 401);
    assert.equal(await allowed(3, 'GET /', as('bob')), 1);
    assert.equal((await send('GET /', { 'x-api-key': 'wrong', peer: '203.0.113.1' })).status, 429);
  });
});

test('counts requests that fail after routing, and requests without a route', async () => {
  const limits = [{ name: 'all', limit: 3, per: 60_000 }];
  const query = z.object({ day: z.string().optional() });
  const extended = [...routes, route('tides', 'GET /tides', { query, handle: () => 'tides' })];
  for (const [line, status] of [
    ['GET /tides?nope=1', 400],
    ['GET /nope', 404],
    ['DELETE /tides', 405],
    ['GET /_profiler/nope', 404],
  ] as const) {
    const { send } = createLimitedHost(limits, { routes: extended });
    for (let i = 0; i < 3; i++) assert.equal((await send(line)).status, status, line);
    const refused = await send(line);
    assert.equal(refused.status, 429, line);
    assert.ok(refused.headers.has('retry-after') && refused.headers.has('ratelimit'), line);
    assert.equal((await send('GET /tides')).status, 429, line);
  }
  // A limit of named routes does not count requests without a route.
  const { send } = createLimitedHost([{ ...limits[0]!, routes: ['home'] }], { routes: extended });
  for (let i = 0; i < 9; i++) assert.equal((await send('GET /nope')).status, 404);
});

test('does not count preflight requests, OPTIONS requests, or 405 responses to them', async () => {
  const { send } = createLimitedHost([{ name: 'all', limit: 2, per: '1 min' }], {
    cors: { origins: ['https://app.example.com'] },
    routes: [...routes, route('own', 'OPTIONS /own', { handle: () => 'own' })],
  });
  const preflight = (method: string, Origin = 'https://app.example.com') =>
    send('OPTIONS /', { Origin, 'Access-Control-Request-Method': method });
  const uncounted = async () => {
    for (const request of [
      () => preflight('GET'),
      () => preflight('GET', 'https://unknown.example'),
      // A refused preflight does not reduce what the page may still request.
      () => preflight('TRACE'),
      () => send('OPTIONS /'),
    ])
      for (let i = 0; i < 3; i++) {
        const { status, headers } = await request();
        assert.ok(status === 204 || status === 405, `${status}`);
        assert.equal(headers.has('ratelimit'), false);
      }
  };
  await uncounted();
  assert.match((await send()).headers.get('ratelimit')!, /r=1;/);
  // OPTIONS requests for missing paths and to routes that declare OPTIONS are counted.
  assert.match((await send('OPTIONS /nope')).headers.get('ratelimit')!, /r=0;/);
  assert.equal((await send('OPTIONS /own')).status, 429);
  assert.equal((await send()).status, 429);
  await uncounted();
});

test('sends every limit in the headers, and the strictest one refuses the request', async () => {
  const { send } = createLimitedHost([
    { name: 'burst', limit: 1, per: '1 s' },
    { name: 'day', limit: 100, per: '1 d' },
  ]);
  assert.equal((await send()).headers.get('ratelimit-policy'), '"burst";q=1;w=1, "day";q=100;w=86400');
  const refused = await send();
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('retry-after')!, /^[12]$/);
});

describe('a store that is down', () => {
  const down = { take: () => Promise.reject(new Error('connect 10.0.0.9:6379')) };
  const unresponsive = { take: () => new Promise<never>(() => {}) };
  const limits = [{ name: 'all', limit: 1, per: 60_000 }];

  test('lets requests pass without RateLimit headers, and logs the failure once', async () => {
    const { allowed, send, logs } = createLimitedHost({ limits, store: down });
    assert.equal(await allowed(5), 5);
    assert.equal((await send()).headers.get('ratelimit'), null);
    assert.equal(logs.filter(({ channel }) => channel === 'limits').length, 1);
  });

  test('refuses requests with 503 if "failure" is "closed", without details of the error', async () => {
    const { send } = createLimitedHost({ limits, store: down, failure: 'closed' });
    const answer = await send();
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get('retry-after'), '1');
    assert.doesNotMatch(await answer.text(), /10\.0\.0\.9/);
  });

  test('does not wait for a store that does not respond', async () => {
    const { send } = createLimitedHost({ limits, store: unresponsive });
    assert.equal((await send()).status, 200);
  });
});

test('rejects rate limits in memory if there are several workers', () => {
  const limits = [{ name: 'all', limit: 1, per: 60_000 }];
  const [issue] = validateSharedState({ rateLimits: limits }, 'workers');
  assert.equal(issue!.place, 'rateLimits.store');
  assert.match(issue!.fix, /--workers 1/);
  assert.deepEqual(
    validateSharedState(
      {
        rateLimits: { limits, store: { shared: true, take: () => ({ allowed: true, remaining: 1, reset: 1 }) } },
      },
      'workers',
    ),
    [],
  );
});

describe('rejects a configuration', () => {
  const valid = { name: 'x', limit: 1, per: 1_000 };
  for (const [name, rateLimits, path] of [
    ['with invalid limits', 60, 'rateLimits'],
    ['with an invalid limit', ['x'], 'rateLimits[0]'],
    ['with an invalid name', [{ ...valid, name: 'a"b' }], 'rateLimits[0].name'],
    ['with a duplicate name', [valid, valid], 'rateLimits[1].name'],
    ['with a limit of 0', [{ ...valid, limit: 0 }], 'rateLimits[0].limit'],
    ['with an infinite limit', [{ ...valid, limit: Infinity }], 'rateLimits[0].limit'],
    ['with a fraction of a second', [{ ...valid, per: 500 }], 'rateLimits[0].per'],
    ['with seconds instead of milliseconds', [{ ...valid, per: 60 }], 'rateLimits[0].per'],
    ['without a period', [{ name: 'x', limit: 1 }], 'rateLimits[0].per'],
    ['with an algorithm', [{ ...valid, algorithm: 'token-bucket' }], 'rateLimits[0].algorithm'],
    ['with an unknown principal', [{ ...valid, by: 'ip' }], 'rateLimits[0].by'],
    ['with an unknown route', [{ ...valid, routes: ['logn'] }], 'rateLimits[0].routes'],
    ['with an empty list of routes', [{ ...valid, routes: [] }], 'rateLimits[0].routes'],
    ['with an unknown setting', [{ ...valid, window: 1 }], 'rateLimits[0].window'],
    ['with an invalid store', { limits: [valid], store: 'redis' }, 'rateLimits.store'],
    ['with an unknown value for failure', { limits: [valid], failure: 'ajar' }, 'rateLimits.failure'],
  ] as const)
    test(name, () => {
      assert.throws(
        () => defineHost({ routes, rateLimits: rateLimits as never }),
        (error) => error instanceof HostConfigError && error.issues[0]!.place === path,
      );
    });
});
