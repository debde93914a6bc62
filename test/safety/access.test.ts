import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineHost, route } from '../../src/index.ts';
import { MemoryProfileStorage } from '../../src/profiler/index.ts';
import { Client } from './support/client.ts';
import { startRecorded } from './support/recorded-host.ts';
import type { RecordedHost } from './support/recorded-host.ts';

const KEY = 'the-key-of-this-test';
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
    for (const key of [
      '',
      'wrong',
      KEY.slice(0, -1),
      `${KEY}x`,
      '0.0000000000000000000000',
      'zzzzzz.AAAAAAAAAAAAAAAAAAAAAA',
    ]) {
      await refused({ Host: 'localhost', Via: '1.1 x', Authorization: `Bearer ${key}` });
      const answer = await recorded.client.ask(`GET /_profiler/?key=${encodeURIComponent(key)}`, {
        headers: { Via: '1.1 x' },
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

describe('what may not be done', () => {
  let recorded: RecordedHost;
  let token: string;
  let form: string;
  before(async () => {
    recorded = await startRecorded({ routes });
    token = (await recorded.client.ask('GET /hello')).get('x-debug-token')!;
    await recorded.profile(token);
    const page = await recorded.client.ask(`GET /_profiler/${token}`, { headers: HTML });
    form = /name="form" value="([^"]+)"/.exec(page.text)![1]!;
  });
  after(() => recorded[Symbol.asyncDispose]());
  const actions = (): string[] => [`/_profiler/${token}/pin`, `/_profiler/${token}/unpin`, '/_profiler/clear'];
  const TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const state = (): unknown => [
    recorded.storage.read(token)?.summary.pinned,
    recorded.storage.find({ terms: [], sort: { by: 'time', descending: true }, limit: 10, cursor: undefined }).matched
      .count,
  ];

  test('a form from elsewhere, or one that these pages did not draw, changes nothing', async () => {
    const before = state();
    const attempts: readonly (readonly [Record<string, string>, string])[] = [
      [{ 'Sec-Fetch-Site': 'cross-site' }, `form=${form}`],
      [{ 'Sec-Fetch-Site': 'same-site' }, `form=${form}`],
      [{ 'Sec-Fetch-Site': 'none' }, `form=${form}`],
      [{ Origin: 'http://evil.example' }, `form=${form}`],
      [{ Origin: 'http://localhost:1' }, `form=${form}`],
      [{ Origin: `https://localhost:${recorded.port}` }, `form=${form}`],
      [{}, ''],
      [{}, 'form='],
      [{}, `form=${form.slice(0, -1)}`],
      [{}, `form=${'A'.repeat(43)}`],
      [{}, `form=${form.toLowerCase()}`],
      [{ Origin: 'null' }, 'form=x'],
      [{ 'Content-Type': 'text/plain' }, `form=${form}`],
      [{ 'Content-Type': 'application/json' }, JSON.stringify({ form })],
      [
        { 'Content-Type': 'multipart/form-data; boundary=B' },
        `--B\r\nContent-Disposition: form-data; name="form"\r\n\r\n${form}\r\n--B--`,
      ],
    ];
    for (const path of actions())
      for (const [headers, body] of attempts) {
        const answer = await recorded.client.ask(`POST ${path}`, { headers: { ...TYPE, ...headers }, body });
        assert.ok([403, 415].includes(answer.status), `${path} ${JSON.stringify(headers)} ${body} ${answer.status}`);
      }
    assert.deepEqual(state(), before);
  });

  test('looking never changes anything, whatever the method or the address pretends', async () => {
    const before = state();
    for (const path of actions()) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await recorded.client.ask(`${method} ${path}?form=${form}&_method=POST`, {
          headers: { 'X-HTTP-Method-Override': 'POST', 'X-HTTP-Method': 'POST' },
        });
        assert.ok(answer.status !== 303 && answer.status !== 200, `${method} ${path} ${answer.status}`);
      }
    }
    assert.deepEqual(state(), before);
  });

  test('the form of the page itself works', async () => {
    assert.equal(
      (
        await recorded.client.ask(`POST /_profiler/${token}/pin`, {
          headers: { ...TYPE, Origin: `http://localhost:${recorded.port}`, 'Sec-Fetch-Site': 'same-origin' },
          body: `form=${encodeURIComponent(form)}&note=x`,
        })
      ).status,
      303,
    );
    assert.equal(recorded.storage.read(token)?.summary.pinned, true);
  });

  test('the source viewer shows source inside the project and nothing else', async () => {
    mkdirSync('var', { recursive: true });
    const folder = mkdtempSync(join('var', 'source-'));
    const outside = mkdtempSync('/tmp/outside-');
    writeFileSync(join(outside, 'secret.ts'), 'outside');
    symlinkSync(join(outside, 'secret.ts'), join(folder, 'link.ts'));
    symlinkSync(outside, join(folder, 'folder'));
    mkdirSync(join(folder, '.hidden'));
    writeFileSync(join(folder, '.hidden', 'x.ts'), 'outside');
    writeFileSync(join(folder, '.env.ts'), 'outside');
    symlinkSync(join(process.cwd(), folder, '.hidden', 'x.ts'), join(folder, 'visible.ts'));
    writeFileSync(join(folder, 'settings.json'), 'outside');
    const climb = relative(process.cwd(), join(outside, 'secret.ts'));
    const files = [
      climb,
      join(outside, 'secret.ts'),
      `${folder}/link.ts`,
      `${folder}/folder/secret.ts`,
      `${folder}/.hidden/x.ts`,
      `${folder}/.env.ts`,
      `${folder}/visible.ts`,
      `${folder}/settings.json`,
      `file://${outside}/secret.ts`,
      `${outside}/secret.ts\0.ts`,
      `src/index.ts\0`,
      `src/index.ts%00`,
      '..%2f..%2f..%2fetc/passwd',
      `src/../${climb}`,
      `src/..%2f${climb}`,
      '/etc/passwd',
      '/proc/self/environ',
      '.git/config',
      'package.json',
      '',
      '.',
      'src',
      '~/.ssh/id_rsa',
      '..\\..\\x.ts',
      `src/./../${climb}`,
    ];
    try {
      for (const file of files)
        for (const encode of [encodeURIComponent, (text: string) => encodeURIComponent(encodeURIComponent(text))]) {
          const answer = await recorded.client.ask(`GET /_profiler/open?file=${encode(file)}&line=1`, {
            headers: { Accept: 'text/markdown' },
          });
          assert.equal(answer.status, 404, file);
          assert.doesNotMatch(answer.text, /^outside$/m, file);
        }
      assert.equal(
        (await recorded.client.ask('GET /_profiler/open?file=src/index.ts&line=1', { headers: HTML })).status,
        200,
      );
    } finally {
      for (const each of [folder, outside]) rmSync(each, { recursive: true, force: true });
    }
  });
});

