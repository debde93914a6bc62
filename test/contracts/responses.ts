import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { BadRequestError } from '../../packages/core/src/http/http-errors.ts';
import { HttpResponse } from '../../packages/core/src/http/response.ts';
import type { HttpContext } from '../../packages/core/src/http/context.ts';
import type { ServerOptions } from '../../packages/host/src/server/server-options.ts';
import { file } from '../../packages/host/src/server/file.ts';

/** Answers requests with `answer`, over a socket or without one; `base` is the URL to ask. */
export interface Edge {
  readonly base: string;
  ask(path: string, init?: RequestInit): Promise<{ response: Response; body: Buffer }>;
}
export type OpenEdge = (
  t: TestContext,
  answer: (context: HttpContext) => HttpResponse | Promise<HttpResponse>,
  options?: ServerOptions,
) => Promise<Edge>;

type RequestInit = Exclude<ConstructorParameters<typeof Request>[1], undefined>;

const LONG = 'Nereid turns around Neptune. '.repeat(100);
const FILE = join(tmpdir(), `oriel-answering-${process.pid}.txt`);
writeFileSync(FILE, '0123456789');
utimesSync(FILE, 1_700_000_000, 1_700_000_000);
const BIG_FILE = join(tmpdir(), `oriel-answering-${process.pid}.css`);
writeFileSync(BIG_FILE, LONG);

const text = (body: string, headers: string[] = []) =>
  new HttpResponse(200, ['Content-Type', 'text/plain', ...headers], body);
const getStream = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

