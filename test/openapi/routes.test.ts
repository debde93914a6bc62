import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { HttpResponse, defineHost, reply, resource, route } from 'oriel-host';
import { sessionLogin } from 'oriel-host/security';
import { z } from 'zod';
import { checkedHost } from '../lib/checked-host.ts';

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly required?: boolean; readonly schema: object }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: object }> }>;
  readonly security?: readonly object[];
}
type Paths = Record<string, Record<string, Described> & { readonly parameters: readonly Record<string, unknown>[] }>;

const Boat = z.object({ id: z.number().int(), name: z.string() });
const list = () => [];

const host = checkedHost(
  defineHost({
    log: false,
    title: 'Harbour',
    version: '1.0.0',
    api: { info: { contact: { name: 'Harbour office' }, license: { name: 'MIT', identifier: 'MIT' } } },
    security: {
      users: [],
      firewalls: [{ name: 'all', authenticators: [sessionLogin()], anonymous: true }],
    },
    sessions: {},
    resources: [resource('boats', Boat, { id: 'id', access: { read: 'public' }, provide: { list } })],
    routes: [
      route('moor', 'PUT /api/berths/{berth<\\d+>}/{boat}', {
        params: z.object({ berth: z.coerce.number().int(), boat: z.string() }),
        query: z.object({ nights: z.coerce.number().int().default(1), tags: z.array(z.string()).optional() }),
        body: z.object({ crew: z.array(z.string()) }),
        replies: { 201: z.object({ berth: z.number() }), 409: z.object({ taken: z.string() }), 204: z.undefined() },
        summary: 'Moor a boat',
        access: 'public',
        handle: ({ params, body, query }) => {
          if (query.nights === 0) return reply(204);
          if (params.berth === 7) return reply(409, { taken: body.crew.join() });
          return reply(201, { berth: params.berth });
        },
      }),
      route('tides', 'GET /api/tides/{page<\\d+>?1}', { handle: ({ params }) => ({ page: params.page }) }),
      route('sighted', 'GET|POST /api/sightings', { handle: () => new HttpResponse(204) }),
      route('renamed', 'DELETE /api/tides/{number}', { access: 'user', handle: () => {} }),
      route('internal', 'GET /api/internal', { docs: false, handle: () => 'hidden' }),
      route('fallback', '/{path<.*>}', { priority: -1, handle: () => 'page' }),
    ],
  }),
);

const source = await (await host.fetch(new Request('http://localhost/api/docs.json'))).text();
const { paths, tags } = JSON.parse(source) as { paths: Paths; tags: { name: string }[] };

test('a route is an operation with the parameters, the body and the replies of its schemas', () => {
  const { put, parameters } = paths['/api/berths/{berth}/{boat}']!;
  const { operationId, summary, requestBody, responses } = put!;
  deepEqual([operationId, summary, put!.tags], ['moor', 'Moor a boat', ['routes']]);
  deepEqual(
    parameters.map(({ name, required, schema }) => [name, required, (schema as { type: string }).type]),
    [
      ['berth', true, 'integer'],
      ['boat', true, 'string'],
    ],
  );
  deepEqual(
    put!.parameters.map(({ name, required = false }) => [name, required]),
    [
      ['nights', false],
      ['tags', false],
    ],
  );
  deepEqual(Object.keys(requestBody!.content), ['application/json', 'application/x-www-form-urlencoded']);
  deepEqual(Object.keys(responses).sort(), ['201', '204', '400', '404', '409', '413', '415', '422', '4XX', '5XX']);
  deepEqual(responses['409']!.content!['application/json']!.schema, {
    type: 'object',
    properties: { taken: { type: 'string' } },
    required: ['taken'],
  });
  equal(responses['204']!.content, undefined);
});

