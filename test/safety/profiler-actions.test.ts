import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { PROFILER_TARGETS } from './support/profiler-targets.ts';
import type { ProfilerTarget } from './support/profiler-targets.ts';

const HTML = { Accept: 'text/html' };

for (const [name, start] of Object.entries(PROFILER_TARGETS))
  describe(`the actions of the profiler: ${name}`, () => attack(start));

function attack(start: (key: string) => Promise<ProfilerTarget>): void {
  let target: ProfilerTarget;
  let token: string;
  let form: string;
  before(async () => {
    target = await start('the-key-of-this-test-with-32-bytes-or-more');
    token = await target.record();
    const page = await target.pages.send(`GET /_profiler/${token}`, { headers: HTML });
    form = /name="form" value="([^"]+)"/.exec(page.text)![1]!;
  });
  after(() => target[Symbol.asyncDispose]());
  const actions = (): string[] => [`/_profiler/${token}/pin`, `/_profiler/${token}/unpin`, '/_profiler/clear'];
  const TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const state = async (): Promise<unknown> => [
    (await target.storage.read(token))?.summary.pinned,
    (await target.storage.find({ terms: [], sort: { by: 'time', descending: true }, limit: 10, cursor: undefined }))
      .matched.count,
  ];

  test('a form of another site or without the token of the page changes nothing', async () => {
    const before = await state();
    const attempts: readonly (readonly [Record<string, string>, string])[] = [
      [{ 'Sec-Fetch-Site': 'cross-site' }, `form=${form}`],
      [{ 'Sec-Fetch-Site': 'same-site' }, `form=${form}`],
      [{ 'Sec-Fetch-Site': 'none' }, `form=${form}`],
      [{ Origin: 'http://evil.example' }, `form=${form}`],
      [{ Origin: 'http://localhost:1' }, `form=${form}`],
      [{ Origin: `https://localhost:${target.port}` }, `form=${form}`],
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
        const response = await target.pages.send(`POST ${path}`, { headers: { ...TYPE, ...headers }, body });
        assert.ok(
          [403, 415].includes(response.status),
          `${path} ${JSON.stringify(headers)} ${body} ${response.status}`,
        );
      }
    assert.deepEqual(await state(), before);
  });

  test('a method other than POST changes nothing, even with a method override', async () => {
    const before = await state();
    for (const path of actions()) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
        const response = await target.pages.send(`${method} ${path}?form=${form}&_method=POST`, {
          headers: { 'X-HTTP-Method-Override': 'POST', 'X-HTTP-Method': 'POST' },
        });
        assert.ok(response.status !== 303 && response.status !== 200, `${method} ${path} ${response.status}`);
      }
    }
    assert.deepEqual(await state(), before);
  });

  test('a form of the profiler page pins a profile', async () => {
    assert.equal(
      (
        await target.pages.send(`POST /_profiler/${token}/pin`, {
          headers: { ...TYPE, Origin: `http://localhost:${target.port}`, 'Sec-Fetch-Site': 'same-origin' },
          body: `form=${encodeURIComponent(form)}&note=x`,
        })
      ).status,
      303,
    );
    assert.equal((await target.storage.read(token))?.summary.pinned, true);
  });

  test('the source viewer shows only source files of the project', async () => {
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
    const parentPath = relative(process.cwd(), join(outside, 'secret.ts'));
    const files = [
      parentPath,
      join(outside, 'secret.ts'),
      `${folder}/link.ts`,
      `${folder}/folder/secret.ts`,
      `${folder}/.hidden/x.ts`,
      `${folder}/.env.ts`,
      `${folder}/visible.ts`,
      `${folder}/settings.json`,
      `file://${outside}/secret.ts`,
      `${outside}/secret.ts\0.ts`,
      `packages/host/src/index.ts\0`,
      `packages/host/src/index.ts%00`,
      '..%2f..%2f..%2fetc/passwd',
      `src/../${parentPath}`,
      `src/..%2f${parentPath}`,
      '/etc/passwd',
      '/proc/self/environ',
      '.git/config',
      'package.json',
      '',
      '.',
      'src',
      '~/.ssh/id_rsa',
      '..\\..\\x.ts',
      `src/./../${parentPath}`,
    ];
    try {
      for (const file of files)
        for (const encode of [encodeURIComponent, (text: string) => encodeURIComponent(encodeURIComponent(text))]) {
          const response = await target.pages.send(`GET /_profiler/open?file=${encode(file)}&line=1`, {
            headers: { Accept: 'text/markdown' },
          });
          assert.equal(response.status, 404, file);
          assert.doesNotMatch(response.text, /^outside$/m, file);
        }
      assert.equal(
        (await target.pages.send('GET /_profiler/open?file=packages/host/src/index.ts&line=1', { headers: HTML }))
          .status,
        200,
      );
    } finally {
      for (const value of [folder, outside]) rmSync(value, { recursive: true, force: true });
    }
  });
}
