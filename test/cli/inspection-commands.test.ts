import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { CITIES, hostFile, runOrielHost, createProject, startOrielHost, stopAfter } from './run-program.ts';

const ADD = "route('add', 'POST /cities', { handle: () => 1 }),";

test('routes lists name, methods, path and the line where each is declared', async (t) => {
  const folder = createProject(t, { 'host.ts': CITIES });
  const { code, out } = await runOrielHost(folder, ['routes']);
  assert.equal(code, 0);
  assert.match(out, /^city +GET +\/cities\/\{id\} +host\.ts:5$/m);
  assert.match(out, /^3 routes$/m);
});

test('routes prints ANY and * for routes without methods or a host', async (t) => {
  const folder = createProject(t, {
    'host.ts':
      hostFile(`route('any', '/any', { handle: () => 1 }), route('safe', 'GET /safe', { schemes: ['https'], handle: () => 1 }),
      { ...route('made', 'GET /made', { handle: () => 1 }), at: undefined },`),
  });
  const { out } = await runOrielHost(folder, ['routes']);
  assert.match(out, /^any +ANY +\/any +host\.ts:4$/m);
  assert.match(out, /^safe +GET +https:\/\/\* +\/safe +host\.ts:4$/m);
  assert.match(out, /^made +GET +\/made$/m);
});

test('routes prints host and priority of routes that have them, in matching order', async (t) => {
  const folder = createProject(t, {
    'host.ts': hostFile(`route('plain', 'GET /x', { handle: () => 1 }),
      route('tenant', 'GET|POST /x', { host: '{tenant}.example.com', schemes: ['https'], priority: 5, handle: () => 1 }),`),
  });
  const { out } = await runOrielHost(folder, ['routes']);
  assert.match(out, /^tenant +GET\|POST +https:\/\/\{tenant\}\.example\.com +\/x +5 /m);
  assert.ok(out.indexOf('tenant') < out.indexOf('plain'));
});

