import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { startTcpProxy } from './tcp-proxy.ts';

/** Starts a server that answers each piece of data with its name and the data. */
async function startEcho(t: TestContext, name: string): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}).on('data', (data) => socket.write(name + data)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

test('a proxy keeps the order of data when its delay becomes shorter, and changes its target', async (t) => {
  const [first, second] = [await startEcho(t, ''), await startEcho(t, 'second:')];
  const proxy = await startTcpProxy(first);
  t.after(() => proxy.close());
  const client = connect(proxy.port, '127.0.0.1').on('error', () => {});
  let received = '';
  client.setEncoding('utf8').on('data', (text: string) => (received += text));
  proxy.setDelay(150);
  client.write('a');
  await new Promise((resolve) => setTimeout(resolve, 20));
  proxy.setDelay(0);
  client.write('b');
  while (received.length < 2) await once(client, 'data');
  assert.equal(received, 'ab');

  proxy.setTarget(second);
  await once(client, 'close');
  const other = connect(proxy.port, '127.0.0.1');
  other.write('c');
  assert.equal(String((await once(other, 'data'))[0]), 'second:c');
  other.destroy();
});
