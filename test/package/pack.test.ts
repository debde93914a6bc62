import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { POSTGRES_URL, connectPostgres } from '../../packages/host/src/integrations/kysely/store/postgres.contract.ts';
import { REDIS_URL, connectRedis } from '../../packages/host/src/integrations/redis/redis.contract.ts';
import { loadedByName } from '../../tools/lib/bundle-modules.ts';
import { stopAfter, start } from '../cli/run-program.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = mkdtempSync(join(tmpdir(), 'oriel-pack-'));
const APP = join(FOLDER, 'app');

// Commands run with this Node.js and without the variables of the test runner and npm.
const ENV = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|PORT$|HOST$|ORIEL_)/.test(name))),
  PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
  NO_COLOR: '1',
};
const npm = (args: readonly string[], cwd: string): string => run('npm', args, cwd);
const npx = (args: readonly string[], cwd: string): string => run('npx', ['--no-install', 'oriel', ...args], cwd);

let files: string[] = [];

before(() => {
  const [{ filename, files: packed }] = JSON.parse(
    npm(['pack', '--json', '--pack-destination', FOLDER], ROOT).replace(/^[^]*?(?=^\[)/m, ''),
  ) as [{ filename: string; files: { path: string }[] }];
  files = packed.map(({ path }) => path);
  mkdirSync(APP);
  npm(['install', '--offline', '--no-audit', '--no-fund', join(FOLDER, filename)], APP);
});
after(() => rmSync(FOLDER, { recursive: true, force: true }));

test('the package contains dist, the template and documents, and no sources, tests or source maps', () => {
  assert.ok(files.includes('dist/cli/main.js'));
  assert.ok(files.includes('dist/index.d.ts'));
  assert.deepEqual(
    files.filter(
      (path) => !/^(dist\/|template\/|docs\/|package\.json$|README\.md$|CHANGELOG\.md$|LICENSE$)/.test(path),
    ),
    [],
  );
  assert.deepEqual(
    files.filter((path) => path.startsWith('dist/') && /(\.map|\.test\.|test-d|\.contract\.)|(?<!\.d)\.ts$/.test(path)),
    [],
  );
});

test('the package contains every page of the documentation and no pictures', () => {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path.replaceAll('\\', '/')}`);
  assert.ok(pages.includes('docs/host/guides/tutorial.md'));
  assert.deepEqual(files.filter((path) => path.startsWith('docs/')).toSorted(), pages.toSorted());
});

test('the package contains the licence and the notice of Swagger UI, the only code of others in it', () => {
  const folder = 'dist/features/resources/openapi/swagger-ui';
  for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'])
    assert.ok(files.includes(`${folder}/${name}`), name);
});

test('the package installs no other package', () => {
  assert.deepEqual(
    readdirSync(join(APP, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['oriel'],
  );
});

const PEERS: Readonly<Record<string, RegExp>> = {
  './kysely': /package 'kysely'/,
  './drizzle': /package 'drizzle-orm'/,
};

test('every entry point can be imported without optional peers, except those of SQL libraries, and has types', () => {
  const { exports } = JSON.parse(readFileSync(join(APP, 'node_modules/oriel/package.json'), 'utf8')) as {
    exports: Record<string, { types: string } | string>;
  };
  const entryPoints = Object.entries(exports).filter(
    (entry): entry is [string, { types: string }] => typeof entry[1] !== 'string',
  );
  assert.ok(entryPoints.length >= 10);
  for (const [path, { types }] of entryPoints) {
    const source = `console.log(Object.keys(await import('oriel${path.slice(1)}')).length);`;
    const args = ['--input-type=module', '--eval', source];
    const peer = PEERS[path];
    if (peer !== undefined)
      assert.match(spawnSync(process.execPath, args, { cwd: APP, env: ENV, encoding: 'utf8' }).stderr, peer);
    else assert.ok(Number(run(process.execPath, args, APP)) > 0, path);
    assert.ok(existsSync(join(APP, 'node_modules/oriel', types)), types);
  }
});

test('a host with resources responds from the installed package', () => {
  const source = `
    import { defineHost } from 'oriel-host';
    const { status } = await defineHost({ resources: [] }).fetch(new Request('http://localhost/api/docs.json'));
    console.log(status);`;
  assert.equal(run(process.execPath, ['--input-type=module', '--eval', source], APP), '200\n');
});

test('the package contains the modules that are loaded by name', () => {
  const names = loadedByName();
  for (const part of [
    'features/hub/',
    'features/locale/messages/',
    'host/state/',
    'integrations/redis/',
    'integrations/kysely/',
  ])
    assert.ok(
      names.some((name) => name.startsWith(part)),
      part,
    );
  for (const name of names) {
    assert.ok(existsSync(join(APP, `node_modules/oriel/dist/${name}.js`)), name);
    // Integrations need their optional peers.
    if (name.startsWith('integrations/')) continue;
    const source = `console.log(Object.keys(require('./node_modules/oriel/dist/${name}.js')).length);`;
    assert.ok(Number(run(process.execPath, ['--eval', source], APP)) > 0, name);
  }
});

test('a host with one route responds after loading at most 24 files of the package', () => {
  const source = `
    import { registerHooks } from 'node:module';
    const files = [];
    registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) });
    const { defineHost, route } = await import('oriel-host');
    const host = defineHost({ routes: [route('hello', 'GET /', { handle: () => ({ hello: 'world' }) })], log: false });
    const { port, close } = await host.listen({ port: 0 });
    const { get } = await import('node:http');
    const [response] = await (await import('node:events')).once(get({ port, agent: false }), 'response');
    console.log(JSON.stringify({ status: response.statusCode, files: files.filter((url) => url.includes('/oriel/dist/')) }));
    response.resume();
    await close();`;
  const { status, files: loaded } = JSON.parse(
    run(process.execPath, ['--input-type=module', '--eval', source], APP),
  ) as { status: number; files: string[] };
  assert.equal(status, 200);
  assert.ok(loaded.length > 0 && loaded.length <= 24, `${loaded.length} files: ${loaded.join(' ')}`);
});

test('oriel/register loads five files of the package, and neither its pages nor the client of Node.js for fetch', () => {
  writeFileSync(
    join(FOLDER, 'count-files.mjs'),
    `import { registerHooks } from 'node:module';
    const files = [];
    registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) });
    process.on('exit', () => {
      const own = files.filter((url) => url.includes('/oriel/dist/'));
      console.log(JSON.stringify({ own, client: process.moduleLoadList.filter((each) => each.includes('undici')) }));
    });`,
  );
  const args = [
    '--import',
    join(FOLDER, 'count-files.mjs'),
    '--import',
    'oriel/register',
    '--eval',
    'require("node:http")',
  ];
  const env = { ...ENV, NODE_ENV: 'development', ORIEL_PROFILER_FILE: join(FOLDER, 'profiles.sqlite') };
  const { stdout } = spawnSync(process.execPath, args, { cwd: APP, env, encoding: 'utf8' });
  const { own, client } = JSON.parse(stdout) as { own: string[]; client: string[] };
  assert.deepEqual(own.map((url) => url.replace(/^.*\/dist\//, '')).sort(), [
    'core/recorder/bundle.js',
    'drop-in/bundle.js',
    'drop-in/index.js',
    // Its path is that of its frames in stacks.
    'drop-in/work/connection-opener.js',
    'profiler/recorder/bundle.js',
  ]);
  assert.deepEqual(client, []);
});

test('a class that several entry points export is the same, and has its exported name', () => {
  const source = `
    import { readFileSync } from 'node:fs';
    const { exports } = JSON.parse(readFileSync('node_modules/oriel/package.json', 'utf8'));
    const classes = [];
    for (const path of Object.keys(exports).filter((each) => !/package|kysely|drizzle/.test(each)))
      for (const [name, value] of Object.entries(await import('oriel-host' + path.slice(1))))
        if (/^class/.test(String(value))) classes.push([name, value]);
    const different = new Set(classes.map(([, value]) => value));
    const exported = classes.map(([name, value]) => ({ name, own: value.name, text: String(value) }));
    console.log(JSON.stringify({ different: different.size, exported }));`;
  const { different, exported } = JSON.parse(run(process.execPath, ['--input-type=module', '--eval', source], APP)) as {
    different: number;
    exported: { name: string; own: string; text: string }[];
  };
  // A class that two files contain would be two classes with the same text.
  assert.equal(different, new Set(exported.map(({ text }) => text)).size);
  assert.ok(different > 20 && exported.length > different);
  for (const { name, own } of exported) assert.equal(own, name);
});

// npm would install zod, but the tests run without a registry.
function linkZod(): void {
  const target = join(APP, 'node_modules/zod');
  if (!existsSync(target)) symlinkSync(join(ROOT, 'node_modules/zod'), target, 'dir');
}

test('`oriel-host new .` and `oriel-host dev` in the folder of the installation serve a host', async (t) => {
  linkZod();
  assert.match(npx(['new', '.'], APP), /npm run dev/);
  const { waitForOutput } = stopAfter(t, start(process.execPath, [bin(APP), 'dev', '--port', '0'], APP));
  const [, url] = await waitForOutput(/development · (http:\/\/127\.0\.0\.1:\d+) · 1 route · 1 resource/);
  assert.equal(((await (await fetch(url!)).json()) as { hello: string }).hello, 'world');
  const added = await fetch(`${url}/api/notes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"text":"Packed"}',
  });
  assert.equal(added.status, 201);
  assert.deepEqual(await (await fetch(new URL(added.headers.get('location')!, url))).json(), {
    id: 2,
    text: 'Packed',
    isDone: false,
  });
});

