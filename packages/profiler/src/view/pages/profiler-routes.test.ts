import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createBody } from '../../testing/create-profile.ts';
import { createProfile } from '../../../../host/src/testing/index.ts';
import { createProfilerHost } from '../../../../../test/browser/support/profiler-host.ts';
import { createNoiseImage } from '../../../../../test/lib/noise-image.ts';
import { writeSampleProfiles } from '../../../../../test/browser/support/sample-profiles.ts';

process.env['ORIEL_MODE'] = 'development';
const { host, storage } = createProfilerHost();
const get = (path: string, headers: Record<string, string> = {}, peer = '127.0.0.1'): Promise<Response> =>
  host.fetch(
    new Request(`http://localhost${path}`, { headers: { Accept: 'text/html', ...headers }, redirect: 'manual' }),
    { peer },
  );
const newest = (): string =>
  storage.find({ terms: [], sort: { by: 'time', descending: true }, limit: 1, cursor: undefined }).rows[0]!.token;

before(() => writeSampleProfiles(storage));
after(() => host.close());

describe('redirects to the list', () => {
  test('/_profiler redirects to the list in two steps', async () => {
    const first = await get('/_profiler');
    assert.equal(first.status, 301);
    assert.match(first.headers.get('location')!, /\/_profiler\/$/);
    const second = await get('/_profiler/');
    assert.equal(second.status, 302);
    assert.equal(second.headers.get('location'), '/_profiler/empty/search/results?limit=25');
  });

  test('a search redirects to the results with the token of the first', async () => {
    const answer = await get('/_profiler/search?method=POST&ip=&limit=25');
    assert.equal(answer.status, 302);
    assert.equal(answer.headers.get('location'), `/_profiler/${newest()}/search/results?method=POST&limit=25`);
  });

  test('a search without results redirects to "empty"', async () => {
    assert.match(
      (await get('/_profiler/search?url=nowhere')).headers.get('location')!,
      /^\/_profiler\/empty\/search\/results\?/,
    );
  });

  test('a search for a token redirects to its profile, whether it exists or not', async () => {
    assert.equal((await get('/_profiler/search?token=abc123')).headers.get('location'), '/_profiler/abc123');
  });
});

