/** Forwarding, redirects, URLs, request IDs, hostnames and concurrent requests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from 'node:net';
import { HttpResponse, on, route } from '../../packages/host/src/index.ts';
import { createTestHost } from '../../packages/host/src/testing/index.ts';
import { testTransports, sendRaw } from './test-transports.ts';

const routes = [
  route('city', 'GET /cities/{id}', { handle: ({ params, host }) => ({ ...params, host }) }),
  route('add', 'POST /cities', { handle: async ({ payload }) => JSON.parse(await payload.text()) as unknown }),
  route('capital', 'GET /capital', { handle: ({ forward }) => forward('GET /cities/1') }),
  route('copy', 'GET /copy', { handle: ({ forward }) => forward('POST /cities', { name: 'Ulm' }) }),
  route('lost', 'GET /lost', { handle: ({ forward }) => forward('GET /nowhere') }),
  route('mirror', 'GET /mirror', { handle: ({ forward }) => forward('GET /mirror') }),
  route('slash', 'GET /slash/', { handle: () => 'slash' }),
  route('links', 'GET /links', {
    handle: ({ urlFor }) => [urlFor('city', { id: 7 }), urlFor('city', { id: 7, q: 'a b' }, false)],
  }),
  route('id', 'GET /id', { handle: ({ context }) => [context.id, context.traceparent?.traceId ?? null] }),
];

testTransports('a forwarded request is handled by the same host', { routes }, async (send, { logs }) => {
  assert.deepEqual(await (await send('GET http://www.localhost/capital')).json(), { id: '1', host: 'www.localhost' });
  assert.deepEqual(await (await send('GET /copy')).json(), { name: 'Ulm' });
  assert.equal((await send('GET /lost')).status, 404);
  assert.deepEqual(
    logs.filter(({ message }) => message.startsWith('Matched')).map(({ context }) => context['route']),
    ['capital', 'city', 'copy', 'add', 'lost'],
  );
});

testTransports('a route that forwards to itself gets 508 and one log record', { routes }, async (send, { logs }) => {
  const response = await send('GET /mirror');
  assert.equal(response.status, 508);
  assert.equal(logs.filter(({ level }) => level === 'critical').length, 1);
});

testTransports(
  'a missing slash is redirected with 301 to an absolute URL with the unchanged query',
  { routes },
  async (send) => {
    const response = await send('GET http://www.localhost:8000/slash?x=1&y=%20z&&');
    assert.deepEqual(
      [response.status, response.headers.get('location')],
      [301, 'http://www.localhost:8000/slash/?x=1&y=%20z&&'],
    );
    assert.equal((await send('HEAD /slash')).status, 301);
    assert.equal((await send('POST /slash')).status, 404);
  },
);

testTransports('URLs of routes are absolute with the host of the request, or paths', { routes }, async (send) => {
  assert.deepEqual(await (await send('GET http://www.localhost/links')).json(), [
    'http://www.localhost/cities/7',
    '/cities/7?q=a%20b',
  ]);
});

testTransports(
  'a valid X-Request-Id is kept, an invalid one is replaced, and every response has it',
  { routes },
  async (send, { logs }) => {
    const getId = async (line: string, headers: Record<string, string>) =>
      (await send(line, { headers })).headers.get('x-request-id');
    assert.equal(await getId('GET /id', { 'X-Request-Id': 'abc-1' }), 'abc-1');
    assert.equal(await getId('GET /nowhere', { 'X-Request-Id': 'abc-2' }), 'abc-2');
    assert.equal(logs.at(-1)?.requestId, 'abc-2');
    for (const hostile of ['a b', '<script>', 'x'.repeat(200), '{"a":1}'])
      assert.match((await getId('GET /id', { 'X-Request-Id': hostile }))!, /^[0-9a-f]{24}$/);
    const response = await send('GET /id');
    assert.equal(((await response.json()) as string[])[0], response.headers.get('x-request-id'));
  },
);

testTransports('the context has the trace ID of the traceparent header', { routes }, async (send) => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const response = await send('GET /id', { headers: { traceparent } });
  assert.equal(((await response.json()) as string[])[1], '4bf92f3577b34da6a3ce929d0e0e4736');
});

const hosts = { names: ['example.com'], www: 'remove' } as const;

testTransports('a host accepts only its names, and redirects to the canonical one', { routes, hosts }, async (send) => {
  assert.equal((await send('GET http://example.com/cities/7')).status, 200);
  const redirect = await send('GET http://www.example.com/cities/7?x');
  assert.deepEqual([redirect.status, redirect.headers.get('location')], [301, 'http://example.com/cities/7?x']);
  assert.equal((await send('GET http://other.example/cities/7')).status, 421);
});

testTransports(
  'a thousand concurrent requests have separate contexts and log records',
  {
    routes: [
      route('wait', 'GET /wait/{n}', {
        handle: async ({ params, context, log }) => {
          context.attributes.set('n', params.n);
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
          log('info', `n ${String(context.attributes.get('n'))}`);
          await null;
          return `${params.n} ${String(context.attributes.get('n'))} ${context.id}`;
        },
      }),
    ],
  },
  async (send, { logs }) => {
    const bodies = await Promise.all(
      Array.from({ length: 1_000 }, async (_, n) =>
        (await send(`GET /wait/${n}`, { headers: { 'X-Request-Id': `id-${n}` } })).text(),
      ),
    );
    for (const [n, answer] of bodies.entries()) assert.equal(answer, `${n} ${n} id-${n}`);
    const records = logs.filter(({ channel }) => channel === 'app');
    assert.equal(records.length, 1_000);
    assert.ok(records.every(({ message, requestId }) => `id-${message.slice(2)}` === requestId));
  },
);

/** Sends these bytes and returns the status line of the response. */
async function getStatus(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(text);
  let answer = '';
  for await (const part of socket) answer += String(part);
  return answer.split('\r\n', 1)[0]!;
}

