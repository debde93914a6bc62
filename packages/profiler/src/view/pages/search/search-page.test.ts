import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createProfilerHost } from '../../../../../../test/browser/support/profiler-host.ts';
import { writeSampleProfiles } from '../../../../../../test/browser/support/sample-profiles.ts';
import { DEFAULT_QUERY } from '../../../store/search/profile-query.ts';
import type { FoundProfiles, ProfileQuery } from '../../../store/search/profile-query.ts';
import { MemoryProfileStorage } from '../../../store/memory/memory-profile-storage.ts';
import { createProfile } from '../../../../../host/src/testing/index.ts';
import { classifyBackgroundRequest } from './background-requests.ts';

process.env['ORIEL_MODE'] = 'development';
const { host, storage } = createProfilerHost();
const get = (path: string, headers: Record<string, string> = {}, peer = '127.0.0.1'): Promise<Response> =>
  host.fetch(
    new Request(`http://localhost${path}`, { headers: { Accept: 'text/html', ...headers }, redirect: 'manual' }),
    { peer },
  );
const post = (path: string, body: URLSearchParams): Promise<Response> =>
  host.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      body,
      headers: { Accept: 'text/html' },
      redirect: 'manual',
    }),
    {
      peer: '127.0.0.1',
    },
  );

before(() => writeSampleProfiles(storage));
after(() => host.close());

