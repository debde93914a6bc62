import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { EVENT_LOOP_BLOCK } from '../../packages/profiler/src/record/findings/time-findings.ts';
import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { startApplication } from './lib/application.ts';
import { startProfiler } from './lib/profiler-process.ts';

interface TracePage {
  readonly rows: readonly { readonly label: string; readonly depth: number }[];
}

async function eventually<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const value = await read();
    if (value !== undefined) return value;
    await sleep(25);
  }
  throw new Error(`Never found: ${read.toString()}`);
}

for (const [protocol, compression] of [
  ['protobuf', 'gzip'],
  ['json', 'none'],
] as const)
  test(`a service with the SDK of OpenTelemetry, and ${protocol}, is in one trace with a recorded application`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'oriel-otlp-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const env = { ORIEL_PROFILER_FILE: join(folder, 'profiler.sqlite') };
    const { url: pages } = await startProfiler(t, env.ORIEL_PROFILER_FILE);
    const shop = await startApplication(t, 'node-http.ts', { env: { ...env, ORIEL_PROFILER_APP: 'shop' } });
    const stock = await startApplication(t, 'otel-service.cjs', {
      env: { ...env, PROTOCOL: protocol, OTEL_EXPORTER_OTLP_COMPRESSION: compression, COLLECTOR_URL: pages },
      withoutRecorder: true,
    });

    // From the recorded application to the service, and from there to the application.
    const nested = `${stock.url}/reserve?token=planted-secret-5&to=${encodeURIComponent(`${shop.url}/hello`)}`;
    const response = await fetch(`${shop.url}/forward?to=${encodeURIComponent(nested)}`);
    equal(await response.text(), 'called');
    const { summary } = await shop.profileOf(response);
    const page = `${pages}/_profiler/trace/${summary.traceId}.json`;
    const rows = await eventually(async () => {
      const found = (await (await fetch(page)).json()) as TracePage;
      return found.rows.some(({ label }) => label.startsWith('stock · ')) ? found.rows : undefined;
    });
    deepEqual(
      rows
        // A busy machine blocks event loops, and connecting takes longer than the shortest recorded work.
        .filter(({ label }) => label !== EVENT_LOOP_BLOCK && !label.startsWith('connect '))
        .map(({ label, depth }) => `${'  '.repeat(depth)}${label.replaceAll(/127\.0\.0\.1:\d+/g, '…')}`),
      [
        'shop · GET /forward · 200',
        '  GET http://…/reserve?token=•••&to=http%3A%2F%2F…%2Fhello'.replace(
          'http%3A%2F%2F…%2F',
          `http%3A%2F%2F${new URL(shop.url).host.replace(':', '%3A')}%2F`,
        ),
        '    stock · GET /reserve · 200',
        "      select * from stock where password = '•••'",
        '      GET http://…/hello',
        '        shop · GET /hello · 200',
      ],
    );

    const found = await fetch(
      `${pages}/_profiler/empty/search/results.json?q=${encodeURIComponent(`trace:${summary.traceId} app:stock boot:otlp`)}`,
    );
    const { rows: listed } = (await found.json()) as { rows: { token: string }[] };
    equal(listed.length, 1);
    const profile = await shop.profile(listed[0]!.token);
    const { summary: ownSummary, data } = profile;
    deepEqual(
      [
        ownSummary.app,
        ownSummary.method,
        ownSummary.path,
        ownSummary.status,
        ownSummary.dbCount,
        ownSummary.httpCount,
        ownSummary.warnings,
        data.framework?.name,
      ],
      ['stock', 'GET', '/reserve', 200, 1, 1, 1, 'OpenTelemetry nodejs 3'],
    );
    const [log] = data.logs;
    deepEqual(
      [log?.level, log?.message, JSON.parse(log!.context)],
      ['warning', 'Stock is low', { left: 3, token: '•••' }],
    );
    ok(!JSON.stringify(profile).includes('planted-secret'), JSON.stringify(profile));
    for (const panel of ['request', 'response', 'logs', 'database', 'http-client', 'timeline', 'config']) {
      const shown = await fetch(`${pages}/_profiler/${ownSummary.token}?panel=${panel}`);
      equal(shown.status, 200, panel);
      ok(!(await shown.text()).includes('planted-secret'));
    }
  });

