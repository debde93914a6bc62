import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from './support/client.ts';
import { PROFILER_TARGETS, externalAddress } from './support/profiler-targets.ts';
import type { ProfilerTarget } from './support/profiler-targets.ts';

const KEY = 'the-key-of-this-test-with-32-bytes-or-more';
const HTML = { Accept: 'text/html' };

for (const [name, start] of Object.entries(PROFILER_TARGETS))
  describe(`the profiler in development: ${name}`, () => attack(start));

function attack(start: (key: string) => Promise<ProfilerTarget>): void {
  let target: ProfilerTarget;
  let token: string;
  before(async () => {
    target = await start(KEY);
    token = await target.record();
  });
  after(() => target[Symbol.asyncDispose]());
  const paths = (): string[] => [
    '/_profiler/',
    '/_profiler/empty/search/results',
    `/_profiler/${token}`,
    `/_profiler/${token}.json`,
    `/_profiler/${token}/export/har`,
    '/_profiler/search?q=x',
    '/_profiler/tail',
    '/_profiler/open?file=packages/host/src/index.ts',
  ];
  const assertRejected = async (
    headers: Record<string, string>,
    { from, client = target.pages }: { from?: string; client?: Client } = {},
  ): Promise<void> => {
    for (const path of paths()) {
      const options = { headers: { ...HTML, ...headers }, ...(from === undefined ? {} : { from }) };
      const response = await client.send(`GET ${path}`, options);
      assert.ok([403, 404, 421].includes(response.status), `${path} ${JSON.stringify(headers)} ${response.status}`);
      assert.ok(!response.text.includes('Profile Search') && !response.text.includes('/hello'), path);
    }
  };

  test('rejects requests with the Host header of another site (DNS rebinding)', async () => {
    for (const name of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.nip.io',
      '169.254.169.254',
      '0.0.0.0',
      '[::ffff:8.8.8.8]',
      '2130706433',
    ])
      await assertRejected({ Host: name });
  });

  test('rejects requests with a header that a proxy adds, whatever its value', async () => {
    for (const [name, value] of [
      ['Forwarded', 'for=127.0.0.1'],
      ['X-Forwarded-For', '127.0.0.1'],
      ['x-forwarded-for', ''],
      ['X-Forwarded-Host', 'localhost'],
      ['X-Forwarded-Proto', 'http'],
      ['Via', '1.1 nginx'],
      ['X-Real-IP', '127.0.0.1'],
    ] as const)
      await assertRejected({ [name]: value });
  });

  test('rejects requests with another origin from browsers that do not send Sec-Fetch-Site', async () => {
    for (const origin of ['https://evil.example', 'http://localhost:1', `https://localhost:${target.port}`])
      await assertRejected({ Origin: origin });
    const Origin = `http://localhost:${target.port}`;
    const response = await target.pages.send('GET /_profiler/empty/search/results', { headers: { ...HTML, Origin } });
    assert.equal(response.status, 200);
  });

  test('rejects requests from another address, even if the Host header is localhost', async (t) => {
    const from = externalAddress();
    if (target.remote === undefined || from === undefined) return t.skip('needs another address');
    for (const Host of ['localhost', `127.0.0.1:${target.port}`])
      await assertRejected({ Host }, { from, client: target.remote });
  });

  test('rejects wrong keys and forged passes', async () => {
    for (const [index, key] of [
      '',
      'wrong',
      KEY.slice(0, -1),
      `${KEY}x`,
      '0.0000000000000000000000',
      'zzzzzz.AAAAAAAAAAAAAAAAAAAAAA',
    ].entries()) {
      // Each key comes from another client, because the wrong keys of one client are limited.
      const from = `127.0.1.${index + 1}`;
      const headers = { Via: '1.1 x' };
      await assertRejected({ Host: 'localhost', ...headers, Authorization: `Bearer ${key}` }, { from });
      const response = await target.pages.send(`GET /_profiler/?key=${encodeURIComponent(key)}`, { headers, from });
      assert.equal(response.status, 403, key);
    }
  });

  test('limits wrong keys of one address, and accepts the correct one', async () => {
    const from = '127.0.2.1';
    const open = (key: string): ReturnType<Client['send']> =>
      target.pages.send('GET /_profiler/empty/search/results', {
        headers: { ...HTML, Via: '1.1 x', Authorization: `Bearer ${key}` },
        from,
      });
    for (let guess = 0; guess < 10; guess++) assert.equal((await open(`${KEY.slice(2)}${10 + guess}`)).status, 403);
    assert.equal((await open(`${KEY.slice(2)}20`)).status, 429);
    assert.equal((await open(KEY)).status, 200);
  });

  test('accepts a request with the key through a proxy', async () => {
    const response = await target.pages.send('GET /_profiler/empty/search/results', {
      headers: { ...HTML, Via: '1.1 x', Authorization: `Bearer ${KEY}` },
    });
    assert.equal(response.status, 200);
  });

  test('sends headers against caching, indexing, sniffing and framing with every response, also with errors', async () => {
    const more = [
      '/_profiler/abcdef',
      '/_profiler/latest?panel=none',
      '/_profiler/empty/search/results?q=stauts:1',
      `/_profiler/${token}/export/html`,
      `/_profiler/${token}/export/md`,
      `/_profiler/${token}.md`,
      '/_profiler/open?file=../x',
      '/_profiler/clear',
    ];
    for (const path of [...paths().filter((other) => !other.endsWith('/tail')), ...more]) {
      for (const headers of [HTML, { Accept: 'application/json' }, { ...HTML, Via: '1.1 x' }]) {
        const response = await target.pages.send(`GET ${path}`, { headers });
        const label = `${path} ${response.status} ${JSON.stringify(headers)}`;
        assert.equal(response.get('cache-control'), 'no-store', label);
        assert.equal(response.get('x-content-type-options'), 'nosniff', label);
        if (response.status < 400) assert.equal(response.get('x-robots-tag'), 'noindex', label);
        assert.equal(response.get('set-cookie'), undefined, label);
        if (response.status >= 300 && response.status < 400) continue;
        if (/html/.test(response.get('content-type') ?? '')) {
          assert.match(response.get('content-security-policy') ?? '', /default-src 'none'/, label);
          if (!path.includes('/export/'))
            assert.match(response.get('content-security-policy')!, /frame-ancestors 'none'/, label);
        }
      }
    }
  });
}
