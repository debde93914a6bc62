import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { defineHost, route } from 'oriel-host';
import { NGINX_SKIP_REASON, startNginx } from './support/nginx.ts';

const PAGE = readFileSync(new URL('../../docs/host/deployment.md', import.meta.url), 'utf8');
const UPDATES = ['one', 'two'];

/** Returns the directives of the location in the documentation, without the address of the host. */
function documentedSettings(): string {
  const [block] = /(?<=```nginx\n)[^`]*/.exec(PAGE)!;
  const start = block.indexOf('location / {') + 'location / {'.length;
  return block.slice(start, block.indexOf('}', start)).replace(/proxy_pass [^;]*;/, '');
}

describe('a host behind nginx with the settings of the documentation', { skip: NGINX_SKIP_REASON }, () => {
  test('knows the client, and sends live updates and uploads without delay', async () => {
    const received: string[] = [];
    await using host = defineHost({
      access: 'public',
      log: false,
      profiler: false,
      proxies: ['127.0.0.1'],
      secret: 'a secret of at least 32 bytes for this test',
      hub: { anonymous: true, publicUrl: 'https://example.com/.well-known/mercure' },
      routes: [
        route('hello', 'GET /hello', { handle: ({ ip }) => ip }),
        route('upload', 'POST /upload', {
          handle: async ({ payload }) => {
            for await (const chunk of payload.stream()) received.push(Buffer.from(chunk).toString());
            return 'complete';
          },
        }),
      ],
    });
    const { port } = await host.listen({ port: 0 });
    const nginx = await startNginx(port, documentedSettings());
    const origin = `http://127.0.0.1:${nginx.port}`;
    try {
      const forged = await fetch(`${origin}/hello`, {
        headers: { 'X-Forwarded-For': '6.6.6.6', Forwarded: 'for=7.7.7.7' },
      });
      // The client is on the same machine, which is trusted, so that the address before it counts.
      assert.equal(await forged.text(), '6.6.6.6');

      const stream = await fetch(`${origin}/.well-known/mercure?match=news`);
      const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (const data of UPDATES) {
        await host.hub.publish({ topics: 'news', data });
        while (!text.includes(`data: ${data}\n`)) text += (await reader.read()).value;
      }
      await reader.cancel();

      const sent = Promise.withResolvers<void>();
      const body = new ReadableStream({
        async start(controller) {
          controller.enqueue(Buffer.from('first'));
          await sent.promise;
          controller.enqueue(Buffer.from('last'));
          controller.close();
        },
      });
      const response = fetch(`${origin}/upload`, { method: 'POST', body, duplex: 'half' });
      while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.deepEqual(received, ['first']);
      sent.resolve();
      assert.equal(await (await response).text(), 'complete');
      assert.deepEqual(received, ['first', 'last']);
    } finally {
      await nginx.stop();
    }
  });
});
