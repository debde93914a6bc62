import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HostConfigError, defineHost, on, route } from '../../src/index.ts';
import type { HostConfig, LogRecord } from '../../src/index.ts';
import { z } from 'zod';
import { validateSharedState } from '../../src/host/check-shared-state.ts';
import { apiKey, createApiKey } from '../../src/features/security/authenticators/api-key.ts';
import { exchange, statuses } from '../robustness/raw-socket.ts';

const routes = [
  route('home', 'GET /', { handle: () => 'home' }),
  route('login', 'POST /login', { handle: () => 'in' }),
  route('inner', 'GET /inner', { handle: ({ forward }) => forward('/') }),
];

function limited(rateLimits: HostConfig['rateLimits'], more: HostConfig = {}) {
  const logs: LogRecord[] = [];
  const host = defineHost({
    routes,
    ...(rateLimits && { rateLimits }),
    ...more,
    log: { sink: { write: (record) => void logs.push(record) } },
  });
  const ask = (line = 'GET /', { peer = '203.0.113.9', ...headers }: Record<string, string> = {}) => {
    const [method, path] = line.split(' ') as [string, string];
    return host.fetch(new Request(`http://localhost${path}`, { method, headers }), { peer });
  };
  const allowed = async (times: number, line?: string, facts?: Record<string, string>) => {
    let count = 0;
    for (let i = 0; i < times; i++) if ((await ask(line, facts)).status < 400) count++;
    return count;
  };
  return { host, ask, allowed, logs };
}

describe('a limit by address', () => {
  test('tells what is left, and refuses with how long to wait', async () => {
    const { ask } = limited([{ name: 'all', limit: 2, per: 60 }]);
    const first = await ask();
    assert.equal(first.headers.get('ratelimit-policy'), '"all";q=2;w=60');
    assert.match(first.headers.get('ratelimit')!, /^"all";r=1;t=\d+$/);
    await ask();
    const refused = await ask();
    assert.equal(refused.status, 429);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait >= 1 && wait <= 66, `${wait}`);
    assert.equal(refused.headers.get('ratelimit'), `"all";r=0;t=${wait}`);
    assert.equal(refused.headers.get('cache-control'), 'no-store');
    const problem = (await refused.json()) as Record<string, unknown>;
    assert.deepEqual(
      [problem['type'], problem['title'], problem['detail']],
      ['/problems/too-many-requests', 'Too Many Requests', `Too many requests; ask again in ${wait} s`],
    );
  });

  test('counts each address, all of one IPv6 subscriber together, and nobody’s claims', async () => {
    const { allowed } = limited([{ name: 'all', limit: 3, per: 60 }]);
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

  test('is for the routes it names, whatever the method is called or the path is spelt like', async () => {
    const { allowed, ask } = limited([{ name: 'login', limit: 1, per: 60, routes: ['log*'] }]);
    assert.equal(await allowed(5), 5);
    assert.equal((await ask()).headers.get('ratelimit'), null);
    assert.equal(await allowed(3, 'POST /login'), 1);
    assert.equal(await allowed(3, 'POST /login?x=1'), 0);
    assert.equal(await allowed(3, 'POST /%6Cogin'), 0);
  });

  test('counts a request once, with what it forwards', async () => {
    const { allowed } = limited([{ name: 'all', limit: 4, per: 60 }]);
    assert.equal(await allowed(6, 'GET /inner'), 4);
  });

  test('holds for however many come at once over a socket', async () => {
    const { host } = limited([{ name: 'all', limit: 7, per: 60 }]);
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

test('a limit by user counts who it is, wherever they come from, and the address of those who are nobody', async () => {
  const known = on('kernel.request', 8, 'known', ({ context }) => {
    const id = context.headers.get('x-user');
    if (id !== undefined) context.user = { id, roles: [] };
  });
  const { allowed } = limited([{ name: 'users', limit: 2, per: 60, by: 'user' }], { listeners: [known] });
  assert.equal(await allowed(3, 'GET /', { 'x-user': 'ada', peer: '203.0.113.1' }), 2);
  assert.equal(await allowed(3, 'GET /', { 'x-user': 'ada', peer: '203.0.113.2' }), 0);
  assert.equal(await allowed(3, 'GET /', { 'x-user': 'eve', peer: '203.0.113.1' }), 2);
  assert.equal(await allowed(3, 'GET /', { peer: '203.0.113.1' }), 2);
  // Nobody can be counted as an address by calling themselves one.
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
              keys: Object.entries(keys).map(([id, { key: _, ...kept }]) => ({ ...kept, user: { id, roles: [] } })),
            }),
          ],
          anonymous: true,
        },
      ],
    },
  };
  const as = (name: 'ada' | 'bob', peer = '203.0.113.1') => ({ 'x-api-key': keys[name].key, peer });

  test('have each their own, wherever they come from, and those without a name that of their address', async () => {
    const { allowed } = limited([{ name: 'users', limit: 2, per: 60, by: 'user' }], config);
    assert.equal(await allowed(3, 'GET /', as('ada')), 2);
    assert.equal(await allowed(3, 'GET /', as('bob')), 2);
    assert.equal(await allowed(3, 'GET /', as('ada', '203.0.113.2')), 0);
    assert.equal(await allowed(3, 'GET /', { peer: '203.0.113.1' }), 2);
    // A wrong key is refused, and takes nothing from whoever has the right one.
    assert.equal(await allowed(3, 'GET /', { 'x-api-key': `${keys.bob.key}x`, peer: '203.0.113.3' }), 0);
    assert.equal(await allowed(3, 'GET /', { peer: '203.0.113.3' }), 2);
  });

  test('share what their address has, and whoever is refused for a wrong key has been counted', async () => {
    const { allowed, ask } = limited([{ name: 'all', limit: 3, per: 60 }], config);
    assert.equal(await allowed(1, 'GET /', as('ada')), 1);
    assert.equal((await ask('GET /', { 'x-api-key': 'wrong', peer: '203.0.113.1' })).status, 401);
    assert.equal(await allowed(3, 'GET /', as('bob')), 1);
    assert.equal((await ask('GET /', { 'x-api-key': 'wrong', peer: '203.0.113.1' })).status, 429);
  });
});

