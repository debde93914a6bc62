import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

test('a trace leads through two applications that share a store, and has one page', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-trace-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ORIEL_PROFILER_FILE: join(folder, 'profiler.sqlite') };
  const shop = await startApplication(t, 'node-http.ts', { env: { ...env, ORIEL_PROFILER_APP: 'shop' } });
  const stock = await startApplication(t, 'node-http.ts', { env: { ...env, ORIEL_PROFILER_APP: 'stock' } });
  const pages = await startApplication(t, 'embedded.mjs', { env: { ...env, ORIEL_PROFILER_APP: 'pages' } });
  for (const by of ['fetch', 'http']) {
    const target = `${shop.url}/forward?by=${by}&to=${encodeURIComponent(`${stock.url}/hello`)}`;
    const response = await fetch(target, { headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` } });
    assert.equal(await response.text(), '{"hello":"world"}');
  }
  const profiles = await shop.profiles(4);
  assert.deepEqual([...new Set(profiles.map(({ summary }) => summary.traceId))], [TRACE]);
  const page = `${pages.url}/_profiler/trace/${TRACE}`;
  const { rows } = (await (await fetch(`${page}.json`)).json()) as { rows: { label: string; depth: number }[] };
  const requests = rows.filter(({ label }) => label.includes(' · '));
  assert.deepEqual(
    requests.map(({ label, depth }) => [label, depth]),
    [
      ['shop · GET /forward · 200', 0],
      ['stock · GET /hello · 200', 2],
      ['shop · GET /forward · 200', 0],
      ['stock · GET /hello · 200', 2],
    ],
  );
  assert.match(await (await fetch(page, { headers: { Accept: 'text/html' } })).text(), /stock · GET \/hello/);
  assert.match(await (await fetch(`${page}.md`)).text(), /stock · GET \/hello/);
  const profile = await (await fetch(`${pages.url}/_profiler/${profiles[0]!.summary.token}`)).text();
  assert.match(profile, new RegExp(`href="/_profiler/trace/${TRACE}"`));
  assert.equal((await fetch(`${pages.url}/_profiler/trace/${'0'.repeat(32)}.json`)).status, 404);
});

test('a request without traceparent starts a trace, which ORIEL_PROFILER_PROPAGATE=off does not pass on', async (t) => {
  const app = await startApplication(t, 'node-http.ts', { env: { ORIEL_PROFILER_PROPAGATE: 'off' } });
  const to = encodeURIComponent(`${app.url}/headers`);
  const received = await (await fetch(`${app.url}/forward?to=${to}`)).text();
  assert.doesNotMatch(received, /traceparent/);
  const ids = (await app.profiles(2)).map(({ summary }) => summary.traceId);
  for (const id of ids) assert.match(id!, /^[0-9a-f]{32}$/);
  assert.equal(new Set(ids).size, 2);
});

test("a traceparent header of the application's own call is not changed", async (t) => {
  const app = await startApplication(t, 'node-http.ts');
  const traceparent = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-00`;
  for (const by of ['fetch', 'http']) {
    const to = encodeURIComponent(`${app.url}/headers`);
    const received = await (await fetch(`${app.url}/forward?by=${by}&to=${to}&traceparent=${traceparent}`)).json();
    assert.equal((received as Record<string, string>)['traceparent'], traceparent);
  }
});
