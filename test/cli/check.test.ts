import assert from 'node:assert/strict';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { CITIES, hostFile, runOrielHost, createProject } from './run-program.ts';

test('check prints the number of routes and listeners of a valid configuration', async (t) => {
  const { code, out } = await runOrielHost(createProject(t, { 'host.ts': CITIES }), ['check']);
  assert.equal(code, 0);
  assert.match(out, /^The configuration is valid: 3 routes, \d+ listeners$/m);
});

test('check prints the formats of a host with resources', async (t) => {
  const notes = "resource('notes', z.object({ id: z.string() }), { id: 'id', store: memoryStore() })";
  const source = (api: string) => `
    import { defineHost, memoryStore, resource } from 'oriel-host';
    import { z } from 'zod';
    export default defineHost({ access: 'public', log: false, ${api} resources: [${notes}] });`;
  const plain = await runOrielHost(createProject(t, { 'host.ts': source('') }), ['check']);
  assert.match(plain.out, /^The configuration is valid: \d+ routes, \d+ listeners, format json$/m);
  const folder = createProject(t, { 'host.ts': source("api: { formats: ['json', 'csv'] },") });
  assert.match((await runOrielHost(folder, ['check'])).out, /listeners, formats json, csv$/m);
  const { formats } = JSON.parse((await runOrielHost(folder, ['check', '--json'])).out) as { formats: string[] };
  assert.deepEqual(formats, ['json', 'csv']);
});

const INVALID = hostFile(
  "route('a', 'GET /{1}', { handle: () => 1 }),\nroute('b', 'GET /b', { handle: () => 1 }),\nroute('b', 'GET /c', { handle: () => 1 }),",
  'limitz: {},',
);

test('check prints all issues with code, place, reason, fix and line, and without a stack', async (t) => {
  const { code, out, err } = await runOrielHost(createProject(t, { 'host.ts': INVALID }), ['check']);
  assert.equal(code, 1);
  assert.equal(out, '');
  assert.match(err, /limitz +\[ORIEL_CONFIG_KEY\]\n.*Unknown setting "limitz"\n +fix: Did you mean "limits"\?/);
  assert.match(err, /routes\[0\] "a" +\[ORIEL_ROUTE_PATH\]/);
  assert.match(err, /routes\[2\] "b" +\[ORIEL_ROUTE_DUPLICATE\][^]*at +host\.ts:6:\d+/);
  assert.match(err, /3 issues/);
  assert.doesNotMatch(err, /node:internal|defineHost \(/);
});

test('check --json prints the issues as JSON', async (t) => {
  const { code, out } = await runOrielHost(createProject(t, { 'host.ts': INVALID }), ['check', '--json']);
  assert.equal(code, 1);
  const { sound, issues } = JSON.parse(out) as {
    sound: boolean;
    issues: { code: string; place: string; fix: string }[];
  };
  assert.equal(sound, false);
  assert.deepEqual(issues.map(({ code: text }) => text).sort(), [
    'ORIEL_CONFIG_KEY',
    'ORIEL_ROUTE_DUPLICATE',
    'ORIEL_ROUTE_PATH',
  ]);
});

test('every command that loads the host prints the issues and exits with 1', async (t) => {
  const folder = createProject(t, { 'host.ts': INVALID });
  for (const args of [['routes'], ['events'], ['match', '/b'], ['start', '--port', '0']]) {
    const { code, err } = await runOrielHost(folder, args);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, /3 issues/);
  }
});

test('an invalid ORIEL_MODE is reported with the valid values', async (t) => {
  const { code, err } = await runOrielHost(createProject(t, { 'host.ts': CITIES }), ['check'], { ORIEL_MODE: 'test' });
  assert.equal(code, 1);
  assert.match(err, /ORIEL_MODE is "test"[^]*"development" or "production"/);
});

test('check in a folder without a host prints the file names that were tried', async (t) => {
  const { code, err } = await runOrielHost(createProject(t, {}), ['check']);
  assert.equal(code, 2);
  assert.match(err, /none of host, src\/host, server, index, src\/index/);
  assert.match(err, /oriel-host new my-api/);
});

test('a misspelt file name is reported with a similar one', async (t) => {
  const folder = createProject(t, { 'server/hots.ts': CITIES, 'host.ts': CITIES });
  assert.match((await runOrielHost(folder, ['check', 'server/host.ts'])).err, /Did you mean server\/hots\.ts\?/);
  assert.match((await runOrielHost(folder, ['check', 'host.js'])).err, /Did you mean host\.ts\?/);
});

test('the host file in package.json takes precedence over the default names', async (t) => {
  const folder = createProject(t, {
    'package.json': '{ "type": "module", "oriel": { "host": "api/main.ts" } }',
    'api/main.ts': CITIES,
    'host.ts': 'export default 1;',
  });
  assert.equal((await runOrielHost(folder, ['check'])).code, 0);
});

