import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HostConfigError, defineHost, memoryStore, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { apiKey, createApiKey, sessionLogin, MemoryLimitStore } from 'oriel-host/security';
import { z } from 'zod';
import { checkedHost } from '../lib/checked-host.ts';
import { validateSharedState } from '../../packages/host/src/host/check-shared-state.ts';

const Tide = z.object({ id: z.string(), port: z.string(), metres: z.number() });
const rows = [
  { id: 't.1', port: 'brest', metres: 6.1 },
  { id: 't2', port: 'brest', metres: 4 },
];

const tides = () =>
  resource('tides', Tide, {
    id: 'id',
    acceptQuery: true,
    bulk: { max: 10 },
    subresources: { '/ports/{port}/tides': { port: 'port' } },
    operations: {
      list: { limit: { limit: 3, per: '1 min' } },
      get: { limit: { limit: 3, per: '1 min' } },
      create: { limit: { limit: 1, per: '1 min' } },
      patch: { limit: { limit: 2, per: '1 min', by: 'user' } },
    },
    custom: { flood: { line: 'POST /{id}/flood', limit: { limit: 1, per: '1 min' }, handle: ({ item }) => item } },
    store: memoryStore(rows),
  });

function createClient(config: HostConfig) {
  const host = checkedHost(defineHost({ ...config, log: { level: 'none' } }));
  return async (line: string, body?: unknown, headers: Record<string, string> = {}) => {
    const [method, path] = line.split(' ') as [string, string];
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    return host.fetch(new Request(`http://localhost${path}`, { method, headers, ...sent }));
  };
}

describe('the limit of a route', () => {
  test('applies to this route only, includes HEAD, and is sent with the name of the route', async () => {
    const send = createClient({
      routes: [
        route('log in', 'POST /login', { limit: { limit: 1, per: '1 min' }, handle: () => 'in' }),
        route('map', 'GET /map', { limit: { limit: 2, per: '1 min' }, handle: () => 'map' }),
      ],
    });
    assert.equal((await send('POST /login')).headers.get('ratelimit-policy'), '"log in";q=1;w=60');
    assert.equal((await send('POST /login')).status, 429);
    assert.equal((await send('HEAD /map')).status, 200);
    assert.equal((await send('GET /map')).status, 200);
    assert.equal((await send('HEAD /map')).status, 429);
  });

  test('can be a list: a refused request is not counted by any of them, and Retry-After is the longest wait', async () => {
    let now = 0;
    const limit = [
      { limit: 1, per: '10 s' },
      { limit: 2, per: '1000 s' },
    ] as const;
    const send = createClient({
      routes: [route('map', 'GET /map', { limit, handle: () => 'map' })],
      rateLimits: { store: new MemoryLimitStore({ now: () => now }) },
    });
    const first = await send('GET /map');
    assert.equal(first.headers.get('ratelimit-policy'), '"map/1";q=1;w=10, "map/2";q=2;w=1000');
    // Requests that the first limit refuses are not counted by the second.
    for (let i = 0; i < 5; i++) {
      const refused = await send('GET /map');
      assert.deepEqual([refused.status, Number(refused.headers.get('retry-after')) <= 11], [429, true]);
      assert.match(refused.headers.get('ratelimit')!, /"map\/2";r=1/);
    }
    now += 11_000;
    assert.equal((await send('GET /map')).status, 200);
    const both = await send('GET /map');
    assert.deepEqual([both.status, Number(both.headers.get('retry-after')) > 900], [429, true]);
    now += 11_000;
    assert.equal((await send('GET /map')).status, 429);
  });

  test('reports the index of an invalid limit in a list, and rejects an empty list', () => {
    const places = (limit: unknown) => {
      try {
        defineHost({ routes: [route('map', 'GET /map', { limit: limit as never, handle: () => 'map' })] });
      } catch (error) {
        return (error as HostConfigError).issues.map(({ place }) => place);
      }
      return [];
    };
    assert.deepEqual(
      places([
        { limit: 1, per: '1 min' },
        { limit: 0, per: '1 min' },
      ]),
      ['routes[0] "map".limit[1].limit'],
    );
    assert.deepEqual(places([]), ['routes[0] "map".limit']);
  });

  test('counts in addition to the limits of the host, in the same store', async () => {
    const keys: string[] = [];
    const send = createClient({
      routes: [route('map', 'GET /map', { limit: { limit: 2, per: '1 min' }, handle: () => 'map' })],
      rateLimits: {
        limits: [{ name: 'all', limit: 9, per: '1 min' }],
        store: { take: (key) => (keys.push(key), { allowed: true, remaining: 1, reset: 1 }) },
      },
    });
    await send('GET /map');
    assert.deepEqual(keys, ['all:address unknown', 'map:address unknown']);
  });
});

