import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { defineHost, route, span, trace } from 'oriel-host';
import type { HostConfig, LogRecord } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import { beginQuery } from '../../packages/core/src/trace/traced-query.ts';
import { startApplication } from './lib/application.ts';
import { startCollector, toObject } from './lib/otlp-collector.ts';
import type { CollectedSpan } from './lib/otlp-collector.ts';
import { mariaBoats, mysqlBoats, postgresBoats, sqliteBoats } from './lib/sql-databases.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };

async function startHost(t: TestContext, otlp: NonNullable<NonNullable<HostConfig['profiler'] & object>['otlp']>) {
  const records: LogRecord[] = [];
  const received: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    received.push(request.headers.traceparent as string | undefined);
    response.writeHead(request.url === '/missing' ? 404 : 200).end('ok');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const called = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const host = defineHost({
    title: 'harbour',
    log: { level: 'notice', access: false, sink: { write: (record) => void records.push(record) } },
    profiler: { storage: new MemoryProfileStorage(), otlp },
    metrics: { access: 'public' },
    routes: [
      route('tide', 'GET /tides/{port}', {
        async handle({ log, params }) {
          log('warning', 'Tide is high', { port: params.port, level: 7, exception: new RangeError('too high') });
          await span('load tides', async () => {
            const query = beginQuery('select * from tides where port = ?', ['lisbon']);
            query.rows = 3;
            query.end();
            await (await fetch(`${called}/calm?token=planted-secret-1`)).text();
          });
          await (await fetch(`${called}/missing`)).text();
          trace.log('info', 'password=planted-secret-2');
          return { high: true };
        },
      }),
      route('broken', 'POST /broken', {
        handle: () => {
          throw new TypeError('No pilot, api_key=planted-secret-3');
        },
      }),
    ],
  });
  const { url } = await host.listen({ port: 0, mode: 'development' });
  t.after(async () => {
    await host.close();
    other.close();
    other.closeAllConnections();
  });
  return { host, url, called, received, records };
}

async function eventually(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    if (await condition()) return;
    await sleep(20);
  }
  throw new Error(`Never true: ${condition.toString()}`);
}

const named = (spans: readonly CollectedSpan[], name: string): CollectedSpan => {
  const found = spans.find((candidate) => candidate.name === name);
  ok(found, `no span "${name}" in ${spans.map((other) => other.name).join(', ')}`);
  return found;
};

test('a request is exported as a span of a server with its calls and queries, in the trace of its client', async (t) => {
  const collector = await startCollector(t);
  const { url, called, received } = await startHost(t, {
    url: collector.url,
    headers: { Authorization: 'Bearer collector' },
    resource: { 'deployment.environment.name': 'test' },
  });
  await (await fetch(`${url}/tides/lisbon?token=planted-secret-4`, { headers })).text();
  await collector.until(() => collector.spans.length >= 5 && collector.logs.length >= 2);
  const { spans, logs } = collector;
  const request = named(spans, 'GET /tides/{port}');
  deepEqual([request.traceId, request.parentSpanId, request.kind], [TRACE, PARENT, 2]);
  equal(request.flags, 0x301);
  const {
    'oriel.profile': token,
    'oriel.request.id': id,
    'user_agent.original': agent,
    ...attributes
  } = request.attributes;
  match(String(token), /^[0-9a-f]{6}$/);
  ok(id !== undefined && agent !== undefined);
  deepEqual(attributes, {
    'http.request.method': 'GET',
    'http.route': '/tides/{port}',
    'http.response.status_code': '200',
    'url.scheme': 'http',
    'url.path': '/tides/lisbon',
    'url.query': 'token=•••',
    'server.address': '127.0.0.1',
    'server.port': new URL(url).port,
    'client.address': '127.0.0.1',
    'network.protocol.version': '1.1',
  });
  deepEqual(request.status, {});
  ok(BigInt(request.endTimeUnixNano) > BigInt(request.startTimeUnixNano));
  const { 'service.name': service, 'deployment.environment.name': environment } = request.resource;
  deepEqual([service, environment], ['harbour', 'test']);

  const work = named(spans, 'load tides');
  const controller = spans.find(({ spanId }) => spanId === work.parentSpanId)!;
  deepEqual(
    [work.kind, controller.parentSpanId, controller.attributes['oriel.kind']],
    [1, request.spanId, 'controller'],
  );
  const query = named(spans, 'SELECT tides');
  deepEqual([query.kind, query.parentSpanId, query.attributes['db.response.returned_rows']], [3, work.spanId, '3']);
  deepEqual(
    [query.attributes['db.system.name'], query.attributes['db.query.text']],
    ['other_sql', 'select * from tides where port = ?'],
  );
  const calls = spans.filter(({ name }) => name === 'GET');
  deepEqual(
    calls.map(({ kind, parentSpanId, status, attributes: element }) => [
      ...[
        kind,
        parentSpanId,
        status.code,
        element['url.full'],
        element['http.response.status_code'],
        element['error.type'],
      ],
    ]),
    [
      [3, work.spanId, undefined, `${called}/calm?token=•••`, '200', undefined],
      [3, controller.spanId, 2, `${called}/missing`, '404', '404'],
    ],
  );
  // The called service has these IDs as its parents.
  deepEqual(
    received,
    calls.map(({ spanId }) => `00-${TRACE}-${spanId}-01`),
  );

  const warning = logs.find(({ body }) => body.stringValue === 'Tide is high')!;
  deepEqual(
    [warning.traceId, warning.spanId, warning.severityNumber, warning.severityText],
    [TRACE, request.spanId, 13, 'warning'],
  );
  deepEqual(
    [warning.attributes['port'], warning.attributes['level'], warning.attributes['exception.message']],
    ['lisbon', '7', 'too high'],
  );
  ok(collector.received.every((element) => element.headers.authorization === 'Bearer collector'));
});

