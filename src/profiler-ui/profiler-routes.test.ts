import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createStoredProfile } from '../testing/index.ts';
import { createProfilerHost } from '../../test/browser/support/profiler-host.ts';
import { fillWithMadeUpProfiles } from '../../test/browser/support/made-up-profiles.ts';

process.env['ORIEL_MODE'] = 'development';
const { host, storage } = createProfilerHost();
const get = (path: string, headers: Record<string, string> = {}, peer = '127.0.0.1'): Promise<Response> =>
  host.fetch(
    new Request(`http://localhost${path}`, { headers: { Accept: 'text/html', ...headers }, redirect: 'manual' }),
    { peer },
  );
const newest = (): string =>
  storage.find({ terms: [], sort: { by: 'time', descending: true }, limit: 1, cursor: undefined }).rows[0]!.token;

before(() => fillWithMadeUpProfiles(storage));
after(() => host.close());

describe('the way in', () => {
  test('/_profiler leads to the list in two steps', async () => {
    const first = await get('/_profiler');
    assert.equal(first.status, 301);
    assert.match(first.headers.get('location')!, /\/_profiler\/$/);
    const second = await get('/_profiler/');
    assert.equal(second.status, 302);
    assert.equal(second.headers.get('location'), '/_profiler/empty/search/results?limit=10');
  });

  test('a search leads to the results, named after the first hit', async () => {
    const answer = await get('/_profiler/search?method=POST&ip=&limit=10');
    assert.equal(answer.status, 302);
    assert.equal(answer.headers.get('location'), `/_profiler/${newest()}/search/results?method=POST&limit=10`);
  });

  test('a search without a hit leads to "empty"', async () => {
    assert.match(
      (await get('/_profiler/search?url=nowhere')).headers.get('location')!,
      /^\/_profiler\/empty\/search\/results\?/,
    );
  });

  test('a search for a token leads to its profile, whether it exists or not', async () => {
    assert.equal((await get('/_profiler/search?token=abc123')).headers.get('location'), '/_profiler/abc123');
  });
});

describe('every page', () => {
  const paths = (): string[] => ['/_profiler/empty/search/results', `/_profiler/${newest()}`, '/_profiler/abcdef'];

  test('says the same as JSON and as Markdown, by suffix and by Accept', async () => {
    for (const path of paths()) {
      assert.match((await get(`${path}.json`)).headers.get('content-type')!, /^application\/json/);
      assert.match(
        (await get(path, { Accept: 'application/json' })).headers.get('content-type')!,
        /^application\/json/,
      );
      assert.match((await get(`${path}.md`)).headers.get('content-type')!, /^text\/markdown/);
      assert.match((await get(path, { Accept: 'text/markdown' })).headers.get('content-type')!, /^text\/markdown/);
      assert.match((await get(path, { Accept: '*/*' })).headers.get('content-type')!, /^text\/html/);
    }
  });

  test('lets only its own style and script in, and is kept and indexed by nobody', async () => {
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

  test('also when it is a list of a hundred ordinary requests', async () => {
    const { host: full, storage } = createProfilerHost();
    for (let at = 0; at < 120; at++) {
      const [failed, asked] = [at % 7 === 0, at % 10 === 0];
      const summary = {
        ...{ status: failed ? 500 : 200, exception: failed ? 'TypeError' : undefined, errors: failed ? 1 : 0 },
        ...{
          duration: at * 3,
          bytes: at * 1234,
          dbCount: at % 3,
          dbTime: at / 100,
          httpCount: asked ? 1 : 0,
          httpTime: asked ? 3 : 0,
        },
        ...{ findings: at % 9 === 0 ? ['n1', 'slow-query'] : [], warnings: at % 5 === 0 ? 1 : 0, route: 'cities' },
      };
      storage.write([createStoredProfile(`GET /countries/FI/cities?page=${at}`, { summary })]);
    }
    const request = new Request('http://localhost/_profiler/empty/search/results?limit=100', {
      headers: { Accept: 'text/html' },
    });
    const page = await (await full.fetch(request)).text();
    await full.close();
    assert.match(page, /120 results found \(100 shown\)/);
    assert.ok(Buffer.byteLength(page) <= 60_000, `it has ${Buffer.byteLength(page)} bytes`);
  });

  test('also when it is about two thousand spans, of which the JSON has all', async () => {
    const { host: full, storage } = createProfilerHost();
    const sql = 'select "name", "population" from "cities" where "country" = ? and "feature" = ?';
    const spans = Array.from({ length: 2_000 }, (_, id) => ({
      ...{ id: id + 1, parent: 0, kind: 'db' as const, name: sql, start: id, duration: 0.5, error: undefined },
      details: { sql, parameters: ['FI', 'PPLC'], rows: 1, caller: 'src/routes.ts:41' },
    }));
    const profile = createStoredProfile('GET /x', { summary: { duration: 2_000, dbCount: 2_000 }, data: { spans } });
    storage.write([profile]);
    const ask = async (query: string, accept: string): Promise<string> =>
      (
        await full.fetch(
          new Request(`http://localhost/_profiler/${profile.summary.token}?${query}`, { headers: { Accept: accept } }),
        )
      ).text();
    for (const query of ['panel=timeline', 'panel=timeline&part=20', 'panel=database', 'panel=database&part=100']) {
      const page = await ask(query, 'text/html');
      assert.ok(Buffer.byteLength(page) <= 60_000, `${query} has ${Buffer.byteLength(page)} bytes`);
    }
    const { panel } = JSON.parse(await ask('panel=timeline', 'application/json')) as {
      panel: { blocks: { kind: string; rows?: unknown[] }[] };
    };
    assert.equal(panel.blocks.find(({ kind }) => kind === 'waterfall')?.rows?.length, 2_000);
    await full.close();
  });

  test('has no style attribute and no handler in its markup, which its policy would not let in', async () => {
    for (const path of paths()) assert.doesNotMatch(await (await get(path)).text(), / style="| on[a-z]+="/);
  });
});

describe('exports', () => {
  test('a request can be copied as text that runs nowhere', async () => {
    const answer = await get(`/_profiler/${newest()}/export/curl`);
    assert.match(answer.headers.get('content-type')!, /^text\/plain/);
    assert.match(answer.headers.get('content-security-policy')!, /sandbox/);
    assert.match(await answer.text(), /curl .*http:\/\/localhost:8000\/books/s);
  });

  test('a profile can be taken along in every format that is offered', async () => {
    const page = await (await get(`/_profiler/${newest()}`)).text();
    const links = [...page.matchAll(/href="([^"]*\/export\/[^"]+)"/g)].map(([, href]) => href!);
    assert.equal(links.length, 7);
    for (const href of links) assert.equal((await get(href)).status, 200, href);
  });

  test('one that nobody made is a 404 that names those there are', async () => {
    const answer = await get(`/_profiler/${newest()}/export/pdf`, { Accept: 'application/json' });
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /curl, fetch, httpie/);
  });
});