test('`oriel-host new api`, `npm test` and `oriel-host dev` work in a subfolder', async (t) => {
  linkZod();
  npx(['new', 'api'], APP);
  const api = join(APP, 'api');
  assert.match(npm(['test'], api), /pass 2/);
  const { waitForOutput } = stopAfter(t, start(process.execPath, [bin(APP), 'dev', '--port', '0'], api));
  const [, url] = await waitForOutput(/development · (http:\/\/127\.0\.0\.1:\d+) /);
  assert.equal((await fetch(`${url}/api/notes/1`)).status, 200);
  assert.equal((await fetch(`${url}/api/notes/99`)).status, 404);
});

test('`oriel-host start` serves the new host in production and exits after SIGTERM', async (t) => {
  const started = stopAfter(t, start(process.execPath, [bin(APP), 'start', '--port', '0'], APP));
  const [url] = await started.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  assert.equal((await fetch(`${url}/api/notes/1`)).status, 200);
  started.child.kill('SIGTERM');
  assert.equal(await started.exitCode, 0);
});

test('the package records an application with Express and shows its profile', async (t) => {
  const folder = join(FOLDER, 'express-app');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(APP, 'node_modules/oriel'), join(folder, 'node_modules/oriel'), 'dir');
  symlinkSync(join(ROOT, 'test/drop-in/node_modules/express'), join(folder, 'node_modules/express'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{"name":"greetings"}');
  writeFileSync(
    join(folder, 'app.js'),
    `const app = require('express')();
app.get('/greetings/:name', (request, response) => response.send('Hello ' + request.params.name));
const server = app.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port));`,
  );
  const store = join(folder, 'profiler.sqlite');
  const env = { ORIEL_PROFILER_FILE: store };
  const app = stopAfter(t, start(process.execPath, ['--import', 'oriel/register', 'app.js'], folder, env));
  const [, port] = await app.waitForOutput(/port (\d+)/);
  const pages = stopAfter(t, start(process.execPath, [bin(folder), 'profiler', '--port', '0'], folder, env));
  const [, url] = await pages.waitForOutput(/Profiler on (http:\S+)\/_profiler\/\n/);
  const response = await fetch(`http://127.0.0.1:${port}/greetings/Ada`);
  assert.equal(await response.text(), 'Hello Ada');
  const profile = `${url}/_profiler/${response.headers.get('x-debug-token')}.json`;
  let found = await fetch(profile);
  // Profiles are written a moment after the response.
  for (let attempt = 0; found.status === 404 && attempt < 100; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    found = await fetch(profile);
  }
  const { summary } = (await found.json()) as { summary: { app: string; route: string } };
  assert.deepEqual([summary.app, summary.route], ['greetings', '/greetings/:name']);
});

test('a new project compiles with the types of the package', () => {
  // Links the devDependencies, because the tests run without a registry.
  mkdirSync(join(APP, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(join(ROOT, 'node_modules', name), join(APP, 'node_modules', name), 'dir');
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  writeFileSync(
    join(APP, 'strict.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      compilerOptions: { exactOptionalPropertyTypes: true },
      include: ['*.ts'],
    }),
  );
  for (const settings of ['tsconfig.json', 'strict.json']) {
    run(compiler, ['-p', settings], APP);
  }
});

test('a host from the installed package shares its state', async (t) => {
  const postgres = await connectPostgres('packed');
  const redis = await connectRedis('packed');
  t.after(() => Promise.all([postgres.close(), redis.close()]));
  if (postgres.skip || redis.skip) return t.skip(String(postgres.skip || redis.skip));
  for (const name of ['pg', 'kysely', 'redis', 'jose', 'zod'])
    if (!existsSync(join(APP, 'node_modules', name)))
      symlinkSync(join(ROOT, 'node_modules', name), join(APP, 'node_modules', name), 'dir');
  const database = `${POSTGRES_URL}?options=${encodeURIComponent(`-c search_path=${postgres.schema}`)}`;
  const source = `
    import { defineHost, memoryStore, resource, route } from 'oriel-host';
    import { z } from 'zod';
    const state = JSON.parse(process.argv[1]);
    const Note = z.object({ id: z.string(), text: z.string() });
    const host = defineHost({
      access: 'public', log: false, sessions: {}, state,
      secret: 'a secret of at least thirty-two bytes',
      hub: { secret: 'another secret of at least 32 bytes', publicUrl: 'http://localhost/.well-known/mercure' },
      profiler: { key: 'k'.repeat(32) },
      routes: [
        route('count', 'GET /count', {
          limit: { limit: 2, per: '1 h' },
          async handle({ session }) {
            const count = ((await session.get('count')) ?? 0) + 1;
            await session.set('count', count);
            return { count };
          },
        }),
      ],
      resources: [
        resource('notes', Note, {
          id: 'id', store: memoryStore(), idempotency: 'accept', live: true,
          input: { create: Note.omit({ id: true }) },
          process: { create: ({ data }) => ({ id: crypto.randomUUID(), ...data }) },
        }),
      ],
    });
    const { url } = await host.listen({ port: 0, mode: 'production' });
    let cookie = '';
    const counts = [];
    for (let i = 0; i < 3; i++) {
      const response = await fetch(url + '/count', { headers: cookie ? { cookie } : {} });
      cookie ||= response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      counts.push(response.ok ? (await response.json()).count : response.status);
    }
    const headers = { 'content-type': 'application/json', 'idempotency-key': '"one"' };
    const created = [];
    for (let i = 0; i < 2; i++) created.push((await fetch(url + '/api/notes', { method: 'POST', headers, body: '{"text":"a"}' })).headers.get('location'));
    console.log(JSON.stringify({ counts, created }));
    await host.close();`;
  for (const state of [
    { redis: REDIS_URL, database },
    { redis: REDIS_URL, database, sessions: database },
  ]) {
    const settings = JSON.stringify({ ...state, prefix: `packed_${process.pid}_${Object.keys(state).length}` });
    const { counts, created } = JSON.parse(
      run(process.execPath, ['--input-type=module', '--eval', source, settings], APP),
    ) as { counts: unknown; created: unknown };
    assert.deepEqual(counts, [1, 2, 429]);
    assert.match(String(created), /^\/api\/notes\/([\w-]{36}),\/api\/notes\/\1$/);
  }
});

test('an older Node.js gets a message with the required version instead of a syntax error', () => {
  const older =
    'data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.1.0" } })';
  const { status, stderr } = spawnSync(process.execPath, ['--import', older, bin(APP), 'dev'], {
    env: ENV,
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stderr, /^Oriel needs Node\.js 24\.7 or newer; this is 20\.1\.0\nfix: /);
  // Other modules are imported after the version check, because an older Node.js cannot parse them.
  assert.doesNotMatch(readFileSync(bin(APP), 'utf8'), /^(import |export .* from )/m);
});

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env: ENV, encoding: 'utf8' });
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

function bin(folder: string): string {
  return join(folder, 'node_modules/oriel/dist/cli/main.js');
}
