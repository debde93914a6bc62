import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CITIES, hostFile, oriel, project } from './cli.ts';

const ADD = "route('add', 'POST /cities', { handle: () => 1 }),";

test('routes lists name, methods, path and the line where each is declared', async (t) => {
  const folder = project(t, { 'host.ts': CITIES });
  const { code, out } = await oriel(folder, ['routes']);
  assert.equal(code, 0);
  assert.match(out, /^city +GET +\/cities\/\{id\} +host\.ts:5$/m);
  assert.match(out, /^3 routes$/m);
});

test('routes shows what is left open as open', async (t) => {
  const folder = project(t, {
    'host.ts':
      hostFile(`route('any', '/any', { handle: () => 1 }), route('safe', 'GET /safe', { schemes: ['https'], handle: () => 1 }),
      { ...route('made', 'GET /made', { handle: () => 1 }), at: undefined },`),
  });
  const { out } = await oriel(folder, ['routes']);
  assert.match(out, /^any +ANY +\/any +host\.ts:4$/m);
  assert.match(out, /^safe +GET +https:\/\/\* +\/safe +host\.ts:4$/m);
  assert.match(out, /^made +GET +\/made$/m);
});

test('routes shows host and priority where a route has them, in the order they are tried', async (t) => {
  const folder = project(t, {
    'host.ts': hostFile(`route('plain', 'GET /x', { handle: () => 1 }),
      route('tenant', 'GET|POST /x', { host: '{tenant}.example.com', schemes: ['https'], priority: 5, handle: () => 1 }),`),
  });
  const { out } = await oriel(folder, ['routes']);
  assert.match(out, /^tenant +GET\|POST +https:\/\/\{tenant\}\.example\.com +\/x +5 /m);
  assert.ok(out.indexOf('tenant') < out.indexOf('plain'));
});

