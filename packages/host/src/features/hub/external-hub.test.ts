import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { defineHost } from '../../host/define-host.ts';
import { ExternalHub } from './external-hub.ts';

const SECRET = 'the-secret-of-another-hub-of-32-bytes';

/** Starts a server that responds with these statuses in turn, repeats the last one, and records its requests. */
async function answering(...statuses: readonly number[]) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(statuses[Math.min(bodies.length, statuses.length) - 1]!).end('urn:x:theirs');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/.well-known/mercure`;
  return { url, bodies, close: () => (server.closeAllConnections(), server.close()) };
}

test('posts updates to an external hub with a token for their topics only', async () => {
  const other = defineHost({ hub: { secret: SECRET, anonymous: true }, log: false });
  const { url, close } = await other.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const address = `${url}/.well-known/mercure`;
  const stream = await fetch(`${address}?match=b`);
  const hub = new ExternalHub({ url: address, secret: SECRET });
  const { id } = await hub.publish({ topics: ['a', 'b'], data: 'line\nline' });
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes(`id: ${id}\ndata: line\ndata: line\n`)) text += (await reader.read()).value!;
  assert.equal(hub.lastEventId, id);
  await reader.cancel();
  await close();
});

test('retries failed requests, but not rejected ones, and keeps the order', async () => {
  const server = await answering(503, 500, 200, 200);
  const hub = new ExternalHub({ url: server.url, secret: SECRET });
  const [first, second] = await Promise.all([
    hub.publish({ topics: 'a', id: '1' }),
    hub.publish({ topics: 'a', id: '2' }),
  ]);
  assert.deepEqual([first.id, second.id], ['urn:x:theirs', 'urn:x:theirs']);
  assert.deepEqual(
    server.bodies.map((body) => new URLSearchParams(body).get('id')),
    ['1', '1', '1', '2'],
  );
  assert.deepEqual(hub.metrics, { published: 2, retried: 2, failed: 0, dropped: 0, waiting: 0 });
  server.close();
  const stern = await answering(403);
  const refused = new ExternalHub({ url: stern.url, secret: SECRET });
  await assert.rejects(async () => refused.publish({ topics: 'a' }), /responded with 403/);
  assert.equal(stern.bodies.length, 1);
  stern.close();
});

test('rejects updates beyond the limit of the queue and those that still fail after the last retry', async () => {
  const hub = new ExternalHub({ url: 'http://localhost:1/', secret: SECRET, retries: 0 }, 2);
  const tries = [1, 2, 3].map(() => hub.publish({ topics: 'a' }));
  const results = await Promise.allSettled(tries);
  assert.ok(results.every(({ status }) => status === 'rejected'));
  assert.equal(hub.metrics['dropped'], 1);
  assert.equal(hub.metrics['failed'], 2);
});
