import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, it } from 'node:test';
import { dial, exchange, problemIn, statuses } from '../../../test/robustness/raw-socket.ts';
import { serve } from '../../../test/robustness/serve.ts';
import { HttpResponse } from '../http/response.ts';
import { readText } from '../http/read-text.ts';

const QUIET = 150;
const text = (body: string) => new HttpResponse(200, ['Content-Type', 'text/plain'], body);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const post = (body: string, path = '/') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const CHUNKED = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('a body that came together with its head', () => {
  it('is read at once, without anybody waiting', async (t) => {
    const { port } = await serve(t, ({ body }) => {
      const words = readText(body);
      return text(`<${words === 'grüße' ? 'at once' : typeof words}>`);
    });
    const grüße = Buffer.from('grüße').toString('latin1');
    const { text: heard } = await exchange(port, post(grüße) + post(grüße), QUIET);
    assert.deepEqual(heard.match(/<.*>/g), ['<at once>', '<at once>']);
  });

  it('is the same again for whoever reads it twice, and is there before and after waiting', async (t) => {
    const { port } = await serve(t, async ({ body }) => {
      const first = readText(body);
      const words = await body.text();
      return text(`<${String(first)} ${words} ${(await body.bytes()).length} ${String(readText(body))}>`);
    });
    const late = await serve(t, async ({ body }) => {
      const words = await body.text();
      return text(`<${words} ${await readText(body)}>`);
    });
    assert.match((await exchange(port, post('abc'), QUIET)).text, /<abc abc 3 abc>/);
    assert.match((await exchange(late.port, post('abc'), QUIET)).text, /<abc abc>/);
  });

  it('cannot be streamed after it was read, nor read while it is streamed', async (t) => {
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

  it('keeps to its limit, and to UTF-8', async (t) => {
    const { port } = await serve(t, async ({ body }) => text(await readText(body)), { limits: { body: 4 } });
    const tooMuch = await exchange(port, `${CHUNKED}5\r\nhello\r\n0\r\n\r\n`, QUIET);
    assert.deepEqual(statuses(tooMuch.text), [413]);
    assert.deepEqual(statuses((await exchange(port, post('\xc3\x28'), QUIET)).text), [400]);
  });

  it('is waited for when it comes later', async (t) => {
    const { port } = await serve(t, async ({ body }) => {
      const words = readText(body);
      return text(`<${typeof words} ${await words}>`);
    });
    const socket = await dial(port);
    let heard = '';
    socket.on('data', (bytes) => (heard += String(bytes)));
    socket.write(post('hello').slice(0, -2));
    await sleep(50);
    socket.write('lo');
    while (!heard.includes('>')) await sleep(5);
    assert.match(heard, /<object hello>/);
    socket.destroy();
  });

  it('is answered in its place between requests without one', async (t) => {
    const { port } = await serve(t, async ({ path, body }) => text(`answer ${path}${await readText(body)}`));
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const { text: heard } = await exchange(port, get('/1') + post('!', '/2') + get('/3') + post('!', '/4'), QUIET);
    assert.deepEqual(heard.match(/answer \/\d!?/g), ['answer /1', 'answer /2!', 'answer /3', 'answer /4!']);
  });

  it('leaves nothing behind for the request that is answered next', async (t) => {
    const storage = new AsyncLocalStorage<string>();
    const { port } = await serve(t, ({ path }) => {
      const found = storage.getStore();
      storage.enterWith(path);
      return text(`<${path} found ${found}>`);
    });
    const { text: heard } = await exchange(port, post('!', '/1') + post('!', '/2'), QUIET);
    assert.deepEqual(heard.match(/<.*>/g), ['</1 found undefined>', '</2 found undefined>']);
  });

  it('that broke before anybody read it is refused at once, not when its time is up', async (t) => {
    const { port } = await serve(t, async ({ body }) => {
      await sleep(30);
      return text(await body.text());
    });
    const { text: heard } = await exchange(port, `${CHUNKED}5\r\nhello\r\nzz\r\n`, QUIET);
    assert.deepEqual(statuses(heard), [400]);
    assert.match(problemIn(heard).detail ?? '', /its chunks are malformed/);
  });

  it('and that nobody reads changes nothing of how much was answered', async (t) => {
    const { app, port } = await serve(t, () => text('not wanted'));
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
