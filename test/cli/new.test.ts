import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stopAfter, runOrielHost, createProject, start, startOrielHost } from './run-program.ts';

interface Manifest {
  readonly name: string;
  readonly type: string;
  readonly scripts: Record<string, string>;
  readonly dependencies?: Record<string, string>;
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

test('new creates a folder with a valid host and prints the next steps', async (t) => {
  const folder = createProject(t, {});
  const { code, out } = await runOrielHost(folder, ['new', 'My Notes']);
  assert.equal(code, 0);
  assert.match(out, /cd My Notes\n +npm install\n +npm run dev/);
  assert.equal(manifestIn(join(folder, 'My Notes')).name, 'my-notes');
  assert.ok(existsSync(join(folder, 'My Notes', '.gitignore')));
  assert.match((await runOrielHost(join(folder, 'My Notes'), ['check'])).out, /The configuration is valid: \d+ routes/);
});

test('the host of a new project serves requests: a note can be added and read', async (t) => {
  const folder = createProject(t, {});
  await runOrielHost(folder, ['new', 'app']);
  const { waitForOutput } = stopAfter(t, startOrielHost(join(folder, 'app'), ['dev', '--port', '0']));
  const [url] = await waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  const added = await fetch(`${url}/api/notes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"text":"Hello"}',
  });
  assert.equal(added.status, 201);
  const read = await fetch(new URL(added.headers.get('location')!, url));
  assert.deepEqual(await read.json(), { id: 2, text: 'Hello', isDone: false });
});

test('the tests of a new project pass', async (t) => {
  const folder = createProject(t, {});
  await runOrielHost(folder, ['new', 'app']);
  const tests = start(process.execPath, ['--conditions=oriel:source', '--test'], join(folder, 'app'));
  assert.equal(await tests.exitCode, 0, tests.out());
  assert.match(tests.out(), /pass 2/);
});

test('new adds a dependency on the running version, or on packed packages', async (t) => {
  const folder = createProject(t, {});
  await runOrielHost(folder, ['new', 'a']);
  assert.match(manifestIn(join(folder, 'a')).dependencies!['oriel-host']!, /^\^\d+\.\d+\.\d+$/);
  await runOrielHost(folder, ['new', 'b', '--packages', '../packed']);
  assert.deepEqual(manifestIn(join(folder, 'b')).dependencies, {
    oriel: 'file:../../packed/oriel.tgz',
    'oriel-core': 'file:../../packed/oriel-core.tgz',
    'oriel-host': 'file:../../packed/oriel-host.tgz',
    zod: '^4.0.0',
  });
});

test('new completes a folder created by npm and keeps its settings', async (t) => {
  const folder = createProject(t, {
    'package.json':
      '{ "name": "mine", "scripts": { "test": "exit 1", "lint": "x" }, "dependencies": { "oriel-host": "file:x.tgz" } }',
    'package-lock.json': '{}',
  });
  const { code, out } = await runOrielHost(folder, ['new', '.']);
  assert.equal(code, 0);
  assert.match(out, /npm install/);
  assert.doesNotMatch(out, /cd /);
  const { name, type, scripts, dependencies } = manifestIn(folder);
  assert.deepEqual([name, type, dependencies], ['mine', 'module', { 'oriel-host': 'file:x.tgz', zod: '^4.0.0' }]);
  assert.deepEqual(scripts, {
    types: 'tsc',
    test: 'node --test',
    lint: 'x',
    dev: 'oriel-host dev',
    start: 'oriel-host start',
  });
});

test('new prints npm install if the host is not installed', async (t) => {
  const folder = createProject(t, {});
  assert.match((await runOrielHost('/', ['new', join(folder, '..', `${folder}-apart`)])).out, /npm install/);
  t.after(async () => (await import('node:fs')).rmSync(`${folder}-apart`, { recursive: true, force: true }));
});

test('new rejects a folder that is not empty and does not change it', async (t) => {
  const folder = createProject(t, { 'host.ts': 'mine', 'notes.txt': '' });
  const { code, err } = await runOrielHost(folder, ['new', '.']);
  assert.equal(code, 2);
  assert.match(err, /it contains host\.ts and 1 more/);
  assert.equal(readFileSync(join(folder, 'host.ts'), 'utf8'), 'mine');
  assert.match((await runOrielHost(folder, ['new', 'notes.txt'])).err, /is a file/);
  assert.match(
    (await runOrielHost(createProject(t, { 'host.ts': '' }), ['new', '.'])).err,
    /it contains host\.ts(?! and)/,
  );
});

test('new rejects an invalid package.json', async (t) => {
  const folder = createProject(t, { 'package.json': '{ "name":' });
  const { code, err } = await runOrielHost(folder, ['new', '.']);
  assert.equal(code, 2);
  assert.match(err, /existing package\.json is not a JSON object/);
  assert.equal(existsSync(join(folder, 'host.ts')), false);
});
