import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
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
import { POSTGRES_URL, connectPostgres } from '../contracts/postgres.ts';
import { REDIS_URL, connectRedis } from '../contracts/redis.ts';
import { findLinkIssues } from '../../tools/docs/check-links.ts';
import { loadedByName } from '../../tools/lib/bundle-modules.ts';
import { PACKAGES, TARBALLS, getEntryPoints, readManifest } from '../../tools/lib/packages.ts';
import { stopAfter, start } from '../cli/run-program.ts';
import { testDeclarations } from './declarations.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = mkdtempSync(join(tmpdir(), 'oriel-pack-'));
// Folders with some of the packages, installed beside nothing else.
const APP = join(FOLDER, 'app');
const RECORDED = join(FOLDER, 'recorded');
const FUZZER = join(FOLDER, 'fuzzer');
const CLIENT = join(FOLDER, 'client');
const MANIFESTS = PACKAGES.map((name) => ({ folder: name, ...readManifest(name) }));

// Commands run with this Node.js and without the variables of the test runner and npm.
const ENV = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|PORT$|HOST$|ORIEL_)/.test(name))),
  PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
  NO_COLOR: '1',
};
const npm = (args: readonly string[], cwd: string): string => run('npm', args, cwd);
const npx = (args: readonly string[], cwd: string): string => run('npx', ['--no-install', ...args], cwd);

before(() => {
  execFileSync(process.execPath, [join(ROOT, 'tools/pack.ts')], { stdio: ['ignore', 'ignore', 'inherit'] });
  install(APP, ['oriel-core', 'oriel', 'oriel-host', 'oriel-client']);
  install(RECORDED, ['oriel-core', 'oriel']);
  install(FUZZER, ['oriel-core', 'oriel-fuzz']);
  install(CLIENT, ['oriel-client']);
});
after(() => rmSync(FOLDER, { recursive: true, force: true }));

function install(folder: string, names: readonly string[]): void {
  mkdirSync(folder);
  const tarballs = names.map((name) => join(TARBALLS, `${name}.tgz`));
  npm(['install', '--offline', '--no-audit', '--no-fund', ...tarballs], folder);
  const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  assert.deepEqual(installed, names.toSorted());
}

function getContents(name: string): string[] {
  const files = execFileSync('tar', ['tzf', join(TARBALLS, `${name}.tgz`)], { encoding: 'utf8' });
  return files
    .trimEnd()
    .split('\n')
    .map((path) => path.replace('package/', ''));
}

function readPacked(name: string, path: string): string {
  const args = ['xzf', join(TARBALLS, `${name}.tgz`), '--to-stdout', `package/${path}`];
  return execFileSync('tar', args, { encoding: 'utf8' });
}