test('an exception is an event of the failed span, and no secret is exported', async (t) => {
  const collector = await startCollector(t);
  const { url, records } = await startHost(t, collector.url);
  await (await fetch(`${url}/broken`, { method: 'POST', body: '{"password":"planted-secret-5"}', headers })).text();
  await (await fetch(`${url}/tides/porto`, { headers: { Cookie: 'sid=planted-secret-6' } })).text();
  await collector.until(() => collector.spans.length >= 6 && collector.logs.length >= 3);
  const failed = named(collector.spans, 'POST /broken');
  deepEqual([failed.status.code, failed.attributes['error.type']], [2, 'TypeError']);
  const [event] = failed.events!;
  const exception = toObject(event!.attributes);
  deepEqual([event!.name, exception['exception.type']], ['exception', 'TypeError']);
  match(String(exception['exception.message']), /^No pilot, api_key=•••/);
  match(String(exception['exception.stacktrace']), /^TypeError: No pilot[^]*otlp-export\.test\.ts:\d+/);
  const logged = collector.logs.filter(({ spanId }) => spanId === failed.spanId);
  ok(logged.every(({ traceId }) => traceId === TRACE));
  equal(logged.filter(({ severityText }) => severityText === 'critical').length, 1);
  // The log of the host has the IDs that the collector has.
  const record = records.find(({ level }) => level === 'critical')!;
  deepEqual([record.traceId, record.spanId], [failed.traceId, failed.spanId]);
  const all = collector.received.map(({ body }) => body).join('\n');
  ok(all.includes('•••'));
  for (const secret of all.match(/planted-secret-\d/g) ?? []) ok(false, `${secret} was exported`);
});

test('calls of listeners are no spans, and log records are not exported without their option', async (t) => {
  const collector = await startCollector(t);
  const { url } = await startHost(t, { url: collector.url, logs: false });
  await (await fetch(`${url}/tides/faro`)).text();
  await collector.until(() => collector.spans.some(({ name }) => name === 'GET /tides/{port}'));
  deepEqual(
    collector.spans.filter(({ name }) => name.startsWith('kernel.')),
    [],
  );
  ok(collector.received.every(({ path }) => path === '/v1/traces'));
});

