import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HttpResponse } from '../../packages/core/src/http/response.ts';
import { malformedRequests } from './malformed-requests.ts';
import { exchange, problemIn, statuses } from './raw-socket.ts';
import { serve } from './serve.ts';

const HOST = 'Host: a\r\n';
const get = (rest: string) => `GET / HTTP/1.1\r\n${HOST}${rest}\r\n`;
const chunked = (body: string) => `POST /echo HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${body}`;

describe('bytes that are not a request', () => {
  for (const [what, [bytes, status, type]] of Object.entries(malformedRequests())) {
    it(`with ${what} are rejected with ${status}, and the next client is served`, async (t) => {
      const { port, app, server } = await serve(t, async ({ path, body }) => {
        if (path === '/echo') return new HttpResponse(200, [], await body.text());
        return new HttpResponse(200, [], 'fine');
      });
      const { text, closed } = await exchange(port, bytes);
      assert.deepEqual(statuses(text), [status]);
      assert.equal(problemIn(text).type, `/problems/${type}`);
      assert.equal(problemIn(text).status, status);
      assert.match(text, /^Connection: close\r$/m);
      assert.ok(closed, 'the connection stayed open');
      assert.match((await exchange(port, 'GET / HTTP/1.0\r\n\r\n')).text, /fine$/);
      // Each message is counted once: as a rejection if it is not a request, or else as a request.
      assert.equal(app.rejections.length + server.counters.requests, 2);
      assert.equal(app.rejections.length, server.counters.refused);
      for (const refusal of app.rejections) assert.deepEqual([refusal.status, refusal.ip], [status, '127.0.0.1']);
    });
  }

  it('with HEAD are rejected without a body', async (t) => {
    const { port } = await serve(t, () => new HttpResponse(200, [], 'fine'));
    for (const [bytes, status] of [
      [`HEAD /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 414],
      [`HEAD / HTTP/1.1\r\n${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
      [`GET / HTTP/1.1\r\n${HOST}\r\nHEAD / HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`, 400],
    ] as const) {
      const { text } = await exchange(port, bytes);
      assert.equal(statuses(text).at(-1), status);
      assert.match(text, /^Content-Length: [1-9]\d*\r$/m);
      assert.match(text, /\r\n\r\n$/);
    }
    const { text } = await exchange(port, `HEAD / HTTP/1.1\r\n${HOST}\r\n${get('X: a\0b\r\n')}`);
    assert.match(text, /malformed-request/);
  });

  it('that follow a request are rejected after its response', async (t) => {
    const { port } = await serve(t, async ({ path }) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return new HttpResponse(200, [], `response ${path}`);
    });
    const { text, closed } = await exchange(port, `GET /1 HTTP/1.1\r\n${HOST}\r\nnonsense\r\n\r\n`);
    assert.deepEqual(statuses(text), [200, 400]);
    assert.ok(text.indexOf('response /1') < text.indexOf('malformed-request'));
    assert.ok(closed);
  });

  it('that are a CONNECT after other requests are rejected after their responses', async (t) => {
    const { port } = await serve(t, async ({ path }) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return new HttpResponse(200, [], `response ${path}`);
    });
    const gets = ['/1', '/2'].map((path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`).join('');
    const { text, closed } = await exchange(port, `${gets}CONNECT a:443 HTTP/1.1\r\n${HOST}\r\n`);
    assert.deepEqual(statuses(text), [200, 200, 501]);
    assert.match(text, /response \/1[^]*response \/2[^]*unknown-method/);
    assert.ok(closed);
  });

  it('in a body that the handler does not read do not affect the response', async (t) => {
    const { port } = await serve(t, () => new HttpResponse(200, [], 'fine'));
    const { text, closed } = await exchange(port, chunked('zz\r\n'));
    assert.match(text, /^HTTP\/1\.1 200 [^]*fine$/);
    assert.ok(closed);
  });
});
