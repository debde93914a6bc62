import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { countInstances } from '../../../../test/robustness/heap.ts';
import { openConnection, exchange, problemIn, statuses } from '../../../../test/robustness/raw-socket.ts';
import { StubApplication, serve } from '../../../../test/robustness/serve.ts';
import { HttpResponse } from '../../../core/src/http/response.ts';
import { NodeServer } from './node-server.ts';
import { NodeExchange } from './node-exchange.ts';
import { resolveLimits } from './server-options.ts';

const QUIET = 150;
const text = (body: string) => new HttpResponse(200, ['Content-Type', 'text/plain'], body);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5);
}

describe('NodeServer', () => {
  it('rejects listen with the port in use and a fix', async (t) => {
    const { port } = await serve(t, () => text('x'));
    await assert.rejects(
      new NodeServer(new StubApplication(() => text('x')), { port }).listen(),
      /port \d+ on 127\.0\.0\.1 is in use.*choose another port/,
    );
  });

  it('throws TypeError for invalid options', () => {
    const app = new StubApplication(() => text('x'));
    assert.throws(
      () => new NodeServer(app, { proxies: ['10.0.0.0/33'] }),
      /proxies: "10\.0\.0\.0\/33" is neither an address nor a CIDR block/,
    );
    assert.throws(() => new NodeServer(app, { limits: { body: -1 } }), /limits\.body: It is -1/);
    assert.throws(() => new NodeServer(app, { http2: true }), /http2 requires tls/);
  });

  it('answers pipelined requests in order, also if the first takes longer', async (t) => {
    const { port } = await serve(t, async ({ path }) => {
      if (path === '/1') await sleep(30);
      return text(`answer ${path}`);
    });
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const { text: received } = await exchange(port, get('/1') + get('/2') + get('/3'), QUIET);
    assert.deepEqual(received.match(/answer \/\d/g), ['answer /1', 'answer /2', 'answer /3']);
  });

  it('releases answered requests while their connections stay open', async (t) => {
    const { port } = await serve(t, async ({ body }) => text(`got ${await body.text()}`));
    const before = countInstances(NodeExchange);
    const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi';
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openConnection(port)));
    for (const [i, socket] of sockets.entries()) {
      socket.write(i % 2 === 0 ? get : post);
      await once(socket, 'data');
    }
    await sleep(20);
    // Requests of earlier tests may be collected meanwhile.
    assert.ok(countInstances(NodeExchange) <= before);
    for (const socket of sockets) socket.destroy();
  });

  it('does not normalize the request target', async (t) => {
    const { port } = await serve(t, ({ path, query, host }) => text(`<${host} ${path} ${query}>`));
    const ask = async (target: string) =>
      /<.*>/.exec((await exchange(port, `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`, QUIET)).text)?.[0];
    assert.equal(await ask('//a/../%2e/%2F?x=%zz'), '<a //a/../%2e/%2F x=%zz>');
    assert.equal(await ask('http://b.example:80/x?y'), '<b.example /x y>');
  });

  for (const [what, head] of [
    ['missing', ''],
    ['duplicated', 'Host: a\r\nhost: a\r\n'],
    ['invalid', 'Host: a b\r\n'],
  ]) {
    it(`responds with 400 if Host is ${what}`, async (t) => {
      const { port } = await serve(t, () => text('x'));
      const { text: received } = await exchange(port, `GET / HTTP/1.1\r\n${head}\r\n`, QUIET);
      assert.deepEqual(statuses(received), [400]);
      assert.equal(problemIn(received).type, '/problems/invalid-host');
    });
  }

  it('sends 100 Continue only if the application reads the body', async (t) => {
    const { port } = await serve(t, async ({ path, body }) => text(path === '/read' ? await body.text() : 'unread'), {
      limits: { body: 10 },
    });
    const post = (path: string, length: number, expect = '100-continue') =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nExpect: ${expect}\r\nContent-Length: ${length}\r\n\r\n`;
    assert.deepEqual(statuses((await exchange(port, [post('/read', 3), 'abc'], QUIET)).text), [100, 200]);
    const unread = await exchange(port, post('/unread', 3));
    assert.deepEqual([statuses(unread.text), unread.closed], [[200], true]);
    assert.deepEqual(statuses((await exchange(port, post('/read', 11))).text), [413]);
    assert.deepEqual(statuses((await exchange(port, post('/read', 3, 'tea'), QUIET)).text), [417]);
  });

  it('keeps the connection open after a small unread body', async (t) => {
    const { port } = await serve(t, () => text('unread'));
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc';
    assert.deepEqual(statuses((await exchange(port, post + post, QUIET)).text), [200, 200]);
  });

  it('delivers the response to a client that is still sending an unread body', async (t) => {
    const { port } = await serve(t, () => text('enough'));
    const length = 8_000_000;
    const { text: received, closed } = await exchange(port, [
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`,
      'a'.repeat(length),
    ]);
    assert.match(received, /Connection: close[^]*enough$/);
    assert.ok(closed);
  });

  it('sends 103 Early Hints before the response', async (t) => {
    const { port } = await serve(t, ({ incoming }) => {
      incoming.earlyHints(['</a.css>; rel=preload; as=style']);
      return text('x');
    });
    const { text: received } = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', QUIET);
    assert.deepEqual(statuses(received), [103, 200]);
    assert.match(received, /^Link: <\/a\.css>; rel=preload; as=style/m);
    assert.deepEqual(statuses((await exchange(port, 'GET / HTTP/1.0\r\n\r\n')).text), [200]);
  });

  it('aborts the signal and cancels the response stream when the client disconnects', async (t) => {
    let signal: AbortSignal | undefined;
    let cancelled = false;
    const { port, app } = await serve(t, (context) => {
      signal = context.signal;
      return new HttpResponse(200, [], new ReadableStream({ cancel: () => void (cancelled = true) }));
    });
    const socket = await openConnection(port);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    assert.equal(signal!.aborted, false);
    socket.destroy();
    await until(() => cancelled && signal!.aborted && app.deliveries.length === 1);
    assert.equal(app.deliveries[0]!.aborted, true);
  });

  it('does not abort the signal of an answered request', async (t) => {
    let signal: AbortSignal | undefined;
    const { port, app } = await serve(t, (context) => {
      signal = context.signal;
      return text('x');
    });
    await exchange(port, 'GET / HTTP/1.0\r\n\r\n');
    await until(() => app.deliveries.length === 1);
    assert.equal(signal!.aborted, false);
    assert.equal(app.deliveries[0]!.bytes, 1);
  });

  it('reads a response stream no faster than the client receives it', async (t) => {
    let produced = 0;
    const piece = new Uint8Array(65_536);
    const { port } = await serve(
      t,
      () =>
        new HttpResponse(
          200,
          [],
          new ReadableStream({
            pull(controller) {
              produced += piece.length;
              if (produced > 200_000_000) controller.close();
              else controller.enqueue(piece);
            },
          }),
        ),
    );
    const socket = await openConnection(port);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    for (let before = -1; before !== produced || produced === 0;) {
      before = produced;
      await sleep(50);
    }
    assert.ok(produced < 50_000_000, `the stream produced ${produced} bytes for a client that reads none`);
    socket.destroy();
  });

  it('reads a request body no faster than the controller consumes it', async (t) => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const { port } = await serve(
      t,
      async ({ body }) => {
        const reader = body.stream().getReader();
        await reader.read();
        await released;
        await reader.cancel();
        return text('done');
      },
      { limits: { body: 1e9 } },
    );
    const socket = await openConnection(port);
    socket.on('error', () => {});
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000000\r\n\r\n');
    while (socket.write(Buffer.alloc(65_536)) && socket.bytesWritten < 100_000_000);
    await sleep(100);
    assert.ok(socket.writableLength > 0, 'the server received everything although the controller does not read');
    release();
    socket.destroy();
  });

  it('aborts the connection if a stream fails or differs from its Content-Length', async (t) => {
    const { port, app } = await serve(t, ({ path }) => {
      let pulls = 0;
      const stream = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (pulls++ === 0) controller.enqueue(new Uint8Array([65, 65]));
          else if (path === '/fails') controller.error(new Error('half-way'));
          else controller.close();
        },
      });
      const length = path === '/short' ? ['Content-Length', '3'] : path === '/long' ? ['Content-Length', '1'] : [];
      return new HttpResponse(200, length, stream);
    });
    for (const path of ['/fails', '/short', '/long']) {
      const { text: received, closed } = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      assert.ok(closed, path);
      assert.doesNotMatch(received, /0\r\n\r\n$/, path);
    }
    await until(() => app.deliveries.length === 3);
    assert.deepEqual(
      app.deliveries.map(({ aborted }) => aborted),
      [true, true, true],
    );
  });

  it('responds with a plain 500 if the application throws, rejects or returns no response', async (t) => {
    const broken = [
      () => {
        throw new Error('thrown');
      },
      () => Promise.reject(new Error('rejected')),
      () => ({ method: 'GET', response: undefined }),
    ];
    for (const handle of broken) {
      const server = new NodeServer({ handle: handle as never }, { port: 0 });
      const { port } = await server.listen();
      t.after(() => server.close(10));
      const { text: received } = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', QUIET);
      assert.deepEqual(statuses(received), [500]);
      assert.match(received, /application\/problem\+json/);
    }
  });

  it('closes connections above the limit', async (t) => {
    const { port } = await serve(t, () => text('x'), { limits: { connections: 1 } });
    const first = await openConnection(port);
    const second = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    assert.deepEqual([second.text, second.closed], ['', true]);
    first.destroy();
  });

  it('admits 10,000 idle connections by default', () => {
    assert.ok(resolveLimits().connections > 10_000);
  });

  it('closes the connection after an HTTP/1.0 request with Transfer-Encoding', async (t) => {
    const { port, server } = await serve(t, async ({ body }) => text(`[${await body.text()}]`));
    const chunked = 'Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
    const smuggled = 'GET /smuggled HTTP/1.0\r\nConnection: keep-alive\r\n\r\n';
    const { text: received, closed } = await exchange(port, `POST / HTTP/1.0\r\n${chunked}${smuggled}`);
    assert.deepEqual([statuses(received), closed], [[200], true]);
    assert.match(received, /Connection: close\r\n[^]*\[abc\]$/);
    assert.ok(server.counters.requests <= 2);
  });

  it('returns the address of a client that has disconnected', async (t) => {
    const seen: string[] = [];
    const { port, server } = await serve(t, async ({ incoming }) => {
      await sleep(100);
      seen.push(incoming.ip);
      return text('x');
    });
    const socket = await openConnection(port);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => server.counters.requests === 1);
    socket.resetAndDestroy();
    await until(() => seen.length === 1);
    assert.deepEqual(seen, ['127.0.0.1']);
  });

  it('sends each chunk of a compressed stream immediately', async (t) => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const { url } = await serve(
      t,
      () =>
        new HttpResponse(
          200,
          ['Content-Type', 'text/plain'],
          new ReadableStream({
            async pull(controller) {
              controller.enqueue(new TextEncoder().encode('first'));
              await released;
              controller.close();
            },
          }),
        ),
    );
    for (const coding of ['gzip', 'br']) {
      const response = await fetch(url, { headers: { 'accept-encoding': coding } });
      assert.equal(response.headers.get('content-encoding'), coding);
      const reader = response.body!.getReader();
      assert.equal(new TextDecoder().decode((await reader.read()).value), 'first');
      if (coding === 'br') release();
      await reader.cancel();
    }
  });
});
