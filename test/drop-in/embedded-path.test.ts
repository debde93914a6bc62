import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startApplication } from './lib/application.ts';
import { requestText, sendRaw } from './lib/raw-http.ts';

const PATH = '/debug/profiler';
const APPLICATIONS: readonly (readonly [name: string, file: string, env: Readonly<Record<string, string>>])[] = [
  ['node:http', 'embedded.mjs', {}],
  ['Express', 'embedded-express.mjs', {}],
  ['Express with a mount path', 'embedded-express.mjs', { MOUNT: '/debug' }],
  ['Express with the path as mount path', 'embedded-express.mjs', { MOUNT: PATH }],
  ['Fastify', 'embedded-fastify.mjs', {}],
];

describe('profiler({ path })', () => {
  for (const [name, file, env] of APPLICATIONS)
    test(`all links of the pages have the path: ${name}`, async (t) => {
      const app = await startApplication(t, file, { env: { ...env, PAGES: PATH } });
      const response = await fetch(`${app.url}/hello`);
      const token = response.headers.get('x-debug-token')!;
      assert.equal(response.headers.get('x-debug-token-link'), `${app.url}${PATH}/${token}`);
      await app.profile(token);
      const visited = await visitAll(app.url, `${PATH}/`);
      for (const page of [`/${token}`, '/empty/search/results', '/search-syntax', `/${token}/export/har`])
        assert.ok(visited.has(PATH + page), `${page} of ${[...visited].join(' ')}`);
      const list = (await (await fetch(`${app.url}${PATH}/empty/search/results.json`)).json()) as List;
      assert.deepEqual(
        list.rows.map(({ link }) => link),
        [`${PATH}/${token}`],
      );
      const bare = await fetch(`${app.url}${PATH}?q=a`, { redirect: 'manual' });
      assert.deepEqual([bare.status, bare.headers.get('location')], [302, `${PATH}/?q=a`]);
      assert.notEqual((await fetch(`${app.url}/_profiler/${token}`)).headers.get('x-debug-token'), null);
    });

  test('forms, redirects and live rows stay below the path', async (t) => {
    const app = await startApplication(t, 'embedded-express.mjs', { env: { PAGES: PATH } });
    const token = (await fetch(`${app.url}/hello`)).headers.get('x-debug-token')!;
    await app.profile(token);
    const post = async (path: string, fields: Record<string, string>): Promise<unknown[]> => {
      const body = new URLSearchParams(fields);
      const response = await fetch(app.url + PATH + path, { method: 'POST', body, redirect: 'manual' });
      return [response.status, response.headers.get('location')];
    };
    const page = await (await fetch(`${app.url}${PATH}/${token}`)).text();
    const form = /name="form" value="([^"]+)"/.exec(page)![1]!;
    assert.deepEqual(await post(`/${token}/pin`, { form }), [303, `${PATH}/${token}`]);
    assert.deepEqual(await post('/search', { q: token }), [302, `${PATH}/${token}`]);
    const [, filter] = await post('/search', { of: token });
    assert.match(String(filter), /^\/debug\/profiler\/filter\?/);
    const rows = await fetch(`${app.url}${PATH}/tail?html=1&after=`);
    await fetch(`${app.url}/hello?live`);
    let text = '';
    for await (const chunk of rows.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes('live')) break;
    }
    assert.match(text, /\/debug\/profiler\/[0-9a-f]{6}/);
    assert.doesNotMatch(text, /\/_profiler/);
  });

  test('links lead to the address of ORIEL_PROFILER_URL, and have no origin for other Host headers', async (t) => {
    const given = await startApplication(t, 'embedded.mjs', {
      env: { PAGES: `${PATH}/`, ORIEL_PROFILER_URL: 'https://shop.test/' },
    });
    const link = (await fetch(`${given.url}/hello`)).headers.get('x-debug-token-link');
    assert.match(link!, /^https:\/\/shop\.test\/debug\/profiler\/[0-9a-f]{6}$/);
    const app = await startApplication(t, 'embedded.mjs', { env: { PAGES: PATH } });
    const foreign = await sendRaw(app.url, requestText({ method: 'GET', path: '/', headers: { Host: 'evil.test' } }));
    assert.match(foreign, /^X-Debug-Token-Link: \/debug\/profiler\/[0-9a-f]{6}\r$/m);
  });

  test('the toolbar links to the path', async (t) => {
    const app = await startApplication(t, 'embedded-express.mjs', {
      env: { PAGES: PATH, ORIEL_PROFILER_TOOLBAR: '1' },
    });
    const { host } = new URL(app.url);
    const headers = { Host: host, 'Sec-Fetch-Dest': 'document' };
    const page = await sendRaw(app.url, requestText({ method: 'GET', path: '/hello', headers }));
    const [, token] = /^X-Debug-Token: (\w+)\r$/im.exec(page)!;
    assert.ok(page.includes(`"link":"${app.url}${PATH}/${token}"`), page.slice(-2_000));
    assert.ok(!page.includes("'/_profiler/empty"));
  });

  test('requests for similar paths belong to the application and are recorded', async (t) => {
    const app = await startApplication(t, 'embedded.mjs', { env: { PAGES: PATH } });
    for (const path of ['/debug', '/debug/profilers', '/debug/%70rofiler/', '//debug/profiler/', '/Debug/profiler/']) {
      const response = await fetch(app.url + path);
      assert.equal(await response.text(), 'hello', path);
      assert.notEqual(response.headers.get('x-debug-token'), null, path);
    }
    assert.equal((await fetch(`${app.url}${PATH}?key=x`)).headers.get('x-debug-token'), null);
  });

  test('an invalid path is an error, also in production', async (t) => {
    const env = { PAGES: 'debug', NODE_ENV: 'production' };
    await assert.rejects(startApplication(t, 'embedded.mjs', { env }), /TypeError: profiler\(\) has the path "debug"/);
  });
});

interface List {
  readonly rows: readonly { readonly link: string }[];
}

/** Requests a page and all pages that it links to, and asserts that their links have the path. Returns the paths of the pages. */
async function visitAll(origin: string, start: string): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  const waiting = [start];
  const seen = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined && seen.size < 200; path = waiting.shift()) {
    const response = await fetch(origin + path);
    assert.ok(response.ok, `${path} is ${response.status}`);
    assert.equal(response.headers.get('x-debug-token'), null);
    const { pathname } = new URL(response.url);
    paths.add(pathname);
    const text = await response.text();
    assert.ok(!text.includes('/_profiler'), `${path} has /_profiler`);
    if (!response.headers.get('content-type')!.startsWith('text/html')) continue;
    for (const [, name, value] of text.matchAll(/ (href|action|data-path|data-tail|data-whole)="([^"]*)"/g)) {
      // The recorded request is linked with its origin.
      if (/^\w+:/.test(value!)) continue;
      const { pathname: linked, search } = new URL(value!.replaceAll('&amp;', '&'), response.url);
      assert.ok(linked === PATH || linked.startsWith(`${PATH}/`), `${path} has ${name} ${value}`);
      if (name !== 'href' || seen.has(linked + search) || search.includes('q=')) continue;
      seen.add(linked + search);
      waiting.push(linked + search);
    }
  }
  return paths;
}
