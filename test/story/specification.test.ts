/** The tables and messages of the specification. Those of the profiler are in test/profiler/specification.test.ts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { on, route } from '../../packages/host/src/index.ts';
import type { HostConfig } from '../../packages/host/src/index.ts';
import { createTestHost } from '../../packages/host/src/testing/index.ts';
import { testTransports } from './test-transports.ts';
import type { ScenarioContext } from './test-transports.ts';

const city = route('city', 'GET|PATCH /cities/{id}', { handle: ({ params }) => params });
const rename = route('city_rename', 'PUT /cities/{id}', { handle: ({ params }) => params });
const routes = [city, rename];

for (const [variant, origin] of [
  ['without www.', 'http://localhost'],
  ['with www.', 'http://www.localhost'],
] as const) {
  for (const path of ['/robots.txt', '/', '/data:image/png;base64,iVBORw0KGgo=']) {
    testTransports(`§4: GET ${path} is 404, ${variant}`, { routes }, async (send, context) => {
      const response = await send(`GET ${origin}${path}`);
      assert.equal(response.status, 404);
      assert.equal(((await response.json()) as { detail: string }).detail, `No route found for "GET ${origin}${path}"`);
      assert.equal(thrown(context).message, `No route found for "GET ${origin}${path}"`);
    });
  }
}

testTransports('§4: a route responds on both hostnames', { routes }, async (send) => {
  for (const origin of ['http://localhost', 'http://www.localhost']) {
    const response = await send(`GET ${origin}/cities/7`);
    assert.deepEqual([response.status, await response.json()], [200, { id: '7' }]);
  }
});

testTransports('§4.2: the inner message names the path that was tried last', { routes }, async (send, context) => {
  for (const [line, inner] of [
    ['GET /robots.txt', 'No routes found for "/robots.txt/".'],
    ['HEAD /robots.txt', 'No routes found for "/robots.txt/".'],
    ['GET /robots.txt/', 'No routes found for "/robots.txt".'],
    ['POST /robots.txt', 'No routes found for "/robots.txt".'],
    ['GET /', 'No routes found for "/".'],
  ] as const) {
    assert.equal((await send(line)).status, 404);
    assert.equal((thrown(context).cause as Error).message, inner, line);
  }
});

testTransports('§4: a host without routes has the same message for its root', {}, async (send, context) => {
  assert.equal((await send('GET /')).status, 404);
  assert.equal(thrown(context).message, 'No route found for "GET http://localhost/"');
  const cause = thrown(context).cause as Error;
  assert.equal(cause.message, 'No routes found for "/".');
  assert.equal((cause.cause as Error).message, '', 'the message of the matcher itself is empty');
});

test('§6: the events of a matched request are in the order of the table, followed by those of this host', async () => {
  const order: string[] = [];
  const names = [
    'kernel.finish_request',
    'kernel.response',
    'kernel.controller_arguments',
    'kernel.controller',
    'kernel.request',
    'kernel.view',
    'kernel.exception',
  ] as const;
  const { send } = createTestHost({
    routes,
    listeners: names.map((name) => on(name, 0, name, () => void order.push(name))),
  });
  await send('GET /cities/7');
  assert.deepEqual(order, [
    'kernel.request',
    'kernel.controller',
    'kernel.controller_arguments',
    'kernel.response',
    'kernel.finish_request',
  ]);
});

test('§6: a request without a route has no controller events', async () => {
  const order: string[] = [];
  const names = ['kernel.controller', 'kernel.exception', 'kernel.response', 'kernel.finish_request'] as const;
  const { send } = createTestHost({ listeners: names.map((name) => on(name, 1, name, () => void order.push(name))) });
  await send('GET /x');
  assert.deepEqual(order, ['kernel.exception', 'kernel.response', 'kernel.finish_request']);
});

testTransports(
  '§6: a matched route is logged with its name, its parameters, the URI and the method',
  { routes },
  async (send, { logs }) => {
    await send('GET http://www.localhost/cities/7?x=1');
    const record = logs.find(({ message }) => message === 'Matched route "city".');
    assert.deepEqual([record?.level, record?.channel], ['info', 'request']);
    assert.deepEqual(record?.context, {
      route: 'city',
      route_parameters: { _route: 'city', id: '7' },
      request_uri: 'http://www.localhost/cities/7?x=1',
      method: 'GET',
    });
  },
);

testTransports(
  '§7: a method that is not allowed is 405, and the message lists the declared methods in their order',
  { routes },
  async (send, context) => {
    const response = await send('POST http://www.localhost/cities/7?x', { headers: { Referer: 'http://elsewhere/' } });
    assert.equal(response.status, 405);
    assert.equal(
      thrown(context).message,
      'No route found for "POST http://www.localhost/cities/7": Method Not Allowed (Allow: GET, PATCH, PUT)',
    );
    assert.equal(response.headers.get('allow'), 'GET, HEAD, PATCH, PUT, OPTIONS');
  },
);

testTransports('§7.1: the message of a 404 has the unchanged Referer', { routes }, async (send, context) => {
  await send('GET /x?y=1', { headers: { Referer: 'http://a.test/"<b>' } });
  assert.equal(thrown(context).message, 'No route found for "GET http://localhost/x" (from "http://a.test/"<b>")');
});

testTransports(
  '§7.2: the 404 is an HTTP error without headers, with the inner error as its cause',
  { routes },
  async (send, context) => {
    await send('GET /x');
    const error = thrown(context) as Error & { status: number; headers: object };
    assert.deepEqual([error.status, error.headers], [404, {}]);
    assert.equal((error.cause as Error).name, 'ResourceNotFoundError');
  },
);

const broken: HostConfig = {
  routes: [
    route('broken', 'GET /broken', {
      handle: () => {
        throw new Error('no');
      },
    }),
    ...routes,
  ],
};

testTransports('a 4xx is logged as info and a 5xx as critical, once each', broken, async (send, { logs }) => {
  for (const [line, level] of [
    ['GET /x', 'info'],
    ['POST /cities/7', 'info'],
    ['GET /broken', 'critical'],
  ] as const) {
    const before = logs.length;
    await send(line);
    const errors = logs.slice(before).filter(({ context }) => context['exception'] !== undefined);
    assert.deepEqual(
      errors.map((record) => [record.level, record.channel]),
      [[level, 'request']],
      line,
    );
  }
});

function thrown({ logs }: ScenarioContext): Error {
  return logs.findLast(({ context }) => context['exception'] !== undefined)!.context['exception'] as Error;
}
