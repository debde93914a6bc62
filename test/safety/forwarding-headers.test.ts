import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { HostConfigError, defineHost, route } from '../../packages/host/src/index.ts';
import type { HostConfig, LogRecord } from '../../packages/host/src/index.ts';
import { Client } from './support/client.ts';
import { NGINX_SKIP_REASON, startNginx } from './support/nginx.ts';

const routes = [
  route('hello', 'GET /hello', {
    handle: ({ ip, context, urlFor }) => ({ ip, scheme: context.scheme, host: context.host, url: urlFor('hello') }),
  }),
];
// Replaces the forwarding headers of the client.
const OVERWRITING_HEADERS = `proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $scheme; proxy_set_header X-Forwarded-Host ""; proxy_set_header Forwarded "";`;
const APPENDING_HEADERS =
  'proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;';

interface HostBehindNginx {
  readonly logs: readonly LogRecord[];
  readonly send: (headers?: Record<string, string>) => Promise<{ status: number; body: Record<string, string> }>;
}

async function startBehindNginx(t: TestContext, settings: string, config: HostConfig): Promise<HostBehindNginx> {
  const logs: LogRecord[] = [];
  const host = defineHost({
    ...config,
    routes,
    log: { access: false, sink: { write: (record) => void logs.push(record) } },
  });
  const { port } = await host.listen({ port: 0 });
  t.after(() => host.close());
  const nginx = await startNginx(port, settings);
  t.after(nginx.stop);
  const client = new Client(nginx.port);
  t.after(() => client.close());
  return {
    logs,
    async send(headers = {}) {
      const { status, text } = await client.send('GET /hello', { headers: { Host: 'www.example.com', ...headers } });
      return { status, body: JSON.parse(text) as Record<string, string> };
    },
  };
}

const SPOOFED = {
  'X-Forwarded-For': '6.6.6.6, 127.0.0.9',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'evil.example',
  Forwarded: 'for=6.6.6.6;proto=https;host=evil.example',
};

describe('a host behind nginx', { skip: NGINX_SKIP_REASON }, () => {
  test('reads the address of the client from a listed proxy and ignores values of the client', async (t) => {
    const { send, logs } = await startBehindNginx(t, OVERWRITING_HEADERS, { proxies: ['127.0.0.1'] });
    const expected = { ip: '127.0.0.1', scheme: 'http', host: 'www.example.com', url: 'http://www.example.com/hello' };
    assert.deepEqual((await send()).body, expected);
    // The client made up the leftmost address. 192.0.2.7 is not a listed proxy, so it is the client.
    assert.deepEqual((await send({ ...SPOOFED, 'X-Forwarded-For': '6.6.6.6, 192.0.2.7' })).body, {
      ...expected,
      ip: '192.0.2.7',
    });
    assert.deepEqual(logs, []);
  });

  test('rejects contradicting headers with 400, and ignores those that proxies.headers does not list', async (t) => {
    const all = await startBehindNginx(t, APPENDING_HEADERS, { proxies: ['127.0.0.1'] });
    assert.equal((await all.send(SPOOFED)).status, 400);
    const some = await startBehindNginx(t, APPENDING_HEADERS, {
      proxies: { from: ['127.0.0.1'], headers: ['x-forwarded-for'] },
    });
    const { body } = await some.send(SPOOFED);
    assert.deepEqual([body['ip'], body['scheme'], body['host']], ['127.0.0.9', 'http', 'www.example.com']);
  });

  test('logs one warning with the fix for a proxy that is not listed', async (t) => {
    const { send, logs } = await startBehindNginx(t, APPENDING_HEADERS, {});
    for (let i = 0; i < 5; i++) assert.equal((await send(SPOOFED)).body['ip'], '127.0.0.1');
    assert.equal(logs.length, 1);
    assert.equal(logs[0]!.level, 'warning');
    assert.match(
      logs[0]!.message,
      /^Ignored the X-Forwarded-For header from 127\.0\.0\.1, .* add proxies: \['127\.0\.0\.1'\]$/,
    );
  });
});

test('ignored forwarding headers are logged once per peer, for at most 100 peers', async () => {
  const logs: LogRecord[] = [];
  const host = defineHost({
    routes,
    proxies: ['10.0.0.1'],
    log: { sink: { write: (record) => void logs.push(record) } },
  });
  const send = (peer: string) =>
    host.fetch(new Request('http://localhost/hello', { headers: { 'X-Forwarded-For': '6.6.6.6' } }), { peer });
  await send('10.0.0.1');
  for (let i = 0; i < 500; i++) await send(`192.0.2.${i % 250}`);
  assert.equal(logs.length, 100);
  assert.match(logs[0]!.message, /^Ignored the X-Forwarded-For header from 192\.0\.2\.0/);
  assert.match(logs.at(-1)!.message, /further peers are not logged$/);
});

describe('defineHost rejects proxies', () => {
  for (const [name, proxies, path, fix] of [
    ['that are a number of hops', 1, 'proxies', /List the proxies/],
    ['that are true', true, 'proxies', /List the proxies/],
    ['with every IPv4 address', ['0.0.0.0/0'], 'proxies[0]', /'10\.0\.0\.0\/8'/],
    ['with every IPv6 address', ['10.0.0.1', '::/0'], 'proxies[1]', /'10\.0\.0\.0\/8'/],
    ['with a host name', ['proxy.example'], 'proxies[0]', /names are not looked up/],
    ['with a number', [7], 'proxies[0]', /10\.0\.0\.1/],
    [
      'with an unknown header',
      { from: [], headers: ['x-real-ip'] },
      'proxies.headers[0]',
      /Use one of: .*x-forwarded-port/,
    ],
    ['with an empty list of headers', { from: ['10.0.0.1'], headers: [] }, 'proxies.headers', /Use one of: forwarded/],
    ['with an unknown setting', { from: ['10.0.0.1'], header: [] }, 'proxies.header', /"headers"/],
  ] as const)
    test(name, () => {
      try {
        defineHost({ proxies: proxies as never });
        assert.fail('defineHost did not throw');
      } catch (error) {
        assert.ok(error instanceof HostConfigError, String(error));
        assert.equal(error.issues[0]!.place, path);
        assert.match(error.issues[0]!.fix, fix);
      }
    });
});