test('a requirement is the pattern of its parameter, and an optional parameter is a second path', () => {
  const [page] = paths['/api/tides/{page}']!.parameters;
  deepEqual(page!['schema'], { type: 'string', pattern: '^(?:\\d+)$' });
  deepEqual(
    [paths['/api/tides/{page}']!['get']!.operationId, paths['/api/tides']!['get']!.operationId],
    ['tides', 'tides.2'],
  );
});

test('paths that differ only in the names of their parameters are one path', () => {
  equal(paths['/api/tides/{page}']!['delete']!.operationId, 'renamed');
  equal('/api/tides/{number}' in paths, false);
});

test('a route with several methods is one operation for each, and needs the access of its rule', () => {
  const { get, post } = paths['/api/sightings']!;
  deepEqual([get!.operationId, post!.operationId], ['sighted.get', 'sighted.post']);
  ok('401' in paths['/api/tides/{page}']!['delete']!.responses);
  deepEqual(Object.keys(paths['/api/tides/{page}']!['delete']!.security![0]!), ['session', 'csrf-token']);
});

test('a route for any method and one with docs: false are omitted', () => {
  deepEqual(
    Object.keys(paths).filter((path) => /internal|path/.test(path)),
    [],
  );
});

test('logins and logouts of authenticators are operations', () => {
  const { post: login } = paths['/login']!;
  const { post: logout } = paths['/logout']!;
  deepEqual([login!.operationId, login!.tags, login!.summary], ['security.session.login', ['login'], 'Log in']);
  deepEqual(Object.keys(logout!.responses), ['204', '4XX', '5XX']);
  deepEqual(
    tags.map(({ name }) => name),
    ['boats', 'routes', 'login'],
  );
});

test('exchanges with routes are as the document describes them', async () => {
  const send = (line: string, body?: object) => {
    const [method, path] = line.split(' ') as [string, string];
    const headers = { 'Content-Type': 'application/json' };
    return host.fetch(
      new Request(`http://localhost${path}`, { method, ...(body && { headers, body: JSON.stringify(body) }) }),
    );
  };
  equal((await send('PUT /api/berths/3/nereid?nights=2', { crew: [] })).status, 201);
  equal((await send('PUT /api/berths/7/nereid', { crew: ['Ada'] })).status, 409);
  equal((await send('PUT /api/berths/3/nereid?nights=0', { crew: [] })).status, 204);
  equal((await send('PUT /api/berths/3/nereid', { crew: 'Ada' })).status, 422);
  equal((await send('PUT /api/berths/3/nereid?nigts=1', { crew: [] })).status, 400);
  equal((await send('GET /api/tides')).status, 200);
  equal((await send('GET /api/sightings')).status, 204);
  equal((await send('DELETE /api/tides/2')).status, 401);
});

test('Redocly and Spectral report no issues for routes', async () => {
  const problems = await lintFromString({ source, config: await createConfig({ extends: ['recommended-strict'] }) });
  deepEqual(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    [],
  );
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(oas as never);
  const found = await spectral.run(JSON.parse(source) as Record<string, unknown>);
  deepEqual(
    found.map(({ code, message, path }) => [code, message, path.join('/')]),
    [],
  );
});

test('a host with routes and without resources publishes documents if it has the setting api', async () => {
  await using plain = defineHost({
    log: false,
    api: {},
    routes: [route('hello', 'GET /hello', { handle: () => 'hi' })],
  });
  const response = await plain.fetch(new Request('http://localhost/api/docs.json'));
  match(await response.text(), /"operationId":"hello"/);
});

test('a route whose schema has no JSON Schema is described without it', async () => {
  const schema = { '~standard': { version: 1, vendor: 'own', validate: (value: unknown) => ({ value }) } } as const;
  await using plain = defineHost({
    log: false,
    api: {},
    routes: [route('keep', 'POST /keep', { body: schema, handle: () => 'kept' })],
  });
  const response = await plain.fetch(new Request('http://localhost/api/docs.json'));
  const { paths: describedPaths } = (await response.json()) as { paths: Paths };
  deepEqual(describedPaths['/keep']!['post']!.requestBody!.content['application/json'], { schema: {} });
});
