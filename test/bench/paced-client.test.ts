import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server as TcpServer } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PacedClient } from '../../bench/lib/paced-client.ts';

test('connects again when the server closes a connection between two requests', async (t) => {
  const { server, port } = await listen(t, answerOrder);
  const client = await PacedClient.open({ port, path: '/orders', body: '{}' });
  t.after(() => client.close());
  const closed = once(server, 'closed');
  server.closeAllConnections();
  await closed;
  // The client also receives the end of the connection.
  await sleep(20);
  await client.request(performance.now());
  assert.equal(client.times.length, 1);
});

test('sends a request again when the server closes its connection without a response', async (t) => {
  const bodies: string[] = [];
  const { port } = await listen(t, (request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
    request.on('end', () => (bodies.length === 2 ? request.socket.destroy() : answerOrder(request, response)));
  });
  let count = 0;
  const client = await PacedClient.open({ port, path: '/orders', body: () => `{"nth":${++count}}` });
  t.after(() => client.close());
  await client.request(performance.now());
  assert.deepEqual(bodies, ['{"nth":1}', '{"nth":2}', '{"nth":2}']);
});

test('receives responses whose heads differ, also in parts', async (t) => {
  const heads = ['X-Debug-Token: 0123ab\r\n', '', 'X-Debug-Token: 0123ac\r\n'];
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => {
      const text = `HTTP/1.1 200 OK\r\n${heads.shift()}Content-Length: 5\r\n\r\nhello`;
      socket.write(text.slice(0, 20));
      setImmediate(() => socket.write(text.slice(20)));
    });
  });
  const port = await listening(t, server);
  const client = await PacedClient.open({ port, path: '/orders', body: '{}' });
  t.after(() => client.close());
  for (let nth = 1; nth <= 2; nth++) await client.request(performance.now());
  assert.equal(client.times.length, 2);
});

test('rejects a request if the server stops', async (t) => {
  const { server, port } = await listen(t, (request, response) => {
    if (request.url !== '/last') return answerOrder(request, response);
    server.close();
    server.closeAllConnections();
  });
  const paths = ['/first', '/last'];
  const client = await PacedClient.open({ port, path: () => paths.shift()!, body: '{}' });
  await assert.rejects(
    client.request(performance.now()),
    /closed a connection after 0 bytes of a response: .*request 2 of/,
  );
});

test('rejects a request whose response is an error', async (t) => {
  let count = 0;
  const { port } = await listen(t, (request, response) => {
    response.statusCode = count++ === 0 ? 200 : 500;
    answerOrder(request, response);
  });
  const client = await PacedClient.open({ port, path: '/orders', body: '{}' });
  await assert.rejects(client.request(performance.now()), /Unexpected response: HTTP\/1\.1 500/);
});

const answerOrder: RequestListener = (_request, response) => response.end('{"total":100}');

/** Starts a server that emits `closed` when the client has closed its side of a connection. */
async function listen(t: TestContext, listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener);
  server.on('connection', (socket) => socket.on('close', () => setImmediate(() => server.emit('closed'))));
  t.after(() => server.closeAllConnections());
  return { server, port: await listening(t, server) };
}

async function listening(t: TestContext, server: TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