test('what is refused after its route was found has been counted, and so has what has none', async () => {
  const limits = [{ name: 'all', limit: 3, per: 60 }];
  const query = z.object({ day: z.string().optional() });
  const asking = [...routes, route('tides', 'GET /tides', { query, handle: () => 'tides' })];
  for (const [line, status] of [
    ['GET /tides?nope=1', 400],
    ['GET /nope', 404],
    ['DELETE /tides', 405],
    ['GET /_profiler/nope', 404],
  ] as const) {
    const { ask } = limited(limits, { routes: asking });
    for (let i = 0; i < 3; i++) assert.equal((await ask(line)).status, status, line);
    const refused = await ask(line);
    assert.equal(refused.status, 429, line);
    assert.ok(refused.headers.has('retry-after') && refused.headers.has('ratelimit'), line);
    assert.equal((await ask('GET /tides')).status, 429, line);
  }
  // A limit of some routes says nothing about what is none.
  const { ask } = limited([{ ...limits[0]!, routes: ['home'] }], { routes: asking });
  for (let i = 0; i < 9; i++) assert.equal((await ask('GET /nope')).status, 404);
});

test('what a browser asks beforehand takes nothing from what it asks for, nor do answers that tell of methods', async () => {
  const { ask } = limited([{ name: 'all', limit: 2, per: 60 }], {
    cors: { origins: ['https://app.example.com'] },
    routes: [...routes, route('own', 'OPTIONS /own', { handle: () => 'own' })],
  });
  const preflight = (method: string, Origin = 'https://app.example.com') =>
    ask('OPTIONS /', { Origin, 'Access-Control-Request-Method': method });
  const uncounted = async () => {
    for (const asking of [
      () => preflight('GET'),
      () => preflight('GET', 'https://stranger.example'),
      // One that is refused as well: a page that asks for too much can still do what it may.
      () => preflight('TRACE'),
      () => ask('OPTIONS /'),
    ])
      for (let i = 0; i < 3; i++) {
        const { status, headers } = await asking();
        assert.ok(status === 204 || status === 405, `${status}`);
        assert.equal(headers.has('ratelimit'), false);
      }
  };
  await uncounted();
  assert.match((await ask()).headers.get('ratelimit')!, /r=1;/);
  // Paths that are not there are counted whatever they are asked, and so are routes of the application's own.
  assert.match((await ask('OPTIONS /nope')).headers.get('ratelimit')!, /r=0;/);
  assert.equal((await ask('OPTIONS /own')).status, 429);
  assert.equal((await ask()).status, 429);
  await uncounted();
});

