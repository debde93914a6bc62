import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { connect as connectTcp, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpResponse } from '../../packages/core/src/http/response.ts';
import type { ServerOptions } from '../../packages/host/src/server/server-options.ts';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.ts';
import { openConnection, exchange } from './raw-socket.ts';
import { serve } from './serve.ts';

const MEGABYTE = 1_048_576;
const TLS = { tls: { key: TEST_KEY, cert: TEST_CERTIFICATE }, http2: true };
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

interface Report {
  readonly rss: number;
  readonly connections: number;
}

async function serveInProcess(t: TestContext, limits: ServerOptions['limits'] = {}) {
  // The space for new objects would grow by up to 128 MB, depending on how often the collector runs.
  const execArgv = [...process.execArgv, '--max-semi-space-size=8'];
  const child = fork(new URL('./serve-process.ts', import.meta.url), [JSON.stringify({ limits })], { execArgv });
  t.after(() => child.kill('SIGKILL'));
  const receive = async () => (await once(child, 'message'))[0] as unknown;
  const ports = (await receive()) as { plain: number; secure: number };
  const report = async (): Promise<Report> => {
    child.send('rss');
    return (await receive()) as Report;
  };
  return { ...ports, report };
}

// Returns the largest of several measurements, because memory use varies.
async function largest(report: () => Promise<Report>, times: number): Promise<number> {
  let most = 0;
  for (let i = 0; i < times; i++) {
    most = Math.max(most, (await report()).rss);
    await sleep(100);
  }
  return most;
}

async function openSession(t: TestContext, port: number, window?: number) {
  const settings = window === undefined ? {} : { settings: { initialWindowSize: window } };
  const session = connect(`https://127.0.0.1:${port}`, { ca: TEST_CERTIFICATE, ...settings });
  session.on('error', () => {});
  t.after(() => session.destroy());
  await once(session, 'connect');
  return session;
}

describe('clients that do not read', () => {
  for (const path of ['/16384', '/late/4096', '/1']) {
    it(`make a server grow by less than 100 MB with 200 connections that pipeline GET ${path}`, async (t) => {
      const { plain, report } = await serveInProcess(t);
      await exchange(plain, get(path).repeat(20), 100);
      const before = (await report()).rss;
      const sockets = await Promise.all(Array.from({ length: 200 }, () => openConnection(plain)));
      t.after(() => sockets.forEach((socket) => socket.destroy()));
      for (const socket of sockets) socket.on('error', () => {}).write(get(path).repeat(10_000));
      const grown = (await largest(report, 20)) - before;
      assert.ok(grown < 100 * MEGABYTE, `The server grew by ${Math.round(grown / MEGABYTE)} MB`);
    });
  }

  it('make a server grow by less than 100 MB with 50 HTTP/2 sessions without a window', async (t) => {
    const { secure, report } = await serveInProcess(t);
    await openSession(t, secure, 0);
    const sessions = await Promise.all(Array.from({ length: 50 }, () => openSession(t, secure, 0)));
    const before = (await report()).rss;
    for (const session of sessions)
      for (let i = 0; i < 20; i++) session.request({ ':path': '/200000' }).on('error', () => {});
    const grown = (await largest(report, 30)) - before;
    assert.ok(grown < 100 * MEGABYTE, `The server grew by ${Math.round(grown / MEGABYTE)} MB`);
  });

  it('are disconnected after the write timeout over HTTP/1.1', async (t) => {
    const { port, app } = await serve(t, () => new HttpResponse(200, [], new Uint8Array(50 * MEGABYTE)), {
      limits: { writeTimeout: 200 },
    });
    const socket = await openConnection(port);
    socket.on('error', () => {}).write(get('/'));
    await waitForDelivery(app.deliveries);
    assert.equal(app.deliveries[0]!.aborted, true);
    socket.destroy();
  });

  it('are disconnected after the write timeout over TLS', async (t) => {
    const { port, app } = await serve(t, () => new HttpResponse(200, [], new Uint8Array(50 * MEGABYTE)), {
      ...TLS,
      limits: { writeTimeout: 200 },
    });
    const socket = connectTls({ port, host: '127.0.0.1', ca: TEST_CERTIFICATE });
    t.after(() => socket.destroy());
    socket.on('error', () => {}).write(get('/'));
    await waitForDelivery(app.deliveries);
    assert.equal(app.deliveries[0]!.aborted, true);
  });

  it('are disconnected after the write timeout if they grant no HTTP/2 window', async (t) => {
    const { port, app } = await serve(t, ({ path }) => new HttpResponse(200, [], path.padEnd(1_000)), {
      ...TLS,
      limits: { writeTimeout: 200 },
    });
    const session = await openSession(t, port, 0);
    const stream = session.request({ ':path': '/' }).on('error', () => {});
    await once(stream, 'close');
    assert.equal(stream.rstCode, 8);
    assert.equal(app.deliveries[0]!.aborted, true);
    session.settings({ initialWindowSize: 65_535 });
    const { text } = await read(session.request({ ':path': '/next' }));
    assert.equal(text.trim(), '/next');
  });

  it('keep their connection if they read slowly, but go on', async (t) => {
    const size = 20 * MEGABYTE;
    const { port } = await serve(t, () => new HttpResponse(200, ['Connection', 'close'], new Uint8Array(size)), {
      limits: { writeTimeout: 1_000 },
    });
    const socket = await openConnection(port);
    socket.write(get('/'));
    let received = 0;
    // Takes at least three times as long as the time-out, which a busy machine must not reach between two reads.
    socket.on('data', (bytes) => {
      received += bytes.byteLength;
      socket.pause();
      setTimeout(() => socket.resume(), 10);
    });
    await once(socket, 'close');
    assert.ok(received > size);
  });
});

