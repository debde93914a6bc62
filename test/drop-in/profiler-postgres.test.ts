import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { after, test } from 'node:test';
import { connectPostgres, POSTGRES_URL } from '../contracts/postgres.ts';
import { profile, query } from '../contracts/profile-storage.ts';
import { PostgresProfileStorage } from '../../packages/profiler/src/store/postgres/postgres-profile-storage.ts';
import { startTcpProxy } from '../lib/tcp-proxy.ts';
import { startProfiler } from './lib/profiler-process.ts';

const postgres = await connectPostgres('profiler_pages');
const { skip } = postgres;
after(postgres.close);

interface List {
  readonly rows: readonly { readonly token: string; readonly machine: string; readonly app: string }[];
}

const getStore = (prefix: string): string =>
  `${POSTGRES_URL}?options=${encodeURIComponent(`-c search_path=${postgres.schema}`)}#${prefix}`;

test('oriel shows the profiles of several machines in PostgreSQL', { skip }, async (t) => {
  const url = getStore('machines');
  for (const [index, machine] of ['web-1', 'web-2'].entries()) {
    const storage = new PostgresProfileStorage({ url, machine });
    equal(await storage.write([profile(index, { app: `app-${index}` })]), true);
    await storage.close();
  }
  const { url: pages, output, stop } = await startProfiler(t, url);
  const list = async (search: string): Promise<List> =>
    (await (await fetch(`${pages}/_profiler/empty/search/results.json?q=${search}`)).json()) as List;
  deepEqual(
    (await list('')).rows.map(({ machine, app }) => [machine, app]),
    [
      ['web-2', 'app-1'],
      ['web-1', 'app-0'],
    ],
  );
  const [found, ...more] = (await list('machine:web-1')).rows;
  deepEqual([found?.app, more], ['app-0', []]);
  const page = await fetch(`${pages}/_profiler/${found!.token}`);
  equal(page.status, 200);
  match(await page.text(), /\/api\/cities\/0/);
  const { host, pathname } = new URL(url);
  match(output(), new RegExp(`^Store postgres://${host}${pathname}$`, 'm'));
  equal(await stop(), 0);
});

test('oriel stores received traces in PostgreSQL before it ends', { skip }, async (t) => {
  const url = getStore('traces');
  const { url: pages, stop } = await startProfiler(t, url);
  await sendTrace(pages, 'orders');
  equal(await stop(), 0);
  const storage = new PostgresProfileStorage({ url });
  t.after(() => storage.close());
  const { rows } = await storage.find(query({}));
  deepEqual(
    rows.map(({ app, method, path, status }) => [app, method, path, status]),
    [['orders', 'POST', '/orders', 201]],
  );
});

test('oriel stores traces that arrived before PostgreSQL has leased the first tokens', { skip }, async (t) => {
  const url = new URL(getStore('lease'));
  const proxy = await startTcpProxy(Number(url.port || 5432));
  t.after(() => proxy.close());
  proxy.setDelay(20);
  const { url: pages, stop } = await startProfiler(t, url.href.replace(url.host, `127.0.0.1:${proxy.port}`));
  await sendTrace(pages, 'early');
  equal(await stop(), 0);
  const storage = new PostgresProfileStorage({ url: url.href });
  t.after(() => storage.close());
  const { rows } = await storage.find(query({}));
  deepEqual(
    rows.map(({ app }) => app),
    ['early'],
  );
});

test('oriel shows an empty list while PostgreSQL is not available, and never its password', async (t) => {
  const { url: pages, output, stop } = await startProfiler(t, 'postgres://shop:planted-secret@127.0.0.1:1/shop');
  const list = await fetch(`${pages}/_profiler/empty/search/results`);
  const text = await list.text();
  equal(list.status, 200);
  equal(await stop(), 0);
  match(output(), /^Store postgres:\/\/127\.0\.0\.1:1\/shop$/m);
  match(output(), /Profiles are not being stored: PostgreSQL at postgres:\/\/127\.0\.0\.1:1\/shop: /);
  for (const value of [text, output()]) doesNotMatch(value, /planted-secret/);
});

async function sendTrace(pages: string, service: string): Promise<void> {
  const sent = await fetch(`${pages}/v1/traces`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(trace(service)),
  });
  equal(sent.status, 200);
}

/** A request to a service, in OTLP as JSON. */
function trace(service: string): object {
  const attribute = (key: string, stringValue: string): object => ({ key, value: { stringValue } });
  const start = BigInt(Date.now()) * 1_000_000n;
  const span = {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    name: 'POST /orders',
    kind: 2,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 5_000_000n),
    attributes: [
      attribute('http.request.method', 'POST'),
      attribute('url.path', '/orders'),
      { key: 'http.response.status_code', value: { intValue: '201' } },
    ],
  };
  return {
    resourceSpans: [
      { resource: { attributes: [attribute('service.name', service)] }, scopeSpans: [{ spans: [span] }] },
    ],
  };
}