test('an exception of a service has its class and its stack, and what waits is stored when the profiler ends', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-otlp-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const store = join(folder, 'profiler.sqlite');
  const { url, stop } = await startProfiler(t, store);
  const stock = await startApplication(t, 'otel-service.cjs', {
    env: { PROTOCOL: 'json', COLLECTOR_URL: url, ORIEL_PROFILER_FILE: store },
    withoutRecorder: true,
  });
  equal((await fetch(`${stock.url}/broken`)).status, 500);
  // The exporter has sent its batch after a tenth of a second.
  await sleep(1_000);
  equal(await stop(), 0);
  const [profile] = await stock.profiles(1);
  deepEqual([profile!.summary.status, profile!.summary.exception], [500, 'RangeError']);
  const { exceptions } = profile!.data.exception as {
    exceptions: { message: string; properties: { stacktrace: string } }[];
  };
  match(exceptions[0]!.message, /^No crane, api_key=•••/);
  match(exceptions[0]!.properties.stacktrace, /otel-service\.cjs/);
  ok(!JSON.stringify(profile).includes('planted-secret'));
});

test('spans of MySQL are queries, with the stable names of the attributes and with the older ones', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-otlp-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const store = join(folder, 'profiler.sqlite');
  const { url } = await startProfiler(t, store);
  // MySQL escapes with a backslash.
  const sql = "select * from `boats` where `name` = ? and `password` = 'it\\'s planted-secret-6'";
  const masked = sql.replace("it\\'s planted-secret-6", '•••');
  const attribute = (key: string, value: string | number): object => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  });
  const time = BigInt(Date.now()) * 1_000_000n;
  const getSpan = (id: number, kind: number, attributes: Record<string, string | number>): object => ({
    ...{ traceId: '5e'.repeat(16), spanId: `${id}`.padStart(16, '0'), kind, name: 'SELECT boats' },
    ...(id > 1 ? { parentSpanId: '1'.padStart(16, '0') } : {}),
    ...{ startTimeUnixNano: String(time + BigInt(id)), endTimeUnixNano: String(time + 5_000_000n) },
    attributes: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
  });
  const stable = { 'db.query.text': sql, 'db.namespace': 'harbour', 'db.response.returned_rows': 3 };
  const older = { 'db.statement': sql, 'db.name': 'harbour', 'db.user': 'root', 'net.peer.port': 3306 };
  const spans = [
    getSpan(1, 2, { 'http.request.method': 'GET', 'url.path': '/boats', 'http.response.status_code': 200 }),
    getSpan(2, 3, { 'db.system.name': 'mysql', ...stable }),
    getSpan(3, 3, { 'db.system.name': 'mariadb', ...stable }),
    getSpan(4, 3, { 'db.system': 'mysql', ...older }),
  ];
  const sent = await fetch(`${url}/v1/traces`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      resourceSpans: [{ resource: { attributes: [attribute('service.name', 'stock')] }, scopeSpans: [{ spans }] }],
    }),
  });
  equal(sent.status, 200);
  const token = await eventually(async () => {
    const search = await fetch(`${url}/_profiler/empty/search/results.json?q=${encodeURIComponent('app:stock')}`);
    return ((await search.json()) as { rows: { token: string }[] }).rows[0]?.token;
  });
  const storage = new SqlProfileStorage({ file: store });
  t.after(() => storage.close());
  const { summary, data } = storage.read(token)!;
  equal(summary.dbCount, 3);
  deepEqual(
    data.spans.map(({ kind, name, details }) => [kind, name, details?.['sql'], details?.['system'], details?.['rows']]),
    [
      ['db', masked, masked, 'mysql', 3],
      ['db', masked, masked, 'mariadb', 3],
      ['db', masked, masked, 'mysql', undefined],
    ],
  );
  const panel = await (await fetch(`${url}/_profiler/${token}?panel=database`)).text();
  match(panel, /Repeated queries/);
  ok(!panel.includes('planted-secret') && panel.includes('`boats`'));
});
