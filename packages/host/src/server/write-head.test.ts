import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, mock, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { reasonPhrase } from '../../../core/src/http/status.ts';
import { writeHead } from './write-head.ts';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('writeHead', () => {
  const heads: readonly (readonly [name: string, status: number, list: readonly string[], request?: string])[] = [
    ['usual headers', 200, ['Content-Type', 'text/plain', 'X-Request-Id', 'abc', 'Content-Length', '2']],
    ['a header in several lines', 201, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Content-Length', '2']],
    ['an empty value and a tab', 200, ['X-Empty', '', 'X-Tab', 'a\tb', 'Content-Length', '2']],
    ['a Latin-1 value', 200, ['Content-Disposition', 'inline; filename="é.txt"', 'Content-Length', '2']],
    ['no length', 200, ['Content-Type', 'text/plain']],
    ['a length that is not the last header', 200, ['Content-Length', '2', 'X-Last', 'a']],
    ['Connection: close', 200, ['Connection', 'close', 'Content-Length', '2']],
    ['its own date', 200, ['Date', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Content-Length', '2']],
    ['its own date in other letters', 200, ['dAtE', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Content-Length', '2']],
    ['its own Keep-Alive', 200, ['Keep-Alive', 'timeout=9', 'Content-Length', '2']],
    ['Expect', 200, ['Expect', '100-continue', 'Content-Length', '2']],
    ['Trailer and chunks', 200, ['Transfer-Encoding', 'chunked', 'Trailer', 'X-A']],
    ['a 204', 204, ['X-A', 'a']],
    ['a 204 with a length', 204, ['X-A', 'a', 'Content-Length', '2']],
    ['no header', 200, []],
    ['one header', 200, ['X-A', 'a']],
    ['a 304 with a length', 304, ['ETag', '"a"', 'Content-Length', '2']],
    ['an error', 404, ['Content-Type', 'application/problem+json', 'Content-Length', '2']],
    ['a status without a reason phrase of its own', 299, ['Content-Length', '2']],
    ['HEAD', 200, ['Content-Length', '2'], 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['HTTP/1.0', 200, ['Content-Length', '2'], 'GET / HTTP/1.0\r\n\r\n'],
    ['HTTP/1.0 with keep-alive', 200, ['Content-Length', '2'], 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
    [
      ...(['a client that waits for 100 Continue', 200, ['Content-Length', '2']] as const),
      'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
    ],
    ['a client that closes', 200, ['Content-Length', '2'], 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ];
  for (const [name, status, list, request = GET] of heads)
    test(`sends the bytes of Node.js: ${name}`, async () => {
      const own = await bytesOf(request, (response) => void writeHead(response, status, [...list]));
      const theirs = await bytesOf(
        request,
        (response) => void response.writeHead(status, reasonPhrase(status), [...list]),
      );
      equal(own, theirs);
      match(own, new RegExp(`^HTTP/1.1 ${status} ${reasonPhrase(status)}\r\n`));
    });

  test('sends the first request of a connection that stays open, and the next ones', async () => {
    const two = await bytesOf(GET + GET, (response) => void writeHead(response, 200, ['Content-Length', '2']));
    equal(two.match(/Keep-Alive: timeout=5/g)?.length, 2);
  });

  test('returns whether all values are ASCII', async () => {
    const found: boolean[] = [];
    for (const value of ['a', 'é', 'a\tb', 'last'])
      await bytesOf(
        GET,
        (response) =>
          void found.push(writeHead(response, 200, value === 'last' ? ['X-A', 'é'] : ['X-A', value, 'X-B', 'b'])),
      );
    deepEqual(found, [true, false, true, false]);
  });

  test('keeps headers that other code set', async () => {
    const bytes = await bytesOf(GET, (response) => {
      response.setHeader('Server-Timing', 'a');
      writeHead(response, 200, ['X-A', 'b', 'Content-Length', '2']);
    });
    match(bytes, /Server-Timing: a\r\nX-A: b\r\n/);
  });

  test('calls the method of a response that replaced it', async () => {
    const calls: unknown[] = [];
    const bytes = await bytesOf(GET, (response) => {
      const original = response.writeHead.bind(response);
      mock.method(response, 'writeHead', (status: number, reason: string, list: string[]) => {
        calls.push(status);
        return original(status, reason, list);
      });
      writeHead(response, 200, ['X-A', 'b', 'Content-Length', '2']);
    });
    deepEqual(calls, [200]);
    match(bytes, /X-A: b\r\n/);
  });

  test('calls a method that was replaced before the first response', () => {
    const script = `
      const { ServerResponse, IncomingMessage } = require('node:http');
      const { writeHead } = ServerResponse.prototype;
      ServerResponse.prototype.writeHead = function (...args) {
        console.log(args[0]);
        return writeHead.apply(this, args);
      };
      import(${JSON.stringify(import.meta.resolve('./write-head.ts'))}).then(({ writeHead }) =>
        writeHead(new ServerResponse(new IncomingMessage()), 200, ['X-A', 'b']));`;
    equal(
      execFileSync(process.execPath, ['--conditions=oriel:source', '--eval', script], { encoding: 'utf8' }),
      '200\n',
    );
  });

  const invalid: readonly (readonly [name: string, list: readonly unknown[]])[] = [
    ['a line break in a value', ['X-A', 'a\r\nX-B: b', 'Content-Length', '2']],
    ['a line feed in a value', ['X-A', 'a\nb', 'Content-Length', '2']],
    ['a NUL in a value', ['X-A', 'a\0', 'Content-Length', '2']],
    ['a value beyond Latin-1', ['X-A', '€', 'Content-Length', '2']],
    ['a value that is undefined', ['X-A', undefined, 'Content-Length', '2']],
    ['a line break in a name', ['X-A: b\r\nX-C', 'a', 'Content-Length', '2']],
    ['a space in a name', ['X A', 'a', 'Content-Length', '2']],
    ['an empty name', ['', 'a', 'Content-Length', '2']],
    ['a trailer of a response with a length', ['Trailer', 'X-A', 'Content-Length', '2']],
    ['a line break in the length', ['Content-Length', '2\r\nX-B: b']],
  ];
  for (const [name, list] of invalid)
    test(`refuses ${name}, as Node.js does`, async () => {
      const bytes = await bytesOf(GET, (response) => {
        throws(() => writeHead(response, 200, [...list] as string[]), { code: /^ERR_/ });
        response.writeHead(200, { 'Content-Length': '2' });
      });
      equal(bytes.includes('X-'), false);
    });
});

/** Returns what a server sends, with `now` as the current date. */
async function bytesOf(requests: string, head: (response: ServerResponse) => void): Promise<string> {
  const answer = (_message: IncomingMessage, response: ServerResponse): void => {
    head(response);
    response.end('ok');
  };
  const server = createServer(answer).on('checkContinue', answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.end(requests);
    return (await text(socket)).replaceAll(/Date: (?!Thu, 01 Jan 1970).*\r\n/g, 'Date: now\r\n');
  } finally {
    server.close();
  }
}
