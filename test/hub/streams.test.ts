/** The hub over sockets: slow subscribers, disconnects and reconnection. */
import assert from 'node:assert/strict';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { test } from 'node:test';
import { defineHost } from 'oriel-host';
import type { EmbeddedHubConfig } from 'oriel-host/hub';
import { MemoryTransport } from 'oriel-host/hub';
import { EventSource } from 'eventsource';
import { createContext } from '../../packages/host/src/testing/create-context.ts';
import type { EventStream } from '../../packages/host/src/features/hub/event-stream.ts';
import { Hub } from '../../packages/host/src/features/hub/hub.ts';
import { subscribe } from '../../packages/host/src/features/hub/subscribe.ts';
import { HUB, HUB_URL, SECRET } from './test-hub.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../robustness/certificate.ts';

async function startHub(hub: Partial<EmbeddedHubConfig> = {}, more: object = {}, port = 0) {
  const host = defineHost({
    hub: { secret: SECRET, publicUrl: HUB_URL, anonymous: true, ...hub },
    log: false,
    ...more,
  });
  const server = await host.listen({ port });
  return { host, hub: host.hub, server, port: server.port, close: () => server.close(5000) };
}

function open(port: number, query = 'match=a'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, path: `${HUB}?${query}`, agent: false }, resolve).on('error', reject);
  });
}

