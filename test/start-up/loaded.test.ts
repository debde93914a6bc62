import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { moduleOf } from '../../tools/lib/modules.ts';

const SOURCE = pathToFileURL(join(import.meta.dirname, '../../src/')).href;

test('a host with one route loads core, the host and the declarations of features', () => {
  const { files, builtin } = loadedBy({});
  const modules = modulesOf(files);
  assert.deepEqual(
    modules.filter((name) => !/^(?:core\/|features)/.test(name)),
    ['', 'host'],
  );
  // Of a feature that is not used, only its configuration checks and its declarations are loaded.
  for (const name of modules.filter((each) => each.startsWith('features/'))) {
    const loaded = files.filter((file) => file.startsWith(`${name}/`));
    assert.ok(loaded.length <= 12, `${loaded.length} files of ${name}: ${loaded.join(' ')}`);
    assert.ok(!loaded.some((file) => file.includes('-listener')), name);
  }
  for (const name of ['internal/deps/undici/undici', 'https', 'http2', 'zlib', 'sqlite'])
    assert.ok(!builtin.includes(`NativeModule ${name}`), `${name} is loaded`);
});

test('a feature is loaded by hosts whose configuration uses it', () => {
  const { files } = loadedBy({ resources: [] });
  assert.ok(files.includes('features/resources/feature.ts'));
  assert.ok(!modulesOf(files).includes('profiler'));
});

test('a hub is loaded by hosts that have one', () => {
  const { files } = loadedBy({
    hub: { secret: 'a secret that has at least 32 bytes', publicUrl: 'http://localhost/.well-known/mercure' },
  });
  assert.ok(files.includes('features/hub/feature.ts'));
});

test('sessions are loaded without the engines of integrations', () => {
  const { files } = loadedBy({ sessions: {} });
  assert.ok(files.includes('features/session/session-listener.ts'));
  assert.ok(!modulesOf(files).some((name) => /^(?:integrations|profiler)/.test(name)));
});

/** What a process of its own has loaded once a host with these settings has answered on a socket. */
function loadedBy(settings: object): { readonly files: readonly string[]; readonly builtin: readonly string[] } {
  const words = ['--conditions=oriel:source', join(import.meta.dirname, 'report-loaded.ts'), JSON.stringify(settings)];
  const env = { ...process.env, ORIEL_MODE: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env });
  assert.equal(status, 0, stderr);
  const { urls, builtin } = JSON.parse(stdout) as { urls: readonly string[]; builtin: readonly string[] };
  return { files: urls.filter((url) => url.startsWith(SOURCE)).map((url) => url.slice(SOURCE.length)), builtin };
}

/** The modules of `src/` that the files are in. */
function modulesOf(files: readonly string[]): string[] {
  return [...new Set(files.map((file) => moduleOf(`src/${file}`) ?? ''))].toSorted();
}
