import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { APPS } from './lib/application.ts';
import { skipWithout } from './lib/skip-without.ts';
import { postgresBoats } from './lib/sql-databases.ts';

const FILES = 3;
const TESTS = 8;
const PACKAGES = join(APPS, '../node_modules');
const PROFILER = join(APPS, '../../../packages/profiler');

const folder = mkdtempSync(join(tmpdir(), 'oriel-test-suites-'));
let database: Awaited<ReturnType<typeof postgresBoats>>;
const cleanups: (() => unknown)[] = [];
before(async () => {
  database = await postgresBoats({ after: (cleanup) => void cleanups.push(cleanup as () => unknown) }, 'test_suites');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['pg', 'better-sqlite3', 'express', 'fastify', 'vitest', 'mocha', 'jest'])
    symlinkSync(join(PACKAGES, name), join(folder, 'node_modules', name), 'junction');
  symlinkSync(PROFILER, join(folder, 'node_modules/oriel'), 'junction');
  for (const [name, text] of Object.entries({ 'package.json': '{"name":"shop","type":"module"}', 'shop.js': SHOP }))
    writeFileSync(join(folder, name), text);
});
after(async () => {
  for (const cleanup of cleanups) await cleanup();
  rmSync(folder, { recursive: true, force: true });
});

// Three drivers, and a route that inject calls. With BROKEN, a route has a query per row.
const SHOP = `
  import Database from 'better-sqlite3';
  import { DatabaseSync } from 'node:sqlite';
  import express from 'express';
  import fastify from 'fastify';
  import pg from 'pg';
  const one = new Database(':memory:');
  const other = new DatabaseSync(':memory:');
  const client = () => new pg.Client({ connectionString: process.env.SQL_URL, options: '-c search_path=' + process.env.SQL_SCHEMA });
  export const app = express();
  app.get('/orders', async (request, response) => {
    const connection = client();
    await connection.connect();
    const { rows } = await connection.query('select 1 as id union select 2 union select 3 union select 4 union select 5');
    if (process.env.BROKEN) for (const { id } of rows) await connection.query('select name from boats where id = $1', [id]);
    await connection.end();
    response.json(rows.concat(one.prepare('select 2 as id').all(), other.prepare('select 3 as id').all()));
  });
  app.get('/orders/:id', (request, response) => response.json(one.prepare('select ? as id').get(request.params.id)));
  export const api = fastify();
  api.get('/boats/:id', ({ params }) => one.prepare('select ? as id').all(params.id));
`;

const IMPORTS = {
  node: "import { after, before, test } from 'node:test';",
  mocha: 'const test = it;',
  vitest: "import { afterAll as after, beforeAll as before, test } from 'vitest';",
  jest: 'const [after, before] = [afterAll, beforeAll];',
};

const writeSuite = (name: keyof typeof IMPORTS): readonly string[] => {
  mkdirSync(join(folder, name), { recursive: true });
  return Array.from({ length: FILES }, (_, index) => {
    const file = `${name}/shop-${index}.test.js`;
    writeFileSync(
      join(folder, file),
      `${IMPORTS[name]}
      import { api, app } from '../shop.js';
      let server;
      before(() => new Promise((resolve) => (server = app.listen(0, '127.0.0.1', resolve))));
      after(() => server.close());
      for (let n = 0; n < ${TESTS}; n++)
        test('request ' + n, async () => {
          const url = 'http://127.0.0.1:' + server.address().port;
          const orders = await (await fetch(url + '/orders', { headers: { connection: 'close' } })).json();
          if (orders.length !== 7) throw new Error(JSON.stringify(orders));
          await (await fetch(url + '/orders/' + n, { headers: { connection: 'close' } })).json();
          const boats = await api.inject('/boats/' + n);
          if (boats.json().length !== 1) throw new Error(boats.payload);
        });`,
    );
    return file;
  });
};

interface Result {
  readonly code: number | null;
  readonly output: string;
}

