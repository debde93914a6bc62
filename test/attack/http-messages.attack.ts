import assert from 'node:assert/strict';
import { test } from 'node:test';
import { malformedRequests } from '../robustness/malformed-requests.ts';
import { exchange, statuses } from '../robustness/raw-socket.ts';
import { attackAll } from './attack-all.ts';

attackAll('HTTP messages', (attacker, { mode, port }) => {
  const host = `Host: ${attacker.name}\r\n`;

  test('that are malformed are rejected, and the next client is served', async () => {
    for (const [what, [bytes, status]] of Object.entries(malformedRequests(attacker.name))) {
      const { text, closed } = await exchange(port, bytes, 1_500);
      const received = statuses(text);
      // nginx answers most of them itself, and corrects some. No message may become two.
      if (mode === 'nginx')
        assert.ok(received.length <= 1 && ![500, 502, 504].includes(received[0] ?? 400), `${what}: ${received.join()}`);
      else assert.deepEqual([received, closed], [[status], true], what);
    }
    await attacker.assertServed();
  });

  test('with two lengths or hidden chunks smuggle no request', async () => {
    const smuggled = `GET /smuggled HTTP/1.1\r\n${host}X: `;
    for (const [index, [headers, body]] of smugglingShapes(smuggled).entries()) {
      const request = `POST /echo?shape=${index} HTTP/1.1\r\n${host}${headers}\r\n\r\n${body}`;
      const { text } = await exchange(port, request, 600);
      assert.doesNotMatch(text, /No route found[^]*smuggled/, headers);
      // A request that is left on a connection of nginx to the host would be answered to another client.
      for (let client = 0; client < 3; client++) await attacker.assertServed();
    }
    assert.doesNotMatch(attacker.output(), /GET [^"]*\/smuggled/);
  });

  test('in a body of the right length are not requests', async () => {
    const smuggled = `GET /smuggled HTTP/1.1\r\n${host}\r\n`;
    const request = `POST /echo HTTP/1.1\r\n${host}Content-Type: text/plain\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`;
    const { text } = await exchange(port, request, 600);
    assert.deepEqual(statuses(text.split('\r\n\r\n')[0]!), [200]);
    assert.doesNotMatch(attacker.output(), /GET [^"]*\/smuggled/);
  });

  test('with encoded line breaks add no header to a response', async () => {
    const evil = '%0d%0aX-Injected:%201%0d%0a%0d%0a<script>';
    const raw = '\u560d\u560aX-Injected: 1';
    for (const path of [
      `/countries/FI${evil}`,
      `/countries/FI?a=${evil}`,
      `/${evil}`,
      `/api/countries/${evil}`,
      `/api/countries?order[${evil}]=asc&page=${evil}`,
      `/api/issues?search=${evil}&order[title]=${evil}`,
      `/api/docs.json?version=${evil}`,
      `/.well-known/mercure?topic=${evil}`,
      `/countries/FI%E5%98%8D%E5%98%8AX-Injected:%201`,
    ])
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE']) {
        const headers = { 'Accept-Language': evil, Referer: evil, Origin: `https://a${evil}`, 'X-Request-Id': evil };
        const response = await attacker.send(`${method} ${path}`, { headers });
        assert.equal(response.get('x-injected'), undefined, `${method} ${path}`);
        for (const [name, value] of response.headers) assert.doesNotMatch(value, /[\r\n]/, name);
      }
    const latin = Buffer.from(raw, 'utf8').toString('latin1');
    const { text } = await exchange(
      port,
      `GET /countries/FI HTTP/1.1\r\n${host}Accept-Language: ${latin}\r\nX-Request-Id: ${latin}\r\nConnection: close\r\n\r\n`,
      1_000,
    );
    assert.doesNotMatch(text, /^x-injected:/im);
  });
});

/** Returns headers and bodies that a server and a proxy could read with different lengths. */
function smugglingShapes(smuggled: string): readonly (readonly [headers: string, body: string])[] {
  const chunk = `0\r\n\r\n${smuggled}`;
  const length = String(chunk.length);
  return [
    [`Content-Length: ${length}\r\nTransfer-Encoding: chunked`, chunk],
    [`Transfer-Encoding: chunked\r\nContent-Length: 4`, `5c\r\n${smuggled}\r\n0\r\n\r\n`],
    [`Content-Length: ${length}\r\nTransfer-Encoding: xchunked`, chunk],
    [`Content-Length: ${length}\r\nTransfer-Encoding : chunked`, chunk],
    [`Content-Length: ${length}\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x`, chunk],
    [`Content-Length: ${length}\r\nTransfer-Encoding:\tchunked`, chunk],
    [`Content-Length: ${length}\r\nTransfer-Encoding:\x0bchunked`, chunk],
    [`Content-Length: ${length}\r\n Transfer-Encoding: chunked`, chunk],
    [`Content-Length: ${length}\r\nX: X\nTransfer-Encoding: chunked`, chunk],
    [`Content-Length: ${length}\r\nTransfer-Encoding\n : chunked`, chunk],
    [`Content-Length: 0\r\nContent-Length: ${length}`, chunk],
    [`Content-Length: 0, ${length}`, chunk],
    [`Content-Length: +0`, chunk],
    [`Content-Length: 0x0`, chunk],
    [`Content-Length: ${length} 0`, chunk],
    [`Transfer-Encoding: chunked`, `0;x\n\r\n${smuggled}`],
    [`Transfer-Encoding: chunked`, `0\r\nContent-Length: 3\r\n\r\n${smuggled}`.replace('\r\n\r\n', '\n\n')],
    [`Transfer-Encoding: identity, chunked`, chunk],
    [`Connection: Content-Length\r\nContent-Length: ${length}`, chunk],
    [
      `Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked`,
      `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`,
    ],
    [`Expect: 100-continue\r\nContent-Length: 0`, ''],
  ];
}
