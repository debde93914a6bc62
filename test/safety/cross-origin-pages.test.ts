import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HttpResponse, defineHost, on, route } from '../../packages/host/src/index.ts';
import type { Host } from '../../packages/host/src/index.ts';
import { TestBrowser, skip } from '../browser/support/browser.ts';
import { startRecordedHost } from './support/recorded-host.ts';
import type { RecordedHost } from './support/recorded-host.ts';

const REBOUND = 'rebound.test';
const PAGES = [
  '/_profiler/latest.json',
  '/_profiler/empty/search/results.json',
  '/_profiler/open.md?file=packages/host/src/index.ts',
];

/** The result of `fetch` in a page of another origin. */
interface Fetched {
  readonly url: string;
  readonly status: number | 'unreadable';
}

describe('a page of another origin in a browser', { skip }, () => {
  const browser = new TestBrowser({
    // The host must reject these requests itself, because not every browser has these checks.
    args: [`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`, '--disable-features=LocalNetworkAccessChecks'],
  });
  const responses: { path: string; status: number; site: string | undefined }[] = [];
  let recorded: RecordedHost;
  let foreign: Host;
  let api = '';
  let origins: readonly string[] = [];

  before(async () => {
    recorded = await startRecordedHost({
      cors: { origins: '*' },
      routes: [
        route('hello', 'GET /hello', { handle: () => ({ hello: 'world' }) }),
        route('broken', 'GET /broken', {
          handle: () => {
            throw new Error('The message of an internal error');
          },
        }),
      ],
      listeners: [
        on('kernel.response', -1_000, 'collect_responses', ({ context, response }) => {
          const site = context.headers.get('sec-fetch-site');
          responses.push({ path: context.path, status: response.status, site });
        }),
      ],
    });
    api = `http://localhost:${recorded.port}`;
    const frame = `<iframe src="${api}/_profiler/empty/search/results"></iframe>`;
    const link = `<a href="${api}/_profiler/empty/search/results">The profiler</a>`;
    const html = (body: string) => () =>
      new HttpResponse(200, ['Content-Type', 'text/html; charset=utf-8'], `<!doctype html><title>Page</title>${body}`);
    foreign = defineHost({
      routes: [
        route('page', 'GET /', { handle: html('') }),
        route('frame', 'GET /frame', { handle: html(frame) }),
        route('link', 'GET /link', { handle: html(link) }),
      ],
      log: { level: 'none', access: false },
    });
    const { port } = await foreign.listen({ host: '127.0.0.1', port: 0, mode: 'production' });
    // Cross-site, and same-site but another origin.
    origins = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
    await recorded.client.send('GET /hello');
    await recorded.waitForProfiles(1);
  });
  after(async () => {
    await foreign.close();
    await recorded[Symbol.asyncDispose]();
  });

  test('can read an API with cors.origins "*", but not the profiler', async () => {
    for (const origin of origins) {
      responses.length = 0;
      const seen = await browser.asPage<Fetched[]>(
        `${origin}/`,
        fetchAll,
        ['/hello', ...PAGES].map((path) => `${api}${path}`),
      );
      assert.deepEqual(
        seen.map(({ url, status }) => [url.slice(api.length), status]),
        [['/hello', 200], ...PAGES.map((path) => [path, 'unreadable'])],
        origin,
      );
      const profiler = responses.filter(({ path }) => path.startsWith('/_profiler/'));
      assert.deepEqual([...new Set(profiler.map(({ status }) => status))], [403], origin);
      assert.equal(profiler.length, PAGES.length);
    }
  });

  test('cannot read details of an internal error', async () => {
    const [crossSite] = origins;
    const text = await browser.asPage<string>(`${crossSite}/`, fetchText, `${api}/broken`);
    assert.match(text, /Internal Server Error/);
    assert.doesNotMatch(text, /message of an internal error|cross-origin-pages|"trace"/);
  });

  test('cannot show the profiler in a frame', async () => {
    for (const origin of origins) {
      responses.length = 0;
      // The page has loaded when its frame has loaded.
      await browser.asPage(`${origin}/frame`, async () => {}, undefined);
      assert.deepEqual(
        responses.map(({ path, status }) => [path, status]),
        [['/_profiler/empty/search/results', 403]],
      );
    }
  });

  test('can link to the profiler', async () => {
    for (const origin of origins) {
      responses.length = 0;
      await browser.follow(`${origin}/link`, 'The profiler', async (page) => {
        assert.equal(page.url(), `${api}/_profiler/empty/search/results`);
        assert.match(await page.locator('main').innerText(), /\/hello/);
      });
      const [first] = responses;
      assert.equal(first?.status, 200);
      assert.match(first?.site ?? '', /^(?:cross|same)-site$/);
    }
  });

  test('cannot read the profiler or an error page by DNS rebinding', async () => {
    responses.length = 0;
    const rebound = `http://${REBOUND}:${recorded.port}`;
    // The name resolves to the server of the attacker when the page is loaded, and to this machine when its script runs.
    const [page, html] = [`${rebound}/attack`, '<!doctype html><title>Attack</title>'];
    const urls = PAGES.map((path) => `${rebound}${path}`);
    const seen = await browser.asPage<Fetched[]>(page, fetchAll, urls, html);
    assert.deepEqual(
      seen.map(({ status }) => status),
      PAGES.map(() => 421),
    );
    const text = await browser.asPage<string>(page, fetchText, `${rebound}/broken`, html);
    assert.match(text, /Misdirected/);
    assert.doesNotMatch(text, /message of an internal error|cross-origin-pages/);
  });
});

async function fetchAll(urls: readonly string[]): Promise<Fetched[]> {
  return Promise.all(
    urls.map(async (url): Promise<Fetched> => {
      try {
        return { url, status: (await fetch(url)).status };
      } catch {
        return { url, status: 'unreadable' };
      }
    }),
  );
}

async function fetchText(url: string): Promise<string> {
  return (await fetch(url)).text();
}