describe('the limit of an operation', () => {
  const json = { 'Content-Type': 'application/json' };
  const merge = { 'Content-Type': 'application/merge-patch+json' };

  test('applies to QUERY, to other paths of the resource, and to format suffixes', async () => {
    const query = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const requests: [string, string?, Record<string, string>?][] = [
      ['GET /api/tides'],
      ['QUERY /api/tides', 'metres=1', query],
      ['GET /api/ports/brest/tides'],
      ['GET /api/tides.json'],
      ['QUERY /api/ports/brest/tides', 'page=1', query],
      ['HEAD /api/tides'],
    ];
    const send = createClient({ resources: [tides()] });
    const all = [];
    for (const [line, body, headers] of requests) all.push((await send(line, body, headers)).status === 429);
    assert.deepEqual(all, [false, false, false, true, true, true]);
  });

  test('applies to identifiers that contain a dot', async () => {
    const send = createClient({ resources: [tides()] });
    const all = [];
    for (const line of ['GET /api/tides/t2', 'GET /api/tides/t.1', 'GET /api/tides/t2.json', 'GET /api/tides/t.1'])
      all.push((await send(line)).status);
    assert.deepEqual(all, [200, 200, 200, 429]);
  });

  test('counts a bulk update as one request, and counts users if it is by user', async () => {
    const keys = { ada: createApiKey('ada'), bob: createApiKey('bob') };
    const authenticator = apiKey({
      keys: Object.entries(keys).map(([id, { id: name, hash }]) => ({ id: name, hash, user: { id, roles: [] } })),
    });
    const send = createClient({
      resources: [tides()],
      security: {
        firewalls: [{ name: 'all', authenticators: [authenticator] }],
        access: [{ path: '/', allow: 'user' }],
      },
    });
    const patch = async (name: 'ada' | 'bob', line: string, body: unknown, type = merge) =>
      (await send(line, body, { ...type, 'X-Api-Key': keys[name].key })).status;
    assert.equal(await patch('ada', 'PATCH /api/tides/t2', { metres: 5 }), 200);
    assert.equal(await patch('ada', 'PATCH /api/tides', [{ id: 't2', metres: 6 }], json), 200);
    assert.equal(await patch('ada', 'PATCH /api/tides', [{ id: 't2', metres: 7 }], json), 429);
    assert.equal(await patch('ada', 'PATCH /api/tides/t2', { metres: 7 }), 429);
    assert.equal(await patch('bob', 'PATCH /api/tides/t2', { metres: 7 }), 200);
  });

  test('applies to a custom operation only', async () => {
    const send = createClient({ resources: [tides()] });
    assert.equal((await send('POST /api/tides/t2/flood')).status, 200);
    assert.equal((await send('POST /api/tides/t2/flood')).status, 429);
    assert.equal((await send('POST /api/tides', { ...rows[0], id: 'n' }, json)).status, 201);
    assert.equal((await send('POST /api/tides', { ...rows[0], id: 'm' }, json)).status, 429);
    assert.equal((await send('DELETE /api/tides/t2')).status, 204);
  });

  test('applies to QUERY if a limit of the host names the list operation', async () => {
    const send = createClient({
      resources: [resource('tides', Tide, { id: 'id', acceptQuery: true, store: memoryStore(rows) })],
      rateLimits: [{ name: 'reads', limit: 1, per: '1 min', routes: ['tides.list'] }],
    });
    assert.equal((await send('GET /api/tides')).status, 200);
    assert.equal(
      (await send('QUERY /api/tides', '', { 'Content-Type': 'application/x-www-form-urlencoded' })).status,
      429,
    );
    assert.equal((await send('GET /api/tides/t2')).status, 200);
  });
});

