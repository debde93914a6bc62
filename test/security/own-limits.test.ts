import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HostConfigError, defineHost, memoryStore, resource, route } from 'oriel';
import type { HostConfig } from 'oriel';
import { apiKey, createApiKey, sessionLogin, MemoryLimitStore } from 'oriel/security';
import { z } from 'zod';
import { held } from '../lib/held.ts';
import { validateSharedState } from '../../src/host/check-shared-state.ts';

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
      list: { limit: { limit: 3, per: 60 } },
      get: { limit: { limit: 3, per: 60, algorithm: 'fixed-window' } },
      create: { limit: { limit: 1, per: 60 } },
      patch: { limit: { limit: 2, per: 60, by: 'user' } },
    },
    custom: { flood: { line: 'POST /{id}/flood', limit: { limit: 1, per: 60 }, handle: ({ item }) => item } },
    store: memoryStore(rows),
  });

function asking(config: HostConfig) {
  const host = held(defineHost({ ...config, log: { level: 'none' } }));
  return async (line: string, body?: unknown, headers: Record<string, string> = {}) => {
    const [method, path] = line.split(' ') as [string, string];
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    return host.fetch(new Request(`http://localhost${path}`, { method, headers, ...sent }));
  };
}

describe('the limit of a route', () => {
  test('holds for it alone, is told by its name, and for HEAD as well', async () => {
    const ask = asking({
      routes: [
        route('log in', 'POST /login', { limit: { limit: 1, per: 60 }, handle: () => 'in' }),
        route('map', 'GET /map', { limit: { limit: 2, per: 60 }, handle: () => 'map' }),
      ],
    });
    assert.equal((await ask('POST /login')).headers.get('ratelimit-policy'), '"log in";q=1;w=60');
    assert.equal((await ask('POST /login')).status, 429);
    assert.equal((await ask('HEAD /map')).status, 200);
    assert.equal((await ask('GET /map')).status, 200);
    assert.equal((await ask('HEAD /map')).status, 429);
  });

  test('may be several at once: all have room, or none counts, and the longest wait is told', async () => {
    let now = 0;
    const limit = [
      { limit: 1, per: 10, algorithm: 'fixed-window' },
      { limit: 2, per: 1_000, algorithm: 'fixed-window' },
    ] as const;
    const ask = asking({
      routes: [route('map', 'GET /map', { limit, handle: () => 'map' })],
      rateLimits: { store: new MemoryLimitStore({ now: () => now }) },
    });
    const first = await ask('GET /map');
    assert.equal(first.headers.get('ratelimit-policy'), '"map/1";q=1;w=10, "map/2";q=2;w=1000');
    // As often as they like: what the short one refuses takes nothing from the long one.
    for (let i = 0; i < 5; i++) {
      const refused = await ask('GET /map');
      assert.deepEqual([refused.status, Number(refused.headers.get('retry-after')) <= 10], [429, true]);
      assert.match(refused.headers.get('ratelimit')!, /"map\/2";r=1/);
    }
    now += 10_000;
    assert.equal((await ask('GET /map')).status, 200);
    const both = await ask('GET /map');
    assert.deepEqual([both.status, Number(both.headers.get('retry-after')) > 900], [429, true]);
    now += 10_000;
    assert.equal((await ask('GET /map')).status, 429);
  });

  test('of several, one that is none is told by its place, and so is a list without any', () => {
    const wrong = (limit: unknown) => {
      try {
        defineHost({ routes: [route('map', 'GET /map', { limit: limit as never, handle: () => 'map' })] });
      } catch (error) {
        return (error as HostConfigError).issues.map(({ place }) => place);
      }
      return [];
    };
    assert.deepEqual(
      wrong([
        { limit: 1, per: 60 },
        { limit: 0, per: 60 },
      ]),
      ['routes[0] "map".limit[1].limit'],
    );
    assert.deepEqual(wrong([]), ['routes[0] "map".limit']);
  });

  test('counts beside those of the host, and in their store', async () => {
    const keys: string[] = [];
    const ask = asking({
      routes: [route('map', 'GET /map', { limit: { limit: 2, per: 60 }, handle: () => 'map' })],
      rateLimits: {
        limits: [{ name: 'all', limit: 9, per: 60 }],
        store: { take: (key) => (keys.push(key), { allowed: true, remaining: 1, reset: 1 }) },
      },
    });
    await ask('GET /map');
    assert.deepEqual(keys, ['all:address unknown', 'map:address unknown']);
  });
});