describe('in production', () => {
  const SWITCHES = {
    'X-Debug': '1',
    'X-Debug-Token': 'abcdef',
    Cookie: 'debug=1; XDEBUG_SESSION=1; profiler=on',
    'X-Profiler': 'on',
    'X-Oriel-Mode': 'development',
    'X-Oriel-Profile': '1',
    Authorization: 'Bearer x',
    Host: 'localhost',
  };
  const open = async (
    profiler: { key?: string } | undefined,
  ): Promise<{ client: Client; close: () => Promise<void> }> => {
    const host = defineHost({
      routes,
      log: false,
      ...(profiler ? { profiler: { ...profiler, storage: new MemoryProfileStorage() } } : {}),
    });
    const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
    const client = new Client(port);
    return { client, close: () => (client.close(), host.close()) };
  };

  test('nothing that a request carries switches the profiler on', async () => {
    for (const profiler of [undefined, {}]) {
      const { client, close } = await open(profiler);
      for (const path of [
        '/_profiler',
        '/_profiler/',
        '/_profiler/latest',
        '/_profiler/empty/search/results',
        '/hello?_profiler=1&debug=1&key=x',
        '/nowhere?mode=development',
      ]) {
        const answer = await client.ask(`GET ${path}`, { headers: { ...HTML, ...SWITCHES } });
        assert.equal(answer.status, path.startsWith('/hello') ? 200 : 404, path);
        assert.equal(answer.get('x-debug-token'), undefined, path);
        assert.doesNotMatch(answer.text, /Profile Search|Stack/i);
      }
      await close();
    }
  });

  test('with a key it answers to the key alone, and to nobody else is as if it were not there', async () => {
    const { client, close } = await open({ key: KEY });
    const ask = (path: string, headers: Record<string, string> = {}): ReturnType<Client['ask']> =>
      client.ask(`GET ${path}`, { headers: { ...HTML, ...headers } });
    for (const path of ['/_profiler/', '/_profiler/latest', '/_profiler/empty/search/results', '/_profiler/?key=wrong'])
      assert.equal((await ask(path, { 'X-Debug': '1' })).status, 404, path);
    assert.equal((await ask('/_profiler/empty/search/results', { Authorization: `Bearer ${KEY}` })).status, 200);
    const exchanged = await ask(`/_profiler/?key=${KEY}`);
    assert.equal(exchanged.status, 303);
    assert.doesNotMatch(exchanged.get('location')!, new RegExp(KEY));
    await close();
  });
});