describe('every page', () => {
  const paths = (): string[] => [
    '/_profiler/empty/search/results',
    `/_profiler/${newest()}`,
    '/_profiler/latest',
    '/_profiler/abcdef',
    '/_profiler/search-syntax',
    '/_profiler/routes?q=method:GET',
    `/_profiler/latest..${newest()}`,
    `/_profiler/filter?of=${newest()}`,
    '/_profiler/open?file=packages/host/src/index.ts&line=3',
  ];
  const twin = (path: string, suffix: string): string => path.replace(/(?=\?|$)/, suffix);

  test('is available as JSON and Markdown, by suffix and by Accept', async () => {
    for (const path of paths()) {
      if (path !== '/_profiler/abcdef')
        assert.match(await (await get(path)).text(), /This page as <a href="[^"]+\.json/, path);
      assert.match((await get(twin(path, '.json'))).headers.get('content-type')!, /^application\/json/);
      assert.match(
        (await get(path, { Accept: 'application/json' })).headers.get('content-type')!,
        /^application\/json/,
      );
      assert.match((await get(twin(path, '.md'))).headers.get('content-type')!, /^text\/markdown/);
      assert.match((await get(path, { Accept: 'text/markdown' })).headers.get('content-type')!, /^text\/markdown/);
      assert.match((await get(path, { Accept: '*/*' })).headers.get('content-type')!, /^text\/html/);
    }
  });

  test('allows only its own style and script, and is neither cached nor indexed', async () => {
    for (const path of paths()) {
      const { headers } = await get(path);
      assert.match(
        headers.get('content-security-policy')!,
        /^default-src 'none'; style-src 'nonce-[^']+'; script-src 'nonce-[^']+'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('x-robots-tag'), 'noindex');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('set-cookie'), null);
    }
  });

  test('has at most 60 KB, with a style and a script of at most 20 KB', async () => {
    for (const path of ['/_profiler/empty/search/results?limit=10', `/_profiler/${newest()}`]) {
      const page = await (await get(path)).text();
      assert.ok(Buffer.byteLength(page) <= 60_000, `${path} has ${Buffer.byteLength(page)} bytes`);
      assert.ok(Buffer.byteLength(/<style[^>]*>(.*?)<\/style>/s.exec(page)![1]!) <= 20_480);
      assert.ok(Buffer.byteLength(/<script[^>]*>(.*?)<\/script>/s.exec(page)![1]!) <= 20_480);
    }
  });

  test('has at most 40 KB for the list as it opens', async () => {
    for (const query of ['limit=25', 'limit=25&tick=1']) {
      const page = await (await get(`/_profiler/empty/search/results?${query}`)).text();
      assert.ok(Buffer.byteLength(page) <= 40_960, `${query}: ${Buffer.byteLength(page)} bytes`);
    }
  });

  test('contains only the script parts that it needs', async () => {
    const getScript = async (path: string): Promise<string> =>
      /<script[^>]*>(.*?)<\/script>/s.exec(await (await get(path)).text())![1]!;
    const [list, profile, words] = await Promise.all(
      ['/_profiler/empty/search/results', `/_profiler/${newest()}`, '/_profiler/search-syntax'].map(getScript),
    );
    const has = (part: string): boolean[] => [list!, profile!, words!].map((script) => script.includes(part));
    assert.deepEqual(has('showModal'), [true, true, true]);
    assert.deepEqual(has('EventSource'), [true, false, false]);
    assert.deepEqual(has('.waterfall'), [false, true, false]);
  });

  test('stays within the limit for a list of a hundred requests', async () => {
    const { host: full, storage } = createProfilerHost();
    for (let index = 0; index < 120; index++) {
      const [failed, asked] = [index % 7 === 0, index % 10 === 0];
      const summary = {
        ...{ status: failed ? 500 : 200, exception: failed ? 'TypeError' : undefined, errors: failed ? 1 : 0 },
        ...{
          duration: index * 3,
          bytes: index * 1234,
          dbCount: index % 3,
          dbTime: index / 100,
          httpCount: asked ? 1 : 0,
          httpTime: asked ? 3 : 0,
        },
        ...{
          findings: index % 9 === 0 ? ['n1', 'slow-query'] : [],
          warnings: index % 5 === 0 ? 1 : 0,
          route: 'cities',
        },
      };
      storage.write([createProfile(`GET /countries/FI/cities?page=${index}`, { summary })]);
    }
    const terms = ['path:/countries', 'method:GET', 'dur:>=0', '-ip:10.0.0.1', '-url:"somewhere else"'];
    for (const [sort, count] of ['-duration', '-time'].flatMap((key) => [0, 1, 5].map((n) => [key, n] as const))) {
      const query = new URLSearchParams({ limit: '100', sort, q: terms.slice(0, count).join(' ') });
      const request = new Request(`http://localhost/_profiler/empty/search/results?${query.toString()}`, {
        headers: { Accept: 'text/html' },
      });
      const page = await (await full.fetch(request)).text();
      assert.match(page, /120 results found \(100 shown\)/);
      assert.ok(Buffer.byteLength(page) <= 68_000, `${sort} with ${count} terms has ${Buffer.byteLength(page)} bytes`);
    }
    await full.close();
  });

  test('stays within the limit for 2,000 spans, all of which are in the JSON', async () => {
    const { host: full, storage } = createProfilerHost();
    const sql = 'select "name", "population" from "cities" where "country" = ? and "feature" = ?';
    const spans = Array.from({ length: 2_000 }, (_, id) => ({
      ...{ id: id + 1, parent: 0, kind: 'db' as const, name: sql, start: id, duration: 0.5, error: undefined },
      details: { sql, parameters: ['FI', 'PPLC'], rows: 1, caller: 'src/routes.ts:41' },
    }));
    const profile = createProfile('GET /x', { summary: { duration: 2_000, dbCount: 2_000 }, data: { spans } });
    storage.write([profile]);
    const ask = async (query: string, accept: string): Promise<string> =>
      (
        await full.fetch(
          new Request(`http://localhost/_profiler/${profile.summary.token}?${query}`, { headers: { Accept: accept } }),
        )
      ).text();
    for (const query of ['panel=timeline', 'panel=timeline&part=20', 'panel=database', 'panel=database&part=100']) {
      const page = await ask(query, 'text/html');
      assert.ok(Buffer.byteLength(page) <= 50_000, `${query} has ${Buffer.byteLength(page)} bytes`);
    }
    const { panel } = JSON.parse(await ask('panel=timeline', 'application/json')) as {
      panel: { blocks: { kind: string; rows?: unknown[] }[] };
    };
    assert.equal(panel.blocks.find(({ kind }) => kind === 'waterfall')?.rows?.length, 2_000);
    await full.close();
  });

  test('stays within the limit for 400 routes, logs and outgoing calls, and shows the routes around the match', async () => {
    const { host: full, storage } = createProfilerHost();
    const { summary, data } = createProfile('GET /shops/1/orders', { summary: { status: 404 } });
    const candidates = Array.from({ length: 400 }, (_, index) => ({
      ...{ route: `shops_orders_${index}`, path: `/shops/{shop}/orders/${index}/{item}` },
      ...(index === 222
        ? { level: 'almost' as const, reason: 'Path almost matches, but Method "GET" does not match' }
        : { level: 'no' as const, reason: 'Path does not match' }),
    }));
    const logs = candidates.map((_, index) => ({
      ...{ at: index, level: 'info' as const, channel: 'app', message: `Order ${index}`, route: undefined },
      context: JSON.stringify({ order: index, shop: { id: 1, name: 'The shop around the corner' } }),
    }));
    const routing = { path: summary.path, method: 'GET', candidates };
    const spans = candidates.map((_, index) => {
      const url = `http://weather.example/v1/forecast?city=${index}`;
      const details = { method: 'GET', url, status: 200, headersAt: index + 3, bytes: 812, remote: '192.0.2.7:443' };
      return { ...{ id: index + 1, parent: 0, kind: 'http', name: `GET ${url}`, start: index, duration: 5 }, details };
    });
    storage.write([{ summary, data: { ...data, routing, logs, spans } as never }]);
    for (const [query, has] of [
      ['panel=routing', 'shops_orders_222<'],
      ['panel=routing&part=1', 'shops_orders_0<'],
      ['panel=logs', 'Order 0<'],
      ['panel=logs&part=16', 'Order 399<'],
      ['panel=http-client', 'city=0<'],
      ['panel=http-client&part=16', 'city=399<'],
      ['panel=timeline', 'city=0'],
    ] as const) {
      const request = new Request(`http://localhost/_profiler/${summary.token}?${query}`, {
        headers: { Accept: 'text/html' },
      });
      const page = await (await full.fetch(request)).text();
      assert.ok(Buffer.byteLength(page) <= 50_000, `${query} has ${Buffer.byteLength(page)} bytes`);
      assert.ok(page.includes(has), `${query} has no ${has}`);
    }
    await full.close();
  });

  test('stays within the limit for many forwarded requests, with listeners, decisions and changes in ranges', async () => {
    const { host: full, storage } = createProfilerHost();
    const { summary, data } = createProfile(`GET /x?q=${'%22'.repeat(600)}`, { summary: { route: 'x' } });
    const names = ['request', 'controller', 'controller_arguments', 'view', 'response', 'finish_request'];
    const calls = (count: number, change: string) =>
      Array.from({ length: count }, (_, index) => ({
        ...{
          event: `kernel.${names[Math.floor(index / 7) % 6]}`,
          listener: `Listener${index}Of`,
          priority: 9 - (index % 7),
        },
        ...{ outcome: 'called', duration: 0.1, changes: index % 3 === 0 ? [change, change] : undefined },
      }));
    const write = (count: number, text: string): string => {
      const decisions = Array.from({ length: count }, (_, index) => ({
        ...{ subject: text, outcome: `decided-${index}-so`, because: text },
      }));
      const spans = Array.from({ length: count }, (_, index) => ({
        ...{ id: index + 1, parent: 0, kind: 'kernel', name: 'forward', start: index, duration: 1, error: undefined },
        details: { forwarded: 'GET', target: `/api/books/${index}?${text}`, route: `forward-${index}-on`, status: 200 },
      }));
      const { summary: profileSummary } = createProfile('GET /x', { summary: { url: summary.url } });
      storage.write([
        { summary: profileSummary, data: { ...data, decisions, spans, pipeline: calls(count, text) } as never },
      ]);
      return profileSummary.token;
    };
    const ask = async (path: string, accept = 'text/html'): Promise<string> =>
      (await full.fetch(new Request(`http://localhost/_profiler/${path}`, { headers: { Accept: accept } }))).text();
    for (const [count, text] of [
      [300, 'response header Vary: Accept'],
      [40, '"<&>'.repeat(2_000)],
    ] as const) {
      const token = write(count, text);
      const seen = new Set<string>();
      const open = [`${token}?panel=pipeline`];
      const asked = new Set(open);
      for (let path = open.pop(); path !== undefined; path = open.pop()) {
        const page = await ask(path);
        assert.ok(Buffer.byteLength(page) <= 60_000, `${path} has ${Buffer.byteLength(page)} bytes`);
        for (const [name] of page.matchAll(/>(?:Listener\d+Of|decided-\d+-so|forward-\d+-on)</g)) seen.add(name);
        // Links to a range of one list keep the ranges of the others, so following one at a time reaches all rows.
        for (const [, href] of page.matchAll(/href="\/_profiler\/([0-9a-f]{6}\?panel=pipeline&amp;\w+=\d+)"/g)) {
          const next = href!.replaceAll('&amp;', '&');
          if (!asked.has(next)) open.push(next);
          asked.add(next);
        }
      }
      assert.equal(seen.size, count * 3, `${seen.size} of ${count * 3} rows are on some page`);
      const both = await ask(`${token}?panel=pipeline&decisions=2&part=3`);
      assert.match(both, /href="[^"]*panel=pipeline&amp;decisions=2&amp;part=4"/);
      assert.match(both, /href="[^"]*panel=pipeline&amp;part=3&amp;decisions=1"/);
      const json = await ask(`${token}.json?panel=pipeline`);
      for (const last of [`Listener${count - 1}Of`, `decided-${count - 1}-so`, `forward-${count - 1}-on`])
        assert.ok(json.includes(last), last);
      const change = text.replace('response header ', '');
      assert.ok(json.includes(JSON.stringify(`${change}\n${change}`)), 'the JSON contains complete changes');
    }
    const ordinary = await ask(`${write(10, 'as declared')}?panel=pipeline`);
    assert.doesNotMatch(ordinary, /class="filter"/);
    await full.close();
  });

  test('stays within the limit for long bodies, which are complete in JSON and plain text', async () => {
    const { host: full, storage } = createProfilerHost();
    const rows = JSON.stringify(Array.from({ length: 900 }, (_, id) => ({ id, name: `"${id}"`, tags: ['a', 'b'] })));
    const part = 'Content-Disposition: form-data; name="a"\r\n\r\n';
    const ask = async (path: string, accept = 'text/html'): Promise<string> =>
      (await full.fetch(new Request(`http://localhost/_profiler/${path}`, { headers: { Accept: accept } }))).text();
    for (const [type, text] of [
      ['application/json', rows],
      ['text/plain', '"<&> '.repeat(12_000)],
      ['application/x-www-form-urlencoded', 'a=%22%22&'.repeat(7_000)],
      [
        'multipart/form-data; boundary=B',
        `--B\r\n${part}${'"'.repeat(30_000)}\r\n--B\r\n${part}${'ü'.repeat(15_000)}\r\n--B--`,
      ],
      ['application/octet-stream', Uint8Array.from({ length: 60_000 }, (_, index) => index % 256)],
    ] as const) {
      const body = createBody(text, type);
      const { summary, data } = createProfile('POST /x');
      const bodies = { request: { ...data.request, body }, response: { ...data.response, body } };
      storage.write([{ summary, data: { ...data, ...bodies } }]);
      const { token } = summary;
      for (const which of ['request', 'response']) {
        const page = await ask(`${token}?panel=${which}`);
        assert.ok(
          Buffer.byteLength(page) <= 50_000,
          `the page with ${type} in the ${which} has ${Buffer.byteLength(page)} bytes`,
        );
        // Of binary bodies, only the beginning is shown in hexadecimal.
        if (typeof text !== 'string') continue;
        const link = /<a href="([^"]+-body)">Show all<\/a>/.exec(page);
        assert.ok(link, `the page links to the whole ${type} body`);
        const plainText = await ask(link[1]!.slice('/_profiler/'.length));
        assert.ok(
          plainText.replace(/[\r\n]/g, '') === body.content.replace(/[\r\n]/g, ''),
          `the ${type} body as plain text`,
        );
        const json = await ask(`${token}.json?panel=${which}`);
        if (type === 'application/json') assert.ok(json.includes('\\"id\\": 899'));
      }
    }
    await full.close();
  });

  test('stays within the limit for large images, which are linked; small images are inline', async () => {
    const { host: full, storage } = createProfilerHost();
    const ask = async (path: string, accept = 'text/html'): Promise<Response> =>
      full.fetch(new Request(`http://localhost/_profiler/${path}`, { headers: { Accept: accept } }));
    const write = (bytes: Uint8Array, type = 'image/png'): string => {
      const body = createBody(bytes, type);
      const { summary, data } = createProfile('POST /x');
      const bodies = { request: { ...data.request, body }, response: { ...data.response, body } };
      storage.write([{ summary, data: { ...data, ...bodies } }]);
      return summary.token;
    };
    const large = createNoiseImage(144);
    assert.ok(large.length > 60_000 && large.length < 65_536);
    const [token, small, text] = [write(large), write(createNoiseImage(20)), write(large, 'image/svg+xml')];
    for (const which of ['request', 'response'] as const) {
      const page = await (await ask(`${token}?panel=${which}`)).text();
      assert.ok(
        Buffer.byteLength(page) <= 50_000,
        `the page with the ${which} image has ${Buffer.byteLength(page)} bytes`,
      );
      const [, href] = /<a href="([^"]+)">Image, 6\d KB<\/a>/.exec(page)!;
      const answer = await ask(href!.slice('/_profiler/'.length));
      assert.equal(answer.headers.get('content-type'), 'image/png');
      assert.match(answer.headers.get('content-security-policy')!, /sandbox/);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), large);
      const json = await (await ask(`${token}.json?panel=${which}`)).text();
      assert.ok(json.includes(large.toString('base64')), 'the JSON contains the whole image');
      const page20 = await (await ask(`${small}?panel=${which}`)).text();
      assert.match(page20, /<img src="data:image\/png;base64,iVBOR/);
      assert.ok(Buffer.byteLength(page20) <= 50_000);
      // Content that can run scripts is not served with its own media type.
      assert.equal((await ask(`${text}/export/${which}-image`)).status, 404);
      assert.equal((await ask(`${token}/export/${which}-images`)).status, 404);
    }
    await full.close();
  });

  test('has no style attributes or event handlers, which its policy forbids', async () => {
    for (const path of paths()) assert.doesNotMatch(await (await get(path)).text(), / style="| on[a-z]+="/);
  });
});

describe('exports', () => {
  test('a request is exported as plain text with a sandbox policy', async () => {
    const answer = await get(`/_profiler/${newest()}/export/curl`);
    assert.match(answer.headers.get('content-type')!, /^text\/plain/);
    assert.match(answer.headers.get('content-security-policy')!, /sandbox/);
    assert.match(await answer.text(), /curl .*http:\/\/localhost:8000\/books/s);
  });

  test('a profile is exported in each format', async () => {
    const page = await (await get(`/_profiler/${newest()}`)).text();
    const links = [...page.matchAll(/href="([^"]*\/export\/[^"]+)"/g)].map(([, href]) => href!);
    assert.equal(links.length, 8);
    for (const href of links) assert.equal((await get(href)).status, 200, href);
  });

  test('an unknown export is a 404 that lists the formats', async () => {
    const answer = await get(`/_profiler/${newest()}/export/pdf`, { Accept: 'application/json' });
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /curl, fetch, httpie/);
  });
});