test('over a socket: a missing, a duplicate and an invalid Host header are 400', async () => {
  await using host = createTestHost({ routes }).host;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  for (const headers of ['', 'Host: localhost\r\nHost: localhost\r\n', 'Host: bad_host!x\r\n', 'Host: \r\n']) {
    assert.match(
      await getStatus(port, `GET /cities/7 HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`),
      / 400 /,
      headers,
    );
  }
  assert.match(await getStatus(port, 'GET /cities/7 HTTP/1.0\r\n\r\n'), / 200 /);
});

test('over a socket: an absolute request target takes precedence over the Host header', async () => {
  await using host = createTestHost({ routes }).host;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(port, '127.0.0.1');
  socket.end('GET http://www.localhost/cities/7 HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n');
  let answer = '';
  for await (const part of socket) answer += String(part);
  assert.match(answer, /"host":"www\.localhost"/);
});

test('over a socket: double slashes, dot segments and encoded slashes are unchanged in the message', async () => {
  const { host: testHost, logs } = createTestHost({ routes });
  await using host = testHost;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  for (const path of ['//cities/7', '/cities/../cities/7', '/a%2Fb', '/%FF%FE']) {
    const response = await sendRaw(port, `GET ${path}`);
    assert.equal(response.status, 404, path);
    const { exception } = logs.findLast(({ context }) => context['exception'] !== undefined)!.context;
    assert.equal((exception as Error).message, `No route found for "GET http://localhost${path}"`);
  }
});

test('over a socket: only loopback names are accepted in development', async () => {
  await using host = createTestHost({ routes, hosts: { names: ['example.com'] } }).host;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const statuses: Record<string, number> = {};
  for (const name of ['localhost', 'www.localhost', '127.0.0.1', '[::1]', 'example.com', 'localhost.other.example']) {
    statuses[name] = (await sendRaw(port, `GET http://${name}/cities/7`)).status;
  }
  assert.deepEqual(statuses, {
    localhost: 200,
    'www.localhost': 200,
    '127.0.0.1': 200,
    '[::1]': 200,
    'example.com': 421,
    'localhost.other.example': 421,
  });
});

test('over a socket: the signal is aborted when the client disconnects, which kernel.terminate reports', async () => {
  const aborted = Promise.withResolvers<void>();
  const delivered = Promise.withResolvers<boolean>();
  const started = Promise.withResolvers<void>();
  const slow = route('slow', 'GET /slow', {
    handle: ({ signal }) => {
      started.resolve();
      signal.addEventListener('abort', () => aborted.resolve());
      return aborted.promise;
    },
  });
  const end = on('kernel.terminate', 0, 'end', ({ delivery }) => delivered.resolve(delivery.aborted));
  await using host = createTestHost({ routes: [slow], listeners: [end] }).host;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await started.promise;
  socket.destroy();
  await aborted.promise;
  assert.equal(await delivered.promise, true);
});

test('kernel.terminate runs after the last byte of any response', async () => {
  for (const [path, body] of [
    ['/text', 'text'],
    ['/stream', 'abc'],
    ['/nowhere', undefined],
  ] as const) {
    const terminated = Promise.withResolvers<number>();
    const stream = () => new HttpResponse(200, [], new Blob(['a', 'b', 'c']).stream());
    const { host: testHost } = createTestHost({
      routes: [
        route('text', 'GET /text', { handle: () => 'text' }),
        route('stream', 'GET /stream', { handle: stream }),
      ],
      listeners: [on('kernel.terminate', 0, 'end', ({ delivery }) => terminated.resolve(delivery.bytes))],
    });
    await using host = testHost;
    const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
    const response = await sendRaw(port, `GET ${path}`);
    const text = await response.text();
    if (body !== undefined) assert.equal(text, body);
    assert.equal(await terminated.promise, text.length, path);
  }
});

test('over a socket: OPTIONS * returns the methods of the whole server', async () => {
  await using host = createTestHost({ routes }).host;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(port, '127.0.0.1');
  socket.end('OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  let answer = '';
  for await (const part of socket) answer += String(part);
  assert.match(answer, /^HTTP\/1\.1 204 .*\r\nAllow: GET, HEAD, POST, OPTIONS\r\n/s);
});
