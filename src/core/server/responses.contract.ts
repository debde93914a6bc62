import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { BadRequestError } from '../http/errors.ts';
import { HttpResponse } from '../http/response.ts';
import type { HttpContext } from '../http/context.ts';
import type { ServerOptions } from './server-options.ts';
import { fileResponse } from './file-response.ts';

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
const BIG_FILE = join(tmpdir(), `oriel-answering-${process.pid}.css`);
writeFileSync(BIG_FILE, LONG);

const text = (body: string, headers: string[] = []) =>
  new HttpResponse(200, ['Content-Type', 'text/plain', ...headers], body);
const streamOf = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

/** What a client sees of an answer, whichever edge gave it. */
export function describeAnswering(name: string, open: OpenEdge): void {
  describe(`an answer ${name}`, () => {
    it('has the status, the headers, the length and the text', async (t) => {
      const { ask } = await open(t, () => new HttpResponse(201, ['Content-Type', 'text/plain', 'X-A', 'b'], 'Grüße'));
      const { response, body } = await ask('/');
      assert.equal(response.status, 201);
      assert.equal(response.statusText, 'Created');
      assert.equal(response.headers.get('x-a'), 'b');
      assert.equal(response.headers.get('content-length'), '7');
      assert.equal(body.toString(), 'Grüße');
    });

    it('has its header as it was given, also beyond ASCII, whatever the text', async (t) => {
      const { ask } = await open(t, ({ path }) => text(path === '/ascii' ? 'text' : 'Grüße ☃', ['X-A', 'é']));
      for (const path of ['/ascii', '/unicode']) {
        const { response, body } = await ask(path);
        assert.equal(response.headers.get('x-a'), 'é');
        assert.equal(body.toString(), path === '/ascii' ? 'text' : 'Grüße ☃');
      }
    });

    it('keeps two cookies apart', async (t) => {
      const { ask } = await open(t, () => text('x', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']));
      assert.deepEqual((await ask('/')).response.headers.getSetCookie(), ['a=1', 'b=2']);
    });

    it('takes its length from the body, not from whoever announced another', async (t) => {
      const { ask } = await open(t, () => text('four', ['Content-Length', '4000', 'Transfer-Encoding', 'chunked']));
      const { response, body } = await ask('/');
      assert.equal(response.headers.get('content-length'), '4');
      assert.equal(body.toString(), 'four');
    });

    it('to HEAD has the headers of GET and no body', async (t) => {
      let cancelled = 0;
      const endless = () => new ReadableStream<Uint8Array>({ cancel: () => void cancelled++ });
      const { ask } = await open(t, ({ path }) =>
        path === '/text' ? text('four') : new HttpResponse(200, ['Content-Type', 'text/plain'], endless()),
      );
      const { response, body } = await ask('/text', { method: 'HEAD' });
      assert.equal(response.headers.get('content-length'), '4');
      assert.equal(body.length, 0);
      assert.equal((await ask('/stream', { method: 'HEAD' })).body.length, 0);
      assert.equal(cancelled, 1, 'the stream that nobody reads was not told');
    });

    for (const status of [204, 304]) {
      it(`with status ${status} has no body, whatever the controller gave`, async (t) => {
        const { ask } = await open(t, () => new HttpResponse(status, [], 'should not be there'));
        const { response, body } = await ask('/');
        assert.equal(response.status, status);
        assert.equal(body.length, 0);
        assert.equal(response.headers.get('content-length'), null);
      });
    }

    it('without a body says so', async (t) => {
      const { ask } = await open(t, () => new HttpResponse(200));
      assert.equal((await ask('/')).response.headers.get('content-length'), '0');
    });

    it('can be bytes, a stream, or a web Response', async (t) => {
      const { ask } = await open(t, ({ path }) => {
        if (path === '/bytes') return new HttpResponse(200, [], new Uint8Array([1, 2, 255]));
        if (path === '/stream') return new HttpResponse(200, [], streamOf('one, ', 'two'));
        return HttpResponse.fromWeb(new Response(streamOf('from the ', 'web'), { status: 202 }));
      });
      assert.deepEqual([...(await ask('/bytes')).body], [1, 2, 255]);
      assert.equal((await ask('/stream')).body.toString(), 'one, two');
      const web = await ask('/web');
      assert.equal(web.response.status, 202);
      assert.equal(web.body.toString(), 'from the web');
    });

    it('that cannot be sent is a plain 500', async (t) => {
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

    it('is compressed as the client likes best, and says so to caches', async (t) => {
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

    it('is not compressed when that gains nothing or is forbidden', async (t) => {
      const { ask } = await open(t, ({ path }) => {
        if (path === '/short') return text('short');
        if (path === '/image') return new HttpResponse(200, ['Content-Type', 'image/png'], LONG);
        if (path === '/coded') return text(LONG, ['Content-Encoding', 'aes128gcm']);
        if (path === '/no-transform') return text(LONG, ['Cache-Control', 'public, no-transform']);
        return new HttpResponse(200, ['Content-Type', 'text/event-stream'], streamOf(LONG));
      });
      for (const path of ['/short', '/image', '/coded', '/no-transform', '/events']) {
        const { response } = await ask(path, { headers: { 'accept-encoding': 'gzip' } });
        assert.notEqual(response.headers.get('content-encoding'), 'gzip', path);
        assert.equal(response.headers.get('vary'), null, path);
      }
    });

    it('of a body that does not become smaller is sent as it is', async (t) => {
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

    it('that is a stream is compressed, too', async (t) => {
      const { ask } = await open(t, () => new HttpResponse(200, ['Content-Type', 'text/plain'], streamOf(LONG, 'end')));
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

    it('with compression turned off is left as it is', async (t) => {
      const { ask } = await open(t, () => text(LONG), { compression: false });
      const { response } = await ask('/', { headers: { 'accept-encoding': 'gzip' } });
      assert.equal(response.headers.get('content-encoding'), null);
    });

    it('that is a file comes whole or in a part', async (t) => {
      const { ask } = await open(t, () => fileResponse(FILE));
      const whole = await ask('/');
      assert.equal(whole.response.status, 200);
      assert.equal(whole.response.headers.get('accept-ranges'), 'bytes');
      assert.equal(whole.response.headers.get('content-length'), '10');
      assert.equal(whole.body.toString(), '0123456789');
      const part = async (range: string, more: Record<string, string> = {}) => {
        const { response, body } = await ask('/', { headers: { range, ...more } });
        return [response.status, response.headers.get('content-range'), body.toString()];
      };
      assert.deepEqual(await part('bytes=2-4'), [206, 'bytes 2-4/10', '234']);
      assert.deepEqual(await part('bytes=7-'), [206, 'bytes 7-9/10', '789']);
      assert.deepEqual(await part('bytes=-3'), [206, 'bytes 7-9/10', '789']);
      assert.deepEqual(await part('bytes=0-0, 5-6'), [200, null, '0123456789']);
      assert.deepEqual(await part('lines=1-2'), [200, null, '0123456789']);
      const modified = whole.response.headers.get('last-modified')!;
      assert.deepEqual(await part('bytes=2-4', { 'if-range': modified }), [206, 'bytes 2-4/10', '234']);
      assert.deepEqual(await part('bytes=2-4', { 'if-range': '"other"' }), [200, null, '0123456789']);
      assert.deepEqual((await part('bytes=99-')).slice(0, 2), [416, 'bytes */10']);
      assert.equal((await ask('/', { method: 'HEAD' })).response.headers.get('content-length'), '10');
    });

    it('that is a large text file is compressed', async (t) => {
      const { ask } = await open(t, () => fileResponse(BIG_FILE));
      const { response, body } = await ask('/', { headers: { 'accept-encoding': 'br' } });
      assert.equal(response.headers.get('content-encoding'), 'br');
      assert.equal(brotliDecompressSync(body).toString(), LONG);
    });
  });

  describe(`a request ${name}`, () => {
    it('is heard as it was sent', async (t) => {
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
        ...{ method: 'PATCH', path: '//%2Fb%C3%A9', query: 'x=1&y=%20', header: 'b', body: 'Grüße', scheme: 'http' },
        ...{ ip: '127.0.0.1', url: `${base}//%2Fb%C3%A9?x=1&y=%20`, origin: base, host: base.slice(7) },
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

    it('without a body has none', async (t) => {
      const { ask } = await open(t, async ({ body }) =>
        text(`${body.present} "${await body.text()}" ${(await body.bytes()).length}`),
      );
      assert.equal((await ask('/')).body.toString(), 'false "" 0');
    });

    it('whose body is read whole gives it to everybody who asks, each what they asked for', async (t) => {
      const { ask } = await open(t, async ({ body }) => {
        const [words, bytes] = await Promise.all([body.text().catch((error: Error) => error.message), body.bytes()]);
        const later = await body.text().catch((error: Error) => error.message);
        return text(`${words} | ${bytes.length} | ${later} | ${(await body.bytes()).length}`);
      });
      assert.equal((await ask('/', { method: 'POST', body: 'abc' })).body.toString(), 'abc | 3 | abc | 3');
      const { body } = await ask('/', { method: 'POST', body: new Uint8Array([0xc3, 0x28]) });
      assert.equal(body.toString(), 'The body is not valid UTF-8 | 2 | The body is not valid UTF-8 | 2');
    });

    it('has a body that can be read once', async (t) => {
      const { ask } = await open(t, async ({ body }) => {
        await body.text();
        for await (const piece of body.stream()) void piece;
        return text('read twice');
      });
      assert.equal((await ask('/', { method: 'POST', body: 'x' })).response.status, 500);
    });

    it('with too large a body is a 413', async (t) => {
      const { ask } = await open(
        t,
        async ({ body, path }) => {
          if (path === '/stream') for await (const piece of body.stream()) void piece;
          return text(await body.text());
        },
        { limits: { body: 1_000 } },
      );
      const large = 'a'.repeat(1_001);
      const streamed = () => ({ body: streamOf('a'.repeat(600), 'a'.repeat(600)), duplex: 'half' as const });
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

    it('whose body is no UTF-8 is a 400', async (t) => {
      const { ask } = await open(t, async ({ body }) => text(await body.text()));
      const { response, body } = await ask('/', { method: 'POST', body: new Uint8Array([0xc3, 0x28]) });
      assert.equal(response.status, 400);
      assert.equal((JSON.parse(body.toString()) as { type: string }).type, '/problems/invalid-utf8');
    });

    it('with too long a URL is a 414, with too many or too large headers a 431', async (t) => {
      const { ask } = await open(t, () => text('fine'));
      assert.equal((await ask(`/${'a'.repeat(8_191)}`)).response.status, 200);
      assert.equal((await ask(`/${'a'.repeat(8_192)}`)).response.status, 414);
      const many = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`x-${i}`, '1']));
      assert.equal((await ask('/', { headers: many })).response.status, 431);
      assert.equal((await ask('/', { headers: { x: 'a'.repeat(20_000) } })).response.status, 431);
    });

    it('that another refuses with an HttpError gets that status', async (t) => {
      const { ask } = await open(t, () => {
        throw new BadRequestError('no');
      });
      assert.equal((await ask('/')).response.status, 400);
    });

    it('from a trusted proxy has the client, the scheme and the host that the proxy names', async (t) => {
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

    it('from anybody else is not believed', async (t) => {
      const { ask } = await open(t, ({ ip, scheme }) => text(`${ip} ${scheme}`), { proxies: ['10.0.0.0/8'] });
      const { body } = await ask('/', { headers: { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https' } });
      assert.equal(body.toString(), '127.0.0.1 http');
    });
  });
}