async function runNode(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Result> {
  const variables = Object.entries(process.env).filter(([name]) => !/^(?:NODE_|VITEST|JEST_|CI$)/.test(name));
  const child = spawn(process.execPath, args, {
    cwd: folder,
    timeout: 60_000,
    env: { ...Object.fromEntries(variables), ...(database as NodeJS.ProcessEnv), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return { code: await new Promise((resolve) => child.once('close', resolve)), output };
}

async function runSuite(args: readonly string[], store: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { code, output } = await runNode(args, {
    NODE_OPTIONS: '--conditions=oriel:source --import oriel/register',
    ORIEL_PROFILER_FILE: store,
    ORIEL_PROFILER_APP: 'shop',
    ...env,
  });
  assert.equal(code, 0, output);
}

async function routes(store: string, ...args: string[]): Promise<Result> {
  const program = join(PROFILER, 'src/cli/main.ts');
  return await runNode(['--conditions=oriel:source', program, 'routes', ...args], { ORIEL_PROFILER_FILE: store });
}

interface Suite {
  readonly runner: keyof typeof IMPORTS;
  readonly args: (files: readonly string[]) => readonly string[];
}

const program = (name: string, path: string): string => join(PACKAGES, name, path);
const MOCHA = program('mocha', 'bin/mocha.js');
const VITEST = [program('vitest', 'vitest.mjs'), 'run'];
const inVitest = (...options: string[]): Suite => ({
  runner: 'vitest',
  args: () => [...VITEST, ...options, 'vitest/'],
});
const JEST = ['--experimental-vm-modules', program('jest', 'bin/jest.js'), '--testMatch', '**/jest/*.test.js'];

const RECORDED: Readonly<Record<string, Suite>> = {
  'node:test': { runner: 'node', args: (files) => ['--test', ...files] },
  'node:test in one process': { runner: 'node', args: (files) => ['--test', '--test-isolation=none', ...files] },
  Mocha: { runner: 'mocha', args: (files) => [MOCHA, ...files] },
  'Mocha that ends the process': { runner: 'mocha', args: (files) => [MOCHA, '--exit', ...files] },
  'Mocha in parallel': { runner: 'mocha', args: (files) => [MOCHA, '--parallel', '--jobs', '2', ...files] },
  'Vitest in forks': inVitest('--pool=forks'),
  'Vitest in threads': inVitest('--pool=threads'),
  'Vitest without isolation': inVitest('--no-isolate'),
};

const NOT_RECORDED: Readonly<Record<string, readonly [Suite, RegExp]>> = {
  Jest: [{ runner: 'jest', args: () => JEST }, /Jest loads modules itself/],
  'Jest in its own process': [{ runner: 'jest', args: () => [...JEST, '--runInBand'] }, /Jest loads modules itself/],
  'Vitest in vmForks': [inVitest('--pool=vmForks'), /Vitest loads modules itself in the pools vmThreads and vmForks/],
  'Vitest in vmThreads': [inVitest('--pool=vmThreads'), /Vitest loads modules itself in the pools vmThreads/],
};

const skip = ['vitest', 'mocha', 'jest'].map(skipWithout).find((reason) => reason !== false) ?? false;

describe('each request and each query of a test suite is in its budgets', { skip }, () => {
  for (const [name, { runner, args }] of Object.entries(RECORDED))
    test(`under ${name}`, async (t) => {
      if (typeof database === 'string') return t.skip(database);
      const store = join(folder, `${name.replace(/\W+/g, '-')}.sqlite`);
      await runSuite(args(writeSuite(runner)), store);
      const { output } = await routes(store, '--format', 'json');
      const counts = JSON.parse(output).routes.map(
        ({ route, requests, queriesMedian, queriesMax }: Record<string, unknown>) => [
          route,
          ...[requests, queriesMedian, queriesMax],
        ],
      );
      assert.deepEqual(counts.sort(), [
        ['/boats/:id', FILES * TESTS, 1, 1],
        ['/orders', FILES * TESTS, 3, 3],
        ['/orders/:id', FILES * TESTS, 1, 1],
      ]);
      const budget = join(folder, 'budget.json');
      rmSync(budget, { force: true });
      assert.equal((await routes(store, '--save', budget)).code, 0);
      assert.deepEqual(JSON.parse(readFileSync(budget, 'utf8')).applications.shop, {
        'GET /boats/:id': { queries: 1 },
        'GET /orders': { queries: 3 },
        'GET /orders/:id': { queries: 1 },
      });
      assert.match(
        (await routes(store, '--fail-if', 'worse', budget)).output,
        /3 routes are as good as in budget.json/,
      );
      if (name !== 'node:test') return;
      const worse = join(folder, 'worse.sqlite');
      await runSuite(args(writeSuite(runner)), worse, { BROKEN: '1' });
      const failed = await routes(worse, '--fail-if', 'worse', budget);
      assert.equal(failed.code, 1);
      assert.match(failed.output, /^GET \/orders +worse +queries 3 → 8; new finding: N\+1$/m);
    });
});

describe('a run whose queries could not be recorded exits with 2', { skip }, () => {
  for (const [name, [{ runner, args }, reason]] of Object.entries(NOT_RECORDED))
    test(`under ${name}`, async (t) => {
      if (typeof database === 'string') return t.skip(database);
      const store = join(folder, `${name.replace(/\W+/g, '-')}.sqlite`);
      await runSuite(args(writeSuite(runner)), store);
      const budget = join(folder, 'unmeasured.json');
      const { code, output } = await routes(store, '--save', budget);
      assert.equal(code, 2, output);
      assert.match(output, reason);
      assert.equal(existsSync(budget), false);
    });
});
