import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { OptionalPackages } from './optional-packages.ts';

/** Returns the packages of a folder with these versions in its `node_modules`. */
function install(t: TestContext, versions: Readonly<Record<string, string>>): OptionalPackages {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-optional-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, version] of Object.entries(versions)) {
    // The nearest manifest only states the kind of the modules, as in many packages.
    const dist = join(folder, 'node_modules', name, 'dist');
    mkdirSync(dist, { recursive: true });
    writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }');
    writeFileSync(join(dist, 'main.js'), `exports.version = '${version}';`);
    const manifest = { name, version, exports: { '.': './dist/main.js' } };
    writeFileSync(join(dist, '../package.json'), JSON.stringify(manifest));
  }
  return new OptionalPackages(pathToFileURL(join(folder, 'app.js')).href);
}

test('a package is loaded by the first call', (t) => {
  const load = install(t, { jose: '7.0.0' }).load<{ readonly version: string }>('jose', 'bearer()');
  assert.equal(load().version, '7.0.0');
});

test('a missing package is reported with the command that installs it', (t) => {
  assert.throws(() => install(t, {}).load('@prisma/client', 'the test'), {
    message: 'the test needs the package "@prisma/client", which is not installed; run: npm install @prisma/client',
  });
});

test('an old version is reported with the one that is needed', (t) => {
  const packages = install(t, { jose: '5.10.0', kysely: '0.28.9', redis: '5.0.0', pg: '8.11.0-rc.1', ajv: '8.9.0' });
  const expected = {
    jose: 'bearer() needs jose 6.2.15 or newer; 5.10.0 is installed; run: npm install jose@6',
    kysely: 'bearer() needs kysely 0.29.0 or newer; 0.28.9 is installed; run: npm install kysely@0.29',
    ajv: 'bearer() needs ajv 8.17.0 or newer; 8.9.0 is installed; run: npm install ajv@8',
  };
  for (const [name, message] of Object.entries(expected)) {
    assert.throws(() => packages.load(name, 'bearer()'), { message });
    assert.throws(() => packages.checkVersion(name, 'bearer()'), { message });
  }
  for (const name of ['redis', 'pg']) assert.equal(typeof packages.load(name, 'bearer()'), 'function');
});

test('the version of an entry point is that of its package', (t) => {
  assert.throws(() => install(t, { kysely: '0.27.6' }).load('kysely/migration', 'sqlMigrations()'), {
    message: 'sqlMigrations() needs kysely 0.29.0 or newer; 0.27.6 is installed; run: npm install kysely@0.29',
  });
});

test('a package that the application passes may be missing', (t) => {
  install(t, {}).checkVersion('redis', 'redisLimitStore()');
});