test('a host without routes is shown how to get one', async (t) => {
  const folder = project(t, { 'host.ts': hostFile('') });
  assert.match(
    (await oriel(folder, ['routes'])).out,
    /no routes yet: defineHost\(\{ routes: \[route\('hello', 'GET \/'/,
  );
});

test('routes --json is a list a program can read', async (t) => {
  const folder = project(t, { 'host.ts': CITIES });
  const { out } = await oriel(folder, ['routes', '--json']);
  const routes = JSON.parse(out) as { name: string; methods: string[]; at: { file: string; line: number } }[];
  assert.deepEqual(
    routes.map(({ name }) => name),
    ['home', 'city', 'add-city'],
  );
  assert.equal(routes[2]!.at.line, 6);
});

test('match tells which route answers, with its parameters, and why the others do not', async (t) => {
  const folder = project(t, { 'host.ts': CITIES });
  const { code, out } = await oriel(folder, ['match', 'GET /cities/7']);
  assert.equal(code, 0);
  assert.match(out, /^ +no +home .*Path does not match/m);
  assert.match(out, /^ +yes +city/m);
  assert.match(out, /^ +no +add-city .*Not reached/m);
  assert.match(out, /Route "city" answers with id = "7"/);
});

test('match tells what was nearly right', async (t) => {
  const folder = project(t, { 'host.ts': CITIES });
  const { code, out } = await oriel(folder, ['match', 'GET /cities/seven']);
  assert.equal(code, 1);
  assert.match(out, /almost +city .*Requirement for "id" does not match \(\\d\+\)/);
  assert.match(out, /404 Not Found: none of 3 routes has this path/);
});

test('match names the methods a path exists for', async (t) => {
  const folder = project(t, { 'host.ts': CITIES });
  const { code, out } = await oriel(folder, ['match', 'DELETE /cities/7']);
  assert.equal(code, 1);
  assert.match(out, /405 Method Not Allowed: the path exists for GET/);
});

test('match follows the slash that a redirect would mend', async (t) => {
  const folder = project(t, { 'host.ts': CITIES });
  const { code, out } = await oriel(folder, ['match', '/cities/7/', '--json']);
  assert.equal(code, 0);
  const told = JSON.parse(out) as { outcome: { kind: string; location: string } };
  assert.deepEqual([told.outcome.kind, told.outcome.location], ['redirect', 'http://localhost/cities/7']);
});

test('match says in a sentence where a request is sent on, and who answers OPTIONS', async (t) => {
  const folder = project(t, { 'host.ts': hostFile("route('any', '/any/', { handle: () => 1 }),\n" + ADD) });
  assert.match(
    (await oriel(folder, ['match', '/any'])).out,
    /301 redirect to http:\/\/localhost\/any\/ \(route "any"\)/,
  );
  assert.match(
    (await oriel(folder, ['match', 'TRACE', '/any/'])).out,
    /^ +yes +any +ANY +\/any\/[^]*Route "any" answers$/m,
  );
  const { code, out } = await oriel(folder, ['match', 'OPTIONS /cities']);
  assert.equal(code, 1);
  assert.match(out, /No route answers; the host itself tells the methods: POST/);
});

test('match reads a path alone, a whole URL, words without quotes, and a host of its own', async (t) => {
  const folder = project(t, {
    'host.ts': hostFile(
      "route('tenant', 'GET /x', { host: '{tenant}.example.com', schemes: ['https'], handle: () => 1 }),",
    ),
  });
  for (const words of [
    ['https://a.example.com/x'],
    ['GET https://a.example.com:8443/x'],
    ['GET', '/x', '--host', 'a.example.com', '--scheme', 'https'],
  ]) {
    const { code, out } = await oriel(folder, ['match', ...words]);
    assert.equal(code, 0, `${words.join(' ')}\n${out}`);
    assert.match(out, /tenant = "a"/);
  }
  assert.equal((await oriel(folder, ['match', '/x'])).code, 1);
});

test('match asks the condition of a route with a request it can look at', async (t) => {
  const folder = project(t, {
    'host.ts': hostFile(
      "route('spoken', 'GET /x', { condition: (request) => request.headers.get('x-key') === 'k', handle: () => 1 }),",
    ),
  });
  const { code, out } = await oriel(folder, ['match', '/x']);
  assert.equal(code, 1);
  assert.match(out, /almost +spoken .*Condition "condition" does not evaluate/);
});

test('a condition that cannot do without headers is told', async (t) => {
  const folder = project(t, {
    'host.ts': hostFile(
      "route('spoken', 'GET /x', { condition: (request) => request.headers.get('x-key').length > 0, handle: () => 1 }),",
    ),
  });
  const { code, err } = await oriel(folder, ['match', '/x']);
  assert.equal(code, 2);
  assert.match(err, /A condition of a route fails for a request without headers: .*undefined/);
});

test('events shows every event in order with its listeners and priorities', async (t) => {
  const folder = project(t, {
    'host.ts': hostFile(
      "route('home', 'GET /', { handle: () => 1 }),",
      "listeners: [on('kernel.request', 40, 'counter', () => {})],",
    ),
  });
  const { code, out } = await oriel(folder, ['events']);
  assert.equal(code, 0);
  assert.match(out, /kernel\.request\n +256 +HostListener\n +40 +counter\n +32 +RouterListener/);
  assert.ok(out.indexOf('kernel.request') < out.indexOf('kernel.controller_arguments'));
  assert.ok(out.indexOf('kernel.view') < out.indexOf('kernel.response'));
});

test('events and check count the access log that a host writes when it listens', async (t) => {
  const folder = project(t, { 'host.ts': CITIES });
  assert.match((await oriel(folder, ['events'])).out, /kernel\.terminate\n(?:.+\n)* +-2048 +AccessLogListener/);
  const [loud, quiet] = await Promise.all(
    ['', 'log: { access: false },'].map(async (more) => {
      const file = project(t, { 'host.ts': hostFile("route('home', 'GET /', { handle: () => 1 }),", more) });
      return (JSON.parse((await oriel(file, ['check', '--json'])).out) as { listeners: number }).listeners;
    }),
  );
  assert.equal(loud, quiet! + 1);
});

test('events shows the whole pipeline as the host runs it, the profiler included, and leaves no file behind', async (t) => {
  const folder = project(t, { 'host.ts': CITIES });
  const { out } = await oriel(folder, ['events', '--json']);
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

test('events --mode production has the profiler when a key is configured, and only then', async (t) => {
  const open = project(t, {
    'host.ts': hostFile('', "profiler: { key: 'long-and-random-with-32-bytes-or-more', file: 'kept.sqlite' },"),
  });
  const closed = project(t, { 'host.ts': hostFile('', "profiler: { record: 'all' },") });
  const words = ['events', '--mode', 'production'];
  assert.match((await oriel(open, words)).out, /-100 +ProfilerListener/);
  assert.equal(existsSync(join(open, 'kept.sqlite')), false);
  assert.doesNotMatch((await oriel(closed, words)).out, /ProfilerListener/);
  assert.match((await oriel(closed, ['events'])).out, /-100 +ProfilerListener/);
  assert.doesNotMatch((await oriel(closed, ['events'], { ORIEL_MODE: 'production' })).out, /ProfilerListener/);
  const { code, err } = await oriel(closed, ['events', '--mode', 'prod']);
  assert.equal(code, 2);
  assert.match(err, /There is no mode "prod"; there are development and production/);
});

test('events --route marks the listeners that this route leaves out', async (t) => {
  const folder = project(t, { 'host.ts': CITIES });
  const { out } = await oriel(folder, ['events', '--route', 'home']);
  assert.match(out, /PayloadListener +skipped for this route/);
  const events = JSON.parse((await oriel(folder, ['events', '--route', 'home', '--json'])).out) as {
    event: string;
    listeners: { name: string; skipped: boolean }[];
  }[];
  const listeners = events.find(({ event }) => event === 'kernel.request')!.listeners;
  assert.equal(listeners.find(({ name }) => name === 'RouterListener')?.skipped, false);
});

test('events --route with a name that no route has suggests the nearest', async (t) => {
  const folder = project(t, { 'host.ts': CITIES });
  const { code, err } = await oriel(folder, ['events', '--route', 'hone']);
  assert.equal(code, 2);
  assert.match(err, /There is no route "hone"; did you mean "home"\?/);
});

test('a host that keeps a timer running does not keep the command running', async (t) => {
  const folder = project(t, { 'host.ts': `setInterval(() => {}, 60_000);\n${CITIES}` });
  assert.equal((await oriel(folder, ['routes'])).code, 0);
});
