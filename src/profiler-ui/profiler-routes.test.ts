import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createProfilerHost } from '../../test/browser/support/profiler-host.ts';
import { fillWithMadeUpProfiles } from '../../test/browser/support/made-up-profiles.ts';
import { createStoredProfile } from '../testing/index.ts';

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

describe('the list', () => {
  test('says how many results it has found and shows ten', async () => {
    const page = await (await get('/_profiler/empty/search/results?limit=10')).text();
    assert.match(page, /<h1>Profile Search<\/h1>/);
    assert.match(page, />37 results found \(10 shown\)</);
    assert.equal(page.match(/<td class="to">/g)?.length, 10);
  });

  test('says "1 results found" of one, as it always did', async () => {
    assert.match(await (await get('/_profiler/empty/search/results?q=method:post')).text(), />1 results found</);
  });

  test('shows status, IP, method, absolute URL, time and token of each, as text', async () => {
    const page = await (await get('/_profiler/empty/search/results?limit=10')).text();
    const row = /<tr>\s*<td class="st">.*?<\/tr>/s
      .exec(page)![0]
      .replace(/<\/?i>/g, '')
      .replace(/<[^>]+>|\s+/g, ' ');
    assert.match(row, /500 +127\.0\.0\.1 +POST +http:\/\/localhost:8000\/books .* \d\d:\d\d:\d\d .* [0-9a-f]{6} /);
  });

  test('folds health checks and probes away, tells how many, and shows them when asked', async () => {
    const folded = await (await get('/_profiler/empty/search/results?limit=10')).text();
    assert.match(folded, /2 hidden: health 1 · probes 1/);
    assert.doesNotMatch(folded, /\/healthz/);
    assert.match(await (await get('/_profiler/empty/search/results?limit=50&noise=show')).text(), /\/healthz/);
  });

  test('never hides a health check that fails', async () => {
    storage.write([
      createStoredProfile('GET /healthz?deep', { summary: { status: 503, time: Date.now() - 3_600_000 } }),
    ]);
    assert.match(
      await (await get('/_profiler/empty/search/results?limit=100')).text(),
      /<i>http:\/\/localhost:8000<\/i>\/healthz\?deep/,
    );
  });

  test('marks where the process has started again', async () => {
    assert.match(await (await get('/_profiler/empty/search/results?limit=10')).text(), /restarted · process 4242/);
  });

  test('pages forward and back without losing the search', async () => {
    const first = await (await get('/_profiler/empty/search/results?q=path:/cities&limit=10')).text();
    const next = /rel="next" href="([^"]+)"/.exec(first)![1]!.replaceAll('&amp;', '&');
    const second = await (await get(`/_profiler/empty/search/results${next}`)).text();
    assert.match(next, /^\?q=path:\/cities/);
    assert.doesNotMatch(second, /\/cities\/1</);
    const previous = /rel="prev" href="([^"]+)"/.exec(second)![1]!.replaceAll('&amp;', '&');
    const again = await (await get(`/_profiler/empty/search/results${previous}`)).text();
    assert.deepEqual(
      again.match(/<a href="\/_profiler\/[0-9a-f]{6}/g),
      first.match(/<a href="\/_profiler\/[0-9a-f]{6}/g),
    );
  });

  test('points at what it cannot read', async () => {
    const answer = await get('/_profiler/empty/search/results?q=method:get+stauts:500');
    assert.equal(answer.status, 400);
    const page = await answer.text();
    assert.match(page, /<mark>stauts<\/mark>/);
    assert.match(page, /Column 12:\s.*Did you mean <a href="[^"]*q=method:get\+status:500/s);
  });

  test('refuses a limit that is no number and clamps one that is too large', async () => {
    assert.equal((await get('/_profiler/empty/search/results?limit=ten')).status, 400);
    assert.equal((await get('/_profiler/empty/search/results?limit=100000')).status, 200);
  });

  test('survives a cursor that is none', async () => {
    assert.ok((await get('/_profiler/empty/search/results?cursor=nonsense')).status <= 400);
  });

  test('tells what to do when nothing matches', async () => {
    const page = await (await get('/_profiler/empty/search/results?q=status:4xx+has:n1')).text();
    assert.match(page, /0 results found/);
    assert.match(page, /href="\?q=has:n1[^"]*">without <code>status:4xx/);
  });

  test('escapes what was recorded', async () => {
    storage.write([
      createStoredProfile('GET /x', {
        summary: {
          time: Date.now() - 7_200_000,
          url: 'http://localhost/"><script>alert(1)</script>',
          path: '/<b>',
          ip: '<i>',
          method: '<M>',
          exception: '<E>',
          status: 500,
          findings: ['<f>'],
          note: '"<n>',
          pinned: true,
        },
      }),
    ]);
    const page = await (await get('/_profiler/empty/search/results?limit=100')).text();
    assert.doesNotMatch(page, /<script>alert|<M>|<E>|<f>|"<n>/);
  });
});

describe('a profile', () => {
  test('opens on its exception, under the title of the error', async () => {
    const page = await (await get(`/_profiler/${newest()}`)).text();
    assert.match(page, /<h1>Error 500 Internal Server Error<\/h1>/);
    assert.match(page, /data-panel="exception" aria-current="page"/);
    assert.match(page, /The book could not be saved/);
  });

  test('without an exception opens on the request', async () => {
    const { token } = storage.find({
      terms: [{ field: 'status', operator: 'is', value: 304, negated: false }],
      sort: { by: 'time', descending: true },
      limit: 1,
      cursor: undefined,
    }).rows[0]!;
    const page = await (await get(`/_profiler/${token}`)).text();
    assert.match(page, /<h1>304 Not Modified<\/h1>/);
    assert.match(page, /data-panel="request" aria-current="page"/);
  });

  test('"latest" is the newest', async () => {
    assert.match(await (await get('/_profiler/latest')).text(), new RegExp(`<code>${newest()}</code>`));
  });

  test('of an unknown token is a 404 that says why', async () => {
    const answer = await get('/_profiler/abcdef');
    assert.equal(answer.status, 404);
    const page = await answer.text();
    assert.match(page, /Token &quot;abcdef&quot; not found/);
    for (const reason of [/still running/, /expired/, /never existed/]) assert.match(page, reason);
  });

  test('of what is no token is a 404 as well', async () => {
    for (const path of ['/_profiler/empty', '/_profiler/nonsense', '/_profiler/ABCDEF'])
      assert.equal((await get(path)).status, 404, path);
  });

  test('has no panel that nobody made', async () => {
    const answer = await get(`/_profiler/${newest()}?panel=nopanel`, { Accept: 'application/json' });
    assert.equal(answer.status, 404);
    assert.match(
      (await answer.text()).replaceAll('\\"', '"'),
      new RegExp(`Panel "nopanel" is not available for token "${newest()}"\\.`),
    );
  });

  test('links to the one before of the same route', async () => {
    const { rows } = storage.find({
      terms: [{ field: 'route', operator: 'is', value: 'cities_show', negated: false }],
      sort: { by: 'time', descending: true },
      limit: 3,
      cursor: undefined,
    });
    const page = await (await get(`/_profiler/${rows[1]!.token}`)).text();
    assert.match(
      page,
      new RegExp(`data-older="/_profiler/${rows[2]!.token}" data-newer="/_profiler/${rows[0]!.token}"`),
    );
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
