import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HttpResponse } from '../../packages/core/src/http/response.ts';
import type { HttpContext } from '../../packages/core/src/http/context.ts';
import { openConnection, exchange, problemIn, statuses } from './raw-socket.ts';
import { serve } from './serve.ts';

const HOST = 'Host: a\r\n';
const QUIET = 150;
const LIMITS = { headersTimeout: 200, bodyTimeout: 150, requestTimeout: 600, body: 1_000 };
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function handle({ path, method, host, body, headers }: HttpContext): Promise<HttpResponse> {
  if (path === '/echo') return new HttpResponse(200, [], await body.text());
  if (path === '/stream') return new HttpResponse(200, [], body.stream());
  if (path === '/headers')
    return HttpResponse.json([headers.get('constructor'), headers.has('__proto__'), headers.get('x')]);
  return new HttpResponse(200, [], `${method} ${path} ${host}`);
}

async function isServed(port: number): Promise<void> {
  assert.match((await exchange(port, 'GET / HTTP/1.0\r\n\r\n')).text, /200 OK[^]*GET \/ $/);
}

describe('a slow client', () => {
  it('that does not finish its headers receives 408', async (t) => {
    const { port, app } = await serve(t, handle, { limits: LIMITS });
    const { text, closed } = await exchange(port, ['GET / HTTP/1.1\r\n', 'Hos']);
    assert.deepEqual([statuses(text), problemIn(text).type, closed], [[408], '/problems/request-timeout', true]);
    assert.equal(app.rejections.length, 1);
    await isServed(port);
  });

  it('that sends one header at a time receives 408', async (t) => {
    const { port } = await serve(t, handle, { limits: LIMITS });
    const drips = Array.from({ length: 150 }, (_, i) => `x${i}: y\r\n`);
    const { text, closed } = await exchange(port, [`GET / HTTP/1.1\r\n${HOST}`, ...drips]);
    assert.deepEqual([statuses(text), closed], [[408], true]);
  });

  for (const path of ['/echo', '/stream']) {
    it(`that does not finish the body which ${path} reads is not waited for`, async (t) => {
      const { port } = await serve(t, handle, { limits: LIMITS });
      const { text, closed } = await exchange(port, `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\nabc`);
      assert.deepEqual([statuses(text), closed], [[path === '/echo' ? 408 : 200], true]);
      assert.doesNotMatch(text, /0\r\n\r\n$/);
      await isServed(port);
    });
  }

  it('that does not finish an unread body receives its response, and its connection is closed', async (t) => {
    const { port } = await serve(t, handle, { limits: LIMITS });
    const { text, closed } = await exchange(port, `POST / HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\nabc`);
    assert.deepEqual([statuses(text), closed], [[200], true]);
  });

  it('that sends nothing is disconnected without a response and not counted as rejected', async (t) => {
    const { port, server } = await serve(t, handle, { limits: LIMITS });
    assert.deepEqual(await exchange(port, ''), { text: '', closed: true });
    assert.equal(server.counters.refused, 0);
  });
});

describe('a client that disconnects', () => {
  for (const [when, bytes] of Object.entries({
    'before its first byte': '',
    'within the request line': 'GET / HT',
    'within the headers': `GET / HTTP/1.1\r\n${HOST}X`,
    'within the body': `POST /echo HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\nabc`,
    'within a chunk': `POST /stream HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n5\r\nab`,
    'before its response': `GET / HTTP/1.1\r\n${HOST}\r\n`,
  })) {
    for (const how of ['end', 'resetAndDestroy'] as const) {
      it(`${when} (${how}) leaves no trace`, async (t) => {
        const { port, server } = await serve(t, handle, { limits: LIMITS });
        const socket = await openConnection(port);
        socket.on('error', () => {}).resume();
        if (bytes !== '') socket.write(bytes);
        await sleep(20);
        socket[how]();
        await sleep(20);
        await isServed(port);
        assert.deepEqual(await server.close(1_000), { answered: true, cut: 0 });
      });
    }
  }
});

