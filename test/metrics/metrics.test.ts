import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { test } from 'node:test';
import { HttpResponse, defineHost, route } from 'oriel-host';
import type { HostConfig, HostConfigError, HostMetricsConfig } from 'oriel-host';
import { POSTGRES_URL } from '../contracts/postgres.ts';
import { parseExposition } from '../lib/exposition.ts';

const ROUTES = [
  route('hello', 'GET /hello/{name}', { handle: ({ params }) => `Hello ${params.name}` }),
  route('status', 'GET /status/{code}', { handle: ({ params }) => new HttpResponse(Number(params.code), [], 'x') }),
  route('outer', 'GET /outer', { handle: ({ forward }) => forward('GET /hello/inner') }),
];

async function listen(config: HostConfig = {}, mode: 'development' | 'production' = 'production') {
  const host = defineHost({ log: false, metrics: true, routes: ROUTES, ...config });
  const { url } = await host.listen({ port: 0, mode });
  const get = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).text();
  /** Returns the metrics when this many requests are complete: the server reports a request after its last byte. */
  const scrape = async (requests: number, headers = {}) => {
    for (let attempt = 0; attempt < 200; attempt++) {
      const text = await get('/metrics', { headers });
      const metrics = parseExposition(text);
      const counts = [...(metrics.get('http_requests_total')?.series.values() ?? [])];
      if (counts.reduce((sum, count) => sum + count, 0) >= requests) return { text, metrics };
      await setTimeout(5);
    }
    throw new Error(`Fewer than ${requests} requests were counted`);
  };
  return { url, get, scrape, [Symbol.asyncDispose]: () => host.close() };
}

test('requests are counted by method, route and status, and forwarded requests and scrapes are not', async () => {
  await using host = await listen();
  for (const path of ['/hello/ada', '/hello/bob', '/hello/ada?x', '/missing', '/status/404', '/outer'])
    await host.get(path);
  await host.get('/hello/ada', { method: 'DELETE' });
  await host.get('/secret-name', { method: 'PURGE' });
  const { metrics, text } = await host.scrape(8);
  deepEqual(Object.fromEntries(metrics.get('http_requests_total')!.series), {
    'http_requests_total{method="GET",route="hello",status="200"}': 3,
    'http_requests_total{method="GET",route="none",status="404"}': 1,
    'http_requests_total{method="GET",route="status",status="404"}': 1,
    'http_requests_total{method="GET",route="outer",status="200"}': 1,
    'http_requests_total{method="DELETE",route="none",status="405"}': 1,
    'http_requests_total{method="other",route="none",status="404"}': 1,
  });
  const durations = metrics.get('http_request_duration_seconds')!.series;
  equal(durations.get('http_request_duration_seconds_count{method="GET",route="hello"}'), 3);
  equal(durations.get('http_request_duration_seconds_bucket{method="GET",route="hello",le="+Inf"}'), 3);
  ok(durations.get('http_request_duration_seconds_sum{method="GET",route="hello"}')! > 0);
  ok(!/ada|bob|secret-name|PURGE/.test(text), 'a value of a request is a label');
  equal(metrics.get('http_requests_in_flight')!.series.get('http_requests_in_flight{}'), 0);
});

test('a request is in flight until its response is complete, and aborted if the client disconnects', async () => {
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const wait = route('wait', 'GET /wait', {
    async handle({ request }) {
      start();
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
      return 'late';
    },
  });
  await using host = await listen({ routes: [wait] });
  const abort = new AbortController();
  const request = fetch(`${host.url}/wait`, { signal: abort.signal }).catch(() => 'aborted');
  await started;
  const during = (await host.scrape(0)).metrics;
  equal(during.get('http_requests_in_flight')!.series.get('http_requests_in_flight{}'), 1);
  abort.abort();
  await request;
  const after = (await host.scrape(1)).metrics;
  equal(after.get('http_requests_in_flight')!.series.get('http_requests_in_flight{}'), 0);
  equal(after.get('http_requests_aborted_total')!.series.get('http_requests_aborted_total{}'), 1);
});

test('the process, its event loop and pools have metrics, and the media type is that of version 0.0.4', async () => {
  const pool = { totalCount: 5, idleCount: 2, waitingCount: 7 };
  await using host = await listen({ metrics: { pools: { main: pool } } });
  const response = await fetch(`${host.url}/metrics`);
  deepEqual(
    ['content-type', 'cache-control'].map((name) => response.headers.get(name)),
    ['text/plain; version=0.0.4; charset=utf-8', 'no-store'],
  );
  const metrics = parseExposition(await response.text());
  const getValue = (name: string, labels = '') => metrics.get(name)?.series.get(`${name}{${labels}}`);
  ok(getValue('process_resident_memory_bytes')! > 1e6);
  ok(getValue('nodejs_heap_size_used_bytes')! > 1e5);
  ok(getValue('process_cpu_seconds_total')! > 0);
  ok(getValue('process_start_time_seconds')! > 1.7e9);
  ok(getValue('nodejs_eventloop_utilization')! >= 0);
  const delays = [...metrics.get('nodejs_eventloop_delay_seconds')!.series.values()];
  ok(delays.length === 4 && delays.every((delay) => delay >= 0));
  equal(getValue('oriel_pool_connections', 'pool="main",state="idle"'), 2);
  equal(getValue('oriel_pool_connections', 'pool="main",state="used"'), 3);
  equal(getValue('oriel_pool_waiting', 'pool="main"'), 7);
  ok(!metrics.has('oriel_profiler_queue_profiles'));
});

