import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { ProfileSummary } from '../../../profile/profile.ts';
import { MemoryProfileStorage } from '../../../store/memory/memory-profile-storage.ts';
import { createProfile } from '../../../testing/create-profile.ts';
import { PagesServer } from '../../serve.ts';

const KEY = 'open-sesame-with-32-bytes-or-more';
const storage = new MemoryProfileStorage();
const pages = new PagesServer({ storage, title: 'shop', key: KEY, keyOnly: false });
const server = createServer(pages.serve);
let origin = '';

const create = (token: string, summary: Partial<ProfileSummary> = {}) =>
  createProfile('GET /orders', {
    summary: { token, route: '/orders', time: Date.now() - 60_000 + Number.parseInt(token, 16), ...summary },
  });

before(async () => {
  storage.write([
    create('000001', { duration: 10 }),
    create('000002', { duration: 30 }),
    create('000003', { duration: 20 }),
    create('000004', { status: 500 }),
    create('000005', { exception: 'TypeError' }),
    create('000006', { status: 500, duration: 90 }),
    createProfile('POST /orders', { summary: { token: '000007', route: '/orders' } }),
  ]);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  pages.close();
  server.close();
});

const get = (path: string): Promise<Response> =>
  fetch(`${origin}/_profiler${path}`, { headers: { Accept: 'text/html' }, redirect: 'manual' });

describe('two ticked rows', () => {
  test('lead to the comparison of the older with the newer one', async () => {
    for (const query of ['with=000001&with=000003', 'with=000003&with=000001&with=000003']) {
      const { status, headers } = await get(`/compare?${query}`);
      assert.deepEqual([status, headers.get('location')], [303, '/_profiler/000001..000003']);
    }
  });

  test('are named in the error for another number of them, and for one that was removed', async () => {
    for (const [query, status, text] of [
      ['', 400, /0 requests are ticked; tick two requests/],
      ['with=000001&with=000001', 400, /1 requests are ticked/],
      ['with=000001&with=000002&with=000003', 400, /3 requests are ticked/],
      ['with=000001&with=abcdef', 404, /abcdef/],
      ['with=000001&with=../x', 404, /not found/],
    ] as const) {
      const response = await get(`/compare?${query}`);
      assert.equal(response.status, status, query);
      assert.match(await response.text(), text);
    }
  });

  test('are sent with the pass by the form of the list', async () => {
    const { headers } = await get(`/empty/search/results?tick=1&key=${KEY}`);
    const page = await (await fetch(origin + headers.get('location')!, { headers: { Accept: 'text/html' } })).text();
    const [form] = /<form id="compare".*?<\/form>/s.exec(page)!;
    assert.match(form, /action="\/_profiler\/compare"[^]*name="key" value="[\w.-]+"/);
    assert.equal(page.match(/form=compare name=with value=\w{6} aria-label="Compare \w{6}"/g)?.length, 7);
  });
});

describe('the menu of a row compares its request', () => {
  const findComparable = async (token: string): Promise<unknown> =>
    ((await (await get(`/filter.json?of=${token}`)).json()) as { comparable: unknown }).comparable;

  test('with the previous of its route, the last one without an error, and the typical one', async () => {
    assert.deepEqual(await findComparable('000006'), [
      { name: 'previous of this route', token: '000005' },
      { name: 'last that worked', token: '000003' },
    ]);
    assert.deepEqual(await findComparable('000003'), [
      { name: 'previous of this route', token: '000002' },
      { name: 'typical one', token: '000005' },
    ]);
    assert.deepEqual(await findComparable('000007'), []);
  });

  test('with links of its popover and of its page', async () => {
    const { html } = (await (await get('/filter.json?of=000006&html=1')).json()) as { html: string };
    for (const markup of [html, await (await get('/filter?of=000006')).text()])
      assert.match(
        markup,
        /Compare with the <a href="\/_profiler\/000005\.\.000006">previous of this route<\/a>, <a href="\/_profiler\/000003\.\.000006">last that worked<\/a>/,
      );
  });
});