test('routes prints an example for a host without routes', async (t) => {
  const folder = createProject(t, { 'host.ts': hostFile('') });
  assert.match(
    (await runOrielHost(folder, ['routes'])).out,
    /no routes\. Example: defineHost\(\{ routes: \[route\('hello', 'GET \/'/,
  );
});

test('routes --json prints the routes as JSON', async (t) => {
  const folder = createProject(t, { 'host.ts': CITIES });
  const { out } = await runOrielHost(folder, ['routes', '--json']);
  const routes = JSON.parse(out) as { name: string; methods: string[]; at: { file: string; line: number } }[];
  assert.deepEqual(
    routes.map(({ name }) => name),
    ['home', 'city', 'add-city'],
  );
  assert.equal(routes[2]!.at.line, 6);
});

test('match prints the matching route with its parameters, and why the others do not match', async (t) => {
  const folder = createProject(t, { 'host.ts': CITIES });
  const { code, out } = await runOrielHost(folder, ['match', 'GET /cities/7']);
  assert.equal(code, 0);
  assert.match(out, /^ +no +home .*Path does not match/m);
  assert.match(out, /^ +yes +city/m);
  assert.match(out, /^ +no +add-city .*Not reached/m);
  assert.match(out, /Route "city" matches with id = "7"/);
});

test('match prints a requirement that is not met', async (t) => {
  const folder = createProject(t, { 'host.ts': CITIES });
  const { code, out } = await runOrielHost(folder, ['match', 'GET /cities/seven']);
  assert.equal(code, 1);
  assert.match(out, /almost +city .*Requirement for "id" does not match \(\\d\+\)/);
  assert.match(out, /404 Not Found: none of 3 routes matches this path/);
});

test('match prints the allowed methods of a path', async (t) => {
  const folder = createProject(t, { 'host.ts': CITIES });
  const { code, out } = await runOrielHost(folder, ['match', 'DELETE /cities/7']);
  assert.equal(code, 1);
  assert.match(out, /405 Method Not Allowed: the path exists for GET/);
});

test('match reports the redirect for a trailing slash', async (t) => {
  const folder = createProject(t, { 'host.ts': CITIES });
  const { code, out } = await runOrielHost(folder, ['match', '/cities/7/', '--json']);
  assert.equal(code, 0);
  const result = JSON.parse(out) as { outcome: { kind: string; location: string } };
  assert.deepEqual([result.outcome.kind, result.outcome.location], ['redirect', 'http://localhost/cities/7']);
});

test('match describes a redirect, a route for any method, and an OPTIONS request', async (t) => {
  const folder = createProject(t, { 'host.ts': hostFile("route('any', '/any/', { handle: () => 1 }),\n" + ADD) });
  assert.match(
    (await runOrielHost(folder, ['match', '/any'])).out,
    /301 redirect to http:\/\/localhost\/any\/ \(route "any"\)/,
  );
  assert.match(
    (await runOrielHost(folder, ['match', 'TRACE', '/any/'])).out,
    /^ +yes +any +ANY +\/any\/[^]*Route "any" matches$/m,
  );
  const { code, out } = await runOrielHost(folder, ['match', 'OPTIONS /cities']);
  assert.equal(code, 1);
  assert.match(out, /No route matches; the host responds with the allowed methods: POST/);
});

test('match accepts a path, an absolute URL, unquoted arguments and a host name', async (t) => {
  const folder = createProject(t, {
    'host.ts': hostFile(
      "route('tenant', 'GET /x', { host: '{tenant}.example.com', schemes: ['https'], handle: () => 1 }),",
    ),
  });
  for (const args of [
    ['https://a.example.com/x'],
    ['GET https://a.example.com:8443/x'],
    ['GET', '/x', '--host', 'a.example.com', '--scheme', 'https'],
  ]) {
    const { code, out } = await runOrielHost(folder, ['match', ...args]);
    assert.equal(code, 0, `${args.join(' ')}\n${out}`);
    assert.match(out, /tenant = "a"/);
  }
  assert.equal((await runOrielHost(folder, ['match', '/x'])).code, 1);
});

test('match calls the condition of a route with the request', async (t) => {
  const folder = createProject(t, {
    'host.ts': hostFile(
      "route('spoken', 'GET /x', { condition: (request) => request.headers.get('x-key') === 'k', handle: () => 1 }),",
    ),
  });
  const { code, out } = await runOrielHost(folder, ['match', '/x']);
  assert.equal(code, 1);
  assert.match(out, /almost +spoken .*Condition "condition" does not evaluate/);
});

test('match reports a route condition that throws for a request without headers', async (t) => {
  const folder = createProject(t, {
    'host.ts': hostFile(
      "route('spoken', 'GET /x', { condition: (request) => request.headers.get('x-key').length > 0, handle: () => 1 }),",
    ),
  });
  const { code, err } = await runOrielHost(folder, ['match', '/x']);
  assert.equal(code, 2);
  assert.match(err, /The condition of a route throws for a request without headers: .*undefined/);
});

test('events prints every event in order with its listeners and priorities', async (t) => {
  const folder = createProject(t, {
    'host.ts': hostFile(
      "route('home', 'GET /', { handle: () => 1 }),",
      "listeners: [on('kernel.request', 40, 'counter', () => {})],",
    ),
  });
  const { code, out } = await runOrielHost(folder, ['events']);
  assert.equal(code, 0);
  assert.match(out, /kernel\.request\n +256 +HostListener\n +40 +counter\n +32 +RouterListener/);
  assert.ok(out.indexOf('kernel.request') < out.indexOf('kernel.controller_arguments'));
  assert.ok(out.indexOf('kernel.view') < out.indexOf('kernel.response'));
});

test('events and check count the access log that a host writes when it listens', async (t) => {
  const folder = createProject(t, { 'host.ts': CITIES });
  assert.match((await runOrielHost(folder, ['events'])).out, /kernel\.terminate\n(?:.+\n)* +-2048 +AccessLogListener/);
  const [withAccessLog, withoutAccessLog] = await Promise.all(
    ['', 'log: { access: false },'].map(async (more) => {
      const file = createProject(t, { 'host.ts': hostFile("route('home', 'GET /', { handle: () => 1 }),", more) });
      return (JSON.parse((await runOrielHost(file, ['check', '--json'])).out) as { listeners: number }).listeners;
    }),
  );
  assert.equal(withAccessLog, withoutAccessLog! + 1);
});

test('events prints all listeners of the host including the profiler, and creates no file', async (t) => {
  const folder = createProject(t, { 'host.ts': CITIES });
  const { out } = await runOrielHost(folder, ['events', '--json']);
  const table = (JSON.parse(out) as { event: string; listeners: { name: string; priority: number }[] }[]).map(
    ({ event, listeners }) => [event, ...listeners.map(({ name, priority }) => `${priority} ${name}`)],
  );
  assert.deepEqual(table, [
    ['kernel.request', '256 HostListener', '32 RouterListener', '16 QueryParameterListener'],
    ['kernel.controller'],
    ['kernel.controller_arguments', '0 PayloadListener'],
    ['kernel.view', '16 SerializeListener', '8 RespondListener'],
    ['kernel.response', '0 HeadersListener', '-100 ProfilerListener', '-255 RobotsListener'],
    ['kernel.finish_request', '0 RouterListener'],
    ['kernel.terminate', '-1024 ProfilerListener', '-2048 AccessLogListener'],
    ['kernel.exception', '0 LogListener', '0 ProfilerListener', '-128 ErrorListener'],
  ]);
  assert.equal(existsSync(join(folder, 'var')), false);
});

test('events --mode production includes the profiler only if a key is configured', async (t) => {
  const open = createProject(t, {
    'host.ts': hostFile('', "profiler: { key: 'long-and-random-with-32-bytes-or-more', file: 'kept.sqlite' },"),
  });
  const closed = createProject(t, { 'host.ts': hostFile('', "profiler: { record: 'all' },") });
  const args = ['events', '--mode', 'production'];
  assert.match((await runOrielHost(open, args)).out, /-100 +ProfilerListener/);
  assert.equal(existsSync(join(open, 'kept.sqlite')), false);
  assert.doesNotMatch((await runOrielHost(closed, args)).out, /ProfilerListener/);
  assert.match((await runOrielHost(closed, ['events'])).out, /-100 +ProfilerListener/);
  assert.doesNotMatch((await runOrielHost(closed, ['events'], { ORIEL_MODE: 'production' })).out, /ProfilerListener/);
  const { code, err } = await runOrielHost(closed, ['events', '--mode', 'prod']);
  assert.equal(code, 2);
  assert.match(err, /Unknown mode "prod"; expected development or production/);
});

test('events --route marks the listeners skipped for this route', async (t) => {
  const folder = createProject(t, { 'host.ts': CITIES });
  const { out } = await runOrielHost(folder, ['events', '--route', 'home']);
  assert.match(out, /PayloadListener +skipped for this route/);
  const events = JSON.parse((await runOrielHost(folder, ['events', '--route', 'home', '--json'])).out) as {
    event: string;
    listeners: { name: string; skipped: boolean }[];
  }[];
  const listeners = events.find(({ event }) => event === 'kernel.request')!.listeners;
  assert.equal(listeners.find(({ name }) => name === 'RouterListener')?.skipped, false);
});

test('events --route with an unknown name suggests a similar one', async (t) => {
  const folder = createProject(t, { 'host.ts': CITIES });
  const { code, err } = await runOrielHost(folder, ['events', '--route', 'hone']);
  assert.equal(code, 2);
  assert.match(err, /Unknown route "hone"; did you mean "home"\?/);
});

for (const args of [
  ['check'],
  ['check', '--json'],
  ['routes'],
  ['events'],
  ['match', '/'],
  ['openapi'],
  ['schema'],
  ['migrate', '--list'],
  ['doctor'],
])
  test(`a connection that the host file opens does not keep "oriel ${args.join(' ')}" running`, async (t) => {
    const server = createServer().listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connecting = `import { connect } from 'node:net';\nimport { once } from 'node:events';
await once(connect(${port}, '127.0.0.1'), 'connect');\nsetInterval(() => {}, 60_000);\n`;
    const running = stopAfter(t, startOrielHost(createProject(t, { 'host.ts': connecting + CITIES }), args));
    const code = await Promise.race([running.exitCode, sleep(20_000, 'still running', { ref: false })]);
    assert.equal(typeof code, 'number', String(code));
  });
