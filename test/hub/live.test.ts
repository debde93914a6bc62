/** The hub over real sockets: readers that are slow, leave, or come back. */
import assert from 'node:assert/strict';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { test } from 'node:test';
import { defineHost } from 'oriel';
import type { EmbeddedHubConfig } from 'oriel/hub';
import { MemoryTransport } from 'oriel/hub';
import { EventSource } from 'eventsource';
import { HUB, HUB_URL, SECRET } from './hub-under-test.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../robustness/certificate.ts';

async function listening(hub: Partial<EmbeddedHubConfig> = {}, more: object = {}, port = 0) {
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

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited++) {
    assert.ok(waited < 4000, 'it does not come');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('a reader that takes nothing is cut at the cap, and the others go on', async () => {
  const { hub, port, close } = await listening({ bufferCap: 200_000 });
  const slow = connect(port);
  slow.on('error', () => {}).write(`GET ${HUB}?match=a HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await until(() => hub.metrics['subscribers'] === 1);
  slow.pause();
  const quick = await open(port);
  let bytes = 0;
  quick.on('data', (piece: Buffer) => (bytes += piece.length));
  let published = 0;
  while (hub.metrics['cut'] === 0) {
    await hub.publish({ topics: 'a', data: 'x'.repeat(50_000) });
    published++;
    assert.ok(published < 2000, 'it was never cut');
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.equal(hub.metrics['subscribers'], 1);
  await until(() => bytes >= published * 50_000);
  slow.destroy();
  quick.destroy();
  await close();
});

test('what was missed is told as fast as it is taken, and what comes meanwhile after it, once', async () => {
  const { hub, port, close } = await listening({ history: { count: 500, bytes: 50e6 } });
  for (let i = 0; i < 300; i++) await hub.publish({ topics: 'a', id: `${i}`, data: 'x'.repeat(20_000) });
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

test('silence is filled with comments', async () => {
  const { port, close } = await listening({ heartbeat: 0.05 });
  const reader = await open(port);
  let text = '';
  reader.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await until(() => text.split(':\n\n').length > 3);
  reader.destroy();
  await close();
});

test('a host that stops ends its streams at once, each with a time of its own to come back', async () => {
  const { port, close } = await listening();
  const readers = await Promise.all(Array.from({ length: 20 }, () => open(port)));
  const texts = readers.map(async (reader) => (await reader.setEncoding('utf8').toArray()).join(''));
  const started = performance.now();
  const { answered, cut } = await close();
  assert.deepEqual([answered, cut], [true, 0]);
  assert.ok(performance.now() - started < 2000);
  // The first was its greeting.
  const waits = (await Promise.all(texts)).map((text) => Number(/retry: \d+\n\nretry: (\d+)\n\n$/.exec(text)?.[1]));
  assert.ok(waits.every((wait) => wait >= 1000 && wait < 5000));
  assert.ok(new Set(waits).size > 10);
});

test('over HTTP/2 many streams share a connection', async () => {
  const { hub, port, close } = await listening({}, { tls: { key: TEST_KEY, cert: TEST_CERTIFICATE }, http2: true });
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

test('EventSource of the package loses nothing and gets nothing twice across restarts', async () => {
  const transport = new MemoryTransport();
  const first = await listening({ transport });
  const source = new EventSource(`http://localhost:${first.port}${HUB}?match=a`);
  const heard: string[] = [];
  source.addEventListener('message', ({ data }: { data: string }) => heard.push(data));
  await until(() => first.hub.metrics['subscribers'] === 1);
  await first.hub.publish({ topics: 'a', data: '1' });
  await until(() => heard.length === 1);
  await first.close();
  await transport.publish({
    id: 'meanwhile',
    topics: ['a'],
    data: '2',
    private: false,
    type: undefined,
    retry: undefined,
  });
  const second = await listening({ transport }, {}, first.port);
  await until(() => heard.length === 2);
  await second.hub.publish({ topics: 'a', data: '3' });
  await until(() => heard.length === 3);
  assert.deepEqual(heard, ['1', '2', '3']);
  source.close();
  await second.close();
});

test('who asks for the earliest is told what there is, although it was forgotten while they came', async () => {
  const { hub, port, close } = await listening({ subscriptions: true, history: { count: 3 } });
  for (const data of ['1', '2', '3']) await hub.publish({ topics: 'a', data });
  // Its own subscription is told of, and takes a place in the history.
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

test('a host that listens twice and closes one ends the streams of that one alone, and takes more on the other', async (t) => {
  const { host, hub, port, close } = await listening({}, { health: true });
  const second = await host.listen({ port: 0 });
  t.after(() => host.close());
  const [here, there] = [await open(port), await open(second.port)];
  const told = Promise.all([here, there].map((each) => each.setEncoding('utf8').toArray()));
  assert.deepEqual(await close(), { answered: true, cut: 0 });
  assert.equal(hub.metrics['subscribers'], 1);
  assert.equal((await fetch(`http://localhost:${second.port}/readyz`)).status, 200);
  const third = await open(second.port);
  await hub.publish({ topics: 'a', data: 'still heard' });
  await until(() => third.readableLength > 0);
  await second.close();
  const [first, other] = (await told).map((pieces) => pieces.join(''));
  assert.match(first!, /^retry: \d+\n\nretry: \d+\n\n$/);
  assert.match(other!, /data: still heard\n\nretry: \d+\n\n$/);
  third.destroy();
});