/** Describes what a client receives, for a server on a socket and for one in memory. */
export function describeAnswering(name: string, open: OpenEdge): void {
  describe(`a response ${name}`, () => {
    it('has the status, the headers, the length and the body of the application', async (t) => {
      const { ask } = await open(t, () => new HttpResponse(201, ['Content-Type', 'text/plain', 'X-A', 'b'], 'Grüße'));
      const { response, body } = await ask('/');
      assert.equal(response.status, 201);
      assert.equal(response.statusText, 'Created');
      assert.equal(response.headers.get('x-a'), 'b');
      assert.equal(response.headers.get('content-length'), '7');
      assert.equal(body.toString(), 'Grüße');
    });

    it('keeps non-ASCII header values, for ASCII and non-ASCII bodies', async (t) => {
      const { ask } = await open(t, ({ path }) => text(path === '/ascii' ? 'text' : 'Grüße ☃', ['X-A', 'é']));
      for (const path of ['/ascii', '/unicode']) {
        const { response, body } = await ask(path);
        assert.equal(response.headers.get('x-a'), 'é');
        assert.equal(body.toString(), path === '/ascii' ? 'text' : 'Grüße ☃');
      }
    });

    it('sends two cookies as two headers', async (t) => {
      const { ask } = await open(t, () => text('x', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']));
      assert.deepEqual((await ask('/')).response.headers.getSetCookie(), ['a=1', 'b=2']);
    });

    it('has the Content-Length of the body, not that of the application', async (t) => {
      const { ask } = await open(t, () => text('four', ['Content-Length', '4000', 'Transfer-Encoding', 'chunked']));
      const { response, body } = await ask('/');
      assert.equal(response.headers.get('content-length'), '4');
      assert.equal(body.toString(), 'four');
    });

    it('to a HEAD request has the headers of GET and no body', async (t) => {
      let cancelled = 0;
      const endless = () => new ReadableStream<Uint8Array>({ cancel: () => void cancelled++ });
      const { ask } = await open(t, ({ path }) =>
        path === '/text' ? text('four') : new HttpResponse(200, ['Content-Type', 'text/plain'], endless()),
      );
      const { response, body } = await ask('/text', { method: 'HEAD' });
      assert.equal(response.headers.get('content-length'), '4');
      assert.equal(body.length, 0);
      assert.equal((await ask('/stream', { method: 'HEAD' })).body.length, 0);
      assert.equal(cancelled, 1, 'the unread stream was not canceled');
    });

    for (const status of [204, 304]) {
      it(`with status ${status} has no body, even if the controller sets one`, async (t) => {
        const { ask } = await open(t, () => new HttpResponse(status, [], 'should not be there'));
        const { response, body } = await ask('/');
        assert.equal(response.status, status);
        assert.equal(body.length, 0);
        assert.equal(response.headers.get('content-length'), null);
      });
    }

    it('without a body has Content-Length 0', async (t) => {
      const { ask } = await open(t, () => new HttpResponse(200));
      assert.equal((await ask('/')).response.headers.get('content-length'), '0');
    });

    it('can be bytes, a stream, or a web Response', async (t) => {
      const { ask } = await open(t, ({ path }) => {
        if (path === '/bytes') return new HttpResponse(200, [], new Uint8Array([1, 2, 255]));
        if (path === '/stream') return new HttpResponse(200, [], getStream('one, ', 'two'));
        return HttpResponse.fromWeb(new Response(getStream('from the ', 'web'), { status: 202 }));
      });
      assert.deepEqual([...(await ask('/bytes')).body], [1, 2, 255]);
      assert.equal((await ask('/stream')).body.toString(), 'one, two');
      const web = await ask('/web');
      assert.equal(web.response.status, 202);
      assert.equal(web.body.toString(), 'from the web');
    });

    it('that cannot be sent becomes a plain 500', async (t) => {
      const { ask } = await open(t, ({ path }) => {
        if (path === '/header') return new HttpResponse(200, ['X-A', 'a\nSet-Cookie: b=1'], 'x');
        if (path === '/snowman') return new HttpResponse(200, ['X-A', '☃'], 'x');
        if (path === '/name') return new HttpResponse(200, ['X A', 'x'], 'x');
        if (path === '/body') return new HttpResponse(200, [], { not: 'a body' } as unknown as string);
        if (path === '/file') return new HttpResponse(200, [], { file: '/no/such/file', start: 0, length: 3 });
        return new HttpResponse(Number(path.slice(1)), [], 'x');
      });
      for (const path of ['/header', '/snowman', '/name', '/body', '/file', '/99', '/101', '/600', '/200.5']) {
        const { response, body } = await ask(path);
        assert.equal(response.status, 500, path);
        assert.equal(response.statusText, 'Internal Server Error', path);
        assert.equal(response.headers.get('content-type'), 'application/problem+json', path);
        assert.equal((JSON.parse(body.toString()) as { status: number }).status, 500, path);
      }
    });

    it('is compressed with the preferred encoding of the client and has Vary', async (t) => {
      const { ask } = await open(t, () => text(LONG, ['ETag', '"1"']));
      const codings = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
      for (const [coding, decode] of Object.entries(codings)) {
        const { response, body } = await ask('/', { headers: { 'accept-encoding': `gzip;q=0.1, ${coding}` } });
        assert.equal(response.headers.get('content-encoding'), coding);
        assert.equal(response.headers.get('vary'), 'Accept-Encoding');
        assert.equal(response.headers.get('etag'), 'W/"1"');
        assert.equal(response.headers.get('content-length'), String(body.length));
        assert.equal(decode(body).toString(), LONG);
      }
      const plain = await ask('/', { headers: { 'accept-encoding': 'identity' } });
      assert.equal(plain.response.headers.get('content-encoding'), null);
      assert.equal(plain.response.headers.get('vary'), 'Accept-Encoding');
      assert.equal(plain.body.toString(), LONG);
    });

    it('is not compressed if it is small, incompressible or must not be transformed', async (t) => {
      const { ask } = await open(t, ({ path }) => {
        if (path === '/short') return text('short');
        if (path === '/image') return new HttpResponse(200, ['Content-Type', 'image/png'], LONG);
        if (path === '/coded') return text(LONG, ['Content-Encoding', 'aes128gcm']);
        if (path === '/no-transform') return text(LONG, ['Cache-Control', 'public, no-transform']);
        return new HttpResponse(200, ['Content-Type', 'text/event-stream'], getStream(LONG));
      });
      for (const path of ['/short', '/image', '/coded', '/no-transform', '/events']) {
        const { response } = await ask(path, { headers: { 'accept-encoding': 'gzip' } });
        assert.notEqual(response.headers.get('content-encoding'), 'gzip', path);
        assert.equal(response.headers.get('vary'), null, path);
      }
    });

    it('is sent uncompressed if compression does not reduce the size', async (t) => {
      const noise = randomBytes(4_000);
      const headers = ['Content-Type', 'text/plain', 'ETag', '"1"'];
      const { ask } = await open(t, () => new HttpResponse(200, headers, noise));
      for (const [accept, coding] of [
        ['gzip, br', null],
        ['gzip', null],
        ['gzip, identity;q=0', 'gzip'],
      ] as const)
        for (const method of ['GET', 'HEAD']) {
          const { response, body } = await ask('/', { method, headers: { 'accept-encoding': accept } });
          assert.equal(response.headers.get('content-encoding'), coding);
          assert.equal(response.headers.get('vary'), 'Accept-Encoding');
          assert.equal(response.headers.get('etag'), coding === null ? '"1"' : 'W/"1"');
          if (coding === null) assert.equal(response.headers.get('content-length'), '4000');
          if (coding === null && method === 'GET') assert.deepEqual(body, noise);
        }
    });

    it('with a stream is compressed', async (t) => {
      const { ask } = await open(
        t,
        () => new HttpResponse(200, ['Content-Type', 'text/plain'], getStream(LONG, 'end')),
      );
      for (const [coding, decode] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
        ['zstd', zstdDecompressSync],
      ] as const) {
        const { response, body } = await ask('/', { headers: { 'accept-encoding': coding } });
        assert.equal(response.headers.get('content-encoding'), coding);
        assert.equal(decode(body).toString(), `${LONG}end`);
      }
    });

    it('is not compressed if compression is turned off', async (t) => {
      const { ask } = await open(t, () => text(LONG), { compression: false });
      const { response } = await ask('/', { headers: { 'accept-encoding': 'gzip' } });
      assert.equal(response.headers.get('content-encoding'), null);
    });

    it('with a file contains the whole file or the requested range', async (t) => {
      const { ask } = await open(t, () => file(FILE));
      const answer = await ask('/');
      assert.equal(answer.response.status, 200);
      assert.equal(answer.response.headers.get('accept-ranges'), 'bytes');
      assert.equal(answer.response.headers.get('content-length'), '10');
      assert.equal(answer.body.toString(), '0123456789');
      const part = async (range: string, more: Record<string, string> = {}) => {
        const { response, body } = await ask('/', { headers: { range, ...more } });
        return [response.status, response.headers.get('content-range'), body.toString()];
      };
      assert.deepEqual(await part('bytes=2-4'), [206, 'bytes 2-4/10', '234']);
      assert.deepEqual(await part('bytes=7-'), [206, 'bytes 7-9/10', '789']);
      assert.deepEqual(await part('bytes=-3'), [206, 'bytes 7-9/10', '789']);
      assert.deepEqual(await part('bytes=0-0, 5-6'), [206, 'bytes 0-6/10', '0123456']);
      assert.deepEqual(await part('lines=1-2'), [200, null, '0123456789']);
      const modified = answer.response.headers.get('last-modified')!;
      assert.deepEqual(await part('bytes=2-4', { 'if-range': modified }), [206, 'bytes 2-4/10', '234']);
      assert.deepEqual(await part('bytes=2-4', { 'if-range': '"other"' }), [200, null, '0123456789']);
      assert.deepEqual((await part('bytes=99-')).slice(0, 2), [416, 'bytes */10']);
      assert.equal((await ask('/', { method: 'HEAD' })).response.headers.get('content-length'), '10');
    });

    it('with several ranges of a file is a multipart body with the parts in the order of the request', async (t) => {
      const { ask } = await open(t, () => file(BIG_FILE, { contentType: 'application/pdf' }));
      const { response, body } = await ask('/', { headers: { range: 'bytes=2000-2003, 0-3, 1000-1002,, -2' } });
      assert.equal(response.status, 206);
      assert.equal(response.headers.get('content-range'), null);
      assert.equal(response.headers.get('content-length'), String(body.length));
      const [, boundary] = /^multipart\/byteranges; boundary=([\w-]+)$/.exec(response.headers.get('content-type')!)!;
      const piece = (start: number, end: number) =>
        `--${boundary}\r\nContent-Type: application/pdf\r\nContent-Range: bytes ${start}-${end}/2900\r\n\r\n` +
        `${LONG.slice(start, end + 1)}\r\n`;
      const expected = piece(2000, 2003) + piece(0, 3) + piece(1000, 1002) + piece(2898, 2899);
      assert.equal(body.toString(), `${expected}--${boundary}--\r\n`);
    });

    it('with a file evaluates the preconditions of GET and HEAD', async (t) => {
      const { ask } = await open(t, () => file(FILE, { download: true, headers: { 'Cache-Control': 'no-cache' } }));
      const { response } = await ask('/');
      const tag = response.headers.get('etag')!;
      const modified = response.headers.get('last-modified')!;
      assert.match(tag, /^"[\w-]+"$/);
      const status = async (headers: Record<string, string>, method = 'GET') =>
        (await ask('/', { method, headers })).response.status;
      for (const method of ['GET', 'HEAD']) {
        assert.equal(await status({ 'if-none-match': tag }, method), 304);
        assert.equal(await status({ 'if-none-match': `"other", W/${tag}` }, method), 304);
        assert.equal(await status({ 'if-none-match': '"other"', 'if-modified-since': modified }, method), 200);
        assert.equal(await status({ 'if-modified-since': modified }, method), 304);
        assert.equal(await status({ 'if-modified-since': 'Sun, 06 Nov 1994 08:49:37 GMT' }, method), 200);
        assert.equal(await status({ 'if-match': '"other"' }, method), 412);
        assert.equal(await status({ 'if-match': tag }, method), 200);
        assert.equal(await status({ 'if-unmodified-since': 'Sun, 06 Nov 1994 08:49:37 GMT' }, method), 412);
      }
      assert.equal(await status({ 'if-none-match': tag }, 'POST'), 200);
      assert.equal(await status({ 'if-none-match': tag, range: 'bytes=0-1' }), 304);
      assert.equal(await status({ 'if-match': tag, range: 'bytes=0-1' }), 206);
      assert.equal(await status({ 'if-range': tag, range: 'bytes=0-1' }), 206);
      assert.equal(await status({ 'if-range': `W/${tag}`, range: 'bytes=0-1' }), 200);

      const { response: current, body } = await ask('/', { headers: { 'if-none-match': tag } });
      const names = ['content-type', 'content-disposition', 'content-length', 'etag', 'cache-control', 'last-modified'];
      assert.deepEqual(
        names.map((name) => current.headers.get(name)),
        [null, null, null, tag, 'no-cache', modified],
      );
      assert.equal(body.length, 0);
      const { response: failed, body: problem } = await ask('/', { headers: { 'if-match': '"other"' } });
      assert.equal(failed.headers.get('content-disposition'), null);
      assert.equal(JSON.parse(problem.toString()).status, 412);
    });

    it('with a file that changed a moment ago has a weak tag, and its date allows no range', async (t) => {
      const path = join(tmpdir(), `oriel-answering-new-${process.pid}.txt`);
      writeFileSync(path, 'new');
      utimesSync(path, new Date(), new Date(Date.now() + 60_000));
      const { ask } = await open(t, () => file(path));
      const { response } = await ask('/');
      assert.match(response.headers.get('etag')!, /^W\//);
      for (const name of ['etag', 'last-modified']) {
        const headers = { range: 'bytes=0-0', 'if-range': response.headers.get(name)! };
        assert.equal((await ask('/', { headers })).response.status, 200);
      }
    });

    it('with bytes, a Blob or a source of ranges supports ranges and preconditions', async (t) => {
      const read = (start: number, end: number) => getStream('0123456789'.slice(start, end + 1));
      const sources: Record<string, () => Promise<HttpResponse>> = {
        '/bytes': () => file(new TextEncoder().encode('0123456789'), { name: 'a.txt' }),
        '/blob': () => file(new Blob(['01234', '56789'], { type: 'text/plain' }), { etag: 'blob' }),
        '/file': () => file(new File(['0123456789'], 'é.txt'), { etag: 'file', download: true }),
        '/source': () => file({ size: 10, read }, { etag: 'source', lastModified: 0 }),
      };
      const { ask } = await open(t, ({ path }) => sources[path]!());
      for (const path of Object.keys(sources)) {
        const { response, body } = await ask(path);
        assert.equal(body.toString(), '0123456789', path);
        assert.equal(response.headers.get('content-length'), '10', path);
        const tag = response.headers.get('etag')!;
        const part = await ask(path, { headers: { range: 'bytes=2-4', 'if-range': tag } });
        assert.deepEqual([part.response.status, part.body.toString()], [206, '234'], path);
        assert.equal((await ask(path, { headers: { 'if-none-match': tag } })).response.status, 304, path);
        assert.equal((await ask(path, { headers: { range: 'bytes=10-' } })).response.status, 416, path);
      }
      const { response } = await ask('/file');
      assert.equal(
        response.headers.get('content-disposition'),
        `attachment; filename="_.txt"; filename*=UTF-8''%C3%A9.txt`,
      );
    });

    it('with a stream as a file has no ranges, and cancels a stream that is not sent', async (t) => {
      let canceled = 0;
      const stream = () =>
        new ReadableStream<Uint8Array>(
          {
            pull(controller) {
              controller.enqueue(new TextEncoder().encode('0123'));
              controller.close();
            },
            cancel: () => void canceled++,
          },
          { highWaterMark: 0 },
        );
      const { ask } = await open(t, () => file(stream(), { etag: 'a', size: 4 }));
      const { response, body } = await ask('/', { headers: { range: 'bytes=0-1' } });
      assert.deepEqual([response.status, response.headers.get('accept-ranges'), body.toString()], [200, null, '0123']);
      assert.equal(response.headers.get('content-length'), '4');
      assert.equal(canceled, 0);
      assert.equal((await ask('/', { headers: { 'if-none-match': '"a"' } })).response.status, 304);
      assert.equal(canceled, 1);
      await ask('/', { method: 'HEAD' });
      assert.equal(canceled, 2);
    });

    it('with a file has the same Vary and ETag in a 304 as in the compressed 200', async (t) => {
      const { ask } = await open(t, () => file(BIG_FILE, { etag: 'css' }));
      const headers = { 'accept-encoding': 'br' };
      const { response } = await ask('/', { headers });
      const again = await ask('/', { headers: { ...headers, 'if-none-match': response.headers.get('etag')! } });
      assert.equal(again.response.status, 304);
      for (const name of ['vary', 'etag']) assert.equal(again.response.headers.get(name), response.headers.get(name));
      assert.equal((await ask('/', { headers: { 'if-none-match': '"css"' } })).response.headers.get('etag'), '"css"');
    });

    it('with a large text file is compressed', async (t) => {
      const { ask } = await open(t, () => file(BIG_FILE));
      const { response, body } = await ask('/', { headers: { 'accept-encoding': 'br' } });
      assert.equal(response.headers.get('content-encoding'), 'br');
      assert.equal(brotliDecompressSync(body).toString(), LONG);
    });
  });

  describe(`a request ${name}`, () => {
    it('reaches the application with its method, target, headers and body', async (t) => {
      const { ask, base } = await open(t, async (context) => {
        const { method, path, query, headers, body, scheme, ip } = context;
        const request = context.request;
        const json = { method, path, query, header: headers.get('x-a'), body: await body.text(), scheme, ip };
        return HttpResponse.json({ ...json, url: request.url, origin: context.origin, host: headers.get('host') });
      });
      const { body } = await ask('//a/./%2e%2e/%2Fb%C3%A9?x=1&y=%20', {
        method: 'PATCH',
        headers: { 'x-a': 'b' },
        body: 'Grüße',
      });
      assert.deepEqual(JSON.parse(body.toString()), {
        method: 'PATCH',
        path: '//%2Fb%C3%A9',
        query: 'x=1&y=%20',
        header: 'b',
        body: 'Grüße',
        scheme: 'http',
        ip: '127.0.0.1',
        url: `${base}//%2Fb%C3%A9?x=1&y=%20`,
        origin: base,
        host: base.slice(7),
      });
    });

    it('can be read as a stream', async (t) => {
      const { ask } = await open(t, ({ body }) => new HttpResponse(200, [], body.stream()));
      const sent = Buffer.alloc(300_000, 'abc');
      assert.ok((await ask('/', { method: 'POST', body: sent })).body.equals(sent));
    });

    it('can be read as a web Request', async (t) => {
      const { ask } = await open(t, async ({ request }) => text(`${request.method} ${await request.text()}`));
      assert.equal((await ask('/', { method: 'POST', body: 'hello' })).body.toString(), 'POST hello');
      assert.equal((await ask('/')).body.toString(), 'GET ');
    });

    it('without a body has an empty body that is not present', async (t) => {
      const { ask } = await open(t, async ({ body }) =>
        text(`${body.present} "${await body.text()}" ${(await body.bytes()).length}`),
      );
      assert.equal((await ask('/')).body.toString(), 'false "" 0');
    });

    it('whose body is buffered returns it to each reader in the requested type', async (t) => {
      const { ask } = await open(t, async ({ body }) => {
        const [words, bytes] = await Promise.all([body.text().catch((error: Error) => error.message), body.bytes()]);
        const later = await body.text().catch((error: Error) => error.message);
        return text(`${words} | ${bytes.length} | ${later} | ${(await body.bytes()).length}`);
      });
      assert.equal((await ask('/', { method: 'POST', body: 'abc' })).body.toString(), 'abc | 3 | abc | 3');
      const { body } = await ask('/', { method: 'POST', body: new Uint8Array([0xc3, 0x28]) });
      assert.equal(body.toString(), 'The body is not valid UTF-8 | 2 | The body is not valid UTF-8 | 2');
    });

    it('has a body that can be streamed once', async (t) => {
      const { ask } = await open(t, async ({ body }) => {
        await body.text();
        for await (const piece of body.stream()) void piece;
        return text('read twice');
      });
      assert.equal((await ask('/', { method: 'POST', body: 'x' })).response.status, 500);
    });

    it('with a body over the limit is rejected with 413', async (t) => {
      const { ask } = await open(
        t,
        async ({ body, path }) => {
          if (path === '/stream') for await (const piece of body.stream()) void piece;
          return text(await body.text());
        },
        { limits: { body: 1_000 } },
      );
      const large = 'a'.repeat(1_001);
      const streamed = () => ({ body: getStream('a'.repeat(600), 'a'.repeat(600)), duplex: 'half' as const });
      for (const [path, content] of [
        ['/', { body: large }],
        ['/stream', { body: large }],
        ['/', streamed()],
      ] as const) {
        const { response, body } = await ask(path, { method: 'POST', ...content });
        assert.equal(response.status, 413);
        assert.equal((JSON.parse(body.toString()) as { type: string }).type, '/problems/content-too-large');
      }
      assert.equal((await ask('/', { method: 'POST', body: 'a'.repeat(1_000) })).response.status, 200);
    });

    it('whose body is not valid UTF-8 is rejected with 400', async (t) => {
      const { ask } = await open(t, async ({ body }) => text(await body.text()));
      const { response, body } = await ask('/', { method: 'POST', body: new Uint8Array([0xc3, 0x28]) });
      assert.equal(response.status, 400);
      assert.equal((JSON.parse(body.toString()) as { type: string }).type, '/problems/invalid-utf8');
    });

    it('with a long URL is rejected with 414, with many or large headers with 431', async (t) => {
      const { ask } = await open(t, () => text('fine'));
      assert.equal((await ask(`/${'a'.repeat(8_191)}`)).response.status, 200);
      assert.equal((await ask(`/${'a'.repeat(8_192)}`)).response.status, 414);
      const many = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`x-${i}`, '1']));
      assert.equal((await ask('/', { headers: many })).response.status, 431);
      assert.equal((await ask('/', { headers: { x: 'a'.repeat(20_000) } })).response.status, 431);
    });

    it('whose handler throws an HttpError gets its status', async (t) => {
      const { ask } = await open(t, () => {
        throw new BadRequestError('no');
      });
      assert.equal((await ask('/')).response.status, 400);
    });

    it('from a trusted proxy has the client, the scheme and the host of its headers', async (t) => {
      const { ask } = await open(t, ({ ip, origin }) => text(`${ip} ${origin}`), {
        proxies: ['127.0.0.0/8', '10.0.0.0/8'],
      });
      const seen = async (headers: Record<string, string>) => (await ask('/', { headers })).body.toString();
      assert.equal(
        await seen({
          'x-forwarded-for': '6.6.6.6, 192.0.2.7, 10.1.1.1',
          'x-forwarded-proto': 'https',
          'x-forwarded-host': 'oriel.example',
        }),
        '192.0.2.7 https://oriel.example',
      );
      assert.equal(
        await seen({ forwarded: 'for=6.6.6.6, for="[2001:db8::7]:99";proto=https;host=oriel.example' }),
        '2001:db8::7 https://oriel.example',
      );
      const spoofed = await ask('/', { headers: { forwarded: 'for=6.6.6.6', 'x-forwarded-for': '192.0.2.7' } });
      assert.equal(spoofed.response.status, 400);
    });

    it('from another peer ignores the forwarding headers', async (t) => {
      const { ask } = await open(t, ({ ip, scheme }) => text(`${ip} ${scheme}`), { proxies: ['10.0.0.0/8'] });
      const { body } = await ask('/', { headers: { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https' } });
      assert.equal(body.toString(), '127.0.0.1 http');
    });
  });
}