for (const { folder, name, exports } of MANIFESTS)
  test(`${name} contains what it has been built to, and the documentation of its product`, () => {
    const files = getContents(name);
    for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) assert.ok(files.includes(file), file);
    const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .map((path) => `docs/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.startsWith(`docs/${folder}/`) && path.endsWith('.md'));
    assert.deepEqual(
      files.filter((path) => path.startsWith('docs/')).toSorted(),
      [
        ...(pages.length > 0 ? ['docs/README.md'] : []),
        ...pages.map((path) => path.replace(`docs/${folder}/`, 'docs/')),
      ].toSorted(),
    );
    assert.deepEqual(
      files.filter(
        (path) => !/^(?:dist|docs|skills|template)\/|^(?:package\.json|(?:README|CHANGELOG)\.md|LICENSE)$/.test(path),
      ),
      [],
    );
    assert.deepEqual(
      files.filter((path) => path.startsWith('dist/') && /(?:\.test|\.test-d|\.contract)\.|(?<!\.d)\.ts$/.test(path)),
      [],
    );
    for (const [path, { types, default: file }] of getEntryPoints({ name, version: '', exports }))
      for (const value of [types, file]) assert.ok(files.includes(value.slice(2)), `${path}: ${value}`);
  });

for (const { name } of MANIFESTS)
  test(`every link in the pages of ${name} leads to a file or a heading of the package`, () => {
    const texts = new Map(
      getContents(name).map((path) => [path, path.endsWith('.md') ? readPacked(name, path) : ''] as const),
    );
    const issues = [...texts].flatMap(([path, text]) => findLinkIssues(path, text, (target) => texts.get(target)));
    assert.deepEqual(
      issues.map(({ place, what }) => `${place} ${what}`),
      [],
    );
  });

test('the host contains the project of `oriel-host new`, and the licence and the notice of Swagger UI', () => {
  const files = getContents('oriel-host');
  for (const name of ['gitignore', 'host.ts', 'host.test.ts', 'tsconfig.json', 'README.md'])
    assert.ok(files.includes(`template/${name}`), name);
  for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'])
    assert.ok(files.includes(`dist/features/resources/swagger-ui/${name}`), name);
});

test('the files of a package that the documentation names exist', () => {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  );
  const named = pages.flatMap((path) =>
    Array.from(
      readFileSync(join(ROOT, 'docs', path), 'utf8').matchAll(/node_modules\/(oriel[a-z-]*)\/(dist\/[\w./-]+)/g),
      ([, name, file]) => [name!, file!] as const,
    ),
  );
  assert.ok(named.length > 0);
  for (const [name, file] of named) assert.ok(getContents(name).includes(file), `${name}/${file}`);
});

test('the profiler contains the skill of `oriel skill`', () => {
  assert.ok(getContents('oriel').includes('skills/oriel/SKILL.md'));
});

test('the other packages contain no code of others', () => {
  for (const { name } of MANIFESTS) {
    const notices = getContents(name).filter((path) => /^dist\/.*(?:LICENSE|NOTICE)/.test(path));
    assert.equal(notices.length, name === 'oriel-host' ? 3 : 0, name);
  }
});

const PEERS: Readonly<Record<string, RegExp>> = {
  './kysely': /package 'kysely'/,
  './drizzle': /package 'drizzle-orm'/,
};

test('every entry point can be imported without optional peers, except those of SQL libraries', () => {
  for (const manifest of MANIFESTS)
    for (const [path] of getEntryPoints(manifest)) {
      const source = `console.log(typeof (await import('${manifest.name}${path.slice(1)}')));`;
      const args = ['--input-type=module', '--eval', source];
      const peer = manifest.name === 'oriel-host' ? PEERS[path] : undefined;
      if (peer !== undefined)
        assert.match(spawnSync(process.execPath, args, { cwd: APP, env: ENV, encoding: 'utf8' }).stderr, peer);
      else assert.equal(run(process.execPath, args, APP), 'object\n', path);
    }
});

test('the client can be imported without another package', () => {
  const source = "import { client } from 'oriel-client'; console.log(typeof client);";
  assert.equal(run(process.execPath, ['--input-type=module', '--eval', source], CLIENT), 'function\n');
});

test('`oriel-fuzz --help` needs oriel-core only', () => {
  assert.match(npx(['oriel-fuzz', '--help'], FUZZER), /oriel-fuzz .*url/);
});

test('a host with resources and a language responds from the installed package', () => {
  const source = `
    import { defineHost } from 'oriel-host';
    const host = defineHost({ resources: [], locales: { supported: ['en', 'de', 'es', 'fr', 'ja'] } });
    for (const path of ['docs.json', 'docs', 'docs/swagger-ui.css'])
      console.log((await host.fetch(new Request('http://localhost/api/' + path, { headers: { accept: '*/*' } }))).status);`;
  assert.equal(run(process.execPath, ['--input-type=module', '--eval', source], APP), '200\n200\n200\n');
});

test('the host contains the modules that it loads by name', () => {
  for (const name of loadedByName()) {
    const source = `console.log(Object.keys(require('./node_modules/oriel-host/dist/${name}.js')).length);`;
    assert.ok(Number(run(process.execPath, ['--eval', source], APP)) > 0, name);
  }
});

test('a host with one route responds after loading at most 24 files of the packages', () => {
  const source = `
    import { registerHooks } from 'node:module';
    const files = [];
    registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) });
    const { defineHost, route } = await import('oriel-host');
    const host = defineHost({ routes: [route('hello', 'GET /', { handle: () => ({ hello: 'world' }) })], log: false });
    const { port, close } = await host.listen({ port: 0 });
    const { get } = await import('node:http');
    const [response] = await (await import('node:events')).once(get({ port, agent: false }), 'response');
    console.log(JSON.stringify({ status: response.statusCode, files: files.filter((url) => url.includes('/dist/')) }));
    response.resume();
    await close();`;
  const { status, files } = JSON.parse(run(process.execPath, ['--input-type=module', '--eval', source], APP)) as {
    status: number;
    files: string[];
  };
  assert.equal(status, 200);
  assert.ok(files.length > 0 && files.length <= 24, `${files.length} files: ${files.join(' ')}`);
  assert.ok(!files.some((url) => url.includes('/node_modules/oriel/')), files.join(' '));
});

test('oriel/register loads two files, a part of the core, and neither its pages nor the client of Node.js for fetch', () => {
  writeFileSync(
    join(FOLDER, 'count-files.mjs'),
    `import { registerHooks } from 'node:module';
    const files = [];
    registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) });
    process.on('exit', () => {
      const own = files.filter((url) => url.includes('/dist/'));
      console.log(JSON.stringify({ own, client: process.moduleLoadList.filter((each) => each.includes('undici')) }));
    });`,
  );
  const args = [
    '--import',
    join(FOLDER, 'count-files.mjs'),
    '--import',
    'oriel/register',
    '-e',
    'require("node:http")',
  ];
  const env = { ...ENV, NODE_ENV: 'development', ORIEL_PROFILER_FILE: join(FOLDER, 'profiles.sqlite') };
  const { stdout } = spawnSync(process.execPath, args, { cwd: RECORDED, env, encoding: 'utf8' });
  const { own, client } = JSON.parse(stdout) as { own: string[]; client: string[] };
  const loaded = own.map((url) => url.replace(/^.*\/node_modules\//, '')).toSorted();
  assert.deepEqual(
    loaded.filter((path) => path.startsWith('oriel/')),
    ['oriel/dist/bundle.js', 'oriel/dist/register.js'],
  );
  const ofCore = loaded.filter((path) => path.startsWith('oriel-core/'));
  assert.ok(ofCore.length <= 9 && !ofCore.some((path) => /cli|error-pages/.test(path)), ofCore.join(' '));
  assert.deepEqual(client, []);
});

test('importing oriel changes nothing in the process', () => {
  const source = `
    import http from 'node:http';
    import Module from 'node:module';
    const state = () => [
      ...[http.Server.prototype.emit, http.request, Module._load, globalThis.fetch, console.log, process.emit],
      ...[Object.getOwnPropertySymbols(globalThis).length, process.eventNames().length, process.getActiveResourcesInfo().length],
    ];
    state();
    const before = state();
    await import('oriel');
    console.log(JSON.stringify(before.map((value, index) => value === state()[index])));`;
  const same = JSON.parse(run(process.execPath, ['--input-type=module', '--eval', source], RECORDED)) as boolean[];
  assert.deepEqual(
    same,
    same.map(() => true),
  );
});

test('a class that several entry points export is the same, and has its exported name', () => {
  const names = MANIFESTS.filter(({ name }) => name !== 'oriel-fuzz').flatMap((manifest) =>
    getEntryPoints(manifest)
      .map(([path]) => `${manifest.name}${path.slice(1)}`)
      .filter((name) => !/\/(?:register|kysely|drizzle)$/.test(name)),
  );
  const source = `
    const classes = [];
    for (const entryPoint of ${JSON.stringify(names)})
      for (const [name, value] of Object.entries(await import(entryPoint)))
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

