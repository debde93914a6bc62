import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost } from '../host/define-host.ts';
import { apiKey, createApiKey } from '../features/security/authenticators/api-key.ts';
import { client } from 'oriel-client';
import { group } from './group.ts';
import { mount } from './mount.ts';
import { route } from './route.ts';

const handle = () => 'reached';

test('nested groups combine prefixes, names and options; options of a route take precedence', () => {
  const routes = group({ prefix: '/v1', name: 'v1.', bodyLimit: 10, stateless: true }, [
    route('home', 'GET /', { handle }),
    group({ prefix: '/{tenant}', name: 'tenant.', bodyLimit: 20 }, [
      route('users', 'GET|POST /users', { handle, bodyLimit: 30 }),
      route('logs', 'GET /logs', { handle }),
    ]),
    mount('/graphql', () => new Response()),
  ]);
  assert.deepEqual(
    routes.map(({ name, path, options }) => [name, path, options.bodyLimit, options.stateless]),
    [
      ['v1.home', '/v1', 10, true],
      ['v1.tenant.users', '/v1/{tenant}/users', 30, true],
      ['v1.tenant.logs', '/v1/{tenant}/logs', 20, true],
      ['v1.graphql', '/v1/graphql{mounted<(?:/.*)?>}', 10, true],
    ],
  );
  assert.match(routes[0]!.at!.file, /group\.test\.ts$/);
  assert.throws(() => group({ prefix: 'v1' }, []), /the prefix "v1" must begin with a slash/);
  assert.throws(() => group({ prefix: '/v1/' }, []), /not end with one/);
});

test('operations of API documents have the tags of their groups, and invalid tags are a configuration error', async () => {
  const reports = { name: 'reports', description: 'Reports of a day.' };
  const routes = [
    ...group({ tags: ['office', reports] }, [
      route('daily', 'GET /daily', { handle }),
      group({ tags: ['reports'], prefix: '/inner' }, [route('inner', 'GET /inner', { handle })]),
      route('own', 'GET /own', { tags: ['own'], handle }),
    ]),
    route('none', 'GET /none', { handle }),
  ];
  await using host = defineHost({ log: false, api: { prefix: '/api' }, routes });
  const response = await host.fetch(new Request('http://localhost/api/docs.json'));
  const { paths, tags } = (await response.json()) as {
    paths: Record<string, { get: { tags: string[] } }>;
    tags: object[];
  };
  assert.deepEqual(
    Object.entries(paths).map(([path, { get }]) => [path, get.tags]),
    [
      ['/daily', ['office', 'reports']],
      ['/inner/inner', ['reports']],
      ['/own', ['own']],
      ['/none', ['routes']],
    ],
  );
  assert.deepEqual(tags, [
    { name: 'office', description: 'Routes of office.' },
    reports,
    { name: 'own', description: 'Routes of own.' },
    { name: 'routes', description: 'Routes of the application.' },
  ]);
  for (const invalid of ['office', [''], [7], [{ name: 'office' }]])
    assert.throws(
      () => defineHost({ routes: group({ tags: invalid as never }, [route('daily', 'GET /daily', { handle })]) }),
      /routes\[0\] "daily"\.tags[^]*List names, or names with a description/,
    );
});

test('a typed client calls routes of groups by their whole name', async () => {
  await using host = defineHost({
    log: false,
    api: { prefix: '/api' },
    routes: [
      ...group({ prefix: '/api/{office}', name: 'office.' }, [
        group({ name: 'reports.' }, [
          route('daily', 'GET /reports/{day}', {
            handle: ({ params, context }) => ({ day: params.day, office: context.params['office'] }),
          }),
        ]),
      ]),
      mount('/auth', () => new Response()),
    ],
  });
  const api = client<typeof host>('http://localhost/api', { fetch: (request) => host.fetch(request) });
  const found = await api.routes['office.reports.daily']({ params: { office: 'pier', day: 'monday' } });
  assert.deepEqual(found.ok && found.data, { day: 'monday', office: 'pier' });
});

test('a route of a group needs the access rules of all its groups and its own', async () => {
  const keys = [['user'], ['admin'], ['admin', 'owner']].map((roles) => ({ roles, ...createApiKey('k') }));
  const host = defineHost({
    log: false,
    security: {
      firewalls: [
        {
          name: 'all',
          anonymous: true,
          authenticators: [
            apiKey({ keys: keys.map(({ id, hash, roles }) => ({ id, hash, user: { id: roles.join(), roles } })) }),
          ],
        },
      ],
    },
    routes: [
      ...group({ prefix: '/admin', access: 'role:admin' }, [
        route('open', 'GET /open', { access: 'public', handle }),
        group({ access: ['role:owner'] }, [
          route('owner', 'GET /owner/{id}', { handle: ({ urlFor }) => urlFor('open') }),
        ]),
      ]),
    ],
  });
  const status = async (path: string, key?: string) => {
    const headers = key === undefined ? {} : { 'X-Api-Key': key };
    return (await host.fetch(new Request(`http://localhost/admin${path}`, { headers }))).status;
  };
  const [user, admin, owner] = keys.map(({ key }) => key);
  assert.deepEqual(
    await Promise.all([undefined, user, admin, owner].map((key) => status('/open', key))),
    [401, 403, 200, 200],
  );
  assert.deepEqual(
    await Promise.all([undefined, user, admin, owner].map((key) => status('/owner/1', key))),
    [401, 403, 403, 200],
  );
});
