import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { startApplication } from './lib/application.ts';
import { startPages } from './lib/pages.ts';
import { startProfiler } from './lib/profiler-process.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((networkInterface) =>
  networkInterface?.some(({ address }) => address === '::1'),
);

test('oriel shows the requests of an application, also after the application ended', async (t) => {
  const store = temporaryStore(t);
  const app = await startApplication(t, 'node-http.ts', { env: { ORIEL_PROFILER_FILE: store } });
  const pages = await startPages(t, store);
  await assert.rejects(fetch(`${app.url}/crash`));
  await app.ended();
  const list = await (await fetch(`${pages}/_profiler/empty/search/results`)).text();
  assert.match(list, /\/crash/);
  assert.match(list, /TypeError/);
});

test('oriel shows several applications in one list and searches by application', async (t) => {
  const store = temporaryStore(t);
  const names = ['shop', 'stock'];
  const apps = await Promise.all(
    names.map((name) =>
      startApplication(t, 'node-http.ts', { env: { ORIEL_PROFILER_FILE: store, ORIEL_PROFILER_APP: name } }),
    ),
  );
  for (const app of apps) await (await fetch(`${app.url}/hello`)).text();
  await apps[0]!.profiles(2);
  const pages = await startPages(t, store);
  const list = await (await fetch(`${pages}/_profiler/empty/search/results`)).text();
  assert.match(list, /All applications/);
  for (const name of names) assert.match(list, new RegExp(`<td><u>${name}</u>`));
  const found = (await (await fetch(`${pages}/_profiler/empty/search/results.json?q=app:stock`)).json()) as {
    rows: { app: string }[];
  };
  assert.deepEqual(
    found.rows.map(({ app }) => app),
    ['stock'],
  );
});

test('oriel leads from its root to the list and answers unknown pages with 404', async (t) => {
  const pages = await startPages(t, temporaryStore(t));
  const root = await fetch(pages, { redirect: 'manual' });
  assert.equal(root.headers.get('location'), '/_profiler/');
  for (const [path, location] of [
    ['/?q=a', '/_profiler/?q=a'],
    ['/_profiler', '/_profiler/'],
    ['/_profiler?q=a%20b&limit=5', '/_profiler/?q=a%20b&limit=5'],
    ['/_profiler/search-syntax/', '/_profiler/search-syntax'],
    ['/_profiler/', '/_profiler/empty/search/results?limit=25'],
  ])
    assert.equal((await fetch(pages + path, { redirect: 'manual' })).headers.get('location'), location, path);
  for (const path of ['/nothing', '/_profilers', '//_profiler'])
    assert.equal((await fetch(pages + path, { redirect: 'manual' })).status, 404, path);
  assert.equal((await fetch(`${pages}/_profiler`, { method: 'POST' })).status, 404);
  assert.equal((await fetch(`${pages}/_profiler/000000/pin`)).status, 405);
});

test('oriel listens for localhost on IPv4 and IPv6, and links of applications lead to the name of their requests', async (t) => {
  const { url } = await startProfiler(t, temporaryStore(t));
  const { port, hostname } = new URL(url);
  assert.equal(hostname, 'localhost');
  const app = await startApplication(t, 'node-http.ts');
  for (const address of ['127.0.0.1', ...(hasIpv6 ? ['::1'] : [])]) {
    const opened = await sendTo(address, port, `localhost:${port}`);
    assert.equal(opened.statusCode, 200, address);
  }
  for (const [host, name] of [
    ['localhost:3000', 'localhost'],
    ['shop.localhost:3000', 'shop.localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]:3000', '[::1]'],
    ['127.0.0.2', 'localhost'],
    ['shop.test', 'localhost'],
  ] as const) {
    const { headers } = await sendTo('127.0.0.1', new URL(app.url).port, host);
    assert.equal(
      headers['x-debug-token-link'],
      `http://${name}:8025/_profiler/${String(headers['x-debug-token'])}`,
      host,
    );
  }
});

test(
  'oriel does not start if another program receives the requests for localhost over IPv6',
  { skip: !hasIpv6 },
  async (t) => {
    const other = createServer().listen(0, '::1');
    t.after(() => other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { status, stderr } = runPages(t, String(port));
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`Port ${port} is already in use`));
  },
);

test('oriel reports a port that is in use without a stack', async (t) => {
  const { port } = new URL(await startPages(t, temporaryStore(t)));
  const { status, stderr } = runPages(t, port);
  assert.equal(status, 1);
  assert.match(stderr, new RegExp(`^The profiler cannot listen[^]*Port ${port} is already in use`));
  assert.doesNotMatch(stderr, / at /);
});

test('oriel refuses requests with a foreign Host header', async (t) => {
  const pages = await startPages(t, temporaryStore(t));
  const { hostname, port } = new URL(pages);
  assert.equal((await sendTo(hostname, port, 'evil.example')).statusCode, 403);
});

test('an application serves the pages on its own port, and they are not recorded', async (t) => {
  const app = await startApplication(t, 'embedded.mjs');
  assert.equal(await (await fetch(`${app.url}/hello`)).text(), 'hello');
  const [profile] = await app.profiles(1);
  const page = await fetch(`${app.url}/_profiler/${profile!.summary.token}`);
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('x-debug-token'), null);
  assert.match(await page.text(), /\/hello/);
  assert.equal((await app.profiles(1)).length, 1);
});

test('the embedded pages are absent in production without a key', async (t) => {
  const app = await startApplication(t, 'embedded.mjs', { env: { NODE_ENV: 'production' } });
  assert.equal(await (await fetch(`${app.url}/_profiler/`)).text(), 'hello');
});

/** Runs `oriel`, which is expected to end. */
function runPages(t: TestContext, port: string): { readonly status: number | null; readonly stderr: string } {
  const main = join(import.meta.dirname, '../../packages/profiler/src/cli/main.ts');
  const args = ['--conditions=oriel:source', main, '--port', port, '--store', temporaryStore(t)];
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
}

/** Sends a request to an address, whatever its `Host` header. */
async function sendTo(address: string, port: string, host: string): Promise<IncomingMessage> {
  const sent = request({ host: address, port, path: '/_profiler/empty/search/results', headers: { Host: host } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response.resume();
}

function temporaryStore(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-pages-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'profiler.sqlite');
}

test('the forms of embedded pages work behind a parser of bodies', async (t) => {
  const submit = async (
    env: Readonly<Record<string, string>>,
    path: string,
    fields: [string, string][],
  ): Promise<unknown> => {
    const app = await startApplication(t, 'embedded-express.mjs', { env });
    const body = new URLSearchParams(fields);
    const response = await fetch(app.url + path, { method: 'POST', body, redirect: 'manual' });
    return [response.status, response.headers.get('location')];
  };
  const fields: [string, string][] = [
    ['q', 'status:404 é'],
    ['limit', '25'],
  ];
  const expected = await submit({}, '/_profiler/search', fields);
  assert.equal((expected as unknown[])[0], 303);
  assert.deepEqual(await submit({ PARSER: 'first' }, '/_profiler/search', fields), expected);
  assert.deepEqual(await submit({ PARSER: 'first' }, '/_profiler/clear', [['form', 'x']]), [403, null]);
});
