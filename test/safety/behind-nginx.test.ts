import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { HostConfigError, defineHost, route } from '../../src/index.ts';
import type { HostConfig, LogRecord } from '../../src/index.ts';
import { Client } from './support/client.ts';
import { WITHOUT_NGINX, startNginx } from './support/nginx.ts';

const routes = [
  route('hello', 'GET /hello', {
    handle: ({ ip, context, urlFor }) => ({ ip, scheme: context.scheme, host: context.host, url: urlFor('hello') }),
  }),
];
// Nothing of what the client says about itself comes through.
const CAREFUL = `proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $scheme; proxy_set_header X-Forwarded-Host ""; proxy_set_header Forwarded "";`;
const APPENDING = 'proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;';

interface Behind {
  readonly logs: readonly LogRecord[];
  readonly ask: (headers?: Record<string, string>) => Promise<{ status: number; told: Record<string, string> }>;
}

async function behind(t: TestContext, settings: string, config: HostConfig): Promise<Behind> {
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
    async ask(headers = {}) {
      const { status, text } = await client.ask('GET /hello', { headers: { Host: 'www.example.com', ...headers } });
      return { status, told: JSON.parse(text) as Record<string, string> };
    },
  };
}

const SPOOFED = {
  'X-Forwarded-For': '6.6.6.6, 127.0.0.9',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'evil.example',
  Forwarded: 'for=6.6.6.6;proto=https;host=evil.example',
};

describe('behind nginx', { skip: WITHOUT_NGINX }, () => {
  test('that is listed, the client is who asked nginx, whatever it says of itself', async (t) => {
    const { ask, logs } = await behind(t, CAREFUL, { proxies: ['127.0.0.1'] });
    const plain = { ip: '127.0.0.1', scheme: 'http', host: 'www.example.com', url: 'http://www.example.com/hello' };
    assert.deepEqual((await ask()).told, plain);
    // The left-most addresses are the client's own invention; 127.0.0.9 is no listed proxy, and itself behind nginx.
    assert.deepEqual((await ask({ ...SPOOFED, 'X-Forwarded-For': '6.6.6.6, 192.0.2.7' })).told, {
      ...plain,
      ip: '192.0.2.7',
    });
    assert.deepEqual(logs, []);
  });

  test('that only appends, contradictions are refused, and headers that it does not write can be left unread', async (t) => {
    const all = await behind(t, APPENDING, { proxies: ['127.0.0.1'] });
    assert.equal((await all.ask(SPOOFED)).status, 400);
    const some = await behind(t, APPENDING, { proxies: { from: ['127.0.0.1'], headers: ['x-forwarded-for'] } });
    const { told } = await some.ask(SPOOFED);
    assert.deepEqual([told['ip'], told['scheme'], told['host']], ['127.0.0.9', 'http', 'www.example.com']);
  });

  test('that is not listed, its peer is told once in the log, with the fix', async (t) => {
    const { ask, logs } = await behind(t, APPENDING, {});
    for (let i = 0; i < 5; i++) assert.equal((await ask(SPOOFED)).told['ip'], '127.0.0.1');
    assert.equal(logs.length, 1);
    assert.equal(logs[0]!.level, 'warning');
    assert.match(
      logs[0]!.message,
      /^Ignored the X-Forwarded-For header from 127\.0\.0\.1, .* add proxies: \['127\.0\.0\.1'\]$/,
    );
  });
});

test('strangers are told once each, and only so many of them', async () => {
  const logs: LogRecord[] = [];
  const host = defineHost({
    routes,
    proxies: ['10.0.0.1'],
    log: { sink: { write: (record) => void logs.push(record) } },
  });
  const ask = (peer: string) =>
    host.fetch(new Request('http://localhost/hello', { headers: { 'X-Forwarded-For': '6.6.6.6' } }), { peer });
  await ask('10.0.0.1');
  for (let i = 0; i < 500; i++) await ask(`192.0.2.${i % 250}`);
  assert.equal(logs.length, 100);
  assert.match(logs[0]!.message, /^Ignored the X-Forwarded-For header from 192\.0\.2\.0/);
  assert.match(logs.at(-1)!.message, /further peers are not logged$/);
});

describe('a host does not start', () => {
  for (const [name, proxies, place, fix] of [
    ['that counts hops', 1, 'proxies', /Name the proxies/],
    ['that trusts everybody', true, 'proxies', /Name the proxies/],
    ['that trusts every IPv4 address', ['0.0.0.0/0'], 'proxies[0]', /'10\.0\.0\.0\/8'/],
    ['that trusts every IPv6 address', ['10.0.0.1', '::/0'], 'proxies[1]', /'10\.0\.0\.0\/8'/],
    ['that trusts a name', ['proxy.example'], 'proxies[0]', /names are not looked up/],
    ['that trusts what is no text', [7], 'proxies[0]', /10\.0\.0\.1/],
    [
      'with a header nobody reads',
      { from: [], headers: ['x-real-ip'] },
      'proxies.headers[0]',
      /Choose from .*x-forwarded-port/,
    ],
    ['with no headers at all', { from: ['10.0.0.1'], headers: [] }, 'proxies.headers[0]', /Choose from/],
    ['with a setting nobody knows', { from: ['10.0.0.1'], header: [] }, 'proxies.header', /"headers"/],
  ] as const)
    test(name, () => {
      try {
        defineHost({ proxies: proxies as never });
        assert.fail('it started');
      } catch (error) {
        assert.ok(error instanceof HostConfigError, String(error));
        assert.equal(error.issues[0]!.place, place);
        assert.match(error.issues[0]!.fix, fix);
      }
    });
});
