import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const SOURCE = pathToFileURL(join(import.meta.dirname, '../../src/')).href;

test('a host with one route loads core, the host and the declarations of features', () => {
  const { files, builtin } = loadedFiles({});
  const modules = modulesOf(files);
  assert.deepEqual(
    modules.filter((name) => !/^(?:core\/|features)/.test(name)),
    ['', 'host'],
  );
  // Only the configuration checks and the declarations of unused features are loaded.
  for (const name of modules.filter((each) => each.startsWith('features/'))) {
    const loaded = files.filter((file) => file.startsWith(`${name}/`));
    assert.ok(loaded.length <= 13, `${loaded.length} files of ${name}: ${loaded.join(' ')}`);
    assert.ok(!loaded.some((file) => file.includes('-listener')), name);
  }
  for (const name of ['internal/deps/undici/undici', 'https', 'http2', 'zlib', 'sqlite'])
    assert.ok(!builtin.includes(`NativeModule ${name}`), `${name} is loaded`);
});

test('a feature is loaded by hosts whose configuration uses it', () => {
  const { files } = loadedFiles({ resources: [] });
  assert.ok(files.includes('features/resources/feature.ts'));
  assert.ok(!modulesOf(files).includes('profiler'));
});

test('the hub is loaded by hosts whose configuration has one', () => {
  const { files } = loadedFiles({
    hub: { secret: 'a secret that has at least 32 bytes', publicUrl: 'http://localhost/.well-known/mercure' },
  });
  assert.ok(files.includes('features/hub/feature.ts'));
});

test('sessions are loaded without integrations and the profiler', () => {
  const { files } = loadedFiles({ sessions: {} });
  assert.ok(files.includes('features/session/session-listener.ts'));
  assert.ok(!modulesOf(files).some((name) => /^(?:integrations|profiler)/.test(name)));
});

/** Returns the files and built-in modules that a process has loaded after a host with these settings has sent a response. */
function loadedFiles(settings: object): { readonly files: readonly string[]; readonly builtin: readonly string[] } {
  const args = [
    '--conditions=oriel:source',
    join(import.meta.dirname, 'report-loaded-modules.ts'),
    JSON.stringify(settings),
  ];
  const env = { ...process.env, ORIEL_MODE: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  assert.equal(status, 0, stderr);
  const { urls, builtin } = JSON.parse(stdout) as { urls: readonly string[]; builtin: readonly string[] };
  return { files: urls.filter((url) => url.startsWith(SOURCE)).map((url) => url.slice(SOURCE.length)), builtin };
}

/** Returns the folders of `src/` that contain these files; those of features and integrations one by one. */
function modulesOf(files: readonly string[]): string[] {
  return [...new Set(files.map((file) => /^(?:(?:features|integrations)\/)?[^/]+(?=\/)|^/.exec(file)![0]))].toSorted();
}
