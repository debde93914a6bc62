import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { defineHost, route } from '../../packages/host/src/index.ts';
import type { HostConfig, LogRecord } from '../../packages/host/src/index.ts';

const EVENTS = { 'Content-Type': 'text/event-stream' };
// Half of it must be long enough for a busy machine; a server that waits for its end is reported by `answered`.
const GRACE_PERIOD = 4_000;

const generator = route('generator', 'GET /events', {
  handle: ({ signal }) =>
    new Response(
      ReadableStream.from(
        (async function* () {
          const encoder = new TextEncoder();
          yield encoder.encode('data: first\n\n');
          for (;;) {
            await sleep(60_000, undefined, { signal });
            yield encoder.encode('data: next\n\n');
          }
        })(),
      ),
      { headers: EVENTS },
    ),
});

const polite = route('polite', 'GET /events', {
  handle: ({ signal }) => {
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(encoder.encode('data: first\n\n'));
        signal.addEventListener('abort', () => {
          stream.enqueue(encoder.encode('data: last\n\n'));
          stream.close();
        });
      },
    });
    return new Response(body, { headers: EVENTS });
  },
});

const deaf = route('deaf', 'GET /events', {
  handle: () => {
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(encoder.encode('data: first\n\n')),
    });
    return new Response(body, { headers: { 'Content-Type': 'Text/Event-Stream; charset=utf-8' } });
  },
});

async function start(path: NonNullable<HostConfig['routes']>[number]) {
  const records: LogRecord[] = [];
  const host = defineHost({
    routes: [path],
    gracePeriod: GRACE_PERIOD,
    log: { sink: { write: (record) => void records.push(record) } },
  });
  const { url, server } = await host.listen({ port: 0 });
  const response = await fetch(`${url}/events`);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  assert.deepEqual(await reader.read(), { done: false, value: 'data: first\n\n' });
  const failures = () => records.filter(({ level }) => level === 'error' || level === 'critical');
  return { host, server, reader, failures };
}

describe('event streams of routes while the server drains', () => {
  test('end when the source stops with an AbortError of the signal, without a logged failure', async () => {
    const { host, server, reader, failures } = await start(generator);
    const [closed, end] = await Promise.all([server.close(), reader.read()]);
    assert.deepEqual(closed, { answered: true, cut: 0 });
    assert.deepEqual(end, { done: true, value: undefined });
    assert.deepEqual(failures(), []);
    await host.close();
  });

  test('may send a last event after the signal was aborted', async () => {
    const { host, server, reader } = await start(polite);
    const [closed, last] = await Promise.all([server.close(), reader.read()]);
    assert.deepEqual(last, { done: false, value: 'data: last\n\n' });
    assert.deepEqual(await reader.read(), { done: true, value: undefined });
    assert.deepEqual(closed, { answered: true, cut: 0 });
    await host.close();
  });

  test('are ended within the grace period if they ignore the signal', async () => {
    const { host, server, reader, failures } = await start(deaf);
    const [closed, end] = await Promise.all([server.close(), reader.read()]);
    assert.deepEqual(closed, { answered: true, cut: 0 });
    assert.deepEqual(end, { done: true, value: undefined });
    assert.deepEqual(failures(), []);
    await host.close();
  });

  test('end in another server that calls host.node', async (t) => {
    const host = defineHost({ routes: [generator], gracePeriod: GRACE_PERIOD, log: false });
    const server = createServer(host.node).listen(0, '127.0.0.1');
    t.after(() => {
      server.close();
      server.closeAllConnections();
    });
    await once(server, 'listening');
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/events`);
    const text = response.text();
    await host.close();
    const end = await Promise.race([text, sleep(GRACE_PERIOD, 'still open', { ref: false })]);
    assert.equal(end, 'data: first\n\n');
  });

  test('do not end other streams, whose clients would not notice that a part is missing', async () => {
    const download = route('download', 'GET /events', {
      handle: async ({ signal }) => {
        const encoder = new TextEncoder();
        await sleep(1);
        return ReadableStream.from(
          (async function* () {
            yield encoder.encode('data: first\n\n');
            await sleep(500, undefined, { signal });
            yield encoder.encode('second');
          })(),
        );
      },
    });
    const { host, server, reader } = await start(download);
    const [closed, second] = await Promise.all([server.close(), reader.read()]);
    assert.deepEqual(second, { done: false, value: 'second' });
    assert.deepEqual(closed, { answered: true, cut: 0 });
    await host.close();
  });
});
