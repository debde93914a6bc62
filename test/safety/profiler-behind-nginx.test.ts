import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { route } from '../../packages/host/src/index.ts';
import { Client } from './support/client.ts';
import { NGINX_SKIP_REASON, startNginx } from './support/nginx.ts';
import { startRecordedHost } from './support/recorded-host.ts';
import type { RecordedHost } from './support/recorded-host.ts';

const KEY = 'the-key-of-this-test-with-32-bytes-or-more';
const routes = [route('hello', 'GET /hello', { handle: ({ context }) => context.host })];
// The first one is nginx with `proxy_pass` only.
const PROXY_SETTINGS: Readonly<Record<string, string>> = {
  'default settings': '',
  'the Host header of the client': 'proxy_set_header Host $http_host;',
  'X-Real-IP': 'proxy_set_header X-Real-IP $remote_addr;',
  'commonly copied settings':
    'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host localhost; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
};

describe('the profiler behind nginx on the same machine', { skip: NGINX_SKIP_REASON }, () => {
  let recorded: RecordedHost;
  before(async () => void (recorded = await startRecordedHost({ routes, profiler: { key: KEY } })));
  after(() => recorded[Symbol.asyncDispose]());

  for (const [name, settings] of Object.entries(PROXY_SETTINGS)) {
    test(`is closed without the key with ${name}`, async (t) => {
      const { port, stop } = await startNginx(recorded.port, settings);
      t.after(stop);
      const client = new Client(port);
      t.after(() => client.close());
      // A browser that requests the public name of the proxy.
      const headers = { Host: 'www.example.com', Accept: 'text/html' };
      for (const path of [
        '/_profiler/',
        '/_profiler/latest',
        '/_profiler/empty/search/results',
        '/_profiler/latest.json',
      ]) {
        const response = await client.send(`GET ${path}`, { headers });
        assert.ok([403, 421].includes(response.status), `${path} ${response.status}`);
        assert.doesNotMatch(response.text, /Profile Search/);
      }
      const keyed = await client.send('GET /_profiler/empty/search/results', {
        headers: { ...headers, Host: 'localhost', Authorization: `Bearer ${KEY}` },
      });
      assert.equal(keyed.status, 200);
    });
  }

  test('responds to searches up to the maximum length through the default buffers of nginx', async (t) => {
    const { port, stop } = await startNginx(recorded.port, '');
    t.after(stop);
    const client = new Client(port);
    t.after(() => client.close());
    const headers = {
      ...{ Host: 'localhost', Authorization: `Bearer ${KEY}`, Accept: 'text/html' },
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const random = (length: number): string =>
      Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000))).join('');
    for (const search of ['path:/hello', `-path:/${'never/'.repeat(600)}`, `-path:${random(3_000)}`]) {
      const sent = await client.send('POST /_profiler/search', {
        headers,
        body: new URLSearchParams({ q: search }).toString(),
      });
      const response = sent.status === 303 ? await client.send(`GET ${sent.get('Location')}`, { headers }) : sent;
      assert.equal(response.status, 200, `${search.length} characters`);
      assert.match(response.text, /Profile Search/);
    }
  });

  test('is open to direct requests from this machine', async () =>
    assert.equal((await recorded.client.send('GET /_profiler/empty/search/results')).status, 200));
});
