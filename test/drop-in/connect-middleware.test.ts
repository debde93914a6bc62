import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { route } from '../../packages/host/src/routes/route.ts';
import { connect } from '../../packages/host/src/host/connect/connect.ts';
import type { Middleware } from '../../packages/host/src/host/connect/connect.ts';
import { createTestHost } from '../../packages/host/src/testing/create-test-host.ts';
import type { HostConfig } from '../../packages/host/src/host/config.ts';
import { defineHost } from '../../packages/host/src/host/define-host.ts';
import { on } from '../../packages/host/src/host/on.ts';
import { load } from './lib/host-in-frameworks.ts';

const hello = route('hello', 'GET /hello', { handle: () => 'Hello' });

async function listen(t: Pick<TestContext, 'after'>, config: HostConfig): Promise<string> {
  const host = defineHost({ log: false, profiler: false, ...config });
  const { url, close } = await host.listen({ port: 0 });
  t.after(() => close());
  return url;
}

test('helmet sets its headers on responses, errors and redirects, and the response has precedence', async (t) => {
  const { default: helmet } = await load<{ default: () => Middleware }>('helmet');
  const customRoute = route('own', 'GET /own', {
    handle: () => new Response('own', { headers: { 'X-Frame-Options': 'DENY', Vary: 'Accept', 'Set-Cookie': 'a=1' } }),
  });
  const url = await listen(t, { listeners: [connect(helmet())], routes: [hello, customRoute] });
  for (const path of ['/hello', '/nothing']) {
    const { headers } = await fetch(`${url}${path}`);
    assert.match(headers.get('content-security-policy')!, /default-src 'self'/, path);
    assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
  const { headers } = await fetch(`${url}/own`);
  assert.equal(headers.get('x-frame-options'), 'DENY');
  assert.deepEqual(headers.getSetCookie(), ['a=1']);
});

test('serve-static serves files with ranges and conditions, and leaves other requests to the routes', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-static-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const large = 'x'.repeat(1_000_000);
  writeFileSync(join(folder, 'a.txt'), 'a text');
  writeFileSync(join(folder, 'large.bin'), large);
  const { default: serveStatic } = await load<{ default: (folder: string, options?: object) => Middleware }>(
    'serve-static',
  );
  const url = await listen(t, {
    routes: [hello],
    listeners: [
      connect(serveStatic(folder), { path: '/files', name: 'files' }),
      connect(serveStatic(folder, { fallthrough: false }), { path: '/strict', name: 'strict' }),
    ],
  });
  const file = await fetch(`${url}/files/a.txt`);
  assert.equal(file.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(file.headers.get('content-length'), '6');
  assert.ok(file.headers.has('x-request-id'), 'listeners to kernel.response run');
  assert.equal(await file.text(), 'a text');
  const headers = { 'If-None-Match': file.headers.get('etag')!, 'Cache-Control': 'max-age=0' };
  assert.equal((await fetch(`${url}/files/a.txt`, { headers })).status, 304);
  const part = await fetch(`${url}/files/a.txt`, { headers: { Range: 'bytes=2-5' } });
  assert.deepEqual([part.status, await part.text()], [206, 'text']);
  assert.equal(await (await fetch(`${url}/files/large.bin`)).text(), large);
  const head = await fetch(`${url}/files/large.bin`, { method: 'HEAD' });
  assert.equal(head.headers.get('content-length'), '1000000');
  assert.equal(await (await fetch(`${url}/files/%61.txt`)).text(), 'a text');

  assert.equal((await fetch(`${url}/files/none.txt`)).status, 404);
  assert.equal(await (await fetch(`${url}/hello`)).text(), 'Hello');
  // Errors with a status become problem documents.
  const missing = await fetch(`${url}/strict/none.txt`, { headers: { Accept: 'application/json' } });
  assert.equal(missing.status, 404);
  assert.match(missing.headers.get('content-type')!, /problem\+json/);
  assert.equal((await fetch(`${url}/strict/..%2f..%2fetc%2fpasswd`)).status, 403);
});

test('express-session stores a session: cookie before the headers, asynchronous save before the response', async (t) => {
  const { default: session } = await load<{ default: SessionModule }>('express-session');
  const saved: string[] = [];
  class SlowStore extends session.MemoryStore {
    override set(id: string, data: unknown, done: () => void): void {
      setImmediate(() => {
        saved.push(id);
        super.set(id, data, done);
      });
    }
  }
  const middleware = session({
    secret: 'k'.repeat(32),
    resave: false,
    saveUninitialized: false,
    store: new SlowStore(),
  });
  const count = route('count', 'GET /count', {
    handle: ({ context }) => {
      const data = context.attributes.get('express session') as { views?: number };
      return { views: (data.views = (data.views ?? 0) + 1) };
    },
  });
  const url = await listen(t, {
    routes: [count, hello],
    listeners: [
      connect(middleware, {
        onNext: (request: { session: unknown }, { attributes }) =>
          void attributes.set('express session', request.session),
      }),
    ],
  });
  const first = await fetch(`${url}/count`);
  assert.equal(saved.length, 1);
  assert.deepEqual(await first.json(), { views: 1 });
  const [cookie] = first.headers.getSetCookie();
  assert.match(cookie!, /^connect\.sid=.*HttpOnly/);
  const second = await fetch(`${url}/count`, { headers: { Cookie: cookie!.split(';')[0]! } });
  assert.deepEqual(await second.json(), { views: 2 });
  assert.deepEqual((await fetch(`${url}/hello`)).headers.getSetCookie(), []);
});

interface SessionModule {
  (options: object): Middleware;
  readonly MemoryStore: new () => { set(id: string, data: unknown, done: () => void): void };
}

test('middleware shares request and response, answers, streams and fails', async () => {
  const authenticate: Middleware = (request, response, next) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return response.writeHead(401, { 'WWW-Authenticate': 'Own' }).end('Log in');
    if (authorization === 'broken') return next(Object.assign(new Error('teapot'), { status: 418, expose: true }));
    if (authorization === 'failing') throw new Error('no database');
    Object.assign(request, { user: authorization });
    setImmediate(next);
  };
  const greet: Middleware = (request, response, next) => {
    if (request.method !== 'POST') return next();
    const { user } = request as unknown as { user: string };
    response.setHeader('X-User', user);
    response.write('Hello ');
    setImmediate(() => response.end(user));
  };
  const { send, logs } = createTestHost({
    routes: [hello],
    listeners: [
      connect(authenticate),
      connect(greet, { position: { after: 'authenticate' } }),
      on('kernel.response', -60, 'seen', ({ response }) => response.headers.set('X-Seen', 'yes')),
    ],
  });
  const denied = await send('GET /hello');
  assert.equal(denied.status, 401);
  assert.equal(denied.headers.get('www-authenticate'), 'Own');
  assert.equal(denied.headers.get('x-seen'), 'yes');
  assert.equal(await denied.text(), 'Log in');
  const Accept = 'application/json';
  const teapot = await send('GET /hello', { headers: { Authorization: 'broken', Accept } });
  assert.equal(teapot.status, 418);
  assert.equal(((await teapot.json()) as { detail: string }).detail, 'teapot');
  assert.equal((await send('GET /hello', { headers: { Authorization: 'failing' } })).status, 500);
  assert.match(JSON.stringify(logs), /no database/);
  assert.equal(await (await send('GET /hello', { headers: { Authorization: 'ada' } })).text(), 'Hello');
  const posted = await send('POST /x', { headers: { Authorization: 'ada' } });
  assert.deepEqual([posted.headers.get('x-user'), await posted.text()], ['ada', 'Hello ada']);
});

