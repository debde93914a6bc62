/** Streams, iterables and upstream responses that handlers return, and values that are not data. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { createReadStream, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { reply, route } from '../../packages/host/src/index.ts';
import { createTestHost } from '../../packages/host/src/testing/index.ts';
import { testTransports } from './test-transports.ts';

const folder = mkdtempSync(join(tmpdir(), 'oriel-streams-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'content.txt');
writeFileSync(file, 'content of a file');

const VALUES: Readonly<Record<string, () => unknown>> = {
  node: () => Readable.from(['a', 'b']),
  file: () => createReadStream(file),
  generator: function* () {
    yield 'a';
    yield new Uint8Array([0x62]);
  },
  async: async function* () {
    yield 'a';
    await sleep(1);
    yield 'b';
  },
  Map: () => new Map([['a', 1]]),
  Set: () => new Set(['a']),
  FormData: () => new FormData(),
  Headers: () => new Headers({ a: 'b' }),
  TypeError: () => new TypeError('not thrown'),
  RegExp: () => /a/,
  date: () => new Date(0),
  url: () => new URL('http://a.example/'),
  instance: () =>
    new (class Price {
      amount = 1;
    })(),
  empty: () => ({}),
  reply: () => reply(202, Readable.from(['a', 'b'])),
  missing: () => createReadStream(join(folder, 'missing.txt')),
};
const routes = [route('value', 'GET /{name}', { handle: ({ params }) => VALUES[params.name]!() })];

testTransports(
  'sends Node.js streams and iterables, and rejects values that are not data',
  { routes },
  async (send) => {
    for (const [name, text] of [
      ['node', 'ab'],
      ['file', 'content of a file'],
      ['generator', 'ab'],
      ['async', 'ab'],
      ['reply', 'ab'],
    ] as const) {
      const response = await send(`GET /${name}`);
      deepEqual(
        [await response.text(), response.headers.get('content-type')],
        [text, 'application/octet-stream'],
        name,
      );
    }
    for (const [name, text] of [
      ['date', '"1970-01-01T00:00:00.000Z"'],
      ['url', '"http://a.example/"'],
      ['instance', '{"amount":1}'],
      ['empty', '{}'],
    ] as const)
      equal(await (await send(`GET /${name}`)).text(), text);
  },
);

test('names the type of a value that is not data', async () => {
  const { send, logs } = createTestHost({ routes });
  for (const name of ['Map', 'Set', 'FormData', 'Headers', 'TypeError', 'RegExp']) {
    equal((await send(`GET /${name}`)).status, 500, name);
    match(String(logs.at(-1)?.message), new RegExp(`returned a ${name}, which cannot be written as JSON`));
  }
});

test('closes the file of a returned stream after GET, HEAD, an abort and an error', async (t) => {
  const { host } = createTestHost({ routes, log: false });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => host.close());
  const url = `http://127.0.0.1:${port}`;
  equal(await (await fetch(`${url}/file`)).text(), 'content of a file');
  equal((await fetch(`${url}/file`, { method: 'HEAD' })).status, 200);
  await (await fetch(`${url}/file`)).body?.cancel();
  await fetch(`${url}/missing`)
    .then(async (response) => response.text())
    .catch(() => {});
  const open = (): string[] => readdirSync('/proc/self/fd').filter((name) => readTarget(name) === file);
  for (let attempt = 0; attempt < 3_000 && open().length > 0; attempt++) await sleep(10);
  deepEqual(open(), []);
});

function readTarget(descriptor: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}

test('sends the response of fetch whose body was compressed', async (t) => {
  const text = JSON.stringify({ text: 'long '.repeat(2000) });
  const codings: Readonly<Record<string, Buffer>> = {
    gzip: gzipSync(text),
    br: brotliCompressSync(text),
    zstd: zstdCompressSync(text),
    'x-unknown': Buffer.from('x'),
  };
  const upstream = createServer(({ url }, response) => {
    const coding = url!.slice(1);
    const body = codings[coding]!;
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Encoding': coding,
      'Content-Length': body.byteLength,
      ETag: '"a"',
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const source = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const { host } = createTestHost({
    log: false,
    routes: [route('proxy', 'GET /{coding}', { handle: ({ params }) => fetch(`${source}/${params.coding}`) })],
  });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  t.after(async () => {
    await host.close();
    upstream.closeAllConnections();
    upstream.close();
  });
  for (const coding of ['gzip', 'br', 'zstd'])
    for (const accept of ['identity', 'gzip']) {
      const response = await fetch(`http://127.0.0.1:${port}/${coding}`, { headers: { 'Accept-Encoding': accept } });
      equal(await response.text(), text, `${coding} for ${accept}`);
      equal(response.headers.get('content-encoding'), accept === 'gzip' ? 'gzip' : null);
      equal(response.headers.get('etag'), 'W/"a"');
    }
  const unknown = await fetch(`http://127.0.0.1:${port}/x-unknown`);
  deepEqual([unknown.headers.get('content-encoding'), await unknown.text()], ['x-unknown', 'x']);
});
