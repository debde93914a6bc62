import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { defineHost, route } from '../../packages/host/src/index.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { Client } from './support/client.ts';
import type { ReceivedResponse } from './support/client.ts';
import { startRecordedHost } from './support/recorded-host.ts';
import type { RecordedHost } from './support/recorded-host.ts';

const routes = [route('hello', 'GET /hello', { handle: () => 'hello' })];
const ACCEPTS = ['text/html', 'application/json', 'text/markdown', 'text/plain'];

function assertLink(link: string | undefined, response: ReceivedResponse, label: string): void {
  const token = response.get('x-debug-token');
  assert.match(token ?? '', /^[0-9a-f]{6}$/, label);
  assert.equal(response.get('x-debug-token-link'), link && `${link}/_profiler/${token}`, label);
  assert.doesNotMatch(response.text, /\/\/[^"\s]*evil\.example[^"\s]*\/_profiler/, label);
}

describe('the link to a profile', () => {
  let recorded: RecordedHost;
  before(async () => void (recorded = await startRecordedHost({ routes })));
  after(() => recorded[Symbol.asyncDispose]());

  test('has the name localhost if development rejects the Host header', async () => {
    for (const [Host, link] of [
      ['evil.example', 'http://localhost'],
      ['localhost.evil.example:81', 'http://localhost:81'],
      [`10.0.0.1:${recorded.port}`, `http://localhost:${recorded.port}`],
    ] as const) {
      for (const Accept of ACCEPTS) {
        const response = await recorded.client.send('GET /hello', { headers: { Host, Accept } });
        assert.equal(response.status, 421);
        assertLink(link, response, `${Host} ${Accept}`);
      }
    }
  });

  test('is not sent if the Host header is invalid', async () => {
    for (const Host of ['evil.example/..', 'a b', 'evil.example:x']) {
      const response = await recorded.client.send('GET /hello', { headers: { Host } });
      assert.equal(response.status, 400);
      assertLink(undefined, response, Host);
    }
  });

  test('has the Host header of the request if it is a local name', async () => {
    const { port, client } = recorded;
    for (const Host of [`localhost:${port}`, `127.0.0.1:${port}`, `api.localhost:${port}`]) {
      const response = await client.send('GET /hello', { headers: { Host } });
      assert.equal(response.get('x-debug-token-link'), `http://${Host}/_profiler/${response.get('x-debug-token')}`);
      const failed = await client.send('GET /nowhere', { headers: { Host, Accept: 'text/html' } });
      assert.ok(failed.text.includes(`http://${Host}/_profiler/${failed.get('x-debug-token')}`));
    }
  });
});

test('the link to a profile is sent only for configured host names in production', async () => {
  await using host = defineHost({
    routes,
    log: false,
    hosts: { names: ['api.example'] },
    profiler: { key: 'a-key-of-some-length-32-bytes-or-more', exposeToken: true, storage: new MemoryProfileStorage() },
  });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
  const client = new Client(port);
  const configured = await client.send('GET /hello', { headers: { Host: 'api.example' } });
  assert.equal(configured.get('x-debug-token-link'), `http://api.example/_profiler/${configured.get('x-debug-token')}`);
  const unknown = await client.send('GET /hello', { headers: { Host: 'evil.example' } });
  assert.equal(unknown.status, 421);
  assertLink(undefined, unknown, 'evil.example');
  client.close();
});

test('the link in the terminal has the name localhost if the Host header is not local', async () => {
  const lines: string[] = [];
  await using host = defineHost({
    routes,
    profiler: { storage: new MemoryProfileStorage() },
    log: { access: true, sink: { write: (record) => void lines.push(JSON.stringify(record)) } },
  });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const client = new Client(port);
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text: string | Uint8Array) => (lines.push(String(text)), true);
  try {
    await client.send('GET /hello', { headers: { Host: 'evil.example' } });
    await new Promise((resolve) => setTimeout(resolve, 100));
  } finally {
    process.stdout.write = write;
  }
  client.close();
  const line = lines.find((candidate) => candidate.includes('/_profiler/'));
  assert.match(line ?? lines.join(''), /http:\/\/localhost\/_profiler\/[0-9a-f]{6}/);
});
