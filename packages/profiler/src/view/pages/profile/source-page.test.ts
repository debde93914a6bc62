import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createProfilerHost } from '../../../../../../test/browser/support/profiler-host.ts';
import { createProfile } from '../../../testing/create-profile.ts';

process.env['ORIEL_MODE'] = 'development';
const folder = mkdtempSync(join(tmpdir(), 'source-page-'));
const root = join(folder, 'app');
mkdirSync(join(root, '.hidden'), { recursive: true });
writeFileSync(
  join(root, 'routes.ts'),
  Array.from({ length: 300 }, (_, line) => `const line${line + 1} = '<b>';`).join('\n'),
);
writeFileSync(join(root, 'login.ts'), `const password = 'hunter2';\n`);
writeFileSync(join(root, '.hidden', 'x.ts'), 'hidden');
writeFileSync(join(root, '.env.ts'), 'hidden');
writeFileSync(join(root, 'settings.json'), '{}');
writeFileSync(join(folder, 'outside.ts'), 'outside');
symlinkSync(join(folder, 'outside.ts'), join(root, 'link.ts'));
symlinkSync(join(root, '.env.ts'), join(root, 'innocent.ts'));

const { host, storage } = createProfilerHost({ root });
after(() => host.close().then(() => rmSync(folder, { recursive: true })));
const open = (file: string, line = '1'): Promise<Response> =>
  host.fetch(
    new Request(`http://localhost/_profiler/open?${new URLSearchParams({ file, line }).toString()}`, {
      headers: { Accept: 'text/html' },
    }),
  );

describe('the source viewer', () => {
  test('shows and marks a line with its context', async () => {
    const page = await (await open('routes.ts', '150')).text();
    assert.match(page, /class="here"[^>]*><code>.*line150/s);
    assert.doesNotMatch(page, /line50\b|<b>'/);
    assert.match(page, /earlier lines.*later lines/s);
  });

  test('keeps the name of the file in view, with a button that copies its path', async () => {
    const page = await (await open('routes.ts', '150')).text();
    assert.match(page, /<div class="sticky">\s*<h1><code>routes\.ts<\/code>/);
    assert.match(page, /data-copy-text="routes\.ts:150">Copy path</);
  });

  test('masks secrets', async () => assert.doesNotMatch(await (await open('login.ts')).text(), /hunter2/));

  test('shows the end of the file for a line beyond it', async () =>
    assert.equal((await open('routes.ts', '99999')).status, 200));

  for (const file of [
    '../outside.ts',
    join(folder, 'outside.ts'),
    '/etc/passwd',
    'link.ts',
    'innocent.ts',
    '.env.ts',
    '.hidden/x.ts',
    'settings.json',
    'missing.ts',
    '',
    '.',
    'routes.ts\0.ts',
    './../app/../outside.ts',
  ]) {
    test(`is not shown of ${JSON.stringify(file.replace(folder, ''))}`, async () => {
      const answer = await open(file);
      assert.equal(answer.status, 404);
      assert.doesNotMatch(await answer.text(), /outside<|hidden</);
    });
  }
});

describe('links to the source viewer', () => {
  const createLinks = async (recordedAt: string | undefined, handler = 'routes.ts:7'): Promise<readonly string[]> => {
    const { summary, data } = createProfile('GET /cart', { summary: { route: 'cart' } });
    const config = recordedAt === undefined ? {} : { root: recordedAt };
    storage.write([{ summary, data: { ...data, request: { ...data.request, handler }, config } }]);
    const answer = await host.fetch(new Request(`http://localhost/_profiler/${summary.token}?panel=request`));
    return [...(await answer.text()).matchAll(/href="\/_profiler\/open\?([^"]+)"/g)].map(([, query]) => query!);
  };

  test('open the file in the folder of the application', async () => {
    for (const recordedAt of [undefined, root])
      assert.deepEqual(new Set(await createLinks(recordedAt)), new Set(['file=routes.ts&amp;line=7']));
    const nested = join(root, 'services', 'cart');
    assert.deepEqual(new Set(await createLinks(nested)), new Set(['file=services/cart/routes.ts&amp;line=7']));
    const absolute = join(root, 'routes.ts');
    assert.deepEqual(new Set(await createLinks('/elsewhere', `${absolute}:7`)), new Set(['file=routes.ts&amp;line=7']));
  });

  test('are absent for the files of an application in another folder', async () => {
    for (const recordedAt of [join(folder, 'shop'), folder, '/app', 'C:\\shop', join(root, '.hidden')])
      assert.deepEqual(await createLinks(recordedAt), [], recordedAt);
  });
});
