import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, it } from 'node:test';
import { openConnection, exchange, problemIn, statuses } from '../../../../test/robustness/raw-socket.ts';
import { serve } from '../../../../test/robustness/serve.ts';
import { HttpResponse } from '../../../core/src/http/response.ts';
import { readText } from '../http/readable-body.ts';

const QUIET = 150;
const text = (body: string) => new HttpResponse(200, ['Content-Type', 'text/plain'], body);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const post = (body: string, path = '/') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const CHUNKED = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('a request body that arrives with the headers', () => {
  it('readText returns the body synchronously', async (t) => {
    const { port } = await serve(t, ({ body }) => {
      const content = readText(body);
      return text(`<${content === 'grüße' ? 'synchronous' : typeof content}>`);
    });
    const grüße = Buffer.from('grüße').toString('latin1');
    const { text: received } = await exchange(port, post(grüße) + post(grüße), QUIET);
    assert.deepEqual(received.match(/<.*>/g), ['<synchronous>', '<synchronous>']);
  });

  it('a body that is read several times returns the same content each time', async (t) => {
    const { port } = await serve(t, async ({ body }) => {
      const first = readText(body);
      const content = await body.text();
      return text(`<${String(first)} ${content} ${(await body.bytes()).length} ${String(readText(body))}>`);
    });
    const late = await serve(t, async ({ body }) => {
      const content = await body.text();
      return text(`<${content} ${await readText(body)}>`);
    });
    assert.match((await exchange(port, post('abc'), QUIET)).text, /<abc abc 3 abc>/);
    assert.match((await exchange(late.port, post('abc'), QUIET)).text, /<abc abc>/);
  });

  it('a body that was read cannot be streamed, and a streamed body cannot be read', async (t) => {
    const { port } = await serve(t, async ({ path, body }) => {
      if (path === '/read') {
        await readText(body);
        const piece = await body.stream().getReader().read().catch(String);
        return text(`<${String(piece)}>`);
      }
      const reader = body.stream().getReader();
      const { value } = await reader.read();
      return text(`<${String(Buffer.from(value!))} ${await Promise.resolve(readText(body)).catch(String)}>`);
    });
    assert.match((await exchange(port, post('abc', '/read'), QUIET)).text, /<TypeError: The body was already read/);
    assert.match(
      (await exchange(port, post('abc', '/stream'), QUIET)).text,
      /<abc TypeError: The body was already read/,
    );
  });

  it('a body over the limit is rejected with 413, and invalid UTF-8 with 400', async (t) => {
    const { port } = await serve(t, async ({ body }) => text(await readText(body)), { limits: { body: 4 } });
    const tooMuch = await exchange(port, `${CHUNKED}5\r\nhello\r\n0\r\n\r\n`, QUIET);
    assert.deepEqual(statuses(tooMuch.text), [413]);
    assert.deepEqual(statuses((await exchange(port, post('\xc3\x28'), QUIET)).text), [400]);
  });

  it('readText returns a promise if the body arrives later', async (t) => {
    const { port } = await serve(t, async ({ body }) => {
      const content = readText(body);
      return text(`<${typeof content} ${await content}>`);
    });
    const socket = await openConnection(port);
    let received = '';
    socket.on('data', (bytes) => (received += String(bytes)));
    socket.write(post('hello').slice(0, -2));
    await sleep(50);
    socket.write('lo');
    while (!received.includes('>')) await sleep(5);
    assert.match(received, /<object hello>/);
    socket.destroy();
  });

  it('pipelined requests with and without bodies are answered in order', async (t) => {
    const { port } = await serve(t, async ({ path, body }) => text(`answer ${path}${await readText(body)}`));
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const { text: received } = await exchange(port, get('/1') + post('!', '/2') + get('/3') + post('!', '/4'), QUIET);
    assert.deepEqual(received.match(/answer \/\d!?/g), ['answer /1', 'answer /2!', 'answer /3', 'answer /4!']);
  });

  it('the AsyncLocalStorage context of a request does not leak into the next request', async (t) => {
    const storage = new AsyncLocalStorage<string>();
    const { port } = await serve(t, ({ path }) => {
      const found = storage.getStore();
      storage.enterWith(path);
      return text(`<${path} found ${found}>`);
    });
    const { text: received } = await exchange(port, post('!', '/1') + post('!', '/2'), QUIET);
    assert.deepEqual(received.match(/<.*>/g), ['</1 found undefined>', '</2 found undefined>']);
  });

  it('a body that was malformed before it was read is rejected without waiting for the timeout', async (t) => {
    const { port } = await serve(t, async ({ body }) => {
      await sleep(30);
      return text(await body.text());
    });
    const { text: received } = await exchange(port, `${CHUNKED}5\r\nhello\r\nzz\r\n`, QUIET);
    assert.deepEqual(statuses(received), [400]);
    assert.match(problemIn(received).detail ?? '', /chunks of the body are malformed/);
  });

  it('an unread body does not change the number of delivered bytes', async (t) => {
    const { app, port } = await serve(t, () => text('not needed'));
    await exchange(port, post('hello'), QUIET);
    await exchange(port, `${CHUNKED}5\r\nhello\r\n0\r\n\r\n`, QUIET);
    assert.deepEqual(
      app.deliveries.map(({ bytes, aborted }) => [bytes, aborted]),
      [
        [10, false],
        [10, false],
      ],
    );
  });
});
