import assert from 'node:assert/strict';
import { request } from 'node:http';
import { it } from 'node:test';
import { StubApplication, serve } from '../../../../test/robustness/serve.ts';
import { HttpResponse } from '../../../core/src/http/response.ts';
import { describeAnswering } from '../../../../test/contracts/responses.ts';
import type { OpenEdge } from '../../../../test/contracts/responses.ts';
import { FetchRequest } from './fetch-request.ts';
import { resolveLimits } from './server-options.ts';
import { createTrustedProxies } from './trusted-proxies.ts';
import { toWebResponse } from './to-web-response.ts';

// Uses node:http, because `fetch` decodes compressed responses.
const overASocket: OpenEdge = async (t, answer, options) => {
  const { url: base } = await serve(t, answer, options);
  return {
    base,
    async ask(path, init = {}) {
      const asked = new Request(base + path, init);
      const content = init.body instanceof ReadableStream ? init.body : Buffer.from(await asked.arrayBuffer());
      return new Promise((resolve, reject) => {
        const target = asked.url.slice(base.length);
        const headers = Object.fromEntries(asked.headers);
        const sent = request(base, { method: asked.method, path: target, headers, agent: false }, (message) => {
          const pieces: Buffer[] = [];
          message.on('data', (piece: Buffer) => pieces.push(piece)).on('error', reject);
          message.on('end', () => {
            const made = new Headers();
            for (let i = 0; i < message.rawHeaders.length; i += 2)
              made.append(message.rawHeaders[i]!, message.rawHeaders[i + 1]!);
            const init = { status: message.statusCode!, statusText: message.statusMessage!, headers: made };
            resolve({ response: new Response(null, init), body: Buffer.concat(pieces) });
          });
        });
        sent.on('error', reject);
        if (!(content instanceof ReadableStream)) return sent.end(content);
        void (async () => {
          for await (const piece of content as ReadableStream<Uint8Array>) sent.write(piece);
          sent.end();
        })();
      });
    },
  };
};

const inMemory: OpenEdge = async (_t, answer, options = {}) => {
  const app = new StubApplication(answer);
  const base = 'http://127.0.0.1:4711';
  const limits = resolveLimits(options.limits);
  const proxies = createTrustedProxies(options.proxies);
  return {
    base,
    async ask(path, init) {
      const context = await app.handle(
        new FetchRequest(new Request(base + path, init), { limits, proxies, peer: '127.0.0.1' }),
      );
      const response = await toWebResponse(context, options);
      return { response, body: Buffer.from(await response.arrayBuffer()) };
    },
  };
};

describeAnswering('over a socket', overASocket);
describeAnswering('in memory', inMemory);

it('an in-memory response reports its number of bytes after the last byte', async () => {
  const app = new StubApplication(() => new HttpResponse(200, [], new Response('12345').body));
  const context = await app.handle(new FetchRequest(new Request('http://localhost/')));
  const sent = new Promise((resolve) => {
    void Promise.resolve(toWebResponse(context, { sent: (bytes, aborted) => resolve({ bytes, aborted }) })).then((r) =>
      r.text(),
    );
  });
  assert.deepEqual(await sent, { bytes: 5, aborted: false });
});

it('the signal of an in-memory request is aborted with the web request', async () => {
  const abort = new AbortController();
  const incoming = new FetchRequest(new Request('http://localhost/', { signal: abort.signal }));
  assert.equal(incoming.signal.aborted, false);
  abort.abort();
  assert.equal(incoming.signal.aborted, true);
});

it('an in-memory body over the limit is rejected without waiting until its source stops', async () => {
  const app = new StubApplication(async ({ body }) => new HttpResponse(200, [], await body.text()));
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
    cancel: () => new Promise(() => {}),
  });
  const request = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' });
  const context = await app.handle(new FetchRequest(request, { limits: resolveLimits({ body: 1_500 }) }));
  assert.equal((await toWebResponse(context, {})).status, 413);
});