test('several limits are all told, and the narrowest refuses', async () => {
  const { ask } = limited([
    { name: 'burst', limit: 1, per: 1, algorithm: 'token-bucket' },
    { name: 'day', limit: 100, per: 86_400, algorithm: 'fixed-window' },
  ]);
  assert.equal((await ask()).headers.get('ratelimit-policy'), '"burst";q=1;w=1, "day";q=100;w=86400');
  const refused = await ask();
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '1');
});

describe('a store that is down', () => {
  const down = { take: () => Promise.reject(new Error('connect 10.0.0.9:6379')) };
  const hangs = { take: () => new Promise<never>(() => {}) };
  const limits = [{ name: 'all', limit: 1, per: 60 }];

  test('lets requests pass, says so in the log once, and tells no number', async () => {
    const { allowed, ask, logs } = limited({ limits, store: down });
    assert.equal(await allowed(5), 5);
    assert.equal((await ask()).headers.get('ratelimit'), null);
    assert.equal(logs.filter(({ channel }) => channel === 'limits').length, 1);
  });

  test('refuses them where that is configured, without saying why', async () => {
    const { ask } = limited({ limits, store: down, failure: 'closed' });
    const answer = await ask();
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get('retry-after'), '1');
    assert.doesNotMatch(await answer.text(), /10\.0\.0\.9/);
  });

  test('is not waited for', async () => {
    const { ask } = limited({ limits, store: hangs, timeout: 30 });
    const began = performance.now();
    assert.equal((await ask()).status, 200);
    assert.ok(performance.now() - began < 1_000);
  });
});

test('several workers do not count in the memory of each', () => {
  const limits = [{ name: 'all', limit: 1, per: 60 }];
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

describe('a host does not start', () => {
  const fine = { name: 'x', limit: 1, per: 1 };
  for (const [name, rateLimits, place] of [
    ['with limits that are none', 60, 'rateLimits'],
    ['with a limit that is none', ['x'], 'rateLimits[0]'],
    ['with a name that is none', [{ ...fine, name: 'a"b' }], 'rateLimits[0].name'],
    ['with a name twice', [fine, fine], 'rateLimits[1].name'],
    ['with a limit of nothing', [{ ...fine, limit: 0 }], 'rateLimits[0].limit'],
    ['with a limit that is endless', [{ ...fine, limit: Infinity }], 'rateLimits[0].limit'],
    ['with half a second', [{ ...fine, per: 0.5 }], 'rateLimits[0].per'],
    ['with an algorithm nobody knows', [{ ...fine, algorithm: 'leaky' }], 'rateLimits[0].algorithm'],
    ['with a principal nobody knows', [{ ...fine, by: 'ip' }], 'rateLimits[0].by'],
    ['with a route there is not', [{ ...fine, routes: ['logn'] }], 'rateLimits[0].routes'],
    ['with routes that are none', [{ ...fine, routes: [] }], 'rateLimits[0].routes'],
    ['with a setting nobody knows', [{ ...fine, window: 1 }], 'rateLimits[0].window'],
    ['with a store that is none', { limits: [fine], store: 'redis' }, 'rateLimits.store'],
    ['with a failure nobody knows', { limits: [fine], failure: 'ajar' }, 'rateLimits.failure'],
    ['with no time for its store', { limits: [fine], timeout: 0 }, 'rateLimits.timeout'],
  ] as const)
    test(name, () => {
      assert.throws(
        () => defineHost({ routes, rateLimits: rateLimits as never }),
        (error) => error instanceof HostConfigError && error.issues[0]!.place === place,
      );
    });
});
