/**
 * Runs the tests of frameworks and libraries with their oldest supported versions, and those of the recorder and of hosts with
 * other versions of Node.js: `npm run compatibility`. The newest libraries run in `npm test`. Needs the npm registry. An argument
 * chooses a set of versions.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ROOT, read } from './lib/source-files.ts';

interface VersionSet {
  readonly packages: Readonly<Record<string, string>>;
  /** The applications of frameworks that run with these versions. */
  readonly files?: readonly string[];
  /** The tests of drivers, loggers and jobs that run with these versions. */
  readonly tests?: readonly string[];
  /** Only tests whose names begin with one of these applications run. */
  readonly applications?: readonly string[];
  /** Whether the applications use the packed packages of Oriel, not the sources. */
  readonly packed?: boolean;
  /** Whether the scripts of the packages run, which install native code. */
  readonly scripts?: boolean;
}

const LIBRARY_TESTS = ['redis', 'mongo', 'loggers', 'bullmq', 'mail'];

const SETS: Readonly<Record<string, VersionSet>> = {
  oldest: {
    packages: {
      '@hono/node-server': '1.8.0',
      '@koa/router': '12.0.0',
      connect: '3.6.0',
      express: '5.0.0',
      express4: 'npm:express@4.18.0',
      fastify: '5.0.0',
      fastify4: 'npm:fastify@4.20.0',
      h3: '2.0.1',
      hono: '4.0.0',
      koa: '3.0.0',
    },
    files: ['connect', 'express-4', 'express-5', 'fastify-4', 'fastify-5', 'h3', 'hono', 'koa'],
  },
  between: {
    packages: {
      '@hono/node-server': '1.13.0',
      '@koa/router': '14.0.0',
      express: '5.1.0',
      express4: 'npm:express@4.20.0',
      fastify: '5.4.0',
      fastify4: 'npm:fastify@4.26.0',
      hono: '4.6.0',
      koa: '3.1.0',
    },
    files: ['express-4', 'express-5', 'fastify-4', 'fastify-5', 'hono', 'koa'],
  },
  'libraries-oldest': {
    packages: {
      ...{
        bson: '6.10.0',
        bullmq: '5.0.0',
        bunyan: '1.8.15',
        ioredis: '4.28.5',
        mongodb: '6.22.0',
        mongoose: '8.24.10',
      },
      ...{ nodemailer: '6.9.0', pino: '8.0.0', redis: '4.7.1', winston: '3.3.4' },
    },
    tests: LIBRARY_TESTS,
  },
  'libraries-between': {
    packages: {
      bunyan: '2.0.5',
      ioredis: '5.0.0',
      nodemailer: '8.0.9',
      pino: '9.0.0',
      redis: '5.0.0',
      winston: '3.10.0',
    },
    tests: ['redis', 'loggers', 'mail'],
  },
  'prisma-oldest': prismaSet('7.0.0', '13.2.0'),
  'prisma-between': prismaSet('7.5.0', '13.2.0'),
  'better-sqlite3-12': {
    ...prismaSet('7.10.0', '12.11.1'),
    applications: ['prisma-sqlite', 'better-sqlite3'],
    tests: ['sql-drivers', 'sqlite', 'prisma'],
    scripts: true,
  },
  'next-15': { packages: { next: '15.0.0', react: '18.3.1', 'react-dom': '18.3.1' }, tests: ['next'] },
  'next-15-5': { packages: { next: '15.5.0', react: '19.1.0', 'react-dom': '19.1.0' }, tests: ['next'] },
  'next-16': { packages: { next: '16.0.0', react: '19.2.0', 'react-dom': '19.2.0' }, tests: ['next'] },
  'nitro-3-beta': { packages: { jiti: '2.7.0', nitro: '3.0.260903-beta' }, files: ['nitro'], tests: ['nitro'] },
  'nitro-2': { packages: { h3: '1.15.11', nitropack: '2.13.6' }, tests: ['nitro-2'] },
  'nitro-2-oldest': { packages: { h3: '1.12.0', nitropack: '2.10.4' }, tests: ['nitro-2'] },
  adonis: {
    packages: {
      '@adonisjs/application': '8.4.2',
      '@adonisjs/core': '6.21.0',
      '@adonisjs/http-server': '7.8.1',
    },
    tests: ['built-frameworks'],
  },
  astro: { packages: { '@astrojs/node': '11.1.6', astro: '7.3.5' }, tests: ['built-frameworks'] },
  'react-router': {
    packages: {
      ...{ '@react-router/dev': '7.18.4', '@react-router/node': '7.18.4', '@react-router/serve': '7.18.4' },
      ...{ isbot: '5.2.3', react: '19.3.1', 'react-dom': '19.3.1', 'react-router': '7.18.4', vite: '7.3.8' },
    },
    tests: ['built-frameworks'],
  },
  sveltekit: {
    packages: {
      ...{ '@sveltejs/adapter-node': '5.5.7', '@sveltejs/kit': '2.70.4', '@sveltejs/vite-plugin-svelte': '7.3.1' },
      ...{ svelte: '5.57.3', vite: '8.4.0' },
    },
    tests: ['built-frameworks'],
  },
  packed: packedSet(),
  'nest-11': { packages: nestPackages('11.1.0'), files: ['nest-express', 'nest-fastify'] },
  'nest-10': { packages: nestPackages('10.4.0'), files: ['nest-express', 'nest-fastify'] },
};

