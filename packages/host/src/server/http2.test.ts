import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, constants, Http2ServerResponse } from 'node:http2';
import type { ClientHttp2Session, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../../test/robustness/certificate.ts';
import { serve } from '../../../../test/robustness/serve.ts';
import type { Handler } from '../../../../test/robustness/serve.ts';
import { HttpResponse } from '../../../core/src/http/response.ts';
import type { ServerOptions } from './server-options.ts';

const TLS = { key: TEST_KEY, cert: TEST_CERTIFICATE };

async function open(t: TestContext, answer: Handler, options: ServerOptions = {}) {
  const served = await serve(t, answer, { tls: TLS, http2: true, ...options });
  const session = connect(served.url, { ca: TEST_CERTIFICATE });
  session.on('error', () => {});
  t.after(() => session.destroy());
  await once(session, 'connect');
  return { ...served, session };
}

function frame(type: number, stream: number, payload: string, flags = 0): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, Buffer.from(payload, 'latin1')]);
}

interface Received {
  readonly head: IncomingHttpHeaders & { ':status'?: number };
  readonly text: string;
  readonly interim: IncomingHttpHeaders[];
  readonly code: number;
}

function ask(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string | Buffer): Promise<Received> {
  return new Promise((resolve) => {
    const stream = session.request(headers, { endStream: body === undefined });
    let head = {};
    let text = '';
    const interim: IncomingHttpHeaders[] = [];
    stream.on('headers', (element) => interim.push(element));
    stream.on('response', (element) => (head = element));
    stream.on('data', (data) => (text += String(data)));
    stream.on('error', () => {});
    stream.on('close', () => resolve({ head, text, interim, code: stream.rstCode }));
    if (body !== undefined) stream.end(body);
  });
}

