import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTcpProxy } from './tcp-proxy.ts';

/** Starts a server that answers each piece of data with its name and the data. */
async function startEcho(t: TestContext, name: string): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}).on('data', (data) => socket.write(name + data)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

test('a proxy keeps the order of data when its delay changes', async (t) => {
  const proxy = await startTcpProxy(await startEcho(t, ''));
  t.after(() => proxy.close());
  const client = connect({ port: proxy.port, host: '127.0.0.1', noDelay: true }).on('error', () => {});
  let received = '';
  client.setEncoding('utf8').on('data', (text: string) => (received += text));
  let sent = '';
  for (let round = 0; round < 60; round++) {
    proxy.setDelay([20, 0, 3][round % 3]!);
    sent += `${round},`;
    client.write(`${round},`);
    // Timers are late while the process is busy.
    if (round % 7 === 0) for (const end = performance.now() + 25; performance.now() < end;);
    await sleep(1);
  }
  while (received.length < sent.length) await once(client, 'data');
  assert.equal(received, sent);
  client.destroy();
});

test('a proxy closes its connections and connects further ones to another port when its target changes', async (t) => {
  const proxy = await startTcpProxy(await startEcho(t, 'first:'));
  t.after(() => proxy.close());
  const before = connect(proxy.port, '127.0.0.1').on('error', () => {});
  before.write('a');
  assert.equal(String((await once(before, 'data'))[0]), 'first:a');
  proxy.setTarget(await startEcho(t, 'second:'));
  await once(before, 'close');
  const after = connect(proxy.port, '127.0.0.1');
  after.write('b');
  assert.equal(String((await once(after, 'data'))[0]), 'second:b');
  after.destroy();
});