describe('the limit of an operation', () => {
  const json = { 'Content-Type': 'application/json' };
  const merge = { 'Content-Type': 'application/merge-patch+json' };

  test('is not got around by QUERY, by another path, or by a format in the path', async () => {
    const query = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const ways: [string, string?, Record<string, string>?][] = [
      ['GET /api/tides'],
      ['QUERY /api/tides', 'metres=1', query],
      ['GET /api/ports/brest/tides'],
      ['GET /api/tides.json'],
      ['QUERY /api/ports/brest/tides', 'page=1', query],
      ['HEAD /api/tides'],
    ];
    const ask = asking({ resources: [tides()] });
    const all = [];
    for (const [line, body, headers] of ways) all.push((await ask(line, body, headers)).status === 429);
    assert.deepEqual(all, [false, false, false, true, true, true]);
  });

  test('is not got around by an identifier with a point', async () => {
    const ask = asking({ resources: [tides()] });
    const all = [];
    for (const line of ['GET /api/tides/t2', 'GET /api/tides/t.1', 'GET /api/tides/t2.json', 'GET /api/tides/t.1'])
      all.push((await ask(line)).status);
    assert.deepEqual(all, [200, 200, 200, 429]);
  });

  test('counts a list of changes as one, and who is asking where it says so', async () => {
    const keys = { ada: createApiKey('ada'), bob: createApiKey('bob') };
    const known = apiKey({
      keys: Object.entries(keys).map(([id, { id: name, hash }]) => ({ id: name, hash, user: { id, roles: [] } })),
    });
    const ask = asking({
      resources: [tides()],
      security: { firewalls: [{ name: 'all', authenticators: [known] }], access: [{ path: '/', allow: 'user' }] },
    });
    const patch = async (who: 'ada' | 'bob', line: string, body: unknown, type = merge) =>
      (await ask(line, body, { ...type, 'X-Api-Key': keys[who].key })).status;
    assert.equal(await patch('ada', 'PATCH /api/tides/t2', { metres: 5 }), 200);
    assert.equal(await patch('ada', 'PATCH /api/tides', [{ id: 't2', metres: 6 }], json), 200);
    assert.equal(await patch('ada', 'PATCH /api/tides', [{ id: 't2', metres: 7 }], json), 429);
    assert.equal(await patch('ada', 'PATCH /api/tides/t2', { metres: 7 }), 429);
    assert.equal(await patch('bob', 'PATCH /api/tides/t2', { metres: 7 }), 200);
  });

  test('is for an operation of its own as well, and nothing of the others', async () => {
    const ask = asking({ resources: [tides()] });
    assert.equal((await ask('POST /api/tides/t2/flood')).status, 200);
    assert.equal((await ask('POST /api/tides/t2/flood')).status, 429);
    assert.equal((await ask('POST /api/tides', { ...rows[0], id: 'n' }, json)).status, 201);
    assert.equal((await ask('POST /api/tides', { ...rows[0], id: 'm' }, json)).status, 429);
    assert.equal((await ask('DELETE /api/tides/t2')).status, 204);
  });

  test('is what a limit of the host for its family is, too', async () => {
    const ask = asking({
      resources: [resource('tides', Tide, { id: 'id', acceptQuery: true, store: memoryStore(rows) })],
      rateLimits: [{ name: 'reads', limit: 1, per: 60, routes: ['tides.list'] }],
    });
    assert.equal((await ask('GET /api/tides')).status, 200);
    assert.equal(
      (await ask('QUERY /api/tides', '', { 'Content-Type': 'application/x-www-form-urlencoded' })).status,
      429,
    );
    assert.equal((await ask('GET /api/tides/t2')).status, 200);
  });
});