test('rejects limits of routes in memory if there are several workers', () => {
  const routes = [route('map', 'GET /map', { limit: { limit: 2, per: '1 min' }, handle: () => 'map' })];
  const store = { shared: true, take: () => ({ allowed: true, remaining: 1, reset: 1 }) };
  assert.equal(validateSharedState({ routes }, 'workers')[0]?.code, 'ORIEL_WORKERS_LIMITS');
  const codes = validateSharedState({ resources: [tides()] }, 'workers').map(({ code }) => code);
  assert.ok(codes.includes('ORIEL_WORKERS_LIMITS'));
  assert.deepEqual(validateSharedState({ routes, rateLimits: { store } }, 'workers'), []);
});

describe('rejects a configuration', () => {
  const valid = { limit: 1, per: 1_000 };
  const map = (limit: unknown) => [route('map', 'GET /map', { limit: limit as never, handle: () => 'map' })];
  const stations = (limit: unknown, name = 'create', more = {}) => [
    resource('stations', Tide, {
      id: 'id',
      operations: { [name]: { limit: limit as never } },
      only: ['list', 'get', 'create'],
      store: memoryStore(rows),
      ...more,
    }),
  ];
  const all = (routes: string) => [{ ...valid, name: 'x', routes: [routes] }];
  const security = { users: [], firewalls: [{ name: 'all', authenticators: [sessionLogin()], anonymous: true }] };
  for (const [name, config, path, reason] of [
    ['with an invalid limit of a route', { routes: map(60) }, 'routes[0] "map".limit', /It is 60/],
    ['with a limit of 0', { routes: map({ limit: 0, per: '1 s' }) }, 'routes[0] "map".limit.limit', /at least 1/],
    [
      'with an unknown setting',
      { routes: map({ ...valid, burst: 1 }) },
      'routes[0] "map".limit.burst',
      /Unknown setting "burst"/,
    ],
    [
      'with two limits of the same name',
      { routes: map(valid), rateLimits: [{ ...valid, name: 'map' }] },
      'routes[0] "map".limit',
      /share its counts/,
    ],
    [
      'with an invalid limit of an operation',
      { resources: stations({ limit: 'x', per: '1 s' }) },
      'resources[0] "stations".operations.create.limit.limit',
      /whole number/,
    ],
    [
      'with a limit for an operation the resource does not have',
      { resources: stations(valid, 'delete') },
      'resources[0] "stations".operations.delete.limit',
      /operation stations\.delete does not exist/,
    ],
    [
      'with a limit for an unknown operation',
      { resources: stations(valid, 'lists') },
      'resources[0] "stations".operations.lists',
      /mean "list"/,
    ],
    [
      'with a rate limit for an unknown route',
      { routes: map(valid), rateLimits: all('mpa') },
      'rateLimits[0].routes',
      /Did you mean "map"\?/,
    ],
    [
      'with a rate limit for an unknown operation',
      { resources: stations(valid), rateLimits: all('stations.lst') },
      'rateLimits[0].routes',
      /Did you mean "stations\.list"\?/,
    ],
    [
      'with a rate limit for an unknown resource',
      { resources: stations(valid), rateLimits: all('station.*') },
      'rateLimits[0].routes',
      /Did you mean "stations\.\*"\?/,
    ],
    [
      'with a rate limit for an unknown login route',
      { sessions: {}, security, rateLimits: all('security.session.logon') },
      'rateLimits[0].routes',
      /Did you mean "security\.session\.login"\?/,
    ],
  ] as const)
    test(name, () => {
      assert.throws(
        () => defineHost(config as never),
        (error) => {
          assert.ok(error instanceof HostConfigError, String(error));
          const found = error.issues.find((issue) => issue.place === path);
          assert.ok(found, error.message);
          assert.match(`${found.reason} ${found.fix}`, reason);
          return true;
        },
      );
    });

  test('accepts rate limits for logins, documents, subresources, QUERY and the hub', () => {
    const routes = [
      'security.session.login',
      'tides.list.port',
      'tides.query',
      'tides.bulk',
      'tides.flood',
      'hub.*',
      'api.entrypoint',
    ];
    defineHost({
      sessions: {},
      security: { ...security, access: [{ path: '/', allow: 'public' }] },
      resources: [tides()],
      hub: { secret: 'a secret that has at least 32 bytes' },
      rateLimits: [{ ...valid, name: 'x', routes }],
    });
  });
});
