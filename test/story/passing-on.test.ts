/** Forwarding, redirects, URLs, ids, and requests that run at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from 'node:net';
import { HttpResponse, on, route } from '../../src/index.ts';
import { createTestHost } from '../../src/testing/index.ts';
import { bothWays, sendRaw } from './both-ways.ts';

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

bothWays('a forwarded request is answered by the same host', { routes }, async (send, { logs }) => {
  assert.deepEqual(await (await send('GET http://www.localhost/capital')).json(), { id: '1', host: 'www.localhost' });
  assert.deepEqual(await (await send('GET /copy')).json(), { name: 'Ulm' });
  assert.equal((await send('GET /lost')).status, 404);
  assert.deepEqual(
    logs.filter(({ message }) => message.startsWith('Matched')).map(({ context }) => context['route']),
    ['capital', 'city', 'copy', 'add', 'lost'],
  );
});

bothWays('a route that forwards to itself ends with 508, logged once', { routes }, async (send, { logs }) => {
  const response = await send('GET /mirror');
  assert.equal(response.status, 508);
  assert.equal(logs.filter(({ level }) => level === 'critical').length, 1);
});

bothWays('a missing slash is 301 to an absolute URL, the query kept as it was sent', { routes }, async (send) => {
  const response = await send('GET http://www.localhost:8000/slash?x=1&y=%20z&&');
  assert.deepEqual(
    [response.status, response.headers.get('location')],
    [301, 'http://www.localhost:8000/slash/?x=1&y=%20z&&'],
  );
  assert.equal((await send('HEAD /slash')).status, 301);
  assert.equal((await send('POST /slash')).status, 404);
});

bothWays('URLs of routes are absolute with the host of the request, or paths', { routes }, async (send) => {
  assert.deepEqual(await (await send('GET http://www.localhost/links')).json(), [
    'http://www.localhost/cities/7',
    '/cities/7?q=a%20b',
  ]);
});

bothWays(
  'a request id is taken over when it is sane, made when not, and echoed on every answer',
  { routes },
  async (send, { logs }) => {
    const idOf = async (line: string, headers: Record<string, string>) =>
      (await send(line, { headers })).headers.get('x-request-id');
    assert.equal(await idOf('GET /id', { 'X-Request-Id': 'abc-1' }), 'abc-1');
    assert.equal(await idOf('GET /nowhere', { 'X-Request-Id': 'abc-2' }), 'abc-2');
    assert.equal(logs.at(-1)?.requestId, 'abc-2');
    for (const hostile of ['a b', '<script>', 'x'.repeat(200), '{"a":1}'])
      assert.match((await idOf('GET /id', { 'X-Request-Id': hostile }))!, /^[0-9a-f]{24}$/);
    const response = await send('GET /id');
    assert.equal(((await response.json()) as string[])[0], response.headers.get('x-request-id'));
  },
);

bothWays('the trace of the client is carried', { routes }, async (send) => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const response = await send('GET /id', { headers: { traceparent } });
  assert.equal(((await response.json()) as string[])[1], '4bf92f3577b34da6a3ce929d0e0e4736');
});

const policy = { names: ['example.com'], www: 'remove', unknown: 421 } as const;

bothWays('a host answers to its names only, and in one form', { routes, hosts: policy }, async (send) => {
  assert.equal((await send('GET http://example.com/cities/7')).status, 200);
  const redirect = await send('GET http://www.example.com/cities/7?x');
  assert.deepEqual([redirect.status, redirect.headers.get('location')], [301, 'http://example.com/cities/7?x']);
  assert.equal((await send('GET http://evil.com/cities/7')).status, 421);
});

bothWays(
  'a thousand requests at once never see each other’s context or log',
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
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, async (_, n) =>
        (await send(`GET /wait/${n}`, { headers: { 'X-Request-Id': `id-${n}` } })).text(),
      ),
    );
    for (const [n, answer] of answers.entries()) assert.equal(answer, `${n} ${n} id-${n}`);
    const told = logs.filter(({ channel }) => channel === 'app');
    assert.equal(told.length, 1_000);
    assert.ok(told.every(({ message, requestId }) => `id-${message.slice(2)}` === requestId));
  },
);

/** The status line of the answer to these bytes. */
async function statusOf(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(text);
  let answer = '';
  for await (const part of socket) answer += String(part);
  return answer.split('\r\n', 1)[0]!;
}

