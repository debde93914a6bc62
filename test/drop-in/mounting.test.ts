import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { z } from 'zod';
import { memoryStore } from '../../packages/host/src/features/resources/source/memory-store.ts';
import { resource } from '../../packages/host/src/features/resources/declare/resource.ts';
import { defineHost } from '../../packages/host/src/host/define-host.ts';
import type { Host } from '../../packages/host/src/host/define-host.ts';
import { route } from '../../packages/host/src/routes/route.ts';
import type { LogRecord } from '../../packages/core/src/trace/trace.ts';
import { FRAMEWORKS, load, serve } from './lib/host-in-frameworks.ts';
import type { MiddlewareApp } from './lib/host-in-frameworks.ts';
import { skipWithout } from './lib/skip-without.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

const City = z.object({ id: z.number(), name: z.string() });
const JSON_TYPE = { 'Content-Type': 'application/json' };

function createHost(t: Pick<TestContext, 'after'>, records: LogRecord[] = []): Host {
  const cities = resource('cities', City, { id: 'id', store: memoryStore([{ id: 1, name: 'Piran' }]) });
  const host = defineHost({
    access: 'public',
    log: { level: 'warning', access: false, sink: { write: (record) => void records.push(record) } },
    health: true,
    api: { formats: ALL_FORMATS },
    resources: [cities],
    routes: [
      route('hello', 'GET /api/hello', {
        handle: ({ urlFor, context }) => ({
          self: urlFor('hello'),
          path: urlFor('hello', {}, false),
          url: context.url,
        }),
      }),
      route('echo', 'POST /api/echo', { body: City, handle: ({ body }) => body }),
      route('upload', 'POST /api/upload', {
        bodyLimit: 100_000,
        handle: async ({ payload }) => ({ bytes: (await payload.bytes()).length }),
      }),
      route('root', 'GET /only-below', { handle: () => 'reached' }),
      route('slow', 'GET /api/stream', {
        handle: () =>
          new Response(
            new ReadableStream({
              start(controller) {
                controller.enqueue(new TextEncoder().encode('first '));
                setImmediate(() => {
                  controller.enqueue(new TextEncoder().encode('second'));
                  controller.close();
                });
              },
            }),
          ),
      }),
    ],
  });
  t.after(() => host.close());
  return host;
}

for (const [name, start] of Object.entries(FRAMEWORKS))
  describe(name, { skip: name === 'Vite' && skipWithout('vite') }, () => {
    test(`${name} passes requests to host.node, and gets those back whose path has no route`, async (t) => {
      const url = await start(t, createHost(t));
      assert.deepEqual(await (await fetch(`${url}/api/hello`)).json(), {
        ...{ self: `${url}/api/hello`, path: '/api/hello', url: `${url}/api/hello` },
      });
      assert.equal(await (await fetch(`${url}/own`)).text(), 'own');
      assert.equal((await fetch(`${url}/nothing`)).status, 404);
      assert.equal((await fetch(`${url}/livez`)).status, 200);
      assert.equal(await (await fetch(`${url}/api/stream`)).text(), 'first second');

      const refused = await fetch(`${url}/api/hello`, { method: 'DELETE' });
      assert.equal(refused.status, 405);
      assert.equal(refused.headers.get('allow'), 'GET, HEAD, OPTIONS');

      const body = JSON.stringify({ id: 2, name: 'Koper' });
      const echoed = await fetch(`${url}/api/echo`, { method: 'POST', headers: JSON_TYPE, body });
      assert.deepEqual(await echoed.json(), { id: 2, name: 'Koper' });
      const large = { method: 'POST', body: 'x'.repeat(90_000) };
      assert.deepEqual(await (await fetch(`${url}/api/upload`, large)).json(), { bytes: 90_000 });
      assert.equal((await fetch(`${url}/api/upload`, { ...large, body: 'x'.repeat(100_001) })).status, 413);
    });

    if (name !== 'node:http')
      test(`${name} with a mount path: links, URLs and locations have the whole path`, async (t) => {
        const url = await start(t, createHost(t), '/api');
        assert.deepEqual(await (await fetch(`${url}/api/hello?a=1`)).json(), {
          ...{ self: `${url}/api/hello`, path: '/api/hello', url: `${url}/api/hello?a=1` },
        });
        const jsonld = { headers: { Accept: 'application/ld+json' } };
        const list = (await (await fetch(`${url}/api/cities`, jsonld)).json()) as Record<string, unknown>;
        assert.equal(list['@id'], '/api/cities');
        const body = JSON.stringify({ id: 2, name: 'Koper' });
        const created = await fetch(`${url}/api/cities`, { method: 'POST', headers: JSON_TYPE, body });
        assert.equal(created.status, 201);
        assert.equal(new URL(created.headers.get('location')!, url).pathname, '/api/cities/2');
        assert.equal((await fetch(`${url}/api/cities/2`)).status, 200);
        assert.equal(await (await fetch(`${url}/own`)).text(), 'own');
        // The framework sends only requests below the path.
        assert.equal((await fetch(`${url}/only-below`)).status, 404);
      });
  });