function prismaSet(version: string, sqlite: string): VersionSet {
  const names = ['@prisma/adapter-better-sqlite3', '@prisma/adapter-pg', '@prisma/client', 'prisma'];
  const packages = Object.fromEntries(names.map((name) => [name, version]));
  return {
    packages: { ...packages, 'better-sqlite3': sqlite, pg: '8.23.1' },
    applications: ['prisma', 'prisma-sqlite'],
    tests: ['sql-drivers', 'prisma'],
  };
}

function nestPackages(version: string): Record<string, string> {
  const names = ['common', 'core', 'platform-express', 'platform-fastify'];
  const packages = Object.fromEntries(names.map((name) => [`@nestjs/${name}`, version]));
  return { ...packages, 'reflect-metadata': '0.2.2', rxjs: '7.8.1' };
}

/** The frameworks of `npm test` with the recorder as users install it, and nothing of the host. */
function packedSet(): VersionSet {
  const names = [
    ...['@hono/node-server', '@koa/router', '@nestjs/common', '@nestjs/core', '@nestjs/platform-express'],
    ...['@nestjs/platform-fastify', 'connect', 'express', 'express4', 'fastify', 'fastify4', 'h3', 'hono', 'koa'],
    ...['next', 'react', 'react-dom', 'reflect-metadata', 'rxjs', 'pg', 'postgres', '@fastify/middie'],
  ];
  const { dependencies, devDependencies } = JSON.parse(read('test/drop-in/package.json')) as Record<
    string,
    Readonly<Record<string, string>>
  >;
  const versions = { ...dependencies, ...devDependencies };
  return {
    packages: {
      ...Object.fromEntries(names.map((name) => [name, versions[name]!])),
      ...Object.fromEntries(['oriel', 'oriel-core'].map((name) => [name, `file:../../packages/${name}.tgz`])),
    },
    tests: ['frameworks', 'next'],
    packed: true,
  };
}

/** Versions of Node.js with which the tests of the recorder and its pages run. */
const RECORDER_VERSIONS = ['22.15.0', '26.10.0'];
/** Versions of Node.js with which the tests of hosts run. */
const HOST_VERSIONS = ['24.7.0', '26.10.0'];

const INSTALL = ['install', '--no-audit', '--no-fund', '--loglevel=error'];