describe('the list of profiles', () => {
  test('shows the number of results and ten rows', async () => {
    const page = await (await get('/_profiler/empty/search/results?limit=10')).text();
    assert.match(page, /<h1>Profile Search<\/h1>/);
    assert.match(page, />37 results found \(10 shown\)</);
    assert.equal(page.match(/<td><a href="\/_profiler\/[0-9a-f]{6}"/g)?.length, 10);
  });

  test('shows "1 results found" for one result', async () => {
    assert.match(await (await get('/_profiler/empty/search/results?q=method:post')).text(), />1 results found</);
  });

  test('shows status, IP, method, absolute URL, time and token of each request as text', async () => {
    const page = await (await get('/_profiler/empty/search/results?limit=10')).text();
    const row = /<tr>\s*<td><b.*?<\/tr>/s
      .exec(page)![0]
      .replace(/<\/?i>/g, '')
      .replace(/<[^>]+>|\s+/g, ' ');
    assert.match(row, /500 +POST +http:\/\/localhost:8000\/books .* \d\d:\d\d:\d\d .* 127\.0\.0\.1 +[0-9a-f]{6} /);
  });

  test('hides health checks and browser probes, with their number and a link to show them', async () => {
    const folded = await (await get('/_profiler/empty/search/results?limit=10')).text();
    assert.match(folded, /2 hidden: health 1 · probes 1/);
    assert.doesNotMatch(folded, /\/healthz/);
    assert.match(await (await get('/_profiler/empty/search/results?limit=50&background=show')).text(), /\/healthz/);
  });

  test('recognizes common paths of health checks', () => {
    const kind = (path: string, status = 200) =>
      classifyBackgroundRequest({ path, method: 'GET', status, route: undefined });
    for (const path of [
      '/health',
      '/healthz',
      '/_health',
      '/livez',
      '/readyz',
      '/startupz',
      '/health/live',
      '/health/ready/',
    ])
      assert.equal(kind(path), 'health', path);
    for (const path of ['/health/records', '/healthy', '/api/health']) assert.equal(kind(path), undefined, path);
    assert.equal(kind('/health/ready', 503), undefined);
  });

  test('recognizes a health check by the name of its route', () => {
    const kind = (route: string, status = 200) =>
      classifyBackgroundRequest({ path: '/internal/up', method: 'GET', status, route });
    for (const route of ['health', 'healthz', '_health', 'health_check', 'healthcheck', 'health.ready', 'liveness'])
      assert.equal(kind(route), 'health', route);
    for (const route of ['health.list', 'health.get', 'health_records', 'healthy', 'ready', 'live', 'up'])
      assert.equal(kind(route), undefined, route);
    assert.equal(kind('health', 503), undefined);
  });

  test('hides health checks recognized by route', async () => {
    const { host: other, storage: otherStorage } = createProfilerHost();
    otherStorage.write([createProfile('GET /internal/up', { summary: { route: 'health' } })]);
    otherStorage.write([createProfile('GET /books', { summary: { route: 'books_list' } })]);
    const request = new Request('http://localhost/_profiler/empty/search/results', {
      headers: { Accept: 'text/html' },
    });
    const page = await (await other.fetch(request)).text();
    await other.close();
    assert.match(page, /1 hidden: health 1/);
    assert.doesNotMatch(page, /\/internal\/up/);
  });

  test('shows failed health checks', async () => {
    storage.write([createProfile('GET /healthz?deep', { summary: { status: 503, time: Date.now() - 3_600_000 } })]);
    assert.match(
      await (await get('/_profiler/empty/search/results?limit=100')).text(),
      /<i>http:\/\/localhost:8000<\/i>\/healthz<s>\?deep<\/s>/,
    );
  });

  test('marks restarts of the process', async () => {
    const page = await (await get('/_profiler/empty/search/results?limit=10')).text();
    assert.match(
      page,
      /restarted · process 4242 <a href="\/_profiler\/routes\?q=boot:[\w-]+&amp;compare=boot:[\w-]+">what changed<\/a>/,
    );
    // A cell over more columns would add columns, which take the width of the URL.
    const [, head] = /<thead>(.*?)<\/thead>/s.exec(page)!;
    assert.equal(Number(/colspan="(\d+)"/.exec(page)![1]), head!.match(/<t[dh]/g)!.length);
  });

  test('is live unless the search ends in the past', async () => {
    const isLive = async (query: string): Promise<boolean[]> => {
      const page = await (await get(`/_profiler/empty/search/results?${query}`)).text();
      return [page.includes('data-tail='), page.includes('aria-pressed="true"')];
    };
    assert.deepEqual(await isLive('q=method:get'), [true, true]);
    assert.deepEqual(await isLive('q=until:now'), [false, false]);
  });

  test('keeps the search on the next and previous pages', async () => {
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

  test('leads back over more pages than a URL can list', async () => {
    const { host: full, storage: many } = createProfilerHost();
    many.write(Array.from({ length: 200 }, (_, index) => createProfile(`GET /many/${index}`, {})));
    const open = async (query: string): Promise<string> =>
      (await full.fetch(new Request(`http://localhost/_profiler/empty/search/results${query}`))).text();
    const createLink = (page: string, rel: string): string | undefined =>
      new RegExp(`rel="${rel}" href="([^"]+)"`).exec(page)?.[1]!.replaceAll('&amp;', '&');
    const urls = ['?limit=10'];
    for (let url = createLink(await open('?limit=10'), 'next'); url; url = createLink(await open(url), 'next'))
      urls.push(url);
    assert.equal(urls.length, 20);
    const getRows = async (url: string): Promise<string[]> => (await open(url)).match(/\/many\/\d+/g)!;
    let url = urls.at(-1)!;
    for (let urlIndex = urls.length - 2; urlIndex >= 0; urlIndex--) {
      url = createLink(await open(url), 'prev')!;
      assert.deepEqual(await getRows(url), await getRows(urls[urlIndex]!));
      assert.ok(url.length < 150);
    }
    assert.equal(url, '?limit=10');
    await full.close();
  });

  test('leads to the first page if the storage only reads forwards', async () => {
    class Forwards extends MemoryProfileStorage {
      override find(query: ProfileQuery): FoundProfiles {
        const { previous: _, ...found } = super.find(query);
        return found;
      }
    }
    const simple = new Forwards();
    const { host: full } = createProfilerHost({ storage: simple });
    simple.write(Array.from({ length: 40 }, (_, index) => createProfile(`GET /many/${index}`, {})));
    const { next } = simple.find({ ...DEFAULT_QUERY, limit: 20 });
    const url = `http://localhost/_profiler/empty/search/results?cursor=${encodeURIComponent(next!)}`;
    assert.match(await (await full.fetch(new Request(url))).text(), /rel="prev" href="\?limit=10">← First page</);
    await full.close();
  });

  test('fills the filter form with the current values and keeps the search text', async () => {
    const asked = 'q=dur:>1&ip=127.0&method=get&status_code=4xx&url=%22books&start=2020-01-02&limit=50';
    const page = await (await get(`/_profiler/empty/search/results?${asked}`)).text();
    for (const field of [
      /name="ip"[^>]* value="127\.0"/,
      /<option value="">Any<\/option>\s*<option >DELETE<\/option><option selected>GET<\/option>/,
      /name="status_code"[^>]* value="4xx"/,
      /name="url"[^>]* value="&quot;books"/,
      /name="start"[^>]* value="2020-01-02"/,
      /type="hidden" name="q" value="dur:&gt;1"/,
    ])
      assert.match(page, field);
  });

  test('sorts by each column and keeps the search', async () => {
    const page = await (await get('/_profiler/empty/search/results?q=path:/cities&limit=50')).text();
    const heads = [...page.matchAll(/<th [^>]*>(.*?)<\/th>/gs)].map(([, head]) => head!);
    assert.ok(heads.length > 8);
    for (const head of heads) {
      const [, sort] = /<button name=sort value=([\w-]+)>/.exec(head) ?? assert.fail(`${head} has no button`);
      // Browsers send the value of the pressed button before the other fields.
      const { headers } = await get(`/_profiler/search?sort=${sort}&q=path%3A%2Fcities&sort=-status&limit=50`);
      const location = headers.get('location')!;
      assert.match(
        location,
        new RegExp(`^/_profiler/[0-9a-f]{6}/search/results\\?sort=${sort}&q=path:/cities&limit=50$`),
      );
      assert.equal((await get(location)).status, 200);
    }
  });

  test('changes the number of rows and removes terms by buttons', async () => {
    const page = await (await get('/_profiler/empty/search/results?q=path:/cities+method:GET&sort=-duration')).text();
    const form = /<form id="list" method="post" action="([^"]+)".*?<\/table>(.*?)<\/form>/s.exec(page)!;
    assert.equal(form[1], '/_profiler/search');
    const fields = [...form[2]!.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]): [string, string] => [
      name!,
      value!,
    ]);
    assert.deepEqual(Object.fromEntries(fields), { q: 'path:/cities method:GET', sort: '-duration', limit: '10' });
    const press = async (name: string, value: string): Promise<string> => {
      assert.match(page, new RegExp(`<button form="list" name="${name}" value="${value}"`));
      const { headers } = await get(`/_profiler/search?${new URLSearchParams([[name, value], ...fields]).toString()}`);
      return headers.get('location')!.split('?')[1]!;
    };
    assert.equal(await press('limit', '50'), 'limit=50&q=path:/cities+method:GET&sort=-duration');
    assert.equal(await press('without', '0'), 'q=method:GET&sort=-duration&limit=10');
    assert.equal(await press('without', '1'), 'q=path:/cities&sort=-duration&limit=10');
  });

  test('compresses a long search in URLs', async () => {
    const long = Array.from({ length: 30 }, (_, index) => `-path:/${'never'.repeat(25)}${index}`).join(' ');
    const { headers } = await post('/_profiler/search', new URLSearchParams({ q: long, limit: '10' }));
    const location = headers.get('location')!;
    assert.match(location, /results\?limit=10&z=[\w-]+$/);
    assert.ok(location.length < 1_000, String(location.length));
    const page = await (await get(location)).text();
    assert.ok(page.includes(`name="q" value="${long}"`) || page.includes(`value="${long}"`));
    assert.equal(page.match(/q=-path/g), null);
    for (const bad of ['!', 'AAAA', ''])
      assert.equal((await get(`/_profiler/empty/search/results?z=${bad}`)).status, 200);
  });

  test('responds without a redirect to a search that cannot be compressed', async () => {
    const long = `"${Array.from({ length: 3_500 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000))).join('')}"`;
    const answer = await post('/_profiler/search', new URLSearchParams({ q: long, limit: '10' }));
    assert.equal(answer.status, 200);
    const page = await answer.text();
    assert.match(page, /Profile Search/);
    assert.ok(page.includes('/_profiler/empty/search/results.json?'));
    assert.equal((await post('/_profiler/search', new URLSearchParams({ q: 'x'.repeat(70_000) }))).status, 400);
  });

  test('marks the invalid part of a search', async () => {
    const answer = await get('/_profiler/empty/search/results?q=method:get+stauts:500');
    assert.equal(answer.status, 400);
    const page = await answer.text();
    assert.match(page, /<mark>stauts<\/mark>/);
    assert.match(page, /Column 12:\s.*Did you mean <a href="[^"]*q=method:get\+status:500/s);
  });

  test('rejects an invalid limit and clamps a large one', async () => {
    assert.equal((await get('/_profiler/empty/search/results?limit=ten')).status, 400);
    assert.equal((await get('/_profiler/empty/search/results?limit=100000')).status, 200);
  });

  test('reports an invalid cursor', async () => {
    assert.ok((await get('/_profiler/empty/search/results?cursor=nonsense')).status <= 400);
  });

  test('suggests searches that find something if no profile matches', async () => {
    const suggested = async (q: string): Promise<string[]> => {
      const page = await (await get(`/_profiler/empty/search/results?${new URLSearchParams({ q }).toString()}`)).text();
      assert.match(page, />0 results found</);
      return [
        .../<div class="empty">.*?<\/div>/s
          .exec(page)![0]
          .matchAll(/<li>\s*<a href="\?([^"]*)"\s*>(.*?)<\/a\s*>\s*(.*?)\s*<\/li>/gs),
      ].map(([, href, text, count]) => {
        const found = new URLSearchParams(href!.replaceAll('&amp;', '&')).get('q');
        return `${found} | ${text!
          .replace(/<[^>]+>/g, '')
          .replace(/\s+/g, ' ')
          .trim()} | ${count}`;
      });
    };
    assert.ok((await suggested('status:4xx has:n1')).includes('has:n1 | without status:4xx | 2 results'));
    assert.ok((await suggested('TypeError')).includes('exception:TypeError | exception:TypeError | 1 result'));
    assert.ok((await suggested('options')).includes('method:options | method:options | 1 result'));
    assert.ok((await suggested('citeis')).includes('path:~cities | path:~cities | 24 results'));
    assert.deepEqual(await suggested('path:/zzzzzzzz'), []);
    assert.ok(
      (await suggested('route:/reports/yearly')).includes('path:~/reports/yearly | path:~/reports/yearly | 1 result'),
    );
    assert.ok((await suggested('n+1')).includes('finding:n1 | finding:n1 | 2 results'));
    const none = await (await get('/_profiler/empty/search/results?q=zzzzzzzz')).text();
    assert.match(none, /No other reading of the words finds a profile/);
    assert.match(none, /href="\/_profiler\/search-syntax">Fields to search by/);
  });

  test('states how it read a word without a field, and offers to search URLs for it', async () => {
    const page = async (q: string): Promise<string> =>
      (await get(`/_profiler/empty/search/results?${new URLSearchParams({ q }).toString()}`)).text();
    for (const [word, meaning, count] of [
      ['500', 'status:=500', 1],
      ['POST', 'method:POST', 1],
      ['error', 'has:failed', 2],
    ] as const) {
      const text = await page(word);
      assert.match(text, new RegExp(`>${count} results found<`), word);
      assert.match(text, new RegExp(`<code>${word}</code> is read as <code>${meaning}</code>`));
      assert.match(text, new RegExp(`<a href="\\?q=%22${word}%22[^"]*">search URLs for it`));
    }
    for (const q of ['cities', '"500"', 'status:500']) assert.doesNotMatch(await page(q), /is read as/);
  });

  test('counts failures and findings, and requests over time, with links into the search', async () => {
    const page = await (await get('/_profiler/empty/search/results?limit=10&q=path:/')).text();
    assert.match(page, /<a href="\?q=path:\/\+status:5xx&amp;limit=10">5xx <b>2<\/b><\/a>/);
    assert.match(page, /<a href="[^"]*finding:n1[^"]*">N\+1 <b>2<\/b><\/a>/);
    const bars = [...page.matchAll(/<a href="(\?[^"]*)"\s*><title>\d\d:\d\d,\s(\d+) requests?/g)];
    assert.ok(bars.length > 5);
    assert.equal(page.match(/<path class=bar d="M\d+ \d+h\d+v\d+h-\d+z" \/>/g)?.length, bars.length);
    assert.equal(
      bars.reduce((sum, [, , requests]) => sum + Number(requests), 0),
      38,
    );
    const [, href, requests] = bars.at(-1)!;
    const one = await (await get(`/_profiler/empty/search/results${href!.replaceAll('&amp;', '&')}`)).text();
    assert.match(one, new RegExp(`>${requests} results found`));
  });

  test('restarts and origins belong to an application', async () => {
    const { host: other, storage: shared } = createProfilerHost({ showsApplications: true });
    const write = (app: string, boot: string, path: string, port = app.length): void => {
      const url = `http://localhost:${8000 + port}${path}`;
      shared.write([createProfile(`GET ${path}`, { summary: { app, boot, url, pid: port } })]);
    };
    write('shop', 'a', '/1');
    write('stock', 'b', '/2');
    write('stock', 'b', '/2');
    write('stock', 'b', '/3', 99);
    const open = async (): Promise<string> =>
      (await other.fetch(new Request('http://localhost/_profiler/empty/search/results?limit=25'))).text();
    const first = await open();
    assert.doesNotMatch(first, /restarted/);
    assert.match(first, /<u>shop<\/u> <i>http:\/\/localhost:8004<\/i>\/1/);
    assert.match(first, /<u>stock<\/u> <i>http:\/\/localhost:8005<\/i>\/2/);
    assert.match(first, /<u>stock<\/u> <b>http:\/\/localhost:8099<\/b>\/3/);
    write('shop', 'c', '/4');
    assert.match(await open(), /<span>shop restarted · process 4 <a href=/);
    await other.close();
  });

  test('deletes the profiles of a search after it has stated their number, and keeps pinned ones', async () => {
    const { host: other, storage: otherStorage } = createProfilerHost({ showsApplications: true });
    for (const app of ['shop', 'stock'])
      otherStorage.write(
        Array.from({ length: 3 }, (_, index) => createProfile(`GET /${app}/${index}`, { summary: { app } })),
      );
    otherStorage.pin(otherStorage.find(DEFAULT_QUERY).rows[0]!.token, undefined);
    const open = async (query: string): Promise<string> =>
      (await other.fetch(new Request(`http://localhost/_profiler/empty/search/results?${query}`))).text();
    const text = (await open('')).replace(/<[^>]+>|\s+/g, ' ').replace(/ +/g, ' ');
    assert.match(
      text,
      /All 5 profiles of 2 applications will be deleted. This cannot be undone. 1 pinned profile will be kept/,
    );
    const some = await open('q=app:shop');
    assert.match(some.replace(/<[^>]+>|\s+/g, ' '), /3 profiles *that match *app:shop *will be deleted/);
    assert.match(some, /<button>Delete 3 profiles<\/button>/);
    const form = /name="form" value="([^"]+)"/.exec(some)![1]!;
    const remove = (q: string): Promise<Response> =>
      other.fetch(
        new Request('http://localhost/_profiler/clear', { method: 'POST', body: new URLSearchParams({ form, q }) }),
      );
    assert.equal((await remove('stauts:500')).status, 400);
    assert.equal(otherStorage.find(DEFAULT_QUERY).matched.count, 6);
    await remove('app:shop');
    assert.deepEqual(new Set(otherStorage.find(DEFAULT_QUERY).rows.map(({ app }) => app)), new Set(['stock']));
    await remove('');
    assert.equal(otherStorage.find(DEFAULT_QUERY).rows[0]?.pinned, true);
    assert.equal(otherStorage.find(DEFAULT_QUERY).matched.count, 1);
    await other.close();
  });

  test('links to older profiles if the search stopped at its time limit', async () => {
    const lookedBackTo = new Date(2026, 10, 21, 14, 2, 51).getTime();
    const stopped: MemoryProfileStorage['find'] = () => ({
      ...{ rows: [], matched: { count: 0, exact: false }, next: 'c1', lookedBackTo },
    });
    const { host: slow, storage: partly } = createProfilerHost();
    partly.find = stopped;
    const list = '/_profiler/empty/search/results?q=body:rare';
    const page = await (
      await slow.fetch(new Request(`http://localhost${list}`, { headers: { Accept: 'text/html' } }), {
        peer: '127.0.0.1',
      })
    ).text();
    await slow.close();
    assert.match(page, /<h2>No profile since 21 Nov 2026, 14:02:51 matches<\/h2>/);
    assert.match(page, /<a href="\?q=body:rare&amp;cursor=c1[^"]*">Search older profiles<\/a>/);
    assert.doesNotMatch(page, /No requests recorded yet/);
  });

  test('suggests the corrected term if the colon is missing', async () => {
    const answer = await get('/_profiler/empty/search/results?q=dur%3E200');
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /Did you mean <a href="[^"]*q=dur:%3E200[^"]*"><code>dur:&gt;200/);
  });

  test('escapes recorded text', async () => {
    storage.write([
      createProfile('GET /x', {
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
