import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { listen } from '../cli/listen.ts';
import { MemoryProfileStorage } from '../store/memory/memory-profile-storage.ts';
import { PagesServer } from './serve.ts';

const LIST = '/_profiler/empty/search/results';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

async function start(t: TestContext, storage = new MemoryProfileStorage()) {
  const pages = new PagesServer({ storage, title: 'Oriel', key: undefined, keyOnly: false });
  const ports = new Set<unknown>();
  const listener: RequestListener = (message, response) => {
    ports.add(message.socket.remotePort);
    pages.serve(message, response);
  };
  const { url, close } = await listen(listener, { host: '127.0.0.1', port: 0 });
  t.after(close);
  return { pages, ports, url, close };
}

interface Sent {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  readonly agent?: Agent;
}

async function send(url: string, { body, ...options }: Sent = {}): Promise<[IncomingMessage, Buffer]> {
  const sent = request(url, options).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return [response, await buffer(response)];
}

test('compresses large pages for clients that accept gzip, and announces the same headers to HEAD', async (t) => {
  const { url } = await start(t);
  const [, plain] = await send(`${url}/_profiler/search-syntax.md`);
  for (const accept of ['gzip', 'br, gzip;q=0.1', '*']) {
    const headers = { 'Accept-Encoding': accept };
    const [{ headers: received }, bytes] = await send(`${url}/_profiler/search-syntax.md`, { headers });
    assert.deepEqual([received['content-encoding'], received.vary], ['gzip', 'Accept, Accept-Encoding']);
    assert.deepEqual(gunzipSync(bytes), plain);
    const [head, none] = await send(`${url}/_profiler/search-syntax.md`, { method: 'HEAD', headers });
    const { date: _, ...expected } = received;
    assert.deepEqual({ ...head.headers, date: undefined }, { ...expected, date: undefined });
    assert.equal(none.length, 0);
  }
  for (const accept of ['gzip;q=0', 'br', 'identity, gzip;q=0.5']) {
    const [{ headers }, bytes] = await send(`${url}/_profiler/search-syntax.md`, {
      headers: { 'Accept-Encoding': accept },
    });
    assert.deepEqual([headers['content-encoding'], headers['content-length']], [undefined, String(plain.length)]);
    assert.deepEqual(bytes, plain);
  }
});

test('keeps the connection after a body that no page reads, and after one that is too large', async (t) => {
  const { ports, url } = await start(t);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const large = 'x'.repeat(3_000_000);
  for (const [method, path, headers, status] of [
    ['GET', LIST, {}, 200],
    ['PUT', LIST, {}, 405],
    ['POST', '/nothing', {}, 404],
    ['POST', '/_profiler/search', FORM, 413],
    ['POST', '/_profiler/search', { ...FORM, 'Transfer-Encoding': 'chunked' }, 413],
    ['POST', '/_profiler/search', { ...FORM, Expect: '100-continue' }, 413],
  ] as const) {
    const sized = 'Transfer-Encoding' in headers ? headers : { ...headers, 'Content-Length': large.length };
    const [response] = await send(url + path, { method, agent, body: large, headers: sized });
    assert.equal(response.statusCode, status, `${method} ${path}`);
  }
  assert.equal(ports.size, 1);
});

test('a client that sends part of a form and disconnects leaves nothing behind', async (t) => {
  const { ports, url, close } = await start(t);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('POST /_profiler/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nq=');
  while (ports.size === 0) await sleep(5);
  socket.destroy();
  assert.equal((await send(url + LIST))[0].statusCode, 200);
  await close();
});

test('invalid requests have a problem document without internals', async (t) => {
  const storage = new MemoryProfileStorage();
  storage.find = () => {
    throw new Error('planted-secret');
  };
  const { url } = await start(t, storage);
  for (const [path, headers, status] of [
    [LIST, {}, 500],
    ['/nothing', {}, 404],
    ['/_profiler/%ff', {}, 400],
    [`/_profiler/${'x'.repeat(9_000)}`, {}, 414],
    [LIST, { Host: 'attacker.example' }, 403],
    [LIST, { Host: 'not a host' }, 400],
  ] as const) {
    const [response, bytes] = await send(url + path, { headers: { Accept: 'application/json', ...headers } });
    const problem = JSON.parse(String(bytes)) as { status: number };
    assert.deepEqual([response.statusCode, problem.status], [status, status], path.slice(0, 40));
    assert.equal(response.headers['x-frame-options'], 'DENY');
    assert.doesNotMatch(String(bytes), /planted-secret|\.ts/);
  }
});

test('replaces the headers that an application has set for all of its responses', async (t) => {
  const pages = new PagesServer({
    ...{ storage: new MemoryProfileStorage(), title: 'Oriel', key: undefined, keyOnly: false },
  });
  const listener: RequestListener = (message, response) => {
    response.setHeader('Content-Security-Policy', "default-src 'self'").setHeader('X-Powered-By', 'Express');
    pages.serve(message, response);
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const [{ headers }] = await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}${LIST}`, {
    agent: new Agent(),
  });
  assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'nonce-/);
  assert.equal(headers['x-powered-by'], 'Express');
});

test('serves pages, forms and live rows over HTTP/2', async (t) => {
  const pages = new PagesServer({
    ...{ storage: new MemoryProfileStorage(), title: 'Oriel', key: undefined, keyOnly: false },
  });
  const server = createHttp2Server(pages.serve as never).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  t.after(() => (client.destroy(), server.close()));
  const open = async (headers: OutgoingHttpHeaders, body = '') => {
    const stream = client.request(headers, { endStream: body === '' });
    if (body !== '') stream.end(body);
    const [received] = (await once(stream, 'response')) as [Record<string, unknown>];
    return { stream, received };
  };
  for (const method of ['GET', 'HEAD']) {
    const { stream, received } = await open({ ':path': LIST, ':method': method });
    assert.equal(received[':status'], 200);
    assert.equal((await buffer(stream)).length, method === 'HEAD' ? 0 : Number(received['content-length']));
  }
  const form = { ':path': '/_profiler/search', ':method': 'POST', 'content-type': FORM['Content-Type'] };
  for (const [body, status] of [
    ['q=status:404', 303],
    ['x'.repeat(2_000_000), 413],
  ] as const) {
    const { stream, received } = await open(form, body);
    assert.equal(received[':status'], status);
    await buffer(stream);
  }
  const { stream, received } = await open({ ':path': '/_profiler/tail' });
  assert.equal(received['content-type'], 'text/event-stream; charset=utf-8');
  assert.match(String((await once(stream, 'data'))[0]), /^retry:/);
  pages.close();
  await once(stream, 'end');
});

test('closing ends live rows, and does not wait for connections without a request', async (t) => {
  const { pages, url, close } = await start(t);
  const unused = connect(Number(new URL(url).port), '127.0.0.1');
  await once(unused, 'connect');
  const { body } = await fetch(`${url}/_profiler/tail`);
  const reader = body!.getReader();
  await reader.read();
  pages.close();
  const closed = close();
  while (!(await reader.read()).done);
  await Promise.all([closed, once(unused.resume(), 'close')]);
});