test('several workers do not count the limit of a route in the memory of each', () => {
  const routes = [route('map', 'GET /map', { limit: { limit: 2, per: 60 }, handle: () => 'map' })];
  const store = { shared: true, take: () => ({ allowed: true, remaining: 1, reset: 1 }) };
  assert.equal(validateSharedState({ routes }, 'workers')[0]?.code, 'ORIEL_WORKERS_LIMITS');
  const codes = validateSharedState({ resources: [tides()] }, 'workers').map(({ code }) => code);
  assert.ok(codes.includes('ORIEL_WORKERS_LIMITS'));
  assert.deepEqual(validateSharedState({ routes, rateLimits: { store } }, 'workers'), []);
});

describe('a host does not start', () => {
  const fine = { limit: 1, per: 1 };
  const map = (limit: unknown) => [route('map', 'GET /map', { limit: limit as never, handle: () => 'map' })];
  const things = (limit: unknown, name = 'create', more = {}) => [
    resource('things', Tide, {
      id: 'id',
      operations: { [name]: { limit: limit as never } },
      only: ['list', 'get', 'create'],
      store: memoryStore(rows),
      ...more,
    }),
  ];
  const all = (routes: string) => [{ ...fine, name: 'x', routes: [routes] }];
  const security = { users: [], firewalls: [{ name: 'all', authenticators: [sessionLogin()], anonymous: true }] };
  for (const [name, config, place, said] of [
    ['with a route whose limit is none', { routes: map(60) }, 'routes[0] "map".limit', /It is 60/],
    ['with one of nothing', { routes: map({ limit: 0, per: 1 }) }, 'routes[0] "map".limit.limit', /from 1 on/],
    [
      'with a word nobody knows',
      { routes: map({ ...fine, burst: 1 }) },
      'routes[0] "map".limit.burst',
      /not a setting/,
    ],
    [
      'with two limits of one name',
      { routes: map(fine), rateLimits: [{ ...fine, name: 'map' }] },
      'routes[0] "map".limit',
      /count together/,
    ],
    [
      'with an operation whose limit is none',
      { resources: things({ limit: 'x', per: 1 }) },
      'resources[0] "things".operations.create.limit.limit',
      /whole number/,
    ],
    [
      'with a limit of what a resource does not do',
      { resources: things(fine, 'delete') },
      'resources[0] "things".operations.delete.limit',
      /no operation things\.delete/,
    ],
    [
      'with a limit of what is no operation',
      { resources: things(fine, 'lists') },
      'resources[0] "things".operations.lists',
      /Use "list"/,
    ],
    [
      'with a limit for a route there is not',
      { routes: map(fine), rateLimits: all('mpa') },
      'rateLimits[0].routes',
      /Did you mean "map"\?/,
    ],
    [
      'with one for an operation there is not',
      { resources: things(fine), rateLimits: all('things.lst') },
      'rateLimits[0].routes',
      /Did you mean "things\.list"\?/,
    ],
    [
      'with one for a resource there is not',
      { resources: things(fine), rateLimits: all('thing.*') },
      'rateLimits[0].routes',
      /Did you mean "things\.\*"\?/,
    ],
    [
      'with one for a login there is not',
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
          const found = error.issues.find((each) => each.place === place);
          assert.ok(found, error.message);
          assert.match(`${found.reason} ${found.fix}`, said);
          return true;
        },
      );
    });

  test('but does with limits for logins, documents, further paths, QUERY and the hub', () => {
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
      rateLimits: [{ ...fine, name: 'x', routes }],
    });
  });
});