test('over a socket: no Host, two Hosts and an invalid Host are 400', async () => {
  await using host = createTestHost({ routes }).host;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  for (const headers of ['', 'Host: localhost\r\nHost: localhost\r\n', 'Host: bad_host!x\r\n', 'Host: \r\n']) {
    assert.match(
      await statusOf(port, `GET /cities/7 HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`),
      / 400 /,
      headers,
    );
  }
  assert.match(await statusOf(port, 'GET /cities/7 HTTP/1.0\r\n\r\n'), / 200 /);
});

test('over a socket: an absolute target wins over the Host header', async () => {
  await using host = createTestHost({ routes }).host;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(port, '127.0.0.1');
  socket.end('GET http://www.localhost/cities/7 HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n');
  let answer = '';
  for await (const part of socket) answer += String(part);
  assert.match(answer, /"host":"www\.localhost"/);
});

test('over a socket: //, dot segments and encoded slashes stay as they are in the message', async () => {
  const { host: world, logs } = createTestHost({ routes });
  await using host = world;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  for (const path of ['//cities/7', '/cities/../cities/7', '/a%2Fb', '/%FF%FE']) {
    const response = await sendRaw(port, `GET ${path}`);
    assert.equal(response.status, 404, path);
    const { exception } = logs.findLast(({ context }) => context['exception'] !== undefined)!.context;
    assert.equal((exception as Error).message, `No route found for "GET http://localhost${path}"`);
  }
});

test('over a socket: in development only loopback names answer', async () => {
  await using host = createTestHost({ routes, hosts: { names: ['example.com'] } }).host;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const statuses: Record<string, number> = {};
  for (const name of ['localhost', 'www.localhost', '127.0.0.1', '[::1]', 'example.com', 'localhost.evil.com']) {
    statuses[name] = (await sendRaw(port, `GET http://${name}/cities/7`)).status;
  }
  assert.deepEqual(statuses, {
    localhost: 200,
    'www.localhost': 200,
    '127.0.0.1': 200,
    '[::1]': 200,
    'example.com': 421,
    'localhost.evil.com': 421,
  });
});

test('over a socket: the signal is aborted when the client goes away, and kernel.terminate is told', async () => {
  const aborted = Promise.withResolvers<void>();
  const delivered = Promise.withResolvers<boolean>();
  const begun = Promise.withResolvers<void>();
  const slow = route('slow', 'GET /slow', {
    handle: ({ signal }) => {
      begun.resolve();
      signal.addEventListener('abort', () => aborted.resolve());
      return aborted.promise;
    },
  });
  const end = on('kernel.terminate', 0, 'end', ({ delivery }) => delivered.resolve(delivery.aborted));
  await using host = createTestHost({ routes: [slow], listeners: [end] }).host;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await begun.promise;
  socket.destroy();
  await aborted.promise;
  assert.equal(await delivered.promise, true);
});

test('kernel.terminate runs after the last byte, whatever was answered', async () => {
  for (const [path, body] of [
    ['/text', 'text'],
    ['/stream', 'abc'],
    ['/nowhere', undefined],
  ] as const) {
    const terminated = Promise.withResolvers<number>();
    const stream = () => new HttpResponse(200, [], new Blob(['a', 'b', 'c']).stream());
    const { host: world } = createTestHost({
      routes: [
        route('text', 'GET /text', { handle: () => 'text' }),
        route('stream', 'GET /stream', { handle: stream }),
      ],
      listeners: [on('kernel.terminate', 0, 'end', ({ delivery }) => terminated.resolve(delivery.bytes))],
    });
    await using host = world;
    const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
    const response = await sendRaw(port, `GET ${path}`);
    const text = await response.text();
    if (body !== undefined) assert.equal(text, body);
    assert.equal(await terminated.promise, text.length, path);
  }
});

test('over a socket: OPTIONS * tells what the whole server understands', async () => {
  await using host = createTestHost({ routes }).host;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(port, '127.0.0.1');
  socket.end('OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  let answer = '';
  for await (const part of socket) answer += String(part);
  assert.match(answer, /^HTTP\/1\.1 204 .*\r\nAllow: GET, HEAD, POST, OPTIONS\r\n/s);
});
