import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { span } from '../../packages/core/src/trace/current.ts';
import { mount } from '../../packages/host/src/routes/mount.ts';
import type { FetchApplication, FetchHandler } from '../../packages/host/src/routes/mount.ts';
import { route } from '../../packages/host/src/routes/route.ts';
import type { HostConfig } from '../../packages/host/src/host/config.ts';
import { defineHost } from '../../packages/host/src/host/define-host.ts';
import { apiKey } from '../../packages/host/src/features/security/authenticators/api-key.ts';
import { createApiKey } from '../../packages/host/src/features/security/authenticators/api-key.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { load } from './lib/host-in-frameworks.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

async function listen(t: Pick<TestContext, 'after'>, config: HostConfig): Promise<string> {
  const host = defineHost({ log: false, profiler: false, ...config });
  const { url, close } = await host.listen({ port: 0 });
  t.after(() => close());
  return url;
}

const post = (url: string, body: unknown, headers = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });

async function createYoga(): Promise<FetchApplication> {
  const yoga = await load<{
    createYoga: (options: object) => FetchApplication;
    createSchema: (options: object) => unknown;
  }>('graphql-yoga');
  const resolvers = {
    Query: { hello: (_: unknown, { name }: { name: string }) => span(`greet ${name}`, () => `Hello ${name}`) },
    Subscription: {
      count: {
        subscribe: async function* (_: unknown, { to }: { to: number }) {
          for (let i = 1; i <= to; i++) {
            yield { count: i };
            await new Promise(setImmediate);
          }
        },
      },
    },
  };
  const typeDefs = 'type Query { hello(name: String!): String } type Subscription { count(to: Int!): Int }';
  return yoga.createYoga({ schema: yoga.createSchema({ typeDefs, resolvers }), logging: false });
}

test('GraphQL Yoga: queries, errors, the page of the editor, and subscriptions as a stream of events', async (t) => {
  const url = await listen(t, { routes: [mount('/graphql', await createYoga())] });
  const query = { query: 'query ($name: String!) { hello(name: $name) }', variables: { name: 'Ada' } };
  assert.deepEqual(await (await post(`${url}/graphql`, query)).json(), { data: { hello: 'Hello Ada' } });
  const got = await fetch(`${url}/graphql?query=${encodeURIComponent('{ hello(name: "Bo") }')}`);
  assert.deepEqual(await got.json(), { data: { hello: 'Hello Bo' } });
  const page = await fetch(`${url}/graphql`, { headers: { Accept: 'text/html' } });
  assert.match(await page.text(), /^<!DOCTYPE html>/i);
  const invalid = (await (await post(`${url}/graphql`, { query: '{ unknown }' })).json()) as { errors: unknown[] };
  assert.equal(invalid.errors.length, 1);

  const events = await post(
    `${url}/graphql`,
    { query: 'subscription { count(to: 3) }' },
    { Accept: 'text/event-stream' },
  );
  assert.match(events.headers.get('content-type')!, /^text\/event-stream/);
  const text = await events.text();
  for (const i of [1, 2, 3]) assert.ok(text.includes(`data: {"data":{"count":${i}}}`), text);
});

test('GraphQL Yoga can be mounted as a function of the request, with the user as its context', async (t) => {
  const yoga = await createYoga();
  const url = await listen(t, {
    routes: [mount('/graphql', yoga.fetch), mount('/other', (request) => yoga.fetch(request))],
  });
  const query = { query: '{ hello(name: "Ada") }' };
  assert.deepEqual(await (await post(`${url}/graphql`, query)).json(), { data: { hello: 'Hello Ada' } });
});

