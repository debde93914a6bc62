import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { APPS } from './lib/application.ts';

const folder = mkdtempSync(join(tmpdir(), 'oriel harmless-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const ENTRY = pathToFileURL(join(import.meta.dirname, '../../packages/profiler/src/register.ts')).href;
const START_LINE = /^oriel: recording requests of "[^"]+"; "npx oriel" shows them on http:\S+$/;

/** Requests itself `count` times, with what the recorder cannot notice, and ends. */
const SELF_REQUESTS = `
  const { createServer, get } = require('node:http');
  const request = (port) => new Promise((resolve, reject) =>
    get({ port, path: '/orders', agent: false }, (response) => {
      tokens.push(response.headers['x-debug-token']);
      response.resume().on('end', resolve);
    }).on('error', reject));
  const tokens = [];
  const serve = async (count, before = () => {}) => {
    const server = createServer((request, response) => response.end('hello'));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    before();
    for (let at = 0; at < count; at++) await request(server.address().port);
    server.close();
    return tokens;
  };`;

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly lines: readonly string[];
  readonly store: string;
}

interface RunOptions {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly entry?: string;
}

let count = 0;

/** Runs a program with the recorder until it ends. */
async function run(
  source: string,
  { flags = [], env = {}, cwd = APPS, entry = ENTRY }: RunOptions = {},
): Promise<Ended> {
  const [file, store] = [join(folder, `app-${++count}.cjs`), join(folder, `${count}.sqlite`)];
  writeFileSync(file, source);
  const imports = entry === '' ? [] : ['--import', entry];
  const child = start([...flags, ...imports, file], store, { cwd, env });
  const [output, errors] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')]);
  return { code: child.exitCode, output, lines: errors.split('\n').filter((line) => line !== ''), store };
}

function start(args: readonly string[], store: string, { env, ...options }: SpawnOptions): ChildProcess {
  return spawn(process.execPath, ['--conditions=oriel:source', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    env: {
      ...process.env,
      NODE_ENV: '',
      NODE_OPTIONS: '',
      NODE_TEST_CONTEXT: undefined,
      ORIEL_PROFILER_FILE: store,
      ...env,
    },
  });
}

function storedPaths(store: string): readonly string[] {
  const storage = new SqlProfileStorage({ file: store });
  const { rows } = storage.find({ terms: [], sort: { by: 'time', descending: false }, limit: 100, cursor: undefined });
  storage.close();
  return rows.map(({ path }) => path);
}

describe('the line that says that a process is recorded', () => {
  it('is not printed by processes that serve nothing', async () => {
    for (const source of [
      '1',
      "require('node:net').createServer().listen(0, function () { this.close() })",
      `const { fork } = require('node:child_process');
       const { Worker, isMainThread } = require('node:worker_threads');
       if (isMainThread && !process.send) { fork(__filename); new Worker(__filename); }`,
    ])
      assert.deepEqual((await run(source)).lines, []);
  });

  it('is printed once by a process with servers of HTTP/1.1 and HTTP/2, and by a cluster', async () => {
    for (const source of [
      `const servers = ['http', 'https', 'http2'].map((name) => require('node:' + name).createServer());
       servers.forEach((server) => server.listen(0, () => setTimeout(() => server.close(), 100)));`,
      `const cluster = require('node:cluster');
       if (cluster.isPrimary) for (let at = 0; at < 3; at++) cluster.fork();
       else require('node:http').createServer().listen(0, () => setTimeout(() => process.exit(), 500));`,
    ]) {
      const { lines } = await run(source);
      assert.equal(lines.length, 1, lines.join('\n'));
      assert.match(lines[0]!, START_LINE);
    }
  });

  it('is followed by a form of NODE_OPTIONS that works in other folders', async () => {
    const child = `
      const { spawnSync } = require('node:child_process');
      const { status } = spawnSync(process.execPath, ['-e', ''], { cwd: ${JSON.stringify(folder)}, stdio: 'ignore' });
      serve(1).then(() => console.log(status));`;
    const relative = await run(SELF_REQUESTS + child, {
      entry: '',
      env: { NODE_OPTIONS: '--conditions=oriel:source --import oriel/register' },
    });
    // The name of the package cannot be found there.
    assert.equal(relative.output, '1\n');
    const [, options] = /in any folder: NODE_OPTIONS="(--import file:\S+)"$/.exec(relative.lines[1] ?? '') ?? [];
    const absolute = await run(SELF_REQUESTS + child, {
      entry: '',
      cwd: folder,
      env: { NODE_OPTIONS: `--conditions=oriel:source ${options}` },
    });
    assert.equal(absolute.output, '0\n');
    assert.equal(absolute.lines.length, 1);
  });

  it('is one line, whatever the name of the application contains', async () => {
    const { lines } = await run(`${SELF_REQUESTS}serve(1)`, { env: { ORIEL_PROFILER_APP: 'a\nb' } });
    assert.deepEqual(lines, ['oriel: recording requests of "a b"; "npx oriel" shows them on http://localhost:8025']);
  });
});

