import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { route } from '../../src/index.ts';
import { Client } from './support/client.ts';
import { WITHOUT_NGINX, startNginx } from './support/nginx.ts';
import { startRecorded } from './support/recorded-host.ts';
import type { RecordedHost } from './support/recorded-host.ts';

const KEY = 'the-key-of-this-test-with-32-bytes-or-more';
const routes = [route('hello', 'GET /hello', { handle: ({ context }) => context.host })];
// The first is what nginx does when it is told nothing but where to pass things on.
const CONFIGURATIONS: Readonly<Record<string, string>> = {
  'its default': '',
  'the host that was asked for': 'proxy_set_header Host $http_host;',
  'who asked': 'proxy_set_header X-Real-IP $remote_addr;',
  'what everybody copies':
    'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host localhost; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
};

describe('behind nginx on the same machine', { skip: WITHOUT_NGINX }, () => {
  let recorded: RecordedHost;
  before(async () => void (recorded = await startRecorded({ routes, profiler: { key: KEY } })));
  after(() => recorded[Symbol.asyncDispose]());

  for (const [name, settings] of Object.entries(CONFIGURATIONS)) {
    test(`the profiler stays closed: ${name}`, async (t) => {
      const { port, stop } = await startNginx(recorded.port, settings);
      t.after(stop);
      const client = new Client(port);
      t.after(() => client.close());
      // Through the proxy, from a browser that knows nothing of the host behind it.
      const headers = { Host: 'www.example.com', Accept: 'text/html' };
      for (const path of [
        '/_profiler/',
        '/_profiler/latest',
        '/_profiler/empty/search/results',
        '/_profiler/latest.json',
      ]) {
        const answer = await client.ask(`GET ${path}`, { headers });
        assert.ok([403, 421].includes(answer.status), `${path} ${answer.status}`);
        assert.doesNotMatch(answer.text, /Profile Search/);
      }
      const keyed = await client.ask('GET /_profiler/empty/search/results', {
        headers: { ...headers, Host: 'localhost', Authorization: `Bearer ${KEY}` },
      });
      assert.equal(keyed.status, 200);
    });
  }

  test('searches of every length up to the longest pass the default buffers of a proxy', async (t) => {
    const { port, stop } = await startNginx(recorded.port, '');
    t.after(stop);
    const client = new Client(port);
    t.after(() => client.close());
    const headers = {
      ...{ Host: 'localhost', Authorization: `Bearer ${KEY}`, Accept: 'text/html' },
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const random = (length: number): string =>
      Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000))).join('');
    for (const search of ['path:/hello', `-path:/${'never/'.repeat(600)}`, `-path:${random(3_000)}`]) {
      const sent = await client.ask('POST /_profiler/search', {
        headers,
        body: new URLSearchParams({ q: search }).toString(),
      });
      const answer = sent.status === 303 ? await client.ask(`GET ${sent.get('Location')}`, { headers }) : sent;
      assert.equal(answer.status, 200, `${search.length} characters`);
      assert.match(answer.text, /Profile Search/);
    }
  });

  test('and is open to whoever asks the host itself', async () =>
    assert.equal((await recorded.client.ask('GET /_profiler/empty/search/results')).status, 200));
});