/** Installs a version of Node.js. @returns the path of the program */
function installNode(version: string): string {
  const folder = join(ROOT, 'var/compatibility', `node-${version}`);
  mkdirSync(folder, { recursive: true });
  // A script of the package downloads Node.js.
  const manifest = { private: true, dependencies: { node: version }, allowScripts: { node: true } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  execFileSync('npm', INSTALL, { cwd: folder, stdio: 'inherit' });
  return join(folder, 'node_modules/node/bin/node');
}

/** Returns whether tests pass. */
function runTests(node: string, ...files: readonly string[]): boolean {
  const args = ['--conditions=oriel:source', '--test', ...files];
  return spawnSync(node, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** Returns whether the tests of a set passed. */
function runSet(name: string, set: VersionSet): boolean {
  const { packages, files, tests = ['frameworks'], applications: names, packed = false, scripts = false } = set;
  const folder = join(ROOT, 'var/compatibility', name);
  mkdirSync(folder, { recursive: true });
  if (packed) {
    execFileSync('npm', ['run', 'pack'], { cwd: ROOT, stdio: 'inherit' });
    // npm would not notice that the files of packages have changed.
    for (const path of ['node_modules', 'package-lock.json'])
      rmSync(join(folder, path), { recursive: true, force: true });
  }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: packages, overrides: getOverrides(packages) }),
  );
  const flags = scripts ? [] : ['--ignore-scripts'];
  const env = scripts ? { ...ENVIRONMENT, npm_config_nodedir: installHeaders() } : ENVIRONMENT;
  execFileSync('npm', [...INSTALL, ...flags], { cwd: folder, stdio: 'inherit', env });
  const applications = join(folder, 'apps');
  const isSource = (path: string): boolean => !/[\\/]\.(?:next|nitro|output[^\\/]*)$/.test(path);
  cpSync(join(ROOT, 'test/drop-in/apps'), applications, { recursive: true, filter: isSource });
  if ('prisma' in packages) generatePrismaClients(folder);
  const wanted = files ?? names?.map((other) => `sql/${other}`);
  const pattern = wanted === undefined ? [] : [`--test-name-pattern=^(?:${wanted.join('|')})\\.mjs`];
  const paths = tests.map((test) => `test/drop-in/${test}.test.ts`);
  const { status } = spawnSync(process.execPath, ['--conditions=oriel:source', '--test', ...pattern, ...paths], {
    cwd: ROOT,
    env: { ...process.env, ORIEL_TEST_APPLICATIONS: applications, ...(packed ? { ORIEL_TEST_PACKED: '1' } : {}) },
    stdio: 'inherit',
  });
  return status === 0;
}

// Native code must be compiled for the Node.js that runs the tests.
const ENVIRONMENT = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };

// With the headers of 24.19 to 24.21, better-sqlite3 12 ends the process when a statement is collected. Node.js 24 loads code
// that was compiled with older ones: https://github.com/nodejs/node/issues/65446
const HEADERS = '24.18.1';

/** Returns the folder of the headers of Node.js. The package contains them. */
function installHeaders(): string {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(ROOT, 'var/compatibility/headers');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: HEADERS } }));
  execFileSync('npm', INSTALL, { cwd: folder, stdio: 'inherit' });
  return join(folder, 'node_modules', name);
}

/** The adapters of Prisma may need another version than the set has. */
function getOverrides(packages: VersionSet['packages']): object {
  return 'better-sqlite3' in packages ? { 'better-sqlite3': '$better-sqlite3' } : {};
}

/** Clients are generated by the same version of Prisma. A schema engine is not needed, so that none is downloaded. */
function generatePrismaClients(folder: string): void {
  const env = { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  for (const database of ['postgres', 'sqlite']) {
    const schema = join(folder, 'apps/sql/prisma', database, 'schema.prisma');
    execFileSync('npx', ['prisma', 'generate', '--schema', schema], { cwd: folder, stdio: 'inherit', env });
  }
}

const [chosen] = process.argv.slice(2);
const isChosen = (name: string): boolean => chosen === undefined || chosen === name;
const failed = Object.entries(SETS)
  .filter(([name]) => isChosen(name))
  .filter(([name, set]) => !runSet(name, set))
  .map(([name]) => name);
const recorderVersions = RECORDER_VERSIONS.filter((recorderVersion) => isChosen(`node-${recorderVersion}`));
for (const version of recorderVersions) installNode(version);
// The test runs with each version that is installed.
if (recorderVersions.length > 0 && !runTests(process.execPath, 'test/drop-in/node-versions.test.ts'))
  failed.push(...recorderVersions.map((version) => `node-${version}`));
for (const version of HOST_VERSIONS.filter((hostVersion) => isChosen(`host-${hostVersion}`)))
  if (!runTests(installNode(version), 'packages/host/src/server/*.test.ts', 'packages/host/src/host/*.test.ts'))
    failed.push(`host-${version}`);
if (failed.length > 0) {
  console.error(`These versions are not compatible: ${failed.join(', ')}`);
  process.exitCode = 1;
}
