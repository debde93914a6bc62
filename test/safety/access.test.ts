import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { route } from '../../src/index.ts';
import { startRecorded } from './support/recorded-host.ts';
import type { RecordedHost } from './support/recorded-host.ts';

const KEY = 'the-key-of-this-test-with-32-bytes-or-more';
const HTML = { Accept: 'text/html' };
const routes = [route('hello', 'GET /hello', { handle: () => 'hello' })];

describe('who may not look', () => {
  let recorded: RecordedHost;
  let token: string;
  before(async () => {
    recorded = await startRecorded({ routes, proxies: ['127.0.0.0/8'], profiler: { key: KEY } });
    token = (await recorded.client.ask('GET /hello')).get('x-debug-token')!;
    await recorded.profile(token);
  });
  after(() => recorded[Symbol.asyncDispose]());
  const paths = (): string[] => [
    '/_profiler/',
    '/_profiler/empty/search/results',
    `/_profiler/${token}`,
    `/_profiler/${token}.json`,
    `/_profiler/${token}/export/har`,
    '/_profiler/search?q=x',
    '/_profiler/tail',
    '/_profiler/open?file=src/index.ts',
  ];
  const refused = async (headers: Record<string, string>): Promise<void> => {
    for (const path of paths()) {
      const answer = await recorded.client.ask(`GET ${path}`, { headers: { ...HTML, ...headers } });
      assert.ok([403, 404, 421].includes(answer.status), `${path} ${JSON.stringify(headers)} ${answer.status}`);
      assert.ok(!answer.text.includes('Profile Search') && !answer.text.includes('/hello'), path);
    }
  };

  test('a page that lets its own name lead here (DNS rebinding)', async () => {
    for (const name of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.nip.io',
      '169.254.169.254',
      '0.0.0.0',
      '[::ffff:8.8.8.8]',
      '2130706433',
    ])
      await refused({ Host: name });
  });

  test('whoever comes through a proxy, whatever its header says', async () => {
    for (const [name, value] of [
      ['Forwarded', 'for=127.0.0.1'],
      ['X-Forwarded-For', '127.0.0.1'],
      ['x-forwarded-for', ''],
      ['X-Forwarded-Host', 'localhost'],
      ['X-Forwarded-Proto', 'http'],
      ['Via', '1.1 nginx'],
      ['X-Real-IP', '127.0.0.1'],
    ] as const)
      await refused({ [name]: value });
  });

  test('another machine, also when it says that it is this one', async (t) => {
    process.env['ORIEL_MODE'] = 'development';
    t.after(() => delete process.env['ORIEL_MODE']);
    for (const peer of ['10.0.0.7', '192.168.1.2', '::ffff:10.0.0.7', 'fe80::1', '8.8.8.8', '']) {
      for (const path of paths()) {
        const answer = await recorded.host.fetch(new Request(`http://localhost${path}`, { headers: HTML }), { peer });
        assert.equal(answer.status, 403, `${peer} ${path}`);
      }
    }
  });

  test('a key that is not the key, and a pass that nobody made', async () => {
    for (const [index, key] of [
      '',
      'wrong',
      KEY.slice(0, -1),
      `${KEY}x`,
      '0.0000000000000000000000',
      'zzzzzz.AAAAAAAAAAAAAAAAAAAAAA',
    ].entries()) {
      // Each from another client, because the wrong keys of one are limited.
      const client = { Via: '1.1 x', 'X-Forwarded-For': `203.0.113.${index}` };
      await refused({ Host: 'localhost', ...client, Authorization: `Bearer ${key}` });
      const answer = await recorded.client.ask(`GET /_profiler/?key=${encodeURIComponent(key)}`, {
        headers: client,
      });
      assert.equal(answer.status, 403, key);
    }
  });

  test('with the key, through a proxy, one may', async () => {
    const answer = await recorded.client.ask('GET /_profiler/empty/search/results', {
      headers: { ...HTML, Via: '1.1 x', Authorization: `Bearer ${KEY}` },
    });
    assert.equal(answer.status, 200);
  });

  test('every answer is kept by nobody, indexed by nobody, sniffed by nobody, framed by nobody, also a refusal', async () => {
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
    for (const path of [...paths().filter((each) => !each.endsWith('/tail')), ...more]) {
      for (const headers of [HTML, { Accept: 'application/json' }, { ...HTML, Via: '1.1 x' }]) {
        const answer = await recorded.client.ask(`GET ${path}`, { headers });
        const label = `${path} ${answer.status} ${JSON.stringify(headers)}`;
        assert.equal(answer.get('cache-control'), 'no-store', label);
        assert.equal(answer.get('x-content-type-options'), 'nosniff', label);
        if (answer.status < 400) assert.equal(answer.get('x-robots-tag'), 'noindex', label);
        assert.equal(answer.get('set-cookie'), undefined, label);
        if (answer.status >= 300 && answer.status < 400) continue;
        if (/html/.test(answer.get('content-type') ?? '')) {
          assert.match(answer.get('content-security-policy') ?? '', /default-src 'none'/, label);
          if (!path.includes('/export/'))
            assert.match(answer.get('content-security-policy')!, /frame-ancestors 'none'/, label);
        }
      }
    }
  });
});