test('tRPC: queries, mutations and batches with the fetch adapter', async (t) => {
  const { initTRPC } = await load<{ initTRPC: { create(): Trpc } }>('@trpc/server');
  const { fetchRequestHandler } = await load<{ fetchRequestHandler: (options: object) => Promise<Response> }>(
    '@trpc/server/adapters/fetch',
  );
  const trpc = initTRPC.create();
  const numbers: unknown[] = [];
  const router = trpc.router({
    list: trpc.procedure.query(() => numbers),
    add: trpc.procedure.input((value) => value).mutation(({ input }) => numbers.push(input)),
  });
  const handler: FetchHandler = (req) => fetchRequestHandler({ endpoint: '/trpc', req, router });
  const url = await listen(t, { routes: [mount('/trpc', handler)] });
  assert.deepEqual(await (await post(`${url}/trpc/add`, 7)).json(), { result: { data: 1 } });
  assert.deepEqual(await (await fetch(`${url}/trpc/list,list?batch=1&input={}`)).json(), [
    { result: { data: [7] } },
    { result: { data: [7] } },
  ]);
  assert.equal((await fetch(`${url}/trpc/nothing`)).status, 404);
});

interface Trpc {
  router(procedures: object): object;
  readonly procedure: {
    query(resolve: () => unknown): unknown;
    input(parse: (value: unknown) => unknown): { mutation(resolve: (call: { input: unknown }) => unknown): unknown };
  };
}

test('better-auth: sign-up sets its cookies, and the session is read with them', async (t) => {
  const { betterAuth } = await load<{ betterAuth: (options: object) => { handler: FetchHandler } }>('better-auth');
  const { memoryAdapter } = await load<{ memoryAdapter: (tables: object) => unknown }>('better-auth/adapters/memory');
  const auth = betterAuth({
    baseURL: 'http://localhost',
    secret: 'k'.repeat(40),
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
  });
  const url = await listen(t, { routes: [mount('/api/auth', auth.handler, { bodyLimit: 10_000 })] });
  const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };
  const signedUp = await post(`${url}/api/auth/sign-up/email`, account, { Origin: 'http://localhost' });
  assert.equal(signedUp.status, 200, await signedUp.clone().text());
  const Cookie = signedUp.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const session = (await (await fetch(`${url}/api/auth/get-session`, { headers: { Cookie } })).json()) as {
    user: { email: string };
  };
  assert.equal(session.user.email, 'ada@example.com');
  const large = await post(`${url}/api/auth/sign-up/email`, { ...account, name: 'x'.repeat(10_000) });
  assert.equal(large.status, 413);
});

test('Hono: every method and path below the mount, with parameters, bodies and streams', async (t) => {
  const { Hono } = await load<{ Hono: new () => HonoApp }>('hono');
  const app = new Hono().basePath('/legacy');
  app.all('/echo/:name', async (c) => {
    const body = await c.req.text();
    return c.json({ method: c.req.method, name: c.req.param('name'), body, query: c.req.query('q') });
  });
  const url = await listen(t, {
    routes: [mount('/legacy', app), route('own', 'GET /legacy/own', { handle: () => 'own' })],
  });
  const sent = await fetch(`${url}/legacy/echo/ada?q=1`, { method: 'PATCH', body: 'abc' });
  assert.deepEqual(await sent.json(), { method: 'PATCH', name: 'ada', body: 'abc', query: '1' });
  const purge = await fetch(`${url}/legacy/echo/ada`, { method: 'PURGE' });
  assert.equal(((await purge.json()) as { method: string }).method, 'PURGE');
  assert.equal((await fetch(`${url}/legacy/none`)).status, 404);
  // Routes of the host come first, also those that are declared later.
  assert.equal(await (await fetch(`${url}/legacy/own`)).text(), 'own');
});

interface HonoApp extends FetchApplication {
  basePath(path: string): HonoApp;
  all(path: string, handler: (c: HonoContext) => unknown): void;
}

interface HonoContext {
  readonly req: { text(): Promise<string>; method: string; param(name: string): string; query(name: string): string };
  json(value: unknown): Response;
}

