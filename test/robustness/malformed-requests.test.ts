import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HttpResponse } from '../../src/core/http/response.ts';
import { exchange, problemIn, statuses } from './raw-socket.ts';
import { serve } from './serve.ts';

const HOST = 'Host: a\r\n';
const get = (rest: string) => `GET / HTTP/1.1\r\n${HOST}${rest}\r\n`;
const post = (headers: string, body = '') => `POST /echo HTTP/1.1\r\n${HOST}${headers}\r\n\r\n${body}`;
const chunked = (body: string) => post('Transfer-Encoding: chunked', body);

/** Malformed requests with the expected status and problem type. The connection is closed after the response. */
const REJECTED: Readonly<Record<string, readonly [bytes: string | readonly string[], status: number, type: string]>> = {
  'a method in lower case': [`get / HTTP/1.1\r\n${HOST}\r\n`, 501, 'unknown-method'],
  'an unknown method': [`FROB / HTTP/1.1\r\n${HOST}\r\n`, 501, 'unknown-method'],
  CONNECT: [`CONNECT a:443 HTTP/1.1\r\n${HOST}\r\n`, 501, 'unknown-method'],
  'binary data': ['\x00\x01\x02\xff\r\n\r\n', 400, 'malformed-request'],
  'a TLS handshake': ['\x16\x03\x01\x02\x00\x01\x00', 400, 'malformed-request'],
  'an empty line and an invalid request line': ['\r\nnonsense\r\n\r\n', 400, 'malformed-request'],
  'an unknown HTTP version': [`GET / HTTP/3.7\r\n${HOST}\r\n`, 505, 'http-version'],
  'HTTP/2.0 in a request line of HTTP/1.1': [`GET / HTTP/2.0\r\n${HOST}\r\n`, 505, 'http-version'],
  'HTTP/0.9 in a request line of HTTP/1.1': [`GET / HTTP/0.9\r\n${HOST}\r\n`, 505, 'http-version'],
  'the preface of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505, 'http-version'],
  'another protocol': ['GET / GOPHER/1.0\r\n\r\n', 400, 'malformed-request'],
  'a space in the target': [`GET /a b HTTP/1.1\r\n${HOST}\r\n`, 400, 'malformed-request'],
  'a control character in the target': [`GET /a\x01b HTTP/1.1\r\n${HOST}\r\n`, 400, 'malformed-request'],
  'NUL in the target': [`GET /a\x00b HTTP/1.1\r\n${HOST}\r\n`, 400, 'malformed-request'],
  'a raw eight-bit target': [`GET /\xc3\xa9 HTTP/1.1\r\n${HOST}\r\n`, 400, 'malformed-request'],
  'a target that is not a path': [`GET foo HTTP/1.1\r\n${HOST}\r\n`, 400, 'malformed-request'],
  'lines that end in a bare LF': ['GET / HTTP/1.1\nHost: a\n\n', 400, 'malformed-request'],
  'a header line that ends in a bare LF': ['GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n', 400, 'malformed-request'],
  'lines that end in a bare CR': ['GET / HTTP/1.1\rHost: a\r\r', 400, 'malformed-request'],
  'NUL in a header': [get('X: a\0b\r\n'), 400, 'malformed-request'],
  'a folded header': [get('X: a\r\n b\r\n'), 400, 'malformed-request'],
  'a space before the colon': ['GET / HTTP/1.1\r\nHost : a\r\n\r\n', 400, 'malformed-request'],
  'a header without a name': [get(': x\r\n'), 400, 'malformed-request'],
  'a header without a colon': [get('nonsense\r\n'), 400, 'malformed-request'],
  'a length and chunks': [
    post('Content-Length: 3\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
    400,
    'malformed-request',
  ],
  'chunks and a length': [
    post('Transfer-Encoding: chunked\r\nContent-Length: 3', '0\r\n\r\n'),
    400,
    'malformed-request',
  ],
  'two different lengths': [post('Content-Length: 3\r\nContent-Length: 4', 'abcd'), 400, 'malformed-request'],
  'the same length twice': [post('Content-Length: 3\r\nContent-Length: 3', 'abc'), 400, 'malformed-request'],
  'a list of lengths': [post('Content-Length: 3, 3', 'abc'), 400, 'malformed-request'],
  'a negative length': [post('Content-Length: -3', 'abc'), 400, 'malformed-request'],
  'a length with a sign': [post('Content-Length: +3', 'abc'), 400, 'malformed-request'],
  'a length in hexadecimal': [post('Content-Length: 0x3', 'abc'), 400, 'malformed-request'],
  'a length that exceeds the range of numbers': [
    post(`Content-Length: ${'9'.repeat(25)}`, 'abc'),
    400,
    'malformed-request',
  ],
  'a transfer coding other than chunked': [post('Transfer-Encoding: gzip', 'abc'), 400, 'malformed-request'],
  'a transfer coding that looks like chunked': [
    post('Transfer-Encoding: xchunked', '0\r\n\r\n'),
    400,
    'malformed-request',
  ],
  'chunked that is not the last coding': [
    post('Transfer-Encoding: chunked, gzip', '0\r\n\r\n'),
    400,
    'malformed-request',
  ],
  'two transfer codings': [
    post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', '0\r\n\r\n'),
    400,
    'malformed-request',
  ],
  'an invalid chunk size': [chunked('zz\r\nabc\r\n'), 400, 'malformed-request'],
  'an invalid size of the second chunk': [[chunked('3\r\nabc\r\n'), 'zz\r\n'], 400, 'malformed-request'],
  'a chunk size with a sign': [chunked('-3\r\nabc\r\n'), 400, 'malformed-request'],
  'a chunk size that exceeds the range of numbers': [chunked(`${'f'.repeat(20)}\r\nabc`), 400, 'malformed-request'],
  'a chunk longer than its size': [chunked('3\r\nabcdef\r\n0\r\n\r\n'), 400, 'malformed-request'],
  'chunks that end in a bare LF': [chunked('3\nabc\n0\n\n'), 400, 'malformed-request'],
  'too long chunk extensions': [chunked(`3;${'a'.repeat(17_000)}\r\nabc\r\n0\r\n\r\n`), 413, 'content-too-large'],
  'ten thousand headers': [get('a: b\r\n'.repeat(10_000)), 431, 'header-fields-too-large'],
  'a header of 20 KB': [get(`X: ${'a'.repeat(20_000)}\r\n`), 431, 'header-fields-too-large'],
  'a header that does not end': [
    [`GET / HTTP/1.1\r\n${HOST}X: `, ...Array.from({ length: 20 }, () => 'a'.repeat(2_000))],
    431,
    'header-fields-too-large',
  ],
  'a URL of 20 KB': [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 414, 'uri-too-long'],
  'a URL of 200 KB': [`GET /${'a'.repeat(200_000)} HTTP/1.1\r\n${HOST}\r\n`, 414, 'uri-too-long'],
};

describe('bytes that are not a request', () => {
  for (const [what, [bytes, status, type]] of Object.entries(REJECTED)) {
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