describe('standard error', () => {
  const store = { ORIEL_PROFILER_FILE: join(folder, 'notes.txt') };
  writeFileSync(store.ORIEL_PROFILER_FILE, 'my notes');
  for (const [name, damage, threads] of [
    ['destroyed', 'process.stderr.destroy();', 2],
    ['with a write that throws', "process.stderr.write = () => { throw new Error('patched'); };", 2],
    [
      'with a getter that throws',
      "Object.defineProperty(process, 'stderr', { get() { throw new Error('getter'); } });",
      1,
    ],
    ['closed', "require('node:fs').closeSync(2);", 1],
  ] as const)
    it(`may be ${name}${threads === 2 ? ', in the main thread and in worker threads' : ''}`, async () => {
      const source = `
        const { Worker, isMainThread } = require('node:worker_threads');
        if (isMainThread && ${threads} === 2) new Worker(__filename);
        ${damage}
        ${SELF_REQUESTS}
        serve(2).then(() => console.log('served'));`;
      const { code, output, lines } = await run(source, { env: store });
      assert.deepEqual([code, output], [0, 'served\n'.repeat(threads)]);
      // The line of the start and that of the store, of each thread.
      assert.equal(lines.length, name === 'closed' ? 0 : threads * 2);
    });

  it('may lose its reader at any time', async () => {
    const file = join(folder, 'reader.cjs');
    writeFileSync(
      file,
      `${SELF_REQUESTS}
       process.stdin.resume().on('end', () => serve(2).then((tokens) => console.log(tokens.length)));`,
    );
    const child = start(['--import', ENTRY, file], store.ORIEL_PROFILER_FILE, {
      cwd: APPS,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stderr!.destroy();
    await once(child.stderr!, 'close');
    child.stdin!.end();
    const [output] = await Promise.all([text(child.stdout!), once(child, 'exit')]);
    assert.deepEqual([child.exitCode, output], [0, '2\n']);
  });
});

describe('an application that replaces functions of Node.js', () => {
  const modules = join(import.meta.dirname, 'node_modules');
  for (const [name, before] of [
    ['fake timers of node:test', "require('node:test').mock.timers.enable({ now: 0 });"],
    [
      'fake timers of sinon',
      `require(${JSON.stringify(join(modules, '@sinonjs/fake-timers'))}).install({
         toFake: ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate', 'Date', 'performance', 'hrtime'] });`,
    ],
    ['graceful-fs 4.1', `require(${JSON.stringify(join(modules, 'graceful-fs'))}).gracefulify?.(require('node:fs'));`],
    [
      'functions that throw',
      `const fs = require('node:fs');
       for (const name of Object.keys(fs))
         if (name.endsWith('Sync')) fs[name] = () => { throw new Error('patched ' + name); };
       require('node:module').syncBuiltinESMExports();
       for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'performance']) globalThis[name] = undefined;
       JSON.stringify = JSON.parse = Math.random = undefined;
       console.error = console.log;`,
    ],
  ] as const)
    it(`is recorded: ${name}`, async () => {
      // Before the store is opened, so that each step of the recorder meets them.
      const source = `${SELF_REQUESTS}
        const wait = setTimeout;
        ${before}
        serve(3).then((tokens) => {
          console.log(tokens.filter((token) => token !== undefined).length);
          // A process that ends by itself writes what is waiting.
          wait(() => process.kill(process.pid, 'SIGKILL'), 500);
        });`;
      const { code, output, lines, store } = await run(source);
      assert.deepEqual([code, output, lines.length], [null, '3\n', 1], lines.join('\n'));
      assert.deepEqual(storedPaths(store), ['/orders', '/orders', '/orders']);
    });

  it('gets the same numbers of a seeded Math.random', async () => {
    const source = `${SELF_REQUESTS}
      let calls = 0;
      Math.random = () => ++calls / 1e6;
      serve(20).then(() => setTimeout(() => console.log(calls), 100));`;
    assert.equal((await run(source, { env: { ORIEL_PROFILER_SAMPLE: '0.5' } })).output, '0\n');
  });
});

describe('a runtime that lacks what the recorder needs', () => {
  it('runs the application, and one line says what is missing', async () => {
    const source = `${SELF_REQUESTS}serve(1).then((tokens) => console.log(tokens[0]))`;
    const { code, output, lines } = await run(source, { flags: ['--no-experimental-sqlite'] });
    assert.deepEqual([code, output, lines.length], [0, 'undefined\n', 1]);
    assert.match(
      lines[0]!,
      /^oriel: nothing is recorded: the module node:sqlite is needed; remove --no-experimental-sqlite/,
    );
  });

  it('records with PostgreSQL without node:sqlite', async () => {
    const { lines } = await run(`${SELF_REQUESTS}serve(1)`, {
      flags: ['--no-experimental-sqlite'],
      env: { ORIEL_PROFILER_FILE: 'postgres://127.0.0.1:1/none' },
    });
    assert.ok(lines.some((line) => START_LINE.test(line)));
  });
});

describe('listeners of the application', () => {
  it('may be as many as without the recorder, without a warning', async () => {
    const source = `
      const { createServer, get } = require('node:http');
      const { EventEmitter } = require('node:events');
      const listen = (emitter, event, count = 10) => { for (let at = 0; at < count; at++) emitter.on(event, () => {}); };
      for (const event of ['exit', 'beforeExit', 'uncaughtExceptionMonitor']) listen(process, event);
      const server = createServer((request, response) => {
        for (const emitter of [request, response]) listen(emitter, 'close');
        // Node.js has two itself.
        listen(request.socket, 'close', 8);
        response.end();
      });
      for (const event of ['upgrade', 'newListener', 'removeListener', 'close']) listen(server, event);
      process.on('warning', ({ message }) => console.log(message));
      server.listen(0, async () => {
        const { port } = server.address();
        await new Promise((resolve) => get({ port, agent: false }, (response) => response.resume().on('end', resolve)));
        server.close();
        // Defaults that the application changes later still apply.
        EventEmitter.defaultMaxListeners = 20;
        listen(process, 'exit');
        setTimeout(() => { listen(process, 'exit', 5); }, 50);
      });`;
    const { output } = await run(source);
    assert.match(
      output,
      /^Possible EventEmitter memory leak detected. \d+ exit listeners added to \[process\][^\n]*\n$/,
    );
    assert.equal((await run(source, { entry: '' })).output.split('\n').length, 2);
  });
});

describe('two copies of the package', () => {
  const copy = join(folder, 'packages/copy');
  mkdirSync(copy, { recursive: true });
  for (const name of ['core', 'profiler'])
    cpSync(join(import.meta.dirname, '../../packages', name), join(copy, 'packages', name), { recursive: true });
  mkdirSync(join(copy, 'node_modules'));
  symlinkSync('../packages/core', join(copy, 'node_modules/oriel-core'));
  const sources = pathToFileURL(join(copy, 'packages/profiler/src/')).href;

  it('record each request once, and print one line', async () => {
    const { lines, store } = await run(`${SELF_REQUESTS}serve(2)`, { flags: ['--import', `${sources}register.ts`] });
    assert.equal(lines.length, 1);
    assert.deepEqual(storedPaths(store), ['/orders', '/orders']);
  });

  it('share the pages and withProfile of the first one', async () => {
    const source = `${SELF_REQUESTS}
      import(${JSON.stringify(`${sources}index.ts`)}).then(async ({ profiler, withProfile }) => {
        const pages = profiler();
        const server = createServer((request, response) => pages(request, response));
        await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
        await withProfile('job', 'send-mail', async () => 3);
        const { port } = server.address();
        get({ port, path: '/_profiler/', agent: false }, (response) => { console.log(response.statusCode < 400); response.resume(); server.close(); });
      });`;
    const { output, store } = await run(source);
    assert.equal(output, 'true\n');
    assert.equal(storedPaths(store).length, 1);
  });
});

describe('two versions of the package', () => {
  const copy = join(folder, 'packages/version');
  mkdirSync(join(copy, 'node_modules'), { recursive: true });
  for (const name of ['core', 'profiler'])
    cpSync(join(import.meta.dirname, '../../packages', name), join(copy, 'packages', name), { recursive: true });
  symlinkSync('../packages/core', join(copy, 'node_modules/oriel-core'));
  const manifest = join(copy, 'packages/core/package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": ".+"/, '"version": "9.9.9"'));
  const other = pathToFileURL(join(copy, 'packages/profiler/src/register.ts')).href;
  const host = pathToFileURL(join(import.meta.dirname, '../../packages/host/src/index.ts')).href;
  const [, version] = /"version": "(.+)"/.exec(
    readFileSync(join(import.meta.dirname, '../../packages/core/package.json'), 'utf8'),
  )!;

  it('record each request once, and the second one prints a line', async () => {
    const { lines, store } = await run(`${SELF_REQUESTS}serve(2)`, { flags: ['--import', other] });
    assert.deepEqual(lines.toSorted(), [
      `oriel: nothing is recorded: oriel-core 9.9.9 records in this process, and ${version} is loaded as well; install one version (npm ls oriel-core)`,
      lines.find((line) => START_LINE.test(line)),
    ]);
    assert.deepEqual(storedPaths(store), ['/orders', '/orders']);
  });

  it('record a host by the first one, and the host logs a line', async () => {
    const source = `${SELF_REQUESTS}
      import(${JSON.stringify(host)}).then(async ({ defineHost, route }) => {
        const host = defineHost({ log: { level: 'warning' }, routes: [route('orders', 'GET /orders', { handle: () => ({ orders: 2 }) })] });
        const { port, close } = await host.listen({ port: 0, mode: 'development' });
        for (let at = 0; at < 2; at++) await request(port);
        await close();
      });`;
    const { output, lines, store } = await run(source, { entry: other });
    assert.match(
      output + lines.join('\n'),
      new RegExp(`Nothing is recorded: oriel-core 9.9.9 records in this process, and ${version} is`),
    );
    assert.deepEqual(storedPaths(store), ['/orders', '/orders']);
  });
});

describe('a gateway whose upstream is recorded', () => {
  for (const [name, head] of [
    ['an object', "{ 'X-DEBUG-Token': 'upstream', 'x-debug-token-link': 'upstream' }"],
    ['a list', "['x-Debug-Token', 'upstream', 'x-debug-token', 'again']"],
    ['pairs', "[['x-debug-token', 'upstream'], ['X-Debug-Token-Link', 'upstream']]"],
    ['headers that were set', undefined],
  ] as const)
    it(`sends one token, its own, with ${name}`, async () => {
      const source = `
        const { createServer, get } = require('node:http');
        const server = createServer((request, response) => {
          ${name === 'pairs' ? '' : "response.setHeader('X-Debug-token', 'upstream');"}
          ${head === undefined ? '' : `response.writeHead(200, ${head});`}
          response.end();
        });
        server.listen(0, () => get({ port: server.address().port, agent: false }, (response) => {
          const names = response.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
          console.log(names.filter((name) => name === 'x-debug-token').length, names.filter((name) => name === 'x-debug-token-link').length, response.headers['x-debug-token'].includes('upstream'));
          response.resume();
          server.close();
        }));`;
      assert.equal((await run(source)).output, '1 1 false\n');
    });

  it('sends one token with HTTP/2', async () => {
    const source = `
      const { createServer, connect } = require('node:http2');
      const server = createServer();
      const heads = [{ ':status': 200, 'X-Debug-Token': 'upstream' }, [':status', 200, 'x-debug-token', 'upstream']];
      server.on('stream', (stream) => { stream.respond(heads.shift()); stream.end(); });
      server.listen(0, async () => {
        const client = connect('http://127.0.0.1:' + server.address().port);
        for (let at = 0; at < 2; at++)
          await new Promise((resolve) => {
            const stream = client.request({ ':path': '/' });
            stream.on('response', (headers) => console.log(typeof headers['x-debug-token'], headers['x-debug-token'].includes('upstream')));
            stream.on('close', resolve).resume();
          });
        client.close();
        server.close();
      });`;
    assert.equal((await run(source)).output, 'string false\nstring false\n');
  });
});

describe('the name of an application', () => {
  it('is not that of a manifest below node_modules, or of a build', async () => {
    const project = join(folder, 'shop');
    for (const [path, name] of [
      ['', 'shop'],
      ['node_modules/framework', 'framework'],
      ['.output/server', 'shop-output'],
    ] as const) {
      mkdirSync(join(project, path), { recursive: true });
      writeFileSync(join(project, path, 'package.json'), JSON.stringify({ name }));
      writeFileSync(join(project, path, 'start.cjs'), `${SELF_REQUESTS}serve(1)`);
      const child = start(['--import', ENTRY, join(project, path, 'start.cjs')], join(folder, 'names.sqlite'), {
        cwd: project,
      });
      const [errors] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
      assert.match(errors, /recording requests of "shop"/);
    }
  });
});

describe('URLs that look like those of the pages', () => {
  it('are recorded, unless they are pages with a key, or have the real key', async () => {
    const key = 'the-key-of-this-test-with-32-bytes-or-more';
    const source = `${SELF_REQUESTS}
      const paths = ['/blog/_profiler-for-node?key=7', '/search?q=/_profiler/&key=7', '/docs/_profiler/?key=7', '/_profilers?key=1',
        '/_profiler/abcdef?key=7', '//_profiler/?key=7', '/login?next=${key}', '/login?next=${encodeURIComponent(key).replace('t', '%74')}'];
      const server = createServer((request, response) => response.end());
      server.listen(0, async () => {
        for (const path of paths)
          await new Promise((resolve) => get({ port: server.address().port, path, agent: false }, (response) => response.resume().on('end', resolve)));
        server.close();
      });`;
    const { store } = await run(source, { env: { ORIEL_PROFILER_KEY: key } });
    assert.deepEqual(storedPaths(store), ['/blog/_profiler-for-node', '/search', '/docs/_profiler/', '/_profilers']);
  });
});

describe('embedded pages in production', () => {
  const key = 'the-key-of-this-test-with-32-bytes-or-more';
  it('cannot be noticed without the key, and open with it after any number of wrong ones', async () => {
    const source = `
      const { createServer, request: send } = require('node:http');
      import(${JSON.stringify(new URL('index.ts', ENTRY).href)}).then(({ profiler }) => {
        const pages = profiler();
        const server = createServer((request, response) => pages(request, response, () => {
          response.statusCode = 404;
          response.end('the application: ' + request.method);
        }));
        server.listen(0, async () => {
          const { port } = server.address();
          const ask = (method, path, headers = {}) => new Promise((resolve) =>
            send({ port, method, path, headers, agent: false }, (response) => {
              let text = '';
              response.on('data', (chunk) => (text += chunk)).on('end', () => resolve([response.statusCode, text, Object.keys(response.headers).join()]));
            }).end());
          const paths = ['/_profiler', '/_profiler/', '/_profiler/abcdef', '/_profiler/latest', '/_profiler/x/y/z', '/_profiler/?key=wrong', '/_profiler/empty/search/results?key=${key}x'];
          const answers = new Set();
          for (let round = 0; round < 3; round++)
            for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'])
              for (const path of paths) answers.add(String(await ask(method, path, { authorization: 'Bearer wrong' })).replace(method, 'METHOD'));
          console.log(answers.size, (await ask('GET', '/_profiler/empty/search/results', { authorization: 'Bearer ${key}' }))[0],
            (await ask('GET', '/_profiler/?key=${key}'))[0], [...answers][0]);
          server.close();
        });
      });`;
    const { output } = await run(source, { env: { NODE_ENV: 'production', ORIEL_PROFILER_KEY: key } });
    // Answers to HEAD have no body.
    assert.match(output, /^2 200 303 404,the application: METHOD,/);
  });
});