test('middleware can read the body, with the limit of the host', async (t) => {
  const { default: express } = await load<{ default: { json(): Middleware } }>('express');
  const parsed = route('parsed', 'POST /parsed', { handle: ({ context }) => context.attributes.get('body') });
  const url = await listen(t, {
    routes: [parsed],
    limits: { body: 1_000 },
    listeners: [
      connect(express.json(), {
        onNext: (request: { body: unknown }, { attributes }) => void attributes.set('body', request.body),
      }),
    ],
  });
  const post = (body: string) =>
    fetch(`${url}/parsed`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  assert.deepEqual(await (await post('{"a":1}')).json(), { a: 1 });
  assert.equal((await post('{"a":')).status, 400);
  assert.equal((await post(JSON.stringify('x'.repeat(1_000)))).status, 413);
});

test('middleware for a path is called in every spelling of the path, and not for sub-requests', async () => {
  const calls: string[] = [];
  const note: Middleware = (request, _response, next) => {
    calls.push(request.url!);
    next();
  };
  const { send } = createTestHost({
    routes: [
      route('admin', 'GET /admin/{page}', { handle: ({ params }) => params.page }),
      route('outer', 'GET /outer', { handle: ({ forward }) => forward('/admin/b') }),
    ],
    listeners: [connect(note, { path: '/admin' })],
  });
  assert.equal(await (await send('GET /admin/a?x=1')).text(), 'a');
  assert.equal(await (await send('GET /%61dmin/a')).text(), 'a');
  assert.equal(await (await send('GET /outer')).text(), 'b');
  assert.equal((await send('GET /administrator')).status, 404);
  assert.deepEqual(calls, ['/a?x=1', '/a']);
});

test('connect reports what is not middleware', () => {
  assert.throws(() => connect(undefined as unknown as Middleware), /connect\(\) got undefined; pass a function/);
  const handler = function onError(_error: unknown, _request: unknown, _response: unknown, _next: unknown): void {};
  assert.throws(() => connect(handler as unknown as Middleware), /"onError", which has four parameters/);
  assert.throws(() => connect(() => {}, { path: 'x' }), /the path "x" must begin with a slash/);
});
