import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineHost, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';

const echo = (bodyLimit?: number) =>
  route('echo', 'POST /echo', {
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    handle: async ({ payload }) => ({ bytes: (await payload.bytes()).length }),
  });

function notes(options: object) {
  return resource('notes', z.object({ id: z.number().int(), text: z.string() }), {
    id: 'id',
    access: { read: 'public', write: 'public' },
    operations: { create: options },
    input: { create: z.object({ text: z.string() }) },
    process: { create: ({ body }) => ({ id: 1, text: body.text.slice(0, 3) }) },
  });
}

async function serve(t: TestContext, config: HostConfig) {
  const host = defineHost({ log: false, ...config });
  const { url, port } = await host.listen({ port: 0 });
  t.after(() => host.close());
  const post = (path: string, body: string, type = 'application/json') =>
    fetch(url + path, { method: 'POST', body, headers: { 'Content-Type': type } });
  return { host, port, post };
}

// Sends the head of a request, then single bytes of its body, and returns the status of the response.
function drip(port: number, path: string, pieces: number, pause: number, contentLength = pieces): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (bytes) => {
      socket.destroy();
      resolve(Number(bytes.toString('latin1').slice(9, 12)));
    });
    socket.once('error', reject);
    socket.write(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${contentLength}\r\n\r\n`);
    void (async () => {
      for (let i = 0; i < pieces && socket.writable; i++) {
        socket.write('x');
        await sleep(pause);
      }
    })();
  });
}

describe('bodyLimit', () => {
  test('of a route replaces the limit of the host', async (t) => {
    const { post } = await serve(t, { limits: { body: 100 }, routes: [echo(1_000)] });
    assert.equal((await post('/echo', 'x'.repeat(1_000))).status, 200);
    assert.equal((await post('/echo', 'x'.repeat(1_001))).status, 413);
    const smaller = await serve(t, { limits: { body: 100 }, routes: [echo(10)] });
    assert.equal((await smaller.post('/echo', 'x'.repeat(11))).status, 413);
    const without = await serve(t, { limits: { body: 100 }, routes: [echo()] });
    assert.equal((await without.post('/echo', 'x'.repeat(101))).status, 413);
  });

  test('of a route replaces the limit of the host for streamed bodies and without a socket', async (t) => {
    const stream = route('stream', 'POST /echo', {
      bodyLimit: 1_000,
      handle: async ({ payload }) => ({ bytes: (await new Response(payload.stream()).bytes()).length }),
    });
    const { post, host } = await serve(t, { limits: { body: 100 }, routes: [stream] });
    assert.equal((await post('/echo', 'x'.repeat(1_000))).status, 200);
    assert.equal((await post('/echo', 'x'.repeat(1_001))).status, 413);
    const inMemory = async (size: number) =>
      (await host.fetch(new Request('http://localhost/echo', { method: 'POST', body: 'x'.repeat(size) }))).status;
    assert.deepEqual([await inMemory(1_000), await inMemory(1_001)], [200, 413]);
  });

  test('of an operation replaces the limit of the host', async (t) => {
    const { post } = await serve(t, { limits: { body: 100 }, resources: [notes({ bodyLimit: 1_000 })] });
    const send = async (size: number) => (await post('/api/notes', JSON.stringify({ text: 'x'.repeat(size) }))).status;
    assert.deepEqual([await send(900), await send(1_000)], [201, 413]);
  });

  test('must be a whole number of bytes', () => {
    assert.throws(() => defineHost({ log: false, routes: [echo(1.5)] }), /routes\[0\] "echo"\.bodyLimit.*It is 1\.5/s);
    assert.throws(() => defineHost({ log: false, resources: [notes({ bodyLimit: -1 })] }), /create\.bodyLimit/);
  });
});

describe('limits.time', () => {
  const text = route('text', 'POST /text', { handle: async ({ payload }) => (await payload.text()).length });
  const stream = route('stream', 'POST /stream', {
    handle: async ({ payload }) => (await new Response(payload.stream()).text()).length,
  });
  const slow = route('slow', 'POST /slow', {
    handle: async ({ payload }) => {
      await payload.text();
      await new Promise(() => {});
    },
  });

  for (const path of ['/text', '/stream']) {
    test(`does not abort an upload to ${path} that makes progress`, async (t) => {
      const limits = { time: 100, bodyTimeout: 1_000 };
      const { port } = await serve(t, { limits, routes: [text, stream] });
      assert.equal(await drip(port, path, 10, 50), 200);
    });

    test(`does not apply before limits.bodyTimeout when an upload to ${path} stops`, async (t) => {
      const limits = { time: 100, bodyTimeout: 100 };
      const { port } = await serve(t, { limits, routes: [text, stream] });
      const statuses = await Promise.all(Array.from({ length: 10 }, () => drip(port, path, 1, 0, 10)));
      assert.deepEqual(new Set(statuses), new Set([408]));
    });
  }

  test('restarts when the body was read', async (t) => {
    const { port } = await serve(t, { limits: { time: '100 ms' }, routes: [slow] });
    assert.equal(await drip(port, '/slow', 5, 50), 503);
  });

  test('does not abort a buffered body that takes longer than limits.bodyTimeout but makes progress', async (t) => {
    const { port } = await serve(t, { limits: { bodyTimeout: '1 s' }, routes: [text] });
    assert.equal(await drip(port, '/text', 16, 100), 200);
  });
});