test('frames in bundles name the source and its line with --enable-source-maps, and are those of Oriel', () => {
  const source = `
    import { namesOwnSource } from 'oriel-core/trace';
    import { RouteCollection, UrlGenerator } from 'oriel-host/routing';
    try {
      new UrlGenerator(new RouteCollection()).generate('missing');
    } catch ({ stack }) {
      const frame = stack.split('\\n')[1];
      console.log(JSON.stringify([frame, namesOwnSource(frame)]));
    }`;
  const args = ['--input-type=module', '--eval', source];
  const [bundled, isOwn] = JSON.parse(run(process.execPath, args, APP)) as [string, boolean];
  assert.match(bundled, /node_modules\/oriel-host\/dist\/bundle\.js:\d+/);
  const [mapped, isMappedOwn] = JSON.parse(run(process.execPath, ['--enable-source-maps', ...args], APP)) as [
    string,
    boolean,
  ];
  assert.deepEqual([isOwn, isMappedOwn], [true, true]);
  const [, path, line] = /node_modules\/oriel-host\/(src\/routing\/.+\.ts):(\d+)/.exec(mapped) ?? [];
  const lines = readFileSync(join(ROOT, 'packages/host', path ?? mapped), 'utf8').split('\n');
  assert.match(lines[Number(line) - 1] ?? '', /new RouteNotFoundError/);
});

// npm would install zod, but the tests run without a registry.
function linkZod(): void {
  const target = join(APP, 'node_modules/zod');
  if (!existsSync(target)) symlinkSync(join(ROOT, 'node_modules/zod'), target, 'dir');
}

test('`oriel-host new .` and `oriel-host dev` in the folder of the installation serve a host', async (t) => {
  linkZod();
  assert.match(npx(['oriel-host', 'new', '.'], APP), /npm run dev/);
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
  npx(['oriel-host', 'new', 'api'], APP);
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

test('oriel and oriel-core record an application with Express and show its profile', async (t) => {
  const folder = RECORDED;
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
  const pages = stopAfter(
    t,
    start(process.execPath, [join(folder, 'node_modules/oriel/dist/cli/main.js'), '--port', '0'], folder, env),
  );
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
  for (const state of [{ redis: REDIS_URL, database }, { database }]) {
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
  for (const { folder, name, bin: programs = {} } of MANIFESTS)
    for (const file of Object.values(programs)) {
      const main = join(ROOT, 'packages', folder, file);
      const { status, stderr } = spawnSync(process.execPath, ['--import', older, main], { env: ENV, encoding: 'utf8' });
      assert.equal(status, 1);
      assert.match(stderr, new RegExp(`^${name} needs Node\\.js 2\\d\\.\\d+ or newer; this is 20\\.1\\.0\nfix: `));
      // Other modules are imported after the version check, because an older Node.js cannot parse them.
      assert.doesNotMatch(readFileSync(main, 'utf8'), /^(import |export .* from )/m);
    }
});

testDeclarations();

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env: ENV, encoding: 'utf8' });
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

function bin(folder: string): string {
  return join(folder, 'node_modules/oriel-host/dist/cli/main.js');
}