describe('pipelined requests', () => {
  it('are processed one after another, in order', async (t) => {
    let running = 0;
    let most = 0;
    const { port } = await serve(t, async ({ path }) => {
      most = Math.max(most, ++running);
      await sleep(path === '/0' ? 50 : 1);
      running--;
      return new HttpResponse(200, [], `[${path}]`);
    });
    const wanted = Array.from({ length: 100 }, (_, i) => `/${i}`);
    const { text } = await exchange(port, wanted.map(get).join(''), 1_000);
    assert.deepEqual(
      [...text.matchAll(/\[(\/\d+)\]/g)].map(([, path]) => path),
      wanted,
    );
    assert.equal(most, 1);
  });

  it('are answered while 128 wait, and then the connection closes', async (t) => {
    const { port } = await serve(t, async () => {
      await sleep(1);
      return new HttpResponse(200, [], 'x');
    });
    assert.equal((await exchange(port, get('/').repeat(128), 1_000)).text.match(/keep-alive\r/g)?.length, 128);
    const { text, closed } = await exchange(port, get('/').repeat(5_000), 1_000);
    assert.deepEqual(
      [text.match(/HTTP/g)?.length, text.match(/Connection: (\S+)/g)?.at(-1), closed],
      [129, 'Connection: close', true],
    );
  });

  it('with bodies are read in their turn', async (t) => {
    const { port } = await serve(t, async ({ body }) => {
      await sleep(5);
      return new HttpResponse(200, [], `[${await body.text()}]`);
    });
    const post = (body: string) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const long = 'x'.repeat(200_000);
    const { text } = await exchange(port, post('a') + post(long) + post('c'), 500);
    assert.deepEqual(
      [...text.matchAll(/\[(\w+)\]/g)].map(([, body]) => body!.length),
      [1, 200_000, 1],
    );
  });
});