describe('NodeServer with HTTP/2', () => {
  it('passes :authority to the application as the host', async (t) => {
    const { session, port } = await open(t, async ({ method, path, host, scheme, incoming, body, headers }) =>
      HttpResponse.json([method, path, host, scheme, incoming.version, headers.get('host'), await body.text()]),
    );
    const { text } = await ask(session, { ':method': 'POST', ':path': '/a?b' }, 'hello');
    assert.deepEqual(JSON.parse(text), ['POST', '/a', '127.0.0.1', 'https', '2', `127.0.0.1:${port}`, 'hello']);
  });

  it('sends each cookie as its own header, and no connection headers', async (t) => {
    const { session } = await open(
      t,
      () =>
        new HttpResponse(
          200,
          ['Set-Cookie', 'a=1', 'Connection', 'close', 'Keep-Alive', 'x', 'Set-Cookie', 'b=2'],
          'x',
        ),
    );
    const { head } = await ask(session, { ':path': '/' });
    assert.deepEqual(head['set-cookie'], ['a=1', 'b=2']);
    assert.deepEqual([head.connection, head['keep-alive'], head['content-length']], [undefined, undefined, '1']);
  });

  it('removes TE and HTTP2-Settings, and responds with 500 to a name that HTTP/2 rejects', async (t) => {
    const { session } = await open(t, ({ path }) =>
      path === '/rejected'
        ? new HttpResponse(200, [':rejected', 'x'], 'x')
        : new HttpResponse(200, ['TE', 'trailers', 'HTTP2-Settings', 'AAMAAABkAAQ', 'X-A', 'b'], 'x'),
    );
    const { head, text } = await ask(session, { ':path': '/' });
    assert.deepEqual(
      [head[':status'], head['x-a'], head.te, head['http2-settings'], text],
      [...[200, 'b', undefined, undefined, 'x']],
    );
    const rejected = await ask(session, { ':path': '/rejected' });
    assert.deepEqual([rejected.head[':status'], rejected.head['content-type']], [500, 'application/problem+json']);
  });

  it('resets the stream if no head can be written', async (t) => {
    const { session } = await open(t, () => new HttpResponse(200, [], 'x'));
    const method = t.mock.method(Http2ServerResponse.prototype, 'writeHead', () => {
      throw new TypeError('No head');
    });
    const { head, code } = await ask(session, { ':path': '/' });
    assert.deepEqual([head, code], [{}, constants.NGHTTP2_INTERNAL_ERROR]);
    method.mock.restore();
    assert.equal((await ask(session, { ':path': '/' })).head[':status'], 200);
  });

  it('supports HEAD, streams in both directions and early hints', async (t) => {
    const { session } = await open(t, ({ incoming, body, method }) => {
      incoming.earlyHints(['</a.css>; rel=preload']);
      return new HttpResponse(200, [], method === 'POST' ? body.stream() : 'text');
    });
    const head = await ask(session, { ':path': '/', ':method': 'HEAD' });
    assert.deepEqual([head.head['content-length'], head.text], ['4', '']);
    assert.equal(head.interim[0]?.['link'], '</a.css>; rel=preload');
    assert.equal((await ask(session, { ':path': '/', ':method': 'POST' }, 'there and back')).text, 'there and back');
  });

  it('resets a response stream that fails, so that clients notice that it is incomplete', async (t) => {
    const { session } = await open(t, () => {
      let pulls = 0;
      return new HttpResponse(
        200,
        [],
        new ReadableStream({
          pull(controller) {
            if (pulls++ === 0) controller.enqueue(new Uint8Array(3));
            else controller.error(new Error('half-way'));
          },
        }),
      );
    });
    assert.equal((await ask(session, { ':path': '/' })).code, 2);
  });

  it('responds with 500 to an invalid header, 413 to a large body and 414 to a long URL', async (t) => {
    const { session } = await open(
      t,
      async ({ method, body }) =>
        method === 'POST' ? new HttpResponse(200, [], await body.text()) : new HttpResponse(200, ['X-A', 'a\nb'], 'x'),
      { limits: { body: 10 } },
    );
    const status = async (headers: OutgoingHttpHeaders, body?: string) =>
      (await ask(session, headers, body)).head[':status'];
    assert.equal(await status({ ':path': '/' }), 500);
    assert.equal(await status({ ':path': '/', ':method': 'POST' }, 'a'.repeat(5_000)), 413);
    assert.equal(await status({ ':path': `/${'a'.repeat(9_000)}` }), 414);
  });

  for (const body of [undefined, 'bytes for a tunnel'])
    it(`responds to CONNECT ${body === undefined ? 'without' : 'with'} a body with 501 and ends the stream, but not the session`, async (t) => {
      const { session, server, app } = await open(t, () => HttpResponse.json('here'));
      const refusal = await ask(session, { ':method': 'CONNECT', ':authority': 'example.com:443' }, body);
      assert.equal(refusal.head[':status'], 501);
      assert.equal(refusal.head['content-type'], 'application/problem+json');
      assert.equal(refusal.head['x-content-type-options'], 'nosniff');
      assert.equal((JSON.parse(refusal.text) as { type: string }).type, '/problems/unknown-method');
      assert.equal((await ask(session, { ':path': '/' })).text, '"here"');
      assert.equal(server.counters.refused, 1);
      assert.deepEqual(
        app.rejections.map(({ ip, status }) => [ip, status]),
        [['127.0.0.1', 501]],
      );
    });

  it('ends the stream of a CONNECT request whose client does not end it', async (t) => {
    const { session } = await open(t, () => HttpResponse.json('here'));
    const stream = session.request({ ':method': 'CONNECT', ':authority': 'example.com:443' }, { endStream: false });
    stream.resume();
    await once(stream, 'close');
    assert.equal(stream.rstCode, 0);
  });

  it('finishes draining after a client closed its session but not the connection', async (t) => {
    const { session, server } = await open(t, () => new HttpResponse(200, [], 'x'));
    const stream = session.request({ ':path': '/' });
    await once(stream, 'response');
    stream.close();
    session.close();
    // The session ends on the server when its frames arrive there; its socket stays open.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await assert.doesNotReject(server.close(100));
  });

  it('finishes open streams when it drains', async (t) => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const { session, server } = await open(t, async () => {
      await released;
      return new HttpResponse(200, [], 'finished');
    });
    const answer = ask(session, { ':path': '/' });
    while (server.counters.requests < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    const closing = server.close(5_000);
    setTimeout(release, 700);
    assert.equal((await answer).text, 'finished');
    assert.deepEqual(await closing, { answered: true, cut: 0 });
  });

  it('returns the client address also after the end of the stream', async (t) => {
    let incoming: { readonly ip: string } | undefined;
    const { session } = await open(t, (context) => {
      ({ incoming } = context);
      return new HttpResponse(200, [], 'x');
    });
    await ask(session, { ':path': '/' });
    session.destroy();
    await once(session, 'close');
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(incoming!.ip, '127.0.0.1');
  });

  for (const [what, frames] of Object.entries({
    'does not send a request': [],
    'does not finish the headers of its first request': [[1, 1, 'half']],
    'does not finish the headers of a later request': [
      [1, 1, '\x82\x84\x87\x41\x01a', 5],
      [1, 3, 'half'],
    ],
  } as Record<string, [type: number, stream: number, payload: string, flags?: number][]>)) {
    it(`closes the connection of a client that ${what} within headersTimeout`, async (t) => {
      const { port } = await serve(t, () => new HttpResponse(200, [], 'x'), {
        ...{ tls: TLS, http2: true },
        limits: { headersTimeout: 200, keepAliveTimeout: 60_000 },
      });
      const socket = connectTls({ port, host: '127.0.0.1', ca: TEST_CERTIFICATE, ALPNProtocols: ['h2'] });
      socket.on('error', () => {}).resume();
      const closed = once(socket, 'close');
      await once(socket, 'secureConnect');
      socket.write(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`);
      socket.write(frame(4, 0, ''));
      for (const [type, stream, payload, flags = 1] of frames) {
        socket.write(frame(type, stream, payload, flags === 1 ? 0 : flags));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await closed;
    });
  }

  it('responds with 408 to a body that takes longer than requestTimeout', async (t) => {
    const { session } = await open(t, async ({ body }) => new HttpResponse(200, [], await body.text()), {
      limits: { requestTimeout: 300, headersTimeout: 200, bodyTimeout: 5_000 },
    });
    const stream = session.request({ ':path': '/', ':method': 'POST' }, { endStream: false });
    stream.on('error', () => {}).resume();
    const timer = setInterval(() => stream.writable && stream.write('x'), 30);
    t.after(() => clearInterval(timer));
    const [head] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status'?: number }];
    assert.equal(head[':status'], 408);
  });

  it('keeps a session without requests open while its client sends pings', async (t) => {
    const { session } = await open(t, () => new HttpResponse(200, [], 'x'), { limits: { headersTimeout: 200 } });
    for (let i = 0; i < 10; i++) {
      await new Promise((resolve) => session.ping(() => setTimeout(resolve, 60)));
    }
    assert.equal((await ask(session, { ':path': '/' })).text, 'x');
  });

  it('responds with HTTP/1.1 to clients without HTTP/2', async (t) => {
    const { url } = await open(t, ({ incoming, scheme }) => new HttpResponse(200, [], `${incoming.version} ${scheme}`));
    const text = await new Promise((resolve) => {
      request(url, { ca: TEST_CERTIFICATE, agent: false }, (message) =>
        message.on('data', (data) => resolve(String(data))),
      ).end();
    });
    assert.equal(text, '1.1 https');
  });
});

describe('NodeServer with TLS and without HTTP/2', () => {
  it('sets the scheme of requests to https', async (t) => {
    const { url } = await serve(t, ({ origin }) => new HttpResponse(200, [], origin), { tls: TLS });
    const text = await new Promise((resolve) => {
      request(url, { ca: TEST_CERTIFICATE, agent: false }, (message) =>
        message.on('data', (data) => resolve(String(data))),
      ).end();
    });
    assert.equal(text, url);
  });
});