test('while the collector is away, requests are answered; then the spans arrive, and the metrics show the retries', async (t) => {
  const first = await startCollector(t);
  const port = Number(new URL(first.url).port);
  await first.close();
  const { url, records } = await startHost(t, first.url);
  for (let index = 0; index < 3; index++) equal((await fetch(`${url}/tides/${index}`)).status, 200);
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`^oriel_otlp_${name}\\{signal="spans"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? NaN);
  };
  await eventually(async () => (await metric('retries_total')) > 0);
  ok((await metric('queue')) > 0);
  match(
    await (await fetch(`${url}/_profiler/`)).text(),
    /OTLP export of spans: 0 lost since the start, last problem: /,
  );
  const collector = await startCollector(t, port);
  await collector.until(() => collector.spans.filter(({ kind }) => kind === 2).length === 3);
  await eventually(async () => (await metric('exported_total')) > 0);
  deepEqual([await metric('dropped_total'), await metric('rejected_total'), await metric('queue')], [0, 0, 0]);
  const messages = records.filter(({ channel }) => channel === 'profiler').map(({ message }) => message);
  ok(messages.some((message) => /^OTLP: spans are not exported: .*ECONNREFUSED/.test(message)));
  ok(messages.some((message) => message === 'OTLP: spans are exported again'));
});

test('the export records no calls of its own, and does not pass on the trace of a request', async (t) => {
  const collector = await startCollector(t);
  const { url } = await startHost(t, collector.url);
  for (let round = 1; round <= 2; round++) {
    await (await fetch(`${url}/tides/lagos`)).text();
    await collector.until(() => collector.spans.filter(({ kind }) => kind === 2).length === round);
  }
  ok(collector.spans.every(({ attributes }) => !String(attributes['url.full']).startsWith(collector.url)));
  ok(collector.received.every((element) => element.headers['traceparent'] === undefined));
});

test('closing a host exports what waits', async (t) => {
  const collector = await startCollector(t);
  const { url, host } = await startHost(t, collector.url);
  await (await fetch(`${url}/tides/sines`)).text();
  await host.close();
  named(collector.spans, 'GET /tides/{port}');
});

const DATABASES = [
  ['sql/node-sqlite.mjs', sqliteBoats, 'sqlite'],
  ['sql/pg.mjs', postgresBoats, 'postgresql'],
  ['sql/mysql2.mjs', mariaBoats, 'mariadb'],
  ['sql/mysql2.mjs', mysqlBoats, 'mysql'],
] as const;

for (const [file, database, system] of DATABASES)
  test(`queries of ${file} are exported with the database ${system}`, async (t) => {
    const env = await database(t, `otlp_${system}`);
    if (typeof env === 'string') return t.skip(env);
    const collector = await startCollector(t);
    const app = await startApplication(t, file, { env: { ...env, ORIEL_PROFILER_OTLP: collector.url } });
    for (const path of ['select', 'n1', 'error']) await (await fetch(`${app.url}/${path}`)).text();
    const queries = (): CollectedSpan[] => collector.spans.filter(({ kind }) => kind === 3);
    await collector.until(() => queries().some(({ status }) => status.code === 2) && queries().length >= 8);
    for (const { name, attributes } of queries()) {
      match(name, /^SELECT .*boats$/);
      match(String(attributes['db.query.text']), /^select .* from .*boats/);
      equal(attributes['db.system.name'], system);
    }
  });

test('oriel/register exports to ORIEL_PROFILER_OTLP, and with "on" to the standard variables', async (t) => {
  const collector = await startCollector(t);
  const variables = [
    { ORIEL_PROFILER_OTLP: collector.url, ORIEL_PROFILER_OTLP_HEADERS: 'x-key=one%20two' },
    {
      ...{ ORIEL_PROFILER_OTLP: 'on', OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/base/` },
      ...{ OTEL_EXPORTER_OTLP_HEADERS: 'x-key=three', OTEL_SERVICE_NAME: 'cranes' },
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=test',
    },
    // The standard variables alone are for other libraries.
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=four' },
  ];
  const expected = [
    ['/v1/logs one two docks', '/v1/traces one two docks'],
    ['/base/v1/logs three cranes', '/base/v1/traces three cranes'],
    [],
  ];
  collector.behave = (_request, response) => {
    response.end('{}');
    return true;
  };
  const lines = (): string[] =>
    collector.received.map(({ path, headers: sent, body }) => {
      const service = /"service\.name","value":\{"stringValue":"(\w+)"/.exec(body)?.[1];
      return `${path} ${String(sent['x-key'])} ${service}`;
    });
  for (const [index, env] of variables.entries()) {
    const app = await startApplication(t, 'node-http.ts', { env: { ORIEL_PROFILER_APP: 'docks', ...env } });
    await (await fetch(`${app.url}/call`, { headers })).text();
    await app.profiles(2);
    await collector.until(() => expected[index]!.every((line) => lines().includes(line)));
  }
  // Longer than a batch waits.
  await sleep(1_500);
  ok(collector.received.every((element) => element.headers['traceparent'] === undefined));
  deepEqual([...new Set(lines())].sort(), expected.flat().sort());
});

test('an application with an invalid ORIEL_PROFILER_OTLP starts, and prints no part of the value', async (t) => {
  for (const value of [
    'ftp://planted-secret.example',
    'http://user:planted-secret@localhost:4318',
    'nonsense planted-secret',
  ]) {
    const app = await startApplication(t, 'node-http.ts', { env: { ORIEL_PROFILER_OTLP: value } });
    equal((await fetch(`${app.url}/hello`)).status, 200);
    match(app.errors(), /nothing is recorded: ORIEL_PROFILER_OTLP/);
    ok(!app.errors().includes('planted-secret'));
  }
});
