import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const PACKAGES = pathToFileURL(join(import.meta.dirname, '../../packages/')).href;

test('a host with one route loads the core, the host and the declarations of features', () => {
  const { files, builtin } = loadedFiles({});
  assert.ok(files.includes('host/index.ts') && files.includes('core/http/index.ts'));
  assert.deepEqual(
    files.filter((file) => !/^(?:core|host)\/(?!cli|integrations|testing)/.test(file)),
    [],
  );
  // Only the configuration checks and the declarations of unused features are loaded.
  const features = Map.groupBy(files, (file) => /^host\/features\/([^/]+)\//.exec(file)?.[1]);
  features.delete(undefined);
  assert.ok(features.size > 0);
  for (const [name, loaded] of features) {
    assert.ok(loaded.length <= 15, `${loaded.length} files of ${name}: ${loaded.join(' ')}`);
    assert.ok(!loaded.some((file) => file.includes('-listener')), name);
  }
  for (const name of ['internal/deps/undici/undici', 'https', 'http2', 'zlib', 'sqlite'])
    assert.ok(!builtin.includes(`NativeModule ${name}`), `${name} is loaded`);
});

test('a feature is loaded by hosts whose configuration uses it', () => {
  const { files } = loadedFiles({ resources: [] });
  assert.ok(files.includes('host/features/resources/feature.ts'));
  assert.ok(!files.some((file) => file.startsWith('profiler/')));
});

test('the hub is loaded by hosts whose configuration has one', () => {
  const { files } = loadedFiles({
    hub: { secret: 'a secret that has at least 32 bytes', publicUrl: 'http://localhost/.well-known/mercure' },
  });
  assert.ok(files.includes('host/features/hub/feature.ts'));
});

test('sessions are loaded without integrations and the profiler', () => {
  const { files } = loadedFiles({ sessions: {} });
  assert.ok(files.includes('host/features/session/visitor-session.ts'));
  assert.ok(!files.some((file) => /^(?:host\/integrations|profiler)\//.test(file)));
});

/** Returns the files of packages, such as `host/index.ts`, and the built-in modules that a process has loaded after a host with these settings has sent a response. */
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
  const files = urls.filter((url) => url.startsWith(PACKAGES));
  return { files: files.map((url) => url.slice(PACKAGES.length).replace('/src/', '/')), builtin };
}