describe('a hostile client', () => {
  it('receives an ordinary response to Upgrade', async (t) => {
    const { port } = await serve(t, handle);
    for (const protocol of ['websocket', 'h2c', 'TLS/1.0']) {
      const { text } = await exchange(
        port,
        `GET / HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`,
        QUIET,
      );
      assert.match(text, /^HTTP\/1\.1 200 [^]*GET \/ a$/);
    }
  });

  it('cannot reach members of the JavaScript prototype', async (t) => {
    const { port } = await serve(t, handle);
    const request = (more: string) => exchange(port, `GET /headers HTTP/1.1\r\n${HOST}${more}\r\n`, QUIET);
    assert.match((await request('')).text, /\[null,false,null\]$/);
    assert.match((await request('constructor: c\r\nX: 1\r\nx: 2\r\n')).text, /\["c",false,"1, 2"\]$/);
  });

  it('may send an absolute target, an asterisk target and TRACE', async (t) => {
    const { port } = await serve(t, handle);
    const getBody = async (line: string) =>
      (await exchange(port, `${line} HTTP/1.1\r\n${HOST}\r\n`, QUIET)).text.split('\r\n\r\n')[1];
    assert.equal(await getBody('GET http://b.example/x'), 'GET /x b.example');
    assert.equal(await getBody('OPTIONS *'), 'OPTIONS * a');
    assert.equal(await getBody('TRACE /'), 'TRACE / a');
    assert.match((await getBody('GET http://user@b.example/'))!, /invalid-host/);
  });

  it('receives a hundred pipelined responses in order', async (t) => {
    const { port } = await serve(t, handle);
    const wanted = Array.from({ length: 100 }, (_, i) => `/${i}`);
    const { text } = await exchange(port, wanted.map((path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`).join(''), QUIET);
    assert.deepEqual(
      [...text.matchAll(/GET (\/\d+) a/g)].map(([, path]) => path),
      wanted,
    );
  });

  it('that sends one byte at a time receives a response', async (t) => {
    const { port } = await serve(t, handle);
    const { text } = await exchange(port, [...`POST /echo HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\nabc`], QUIET);
    assert.match(text, /^HTTP\/1\.1 200 [^]*abc$/);
  });

  it('cannot smuggle a request in a body', async (t) => {
    const { port, server } = await serve(t, handle, { limits: { body: 10 } });
    const smuggled = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`;
    const body = `POST / HTTP/1.1\r\n${HOST}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`;
    const { text } = await exchange(port, body, QUIET);
    assert.doesNotMatch(text, /smuggled/);
    assert.equal(server.counters.requests, 1);
  });

  it('that opens two hundred idle connections does not block other clients', async (t) => {
    const { port } = await serve(t, handle, { limits: LIMITS });
    const sockets = await Promise.all(Array.from({ length: 200 }, () => openConnection(port)));
    for (const socket of sockets) socket.on('error', () => {}).write('GET / HTTP/1.1\r\nX');
    await isServed(port);
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve))));
  });
});

it('randomly modified requests cause no uncaught error', async (t) => {
  const uncaught: unknown[] = [];
  const collect = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', collect).on('unhandledRejection', collect);
  t.after(() => void process.off('uncaughtException', collect).off('unhandledRejection', collect));
  const { port } = await serve(t, handle, { limits: LIMITS });
  let seed = 7;
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  const good = `POST /stream HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n3\r\nabc\r\n0\r\n\r\n`;
  const mangled = Array.from({ length: 300 }, () => {
    const position = random(good.length);
    return good.slice(0, position) + String.fromCharCode(random(256)) + good.slice(position + random(3));
  });
  for (let i = 0; i < mangled.length; i += 50)
    await Promise.all(mangled.slice(i, i + 50).map((bytes) => exchange(port, bytes, 100)));
  await isServed(port);
  assert.deepEqual(uncaught, []);
});
