import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { defineHost, route } from '../../src/index.ts';
import { MemoryProfileStorage } from '../../src/profiler/store/memory/memory-profile-storage.ts';
import { Client } from './support/client.ts';
import type { Answer } from './support/client.ts';
import { startRecorded } from './support/recorded-host.ts';
import type { RecordedHost } from './support/recorded-host.ts';

const routes = [route('hello', 'GET /hello', { handle: () => 'hello' })];
const ACCEPTS = ['text/html', 'application/json', 'text/markdown', 'text/plain'];

function leadsTo(link: string | undefined, answer: Answer, label: string): void {
  const token = answer.get('x-debug-token');
  assert.match(token ?? '', /^[0-9a-f]{6}$/, label);
  assert.equal(answer.get('x-debug-token-link'), link && `${link}/_profiler/${token}`, label);
  assert.doesNotMatch(answer.text, /\/\/[^"\s]*evil\.example[^"\s]*\/_profiler/, label);
}

describe('a link to a profile never leads to a name that a stranger sent', () => {
  let recorded: RecordedHost;
  before(async () => void (recorded = await startRecorded({ routes })));
  after(() => recorded[Symbol.asyncDispose]());

  test('of a host that development does not answer to', async () => {
    for (const [Host, link] of [
      ['evil.example', 'http://localhost'],
      ['localhost.evil.example:81', 'http://localhost:81'],
      [`10.0.0.1:${recorded.port}`, `http://localhost:${recorded.port}`],
    ] as const) {
      for (const Accept of ACCEPTS) {
        const answer = await recorded.client.ask('GET /hello', { headers: { Host, Accept } });
        assert.equal(answer.status, 421);
        leadsTo(link, answer, `${Host} ${Accept}`);
      }
    }
  });

  test('of a host that is none', async () => {
    for (const Host of ['evil.example/..', 'a b', 'evil.example:x']) {
      const answer = await recorded.client.ask('GET /hello', { headers: { Host } });
      assert.equal(answer.status, 400);
      leadsTo(undefined, answer, Host);
    }
  });

  test('and leads to ours', async () => {
    const { port, client } = recorded;
    for (const Host of [`localhost:${port}`, `127.0.0.1:${port}`, `api.localhost:${port}`]) {
      const answer = await client.ask('GET /hello', { headers: { Host } });
      assert.equal(answer.get('x-debug-token-link'), `http://${Host}/_profiler/${answer.get('x-debug-token')}`);
      const failed = await client.ask('GET /nowhere', { headers: { Host, Accept: 'text/html' } });
      assert.ok(failed.text.includes(`http://${Host}/_profiler/${failed.get('x-debug-token')}`));
    }
  });
});

test('in production, too, a link leads to a name that is configured', async () => {
  await using host = defineHost({
    routes,
    log: false,
    hosts: { names: ['api.example'], unknown: 400 },
    profiler: { key: 'a-key-of-some-length-32-bytes-or-more', exposeToken: true, storage: new MemoryProfileStorage() },
  });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
  const client = new Client(port);
  const ours = await client.ask('GET /hello', { headers: { Host: 'api.example' } });
  assert.equal(ours.get('x-debug-token-link'), `http://api.example/_profiler/${ours.get('x-debug-token')}`);
  const foreign = await client.ask('GET /hello', { headers: { Host: 'evil.example' } });
  assert.equal(foreign.status, 400);
  leadsTo(undefined, foreign, 'evil.example');
  client.close();
});

test('nor does the line that a terminal shows', async () => {
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
    await client.ask('GET /hello', { headers: { Host: 'evil.example' } });
    await new Promise((resolve) => setTimeout(resolve, 100));
  } finally {
    process.stdout.write = write;
  }
  client.close();
  const line = lines.find((each) => each.includes('/_profiler/'));
  assert.match(line ?? lines.join(''), /http:\/\/localhost\/_profiler\/[0-9a-f]{6}/);
});