test('a host file may be written in JavaScript', async (t) => {
  assert.equal((await runOrielHost(createProject(t, { 'src/index.mjs': CITIES }), ['check'])).code, 0);
});

for (const [what, text, message] of [
  [
    'no default export',
    "import { defineHost } from 'oriel-host';\nexport const api = defineHost({});",
    /no default export, but its export "api" is a host\n +fix: Write export default api/,
  ],
  [
    'another value as its default export',
    'export default { fetch() {} };',
    /The default export is not a host but a value of type object/,
  ],
  [
    'a promise as its default export',
    "import { defineHost } from 'oriel-host';\nexport default Promise.resolve(defineHost({}));",
    /a promise; await it/,
  ],
  ['a mistake in its TypeScript', 'const a: number = 1;\nconst = 2;', /const = 2;\n +\^[^]*at +host\.ts:2:7/],
  [
    'TypeScript syntax that generates code',
    'enum A { B }\nexport default 1;',
    /enum is not supported[^]*erasableSyntaxOnly[^]*host\.ts:1:/,
  ],
  [
    'an import of a package that is not installed',
    "import 'not-installed';",
    /imports "not-installed", which does not exist\n +fix: npm install not-installed/,
  ],
  ['an import of a missing file', "import './cities.ts';", /imports "cities.ts", which does not exist/],
  [
    'an import of a missing export',
    "import { defineHosts } from 'oriel-host';",
    /does not provide an export named 'defineHosts'[^]*host\.ts:1:10/,
  ],
  ['a thrown value that is not an error', "throw 'no database';", /The file throws no database while it is loaded/],
  [
    'an error while it is loaded',
    'export {};\nthrow new Error("no database");',
    /Error: no database[^]*at +host\.ts:2:7/,
  ],
] as const) {
  test(`a host file with ${what} is reported with its location and without stack frames of Node.js`, async (t) => {
    const { code, err } = await runOrielHost(createProject(t, { 'host.ts': text }), ['check']);
    assert.equal(code, 1);
    assert.match(err, message);
    assert.doesNotMatch(err, /node:internal/);
  });
}

test('a syntax error in JavaScript is reported with its location', async (t) => {
  const { code, err } = await runOrielHost(createProject(t, { 'host.js': 'const a = 1;\nconst = 2;' }), ['check']);
  assert.equal(code, 1);
  assert.match(err, /const = 2;[^]*at +host\.js:2:7/);
});

test('check reports that a hub inside the host has no publicUrl, which production needs', async (t) => {
  const hub = (more: string) => hostFile('', `hub: { secret: '${'x'.repeat(32)}'${more} },`);
  const { code, err } = await runOrielHost(createProject(t, { 'host.ts': hub('') }), ['check']);
  assert.equal(code, 1);
  assert.match(err, /cannot start in production[^]*hub\.publicUrl +\[ORIEL_HUB_PUBLIC_URL\]/);
  const valid = hub(", publicUrl: 'https://example.com/.well-known/mercure'");
  assert.equal((await runOrielHost(createProject(t, { 'host.ts': valid }), ['check'])).code, 0);
});

test('check, routes and openapi open no connection to Redis', async (t) => {
  const connections: unknown[] = [];
  const server = createServer((socket) => {
    connections.push(socket.remotePort);
    socket.destroy();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `import { defineHost, resource } from 'oriel-host';
import { redisHubTransport, redisLimitStore, redisSessionStorage } from 'oriel-host/redis';
import { createClient } from 'redis';
import { z } from 'zod';
const redis = createClient({ url: 'redis://127.0.0.1:${port}' }).on('error', () => {});
const boats = resource('boats', z.object({ id: z.int() }), { id: 'id', live: true, access: { read: 'public' }, provide: { list: () => [], get: () => null } });
export default defineHost({
  resources: [boats],
  hub: { secret: '${'x'.repeat(32)}', publicUrl: 'http://localhost/.well-known/mercure', transport: redisHubTransport(redis) },
  sessions: { storage: redisSessionStorage(redis) },
  rateLimits: { limits: [{ name: 'all', limit: 5, per: '1 min' }], store: redisLimitStore(redis) },
  onClose: async () => { if (redis.isOpen) await redis.close(); },
});
`;
  const folder = createProject(t, { 'host.ts': host });
  symlinkSync(
    join(import.meta.dirname, '..', '..', 'node_modules', 'redis'),
    join(folder, 'node_modules', 'redis'),
    'dir',
  );
  for (const command of ['check', 'routes', 'openapi']) {
    const { code, err } = await runOrielHost(folder, [command]);
    assert.equal(code, 0, err);
  }
  assert.deepEqual(connections, []);
});
