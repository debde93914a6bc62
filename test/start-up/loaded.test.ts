import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const SOURCE = pathToFileURL(join(import.meta.dirname, '../../src/')).href;

test('a host of one route loads the rooms that every host needs, and what declares the others', () => {
  const { files, builtin } = loadedBy({});
  assert.deepEqual(roomsOf(files), [
    '',
    'api/declare',
    'errors',
    'events',
    'host',
    'http',
    'kernel',
    'listeners',
    'routing',
    'security/declare',
    'server',
    'trace',
  ]);
  // Behind the door of a room that is only declared there is next to nothing.
  assert.ok(files.filter((file) => file.startsWith('api/')).length <= 10);
  for (const name of ['internal/deps/undici/undici', 'https', 'http2', 'zlib', 'sqlite'])
    assert.ok(!builtin.includes(`NativeModule ${name}`), `${name} is loaded`);
});

test('what a configuration has is loaded with it', () => {
  const rooms = roomsOf(loadedBy({ resources: [] }).files);
  assert.ok(rooms.includes('api'));
  assert.ok(rooms.includes('listeners/resources'));
  assert.ok(!rooms.includes('profiler'));
});

test('a hub is loaded by hosts that have one', () => {
  const rooms = roomsOf(
    loadedBy({
      hub: { secret: 'a secret that has at least 32 bytes', publicUrl: 'http://localhost/.well-known/mercure' },
    }).files,
  );
  assert.ok(rooms.includes('hub'));
});

test('sessions are loaded by hosts that keep some, without the engines behind adapters', () => {
  const rooms = roomsOf(loadedBy({ sessions: {} }).files);
  assert.ok(rooms.includes('visitor/session'));
  assert.ok(rooms.includes('listeners/session'));
  assert.ok(!rooms.some((room) => /^(?:adapters|security$|profiler)/.test(room)));
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

/** The doors among the files, by their folder. */
function roomsOf(files: readonly string[]): string[] {
  return files
    .filter((file) => /(?:^|\/)index\.ts$/.test(file))
    .map((file) => file.replace(/\/?index\.ts$/, ''))
    .toSorted();
}
