import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { HttpResponse } from '../../packages/core/src/http/response.ts';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.ts';
import { serve } from './serve.ts';

/** Encodes a frame (RFC 9113 §4.1). */
function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const [DATA, HEADERS, RESET, SETTINGS, PING, CONTINUATION] = [0, 1, 3, 4, 6, 9] as const;
const [END_STREAM, END_HEADERS] = [1, 4] as const;
/** `:method`, `:scheme` and `:path` by their numbers in the table of HPACK, and `:authority`, which gets the number 62. */
const getFields = (method: 'GET' | 'POST'): Buffer =>
  Buffer.concat([Buffer.from([method === 'GET' ? 0x82 : 0x83, 0x87, 0x84, 0x41, 9]), Buffer.from('localhost')]);
const LARGE_FIELD = Buffer.concat([Buffer.from([0x40, 1, 0x61, 0x7f, 0x81, 0x1e]), Buffer.alloc(4_000, 'a')]);

/** The frames of each flood; `index` counts from 0. */
const FLOODS: Readonly<
  Record<string, { readonly first?: Buffer; readonly count: number; readonly each: (index: number) => Buffer }>
> = {
  'streams that are reset at once (CVE-2023-44487)': {
    count: 40_000,
    each: (index) =>
      Buffer.concat([
        frame(HEADERS, END_STREAM | END_HEADERS, 2 * index + 1, getFields('GET')),
        frame(RESET, 0, 2 * index + 1, Buffer.from([0, 0, 0, 8])),
      ]),
  },
  'headers without an end': {
    first: frame(HEADERS, 0, 1, getFields('GET')),
    count: 5_000,
    each: () => frame(CONTINUATION, 0, 1, LARGE_FIELD),
  },
  'empty continuations of headers': {
    first: frame(HEADERS, 0, 1, getFields('GET')),
    count: 500_000,
    each: () => frame(CONTINUATION, 0, 1),
  },
  'headers that are small on the wire and large in memory': {
    first: frame(HEADERS, END_STREAM | END_HEADERS, 1, Buffer.concat([getFields('GET'), LARGE_FIELD])),
    count: 100,
    each: (index) =>
      frame(
        HEADERS,
        END_STREAM | END_HEADERS,
        2 * index + 3,
        Buffer.concat([getFields('GET'), Buffer.alloc(16_000, 0xbe)]),
      ),
  },
  pings: { count: 500_000, each: () => frame(PING, 0, 0, Buffer.alloc(8)) },
  settings: { count: 500_000, each: () => frame(SETTINGS, 0, 0) },
  'empty parts of a body': {
    first: frame(HEADERS, END_HEADERS, 1, getFields('POST')),
    count: 500_000,
    each: () => frame(DATA, 0, 1),
  },
};

for (const [what, { first, count, each }] of Object.entries(FLOODS))
  test(`HTTP/2: a client that floods a session with ${what} is disconnected, and the next one is served`, async (t) => {
    let started = 0;
    const handler = async (): Promise<HttpResponse> => {
      started++;
      await sleep(100);
      return new HttpResponse(200, [], 'served');
    };
    const tls = { key: TEST_KEY, cert: TEST_CERTIFICATE };
    const { port } = await serve(t, handler, { tls, http2: true });
    const socket = connect({ port, host: '127.0.0.1', ALPNProtocols: ['h2'], ca: TEST_CERTIFICATE });
    await once(socket, 'secureConnect');
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    socket.resume().write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    socket.write(Buffer.concat([frame(SETTINGS, 0, 0), ...(first === undefined ? [] : [first])]));
    for (let index = 0; index < count && !socket.destroyed;) {
      const batch: Buffer[] = [];
      for (const end = Math.min(count, index + 1_000); index < end;) batch.push(each(index++));
      if (!socket.write(Buffer.concat(batch))) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
    }
    await closed;
    // The library of Node.js tolerates a burst.
    assert.ok(started < 5_000, `${started} requests were started`);
    const session = connectHttp2(`https://127.0.0.1:${port}`, { ca: TEST_CERTIFICATE });
    t.after(() => session.destroy());
    const stream = session.request({ ':path': '/' });
    assert.equal(Buffer.concat(await stream.toArray()).toString(), 'served');
  });