test('a route without the mount path is reported once, with the fix', async (t) => {
  const records: LogRecord[] = [];
  const url = await FRAMEWORKS['Express 5']!(t, createHost(t, records), '/api');
  for (let i = 0; i < 3; i++) assert.equal((await fetch(`${url}/api/only-below`)).status, 404);
  assert.equal((await fetch(`${url}/api/unknown`)).status, 404);
  assert.deepEqual(
    records.map(({ message }) => message),
    [
      'host.node is mounted at "/api" and compares the whole path with its routes. None matches "/api/only-below", but one matches it without "/api": add "/api" to the path of the route, or mount host.node without a path',
    ],
  );
});

interface ParsingExpress {
  (): MiddlewareApp;
  json(): RequestListener;
  raw(options: object): RequestListener;
}

test('a body that express.json() has read is an error that names the fix', async (t) => {
  const records: LogRecord[] = [];
  const host = createHost(t, records);
  const { default: express } = await load<{ default: ParsingExpress }>('express');
  const url = await serve(t, createServer(express().use(express.json()).use(host.node)));
  const body = JSON.stringify({ id: 2, name: 'Koper' });
  const response = await fetch(`${url}/api/echo`, { method: 'POST', headers: JSON_TYPE, body });
  assert.equal(response.status, 500);
  assert.match(JSON.stringify(records), /express\.json\(\), has read the body.*register host\.node before it/);
  // A body that the parser leaves alone is read as usual.
  const text = await fetch(`${url}/api/upload`, { method: 'POST', body: 'abc' });
  assert.deepEqual(await text.json(), { bytes: 3 });
});

test('the bytes that express.raw() has read are used, within the limit of the route', async (t) => {
  const { default: express } = await load<{ default: ParsingExpress }>('express');
  const parse = express.raw({ type: '*/*', limit: '1mb' });
  const url = await serve(t, createServer(express().use(parse).use(createHost(t).node)));
  const body = JSON.stringify({ id: 2, name: 'Koper' });
  const response = await fetch(`${url}/api/echo`, { method: 'POST', headers: JSON_TYPE, body });
  assert.deepEqual(await response.json(), { id: 2, name: 'Koper' });
  const large = await fetch(`${url}/api/upload`, { method: 'POST', body: 'x'.repeat(100_001) });
  assert.equal(large.status, 413);
});

test('without next, a path without a route gets the 404 of the host', async (t) => {
  const url = await serve(t, createServer(createHost(t).node));
  const response = await fetch(`${url}/nothing`);
  assert.equal(response.status, 404);
  assert.match(response.headers.get('content-type')!, /problem\+json|text\/html/);
});

test('a host that cannot start passes the error to next, answers 503 without next, and starts with a later request', async (t) => {
  let starts = 0;
  const records: LogRecord[] = [];
  const host = defineHost({
    log: { access: false, sink: { write: (record) => void records.push(record) } },
    routes: [route('hello', 'GET /hello', { handle: () => 'Hello' })],
    onStart: () => {
      if (++starts <= 2) throw new Error('no database');
    },
  });
  t.after(() => host.close());
  const plain = await serve(t, createServer(host.node));
  const passing = await serve(
    t,
    createServer((request, response) =>
      host.node(request, response, (error) => response.end(`passed ${(error as Error).message}`)),
    ),
  );
  assert.equal((await fetch(`${plain}/hello`)).status, 503);
  assert.match(records[0]!.message, /^The host cannot start: no database$/);
  assert.equal(await (await fetch(`${passing}/hello`)).text(), 'passed no database');
  assert.equal(await (await fetch(`${plain}/hello`)).text(), 'Hello');
});

test('two Authorization headers are joined, as in the server of the host', async (t) => {
  const seen = route('seen', 'GET /seen', { handle: ({ headers }) => headers.get('authorization') });
  const host = defineHost({ log: false, routes: [seen] });
  t.after(() => host.close());
  const url = new URL(await serve(t, createServer(host.node)));
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  socket.end('GET /seen HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nAuthorization: b\r\nConnection: close\r\n\r\n');
  assert.match(await text(socket), /\r\n\r\na, b$/);
});

test('host.close() ends the event streams that host.node serves', async (t) => {
  const host = defineHost({
    access: 'public',
    log: false,
    hub: { secret: 'x'.repeat(32), publicUrl: 'http://localhost/.well-known/mercure', anonymous: true },
  });
  const url = await serve(t, createServer(host.node));
  const stream = await fetch(`${url}/.well-known/mercure?topic=/a`);
  assert.equal(stream.status, 200);
  const body = stream.text().catch(() => 'cut');
  await host.close();
  await body;
});