test('a host with the profiler reports its queue, and does not count requests for its pages', async () => {
  await using host = await listen({ profiler: {} }, 'development');
  for (const path of ['/hello/ada', '/_profiler/', '/hello/bob']) await host.get(path);
  const { metrics } = await host.scrape(2);
  deepEqual([...metrics.get('http_requests_total')!.series.values()], [2]);
  const [waiting, stored, dropped] = ['queue_profiles', 'stored_total', 'dropped_total'].map((value) => {
    const name = `oriel_profiler_${value}`;
    return metrics.get(name)!.series.get(`${name}{}`)!;
  });
  deepEqual([waiting! + stored! >= 1, dropped], [true, 0]);
});

test('statuses that a handler chooses cannot create more series than routes and known statuses', async () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    route(`many-${index}`, `GET /many-${index}/{code}`, {
      handle: ({ params }) => new HttpResponse(Number(params['code']), [], 'x'),
    }),
  );
  await using host = defineHost({ log: false, metrics: { access: 'public' }, routes: many });
  const get = async (path: string) => (await host.fetch(new Request(`http://localhost${path}`))).text();
  for (let index = 0; index < 40; index++) for (let code = 200; code < 600; code++) await get(`/many-${index}/${code}`);
  const { series } = parseExposition(await get('/metrics')).get('http_requests_total')!;
  ok(series.size <= 10_040, `${series.size} series`);
  equal(
    [...series.values()].reduce((sum, value) => sum + value, 0),
    16_000,
  );
  equal(series.get('http_requests_total{method="GET",route="many-39",status="other"}'), 400);
});

test('only clients on the same machine may read the metrics by default, and not through a proxy', async () => {
  await using host = await listen();
  equal((await fetch(`${host.url}/metrics`)).status, 200);
  const proxied = await fetch(`${host.url}/metrics`, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
  equal(proxied.status, 403);
  match(await proxied.text(), /Only clients on the same machine may read the metrics; the request has the header/);
  equal((await fetch(`${host.url}/metrics`, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status, 403);
  equal((await fetch(`${host.url}/metrics`, { method: 'POST' })).status, 404);
  await using remote = defineHost({ metrics: true, routes: ROUTES });
  equal((await remote.fetch(new Request('http://localhost/metrics'), { peer: '10.0.0.7' })).status, 403);
});

test('with a token, clients on any machine need it', async () => {
  const token = 'a-token-of-16-ch';
  await using host = defineHost({ metrics: { token }, routes: ROUTES });
  const statusFor = async (headers: Readonly<Record<string, string>>, peer = '10.0.0.7') =>
    (await host.fetch(new Request('http://localhost/metrics', { headers }), { peer })).status;
  equal(await statusFor({ Authorization: `Bearer ${token}` }), 200);
  equal(await statusFor({ Authorization: `bearer ${token}` }), 200);
  equal(await statusFor({ Authorization: `Bearer ${token}x` }), 401);
  equal(await statusFor({}, '127.0.0.1'), 401);
});

test('invalid settings are configuration errors that do not contain the token', () => {
  const findIssues = (metrics: unknown): string[] => {
    try {
      defineHost({ metrics: metrics as HostMetricsConfig, routes: ROUTES });
    } catch (error) {
      return (error as HostConfigError).issues.map(({ place, reason }) => `${place}: ${reason}`);
    }
    return [];
  };
  deepEqual(findIssues({ path: '/numbers' }), ['metrics.path: Unknown setting "path"']);
  deepEqual(findIssues({ token: 'short' }), ['metrics.token: It has 5 characters, or spaces']);
  deepEqual(findIssues({ token: undefined }), ['metrics.token: It is not a string']);
  deepEqual(findIssues({ access: 'all' }), ['metrics.access: "all" is not a choice']);
  deepEqual(findIssues({ access: 'public', token: 'x'.repeat(16) }), [
    'metrics.access: It is "public", so that the token has no effect',
  ]);
  deepEqual(findIssues({ buckets: [1, 0.5] }), ['metrics.buckets: It is a list']);
  deepEqual(findIssues({ pools: { main: {} } }), ['metrics.pools.main: It is {}']);
  deepEqual(findIssues({ bucket: [] }), ['metrics.bucket: Unknown setting "bucket"']);
  deepEqual(findIssues(7), ['metrics: It is 7']);
  const taken = [route('own', 'GET /metrics', { handle: () => '' })];
  try {
    defineHost({ metrics: true, routes: taken });
  } catch (error) {
    match(String(error), /\/metrics is also the path of the route "own"/);
    return;
  }
  throw new Error('A route with the path of the metrics was accepted');
});

test('the hub of the host has metrics, without a token of its own', async () => {
  const hub = { publicUrl: 'http://localhost/.well-known/mercure', secret: 'a-secret-of-the-hub-with-32-bytes' };
  await using host = await listen({ hub });
  const { metrics } = await host.scrape(0);
  equal(metrics.get('oriel_hub_subscribers')!.series.get('oriel_hub_subscribers{}'), 0);
  equal(metrics.get('oriel_hub_deliveries_total')!.type, 'counter');
});

test('the pool that state opens has metrics', async () => {
  const { host, lines } = statefulHost();
  const text = await (await host.fetch(new Request('http://localhost/metrics'))).text();
  const state = lines(text).map((line) => line.replace(/ \d+$/, ''));
  deepEqual(state, [
    'oriel_pool_connections{pool="state",state="idle"}',
    'oriel_pool_connections{pool="state",state="used"}',
    'oriel_pool_waiting{pool="state"}',
  ]);
  await host.close();
});

function statefulHost() {
  const sessions = { idle: '5 min' } as const;
  const state = { database: POSTGRES_URL };
  const host = defineHost({ log: false, metrics: { access: 'public' }, routes: ROUTES, sessions, state });
  const lines = (text: string): string[] => text.split('\n').filter((line) => line.includes('pool="state"'));
  return { host, lines };
}