async function until(isMet: () => boolean): Promise<void> {
  for (let waited = 0; !isMet(); waited++) {
    assert.ok(waited < 4000, 'the condition was not met in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('a subscriber that reads nothing is disconnected at 1 MiB of unsent data, and others continue', async () => {
  const { hub, port, close } = await startHub();
  const slow = connect(port);
  slow.on('error', () => {}).write(`GET ${HUB}?match=a HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await until(() => hub.metrics['subscribers'] === 1);
  slow.pause();
  const fast = await open(port);
  let bytes = 0;
  fast.on('data', (piece: Buffer) => (bytes += piece.length));
  let published = 0;
  while (hub.metrics['cut'] === 0) {
    await hub.publish({ topics: 'a', data: 'x'.repeat(50_000) });
    published++;
    assert.ok(published < 2000, 'the slow subscriber was never disconnected');
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.equal(hub.metrics['subscribers'], 1);
  await until(() => bytes >= published * 50_000);
  slow.destroy();
  fast.destroy();
  await close();
});

test('missed updates are sent at the speed of the reader, followed by new ones, each once', async () => {
  const { hub, port, close } = await startHub();
  for (let i = 0; i < 300; i++) await hub.publish({ topics: 'a', id: `${i}`, data: 'x'.repeat(12_000) });
  const reader = await open(port, 'match=a&last_event_id=earliest');
  reader.pause();
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (let i = 300; i < 310; i++) await hub.publish({ topics: 'a', id: `${i}`, data: 'new' });
  let text = '';
  reader.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  reader.resume();
  await until(() => text.includes('id: 309\n'));
  const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  assert.deepEqual(ids, [...Array(310).keys()]);
  reader.destroy();
  await close();
});

test('an idle stream gets comments as heartbeats', async () => {
  const hub = new Hub({ secret: SECRET, anonymous: true }, undefined, 50);
  const response = await subscribe(hub, createContext(`GET ${HUB}?match=a`));
  let text = '';
  const write = (bytes: string | Uint8Array): void => void (text += bytes.toString());
  (response.body as EventStream).begin({ write, waiting: 0, end() {}, cut() {} });
  await until(() => text.split(':\n\n').length > 3);
  await hub.close();
});

test('a host that closes ends its streams immediately, each with a random retry time', async () => {
  const { port, close } = await startHub();
  const readers = await Promise.all(Array.from({ length: 20 }, () => open(port)));
  const texts = readers.map(async (reader) => (await reader.setEncoding('utf8').toArray()).join(''));
  const { answered, cut } = await close();
  assert.deepEqual([answered, cut], [true, 0]);
  // The first retry field is sent when the stream opens.
  const waits = (await Promise.all(texts)).map((text) => Number(/retry: \d+\n\nretry: (\d+)\n\n$/.exec(text)?.[1]));
  assert.ok(waits.every((wait) => wait >= 1000 && wait < 5000));
  assert.ok(new Set(waits).size > 10);
});

test('several streams share a connection over HTTP/2', async () => {
  const { hub, port, close } = await startHub({}, { tls: { key: TEST_KEY, cert: TEST_CERTIFICATE }, http2: true });
  const session = connectHttp2(`https://localhost:${port}`, { rejectUnauthorized: false });
  const streams = [1, 2, 3].map(() => session.request({ ':path': `${HUB}?match=a` }).setEncoding('utf8'));
  const texts = ['', '', ''];
  for (const [index, stream] of streams.entries()) stream.on('data', (piece: string) => (texts[index] += piece));
  await until(() => hub.metrics['subscribers'] === 3);
  await hub.publish({ topics: 'a', data: 'all' });
  await until(() => texts.every((text) => text.includes('data: all')));
  streams[0]!.close();
  await until(() => hub.metrics['subscribers'] === 2);
  session.close();
  await close();
});

test('EventSource receives each update once across a restart of the host', async () => {
  const transport = new MemoryTransport();
  const first = await startHub({ transport });
  const source = new EventSource(`http://localhost:${first.port}${HUB}?match=a`);
  const received: string[] = [];
  source.addEventListener('message', ({ data }: { data: string }) => received.push(data));
  await until(() => first.hub.metrics['subscribers'] === 1);
  await first.hub.publish({ topics: 'a', data: '1' });
  await until(() => received.length === 1);
  await first.close();
  await transport.publish({
    id: 'meanwhile',
    topics: ['a'],
    data: '2',
    private: false,
    type: undefined,
    retry: undefined,
  });
  const second = await startHub({ transport }, {}, first.port);
  await until(() => received.length === 2);
  await second.hub.publish({ topics: 'a', data: '3' });
  await until(() => received.length === 3);
  assert.deepEqual(received, ['1', '2', '3']);
  source.close();
  await second.close();
});

test('a subscriber from "earliest" gets the remaining history, although its own subscription evicts an update', async () => {
  const { hub, port, close } = await startHub({ subscriptions: true, history: { count: 3 } });
  for (const data of ['1', '2', '3']) await hub.publish({ topics: 'a', data });
  // The update about its own subscription takes one place in the history.
  const reader = await open(port, 'match=a&last_event_id=earliest');
  let text = '';
  reader.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await until(() => text.includes('data: 3'));
  assert.deepEqual(
    [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data),
    ['2', '3'],
  );
  assert.equal(hub.metrics['cut'], 0);
  reader.destroy();
  await close();
});

test('closing one of two servers of a host ends only its streams, and the other accepts more', async (t) => {
  const { host, hub, port, close } = await startHub({}, { health: true });
  const second = await host.listen({ port: 0 });
  t.after(() => host.close());
  const [firstReader, secondReader] = [await open(port), await open(second.port)];
  const texts = Promise.all([firstReader, secondReader].map((value) => value.setEncoding('utf8').toArray()));
  assert.deepEqual(await close(), { answered: true, cut: 0 });
  assert.equal(hub.metrics['subscribers'], 1);
  assert.equal((await fetch(`http://localhost:${second.port}/readyz`)).status, 200);
  const third = await open(second.port);
  await hub.publish({ topics: 'a', data: 'still sent' });
  await until(() => third.readableLength > 0);
  await second.close();
  const [first, other] = (await texts).map((pieces) => pieces.join(''));
  assert.match(first!, /^retry: \d+\n\nretry: \d+\n\n$/);
  assert.match(other!, /data: still sent\n\nretry: \d+\n\n$/);
  third.destroy();
});
