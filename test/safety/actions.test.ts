import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { route } from '../../src/index.ts';
import { startRecorded } from './support/recorded-host.ts';
import type { RecordedHost } from './support/recorded-host.ts';

const HTML = { Accept: 'text/html' };
const routes = [route('hello', 'GET /hello', { handle: () => 'hello' })];

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