test('access rules, CORS and rate limits apply before the mounted handler', async (t) => {
  const { id, hash, key } = createApiKey('ada');
  let calls = 0;
  const handler: FetchHandler = (_request, { user }) => {
    calls++;
    return Response.json({ user: user?.id }, { headers: { 'Access-Control-Allow-Origin': '*' } });
  };
  const url = await listen(t, {
    routes: [mount('/inner', handler, { access: 'role:admin', limit: { limit: 2, per: '1 min', by: 'user' } })],
    cors: { origins: ['https://app.example.com'] },
    security: {
      firewalls: [
        {
          name: 'all',
          anonymous: true,
          authenticators: [apiKey({ keys: [{ id, hash, user: { id: 'ada', roles: ['admin'] } }] })],
        },
      ],
    },
  });
  assert.equal((await fetch(`${url}/inner/a`)).status, 401);
  assert.equal(calls, 0);
  const headers = { 'X-Api-Key': key, Origin: 'https://app.example.com' };
  const allowed = await fetch(`${url}/inner/a`, { headers });
  assert.deepEqual(await allowed.json(), { user: 'ada' });
  assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://app.example.com');
  assert.match(allowed.headers.get('cache-control')!, /private/);
  await fetch(`${url}/inner/a`, { headers });
  assert.equal((await fetch(`${url}/inner/b`, { headers })).status, 429);
  assert.equal(calls, 2);
});

test('a path with dot segments is not passed to the handler, which would see another path than the rules', async () => {
  const host = defineHost({
    log: false,
    routes: [mount('/', (request) => new Response(new URL(request.url).pathname))],
  });
  const { url, close } = await host.listen({ port: 0 });
  const { connect } = await import('node:net');
  const { text } = await import('node:stream/consumers');
  const ask = async (path: string): Promise<string> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).split(' ')[1]!;
  };
  for (const path of ['/a/../b', '/a/%2e%2E/b', '/a/./b', '/a\\b', '/..']) assert.equal(await ask(path), '404', path);
  for (const path of ['/', '/a', '/a/b/', '/a..b/.c']) assert.equal(await ask(path), '200', path);
  await close();
});

test('an endless stream ends its source when the client disconnects', async (t) => {
  const canceled = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const handler: FetchHandler = (request) => {
    request.signal.addEventListener('abort', () => aborted.resolve());
    const timer = setInterval(() => {}, 1_000);
    return new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
        cancel() {
          clearInterval(timer);
          canceled.resolve();
        },
      }),
      { headers: { 'Content-Type': 'text/event-stream' } },
    );
  };
  const url = await listen(t, { routes: [mount('/events', handler)] });
  const client = new AbortController();
  const response = await fetch(`${url}/events`, { signal: client.signal });
  const { value } = await response.body!.getReader().read();
  assert.equal(new TextDecoder().decode(value), 'data: 1\n\n');
  client.abort();
  await Promise.all([canceled.promise, aborted.promise]);
});

test('the profile has the route, the place of the mount, the bodies and the spans of the handler', async () => {
  const storage = new MemoryProfileStorage();
  const host = defineHost({ log: false, profiler: { storage }, routes: [mount('/graphql', await createYoga())] });
  const { url, close } = await host.listen({ port: 0, mode: 'development' });
  const response = await post(`${url}/graphql`, { query: '{ hello(name: "Ada") }' });
  const token = response.headers.get('x-debug-token')!;
  assert.match(await response.text(), /Hello Ada/);
  await close();
  const text = JSON.stringify(storage.read(token));
  assert.match(text, /"route":"graphql"/);
  assert.match(text, /mounted-handlers\.test\.ts:\d+/);
  assert.match(text, /controller graphql/);
  assert.match(text, /greet Ada/);
  assert.match(text, /Hello Ada/);
  assert.match(text, /hello\(name:/);
});

test('mount reports an invalid path, an invalid handler, and a result that is not a Response', async () => {
  const handler: FetchHandler = () => new Response();
  assert.throws(() => mount('graphql', handler), /mount\("graphql"\): the path must begin with a slash/);
  assert.throws(() => mount('/graphql/', handler), /not end with one/);
  assert.throws(() => mount('/x', {} as FetchApplication), /the handler is object; pass a function/);
  assert.equal(mount('/api/auth', handler).name, 'api.auth');
  const messages: string[] = [];
  const host = defineHost({
    log: { sink: { write: ({ message }) => void messages.push(message) } },
    routes: [mount('/x', (() => 'text') as unknown as FetchHandler)],
  });
  assert.equal((await host.fetch(new Request('http://localhost/x'))).status, 500);
  assert.match(messages.join('\n'), /The handler of mount\("\/x"\) returned string, not a Response/);
});