describe('an HTTP/2 session', () => {
  it('receives every response when 40 MB of them wait', async (t) => {
    const { port } = await serve(
      t,
      async ({ path }) => {
        await sleep(1);
        return new HttpResponse(200, [], new Uint8Array(MEGABYTE).fill(path.length));
      },
      TLS,
    );
    const session = await openSession(t, port);
    const streams = Array.from({ length: 40 }, () => session.request({ ':path': '/' }));
    await sleep(300);
    const received = await Promise.all(streams.map(read));
    assert.deepEqual(
      received.map(({ text, code }) => [text.length, code]),
      streams.map(() => [MEGABYTE, 0]),
    );
  });

  it('receives every stream when 40 MB of them wait', async (t) => {
    const chunk = () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(MEGABYTE));
          controller.close();
        },
      });
    const { port } = await serve(t, () => new HttpResponse(200, [], chunk()), TLS);
    const session = await openSession(t, port);
    const streams = Array.from({ length: 40 }, () => session.request({ ':path': '/' }));
    await sleep(300);
    const received = await Promise.all(streams.map(read));
    assert.deepEqual(
      received.map(({ text, code }) => [text.length, code]),
      streams.map(() => [MEGABYTE, 0]),
    );
  });
});

describe('the write timeout of an HTTP/2 stream', () => {
  const size = 100_000;
  // Asynchronous, so that every request starts before a response waits.
  const buffered = async () => {
    await sleep(20);
    return new HttpResponse(200, [], new Uint8Array(size));
  };
  const streamed = () => new HttpResponse(200, [], new Blob([new Uint8Array(size)]).stream());
  for (const [name, handler] of Object.entries({ whole: buffered, streamed })) {
    it(`does not reset the ${name} responses that wait for others on a slow connection`, async (t) => {
      const { port } = await serve(t, handler, { ...TLS, limits: { writeTimeout: 250 } });
      const session = await openSession(t, await startSlowProxy(t, port, 1_000_000));
      const streams = Array.from({ length: 40 }, () => session.request({ ':path': '/' }));
      const received = await Promise.all(streams.map(read));
      assert.deepEqual(
        received.map(({ text, code }) => [text.length, code]),
        streams.map(() => [size, 0]),
      );
    });
  }

  it('resets a stream without a window while the client sends pings', async (t) => {
    const { port } = await serve(t, () => new HttpResponse(200, [], 'x'.repeat(1_000)), {
      ...TLS,
      limits: { writeTimeout: 200 },
    });
    const session = await openSession(t, port, 0);
    const pings = setInterval(() => session.ping(() => {}), 20);
    session.once('close', () => clearInterval(pings));
    const stream = session.request({ ':path': '/' }).on('error', () => {});
    await once(stream, 'close');
    clearInterval(pings);
    assert.equal(stream.rstCode, 8);
  });
});

// Starts a proxy to a server with a limited rate towards the client.
async function startSlowProxy(t: TestContext, port: number, bytesPerSecond: number): Promise<number> {
  const proxy = createServer((client) => {
    const server = connectTcp(port, '127.0.0.1');
    client.on('error', () => {}).pipe(server.on('error', () => {}));
    server.on('readable', () => {});
    const timer = setInterval(() => {
      const bytes = server.read(Math.min(bytesPerSecond / 50, server.readableLength)) as Buffer | null;
      if (bytes) client.write(bytes);
    }, 20);
    client.once('close', () => {
      clearInterval(timer);
      server.destroy();
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => proxy.close());
  return (proxy.address() as AddressInfo).port;
}

async function read(stream: ReturnType<Awaited<ReturnType<typeof openSession>>['request']>) {
  let text = '';
  stream.on('error', () => {}).setEncoding('latin1');
  stream.on('data', (data: string) => (text += data));
  if (!stream.closed) await once(stream, 'close');
  return { text, code: stream.rstCode };
}

async function waitForDelivery(deliveries: readonly unknown[]): Promise<void> {
  while (deliveries.length === 0) await sleep(10);
}
