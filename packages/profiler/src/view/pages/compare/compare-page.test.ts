import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { MemoryProfileStorage } from '../../../store/memory/memory-profile-storage.ts';
import { createBody, createProfile } from '../../../testing/create-profile.ts';
import { PagesServer } from '../../serve.ts';

const storage = new MemoryProfileStorage();
const pages = new PagesServer({ storage, title: 'shop', key: undefined, keyOnly: false });
const server = createServer(pages.serve);
let origin = '';

const create = (token: string, total: unknown, status = 200) => {
  const profile = createProfile('GET /api/orders', {
    summary: { token, status, route: '/api/orders', time: Date.now() - 60_000 + Number.parseInt(token, 16) },
  });
  const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, total }));
  const body = createBody(JSON.stringify(rows), 'application/json');
  return { ...profile, data: { ...profile.data, response: { ...profile.data.response, body } } };
};

before(async () => {
  storage.write([create('000001', 7), create('000002', '7'), create('000003', '7', 500)]);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  pages.close();
  server.close();
});

test('two tokens with two dots are a page, JSON, Markdown and an HTML file', async () => {
  const page = await fetch(`${origin}/_profiler/000001..000002`, { headers: { Accept: 'text/html' } });
  assert.equal(page.status, 200);
  const html = await page.text();
  assert.match(html, /Same status, different body\./);
  assert.match(html, /\/\*\/total in 1000 rows/);
  assert.match(html, /number → text/);
  for (const link of ['/000001"', '/000002"', '/000002..000001"', '/000001..000002.md"', '/000001..000002.html"'])
    assert.ok(html.includes(`href="/_profiler${link}`), link);
  const { verdict, differences } = (await (await fetch(`${origin}/_profiler/000001..000002.json`)).json()) as {
    verdict: string;
    differences: readonly unknown[];
  };
  assert.match(verdict, /^Same status, different body\./);
  assert.deepEqual(differences, [
    { aspect: 'body', kind: 'changed', path: '/*/total', before: 'number', after: 'text', rows: 1_000 },
  ]);
  assert.match(await (await fetch(`${origin}/_profiler/000001..000002.md`)).text(), /number → text/);
  const file = await fetch(`${origin}/_profiler/000001..000002.html`);
  assert.equal(file.headers.get('content-disposition'), 'attachment; filename="comparison-000001-000002.html"');
  assert.match(await file.text(), /Content-Security-Policy.*number → text/s);
});

test('the newest profile may be named "latest", and a missing one is a 404 with its reason', async () => {
  const { verdict } = (await (await fetch(`${origin}/_profiler/000002..latest.json`)).json()) as { verdict: string };
  assert.match(verdict, /^Status 200 → 500, same body\./);
  const missing = await fetch(`${origin}/_profiler/000002..abcdef.json`);
  assert.equal(missing.status, 404);
  assert.match(await missing.text(), /abcdef/);
});

test('a profile and the menu of its row link to the comparison with the previous request of the route', async () => {
  const profile = await fetch(`${origin}/_profiler/000002`, { headers: { Accept: 'text/html' } });
  assert.match(await profile.text(), /href="\/_profiler\/000001\.\.000002" title="Compare with the previous request/);
  const first = await fetch(`${origin}/_profiler/000001`, { headers: { Accept: 'text/html' } });
  assert.doesNotMatch(await first.text(), /Compare with the previous/);
  const menu = (await (await fetch(`${origin}/_profiler/filter.json?of=000002&html=1`)).json()) as { html: string };
  assert.match(menu.html, /Compare with the <a href="\/_profiler\/000001\.\.000002">previous of this route/);
});

test('a page with the most differences has at most 40 KB', async () => {
  const texts = ['a', 'b'].map((letter) =>
    Array.from({ length: 3_000 }, (_, n) => `${letter}${n}${'<'.repeat(15)}`).join('\n'),
  );
  const headers = ['x', 'y'].map((letter) =>
    Array.from({ length: 200 }, (_, n) => [`x-${n}`, `${letter}${'&'.repeat(300)}`] as const),
  );
  storage.write(
    ['00000a', '00000b'].map((token, index) => {
      const profile = create(token, 1);
      const response = { ...profile.data.response, headers: headers[index]!, body: createBody(texts[index]!) };
      return { ...profile, data: { ...profile.data, response } };
    }),
  );
  const page = await (await fetch(`${origin}/_profiler/00000a..00000b`, { headers: { Accept: 'text/html' } })).text();
  assert.ok(Buffer.byteLength(page) <= 40_960, `${Buffer.byteLength(page)} bytes`);
  assert.match(page, /At least \d+ more differences not shown; the Markdown has more\./);
});
