import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../../test/robustness/certificate.ts';
import { RequestSender } from './request-sender.ts';
import type { OutgoingRequest, ReceivedResponse, SendLimits } from './request-sender.ts';

const GET: OutgoingRequest = { method: 'GET', target: '/', headers: [['Host', 'a']], body: undefined };

test('sends the target, the headers and the body as they are given', async (t) => {
  const bytes = await receiveBytes(t, {
    method: 'PURGE',
    target: '//a/../%zz?é'.replace('é', '\xe9'),
    headers: [
      ['hOST', 'other.example'],
      ['X-Twice', 'a'],
      ['x-other', 'caf\xe9'],
      ['x-twice', ''],
      ['Connection', 'close'],
      ['Content-Length', '2'],
    ],
    body: Buffer.from([0xff, 0]),
  });
  assert.equal(
    bytes,
    'PURGE //a/../%zz?\xe9 HTTP/1.1\r\nhOST: other.example\r\nX-Twice: a\r\nx-other: caf\xe9\r\nx-twice: \r\nConnection: close\r\nContent-Length: 2\r\n\r\n\xff\0',
  );
});

test('accepts a self-signed certificate of this machine, and of no other', async (t) => {
  const server = createSecureServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (_request, response) =>
    response.end('ok'),
  );
  const port = await listen(t, server);
  for (const host of ['localhost', '127.0.0.1']) {
    const response = await send(t, `https://${host}:${port}`);
    assert.deepEqual([response.status, response.body.toString()], [200, 'ok'], response.failure?.message);
  }
  // 127.0.0.1, but not by a name that can be nothing else.
  const response = await send(t, `https://[::ffff:127.0.0.1]:${port}`);
  assert.equal(response.status, 0);
  assert.match(response.failure!.message, /self-signed/);
});

test('follows no redirect, and returns all header lines', async (t) => {
  const headers = ['Location', 'http://evil.example/', 'Set-Cookie', 'a=1', 'set-cookie', 'b=2'];
  const { port } = await serve(t, (_request, response) => response.writeHead(302, headers).end());
  const response = await send(t, `http://localhost:${port}`);
  assert.equal(response.status, 302);
  assert.deepEqual(
    response.headers.slice(0, 3).map(([name, value]) => `${name}: ${value}`),
    ['Location: http://evil.example/', 'Set-Cookie: a=1', 'set-cookie: b=2'],
  );
});

test('returns what arrived before the time limit, the end of the connection or an abort', async (t) => {
  const { port } = await serve(t, (request, response) => {
    response.write('begin');
    if (request.url === '/close') setTimeout(() => response.destroy(), 20);
  });
  const origin = `http://localhost:${port}`;
  const late = await send(t, origin, GET, { timeoutMs: 100 });
  assert.deepEqual([late.status, late.body.toString(), late.isPartial], [200, 'begin', true]);
  assert.deepEqual(late.failure, { kind: 'timeout', message: 'the response was not complete after 100 ms' });
  const closed = await send(t, origin, { ...GET, target: '/close' });
  assert.deepEqual([closed.status, closed.body.toString(), closed.failure?.kind], [200, 'begin', 'connection']);
  const aborted = await send(t, origin, GET, { timeoutMs: 10_000, signal: AbortSignal.timeout(100) });
  assert.deepEqual([aborted.isPartial, aborted.failure?.kind], [true, 'aborted']);
  const before = await send(t, origin, GET, { timeoutMs: 10_000, signal: AbortSignal.abort() });
  assert.deepEqual([before.status, before.failure?.kind], [0, 'aborted']);
});

test('reads a response up to the limit of bytes, and none of a stream of events', async (t) => {
  const { port } = await serve(t, (request, response) => {
    if (request.url === '/events')
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
    else response.end('x'.repeat(100_000));
  });
  const long = await send(t, `http://localhost:${port}`, GET, { timeoutMs: 10_000, maxBytes: 1_000 });
  assert.deepEqual([long.body.length, long.isPartial, long.failure], [1_000, true, undefined]);
  const events = await send(t, `http://localhost:${port}`, { ...GET, target: '/events' });
  assert.deepEqual([events.status, events.body.length, events.isPartial], [200, 0, true]);
});

test('a request that Node.js does not send, and a server that does not answer, are failures', async (t) => {
  for (const invalid of [{ target: '/a b' }, { method: 'A B' }, { headers: [['X', 'a\r\nb']] }] as const) {
    const { status, failure } = await send(t, 'http://localhost:1', { ...GET, ...invalid });
    assert.deepEqual([status, failure?.kind], [0, 'connection']);
    assert.match(failure!.message, /^the request cannot be sent: /);
  }
  const { failure } = await send(t, 'http://localhost:1');
  assert.match(failure!.message, /^the connection failed: connect ECONNREFUSED /);
});

test('sends a request again only if the server has closed a connection that was kept', async (t) => {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections++;
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      socket.once('data', () => socket.resetAndDestroy());
    });
  });
  const sender = new RequestSender(new URL(`http://localhost:${await listen(t, server)}`), { keepAlive: true });
  t.after(() => sender.close());
  const request = { ...GET, headers: [...GET.headers, ['Connection', 'keep-alive'] as const] };
  for (let count = 0; count < 2; count++) assert.equal((await sender.send(request, { timeoutMs: 5_000 })).status, 200);
  assert.equal(connections, 2);
  let closed = 0;
  const closing = createTcpServer((socket) => {
    closed++;
    socket.once('data', () => socket.resetAndDestroy());
  });
  const failed = await send(t, `http://localhost:${await listen(t, closing)}`);
  assert.deepEqual([failed.status, failed.failure?.kind, closed], [0, 'connection', 1]);
});

async function send(
  t: TestContext,
  origin: string,
  request = GET,
  limits: SendLimits = { timeoutMs: 10_000 },
): Promise<ReceivedResponse> {
  const sender = new RequestSender(new URL(origin));
  t.after(() => sender.close());
  return sender.send(request, limits);
}

async function serve(t: TestContext, listener: RequestListener): Promise<{ port: number }> {
  const server = createServer(listener);
  t.after(() => server.closeAllConnections());
  return { port: await listen(t, server) };
}

async function listen(t: TestContext, server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Returns the bytes of a request as a server receives them. */
async function receiveBytes(t: TestContext, request: OutgoingRequest): Promise<string> {
  let text = '';
  const server = createTcpServer((socket) => {
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += String(chunk);
      if (text.endsWith('\0')) socket.end('HTTP/1.1 204 No Content\r\n\r\n');
    });
  });
  const port = await listen(t, server);
  assert.equal((await send(t, `http://localhost:${port}`, request)).status, 204);
  return text;
}
