import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { findHostFile, projectFolder } from './find-host-file.ts';

const root = mkdtempSync(join(tmpdir(), 'oriel-find-'));
after(() => rmSync(root, { recursive: true, force: true }));

function getFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(root, 'project-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function find(files: Readonly<Record<string, string>>, named?: string): string {
  const folder = getFolder(files);
  return findHostFile(named, folder).slice(folder.length + 1);
}

test('the default names are tried in order, TypeScript before JavaScript', () => {
  assert.equal(find({ 'server.js': '', 'src/host.mjs': '', 'index.ts': '' }), 'src/host.mjs');
  assert.equal(find({ 'host.js': '', 'host.ts': '' }), 'host.ts');
});

test('package.json may name another file', () => {
  const manifest = (oriel: unknown): string => JSON.stringify({ oriel });
  assert.equal(find({ 'package.json': manifest({ host: 'api.ts' }), 'api.ts': '', 'host.ts': '' }), 'api.ts');
  for (const other of [manifest({ host: 1 }), manifest(undefined), '{']) {
    assert.equal(find({ 'package.json': other, 'api.ts': '', 'host.ts': '' }), 'host.ts');
  }
  assert.throws(() => find({ 'package.json': manifest({ host: 'zzz.ts' }) }), /fix: Correct "oriel": /);
});

test('a folder may be given instead of the host file in it', () => {
  assert.equal(find({ 'api/src/index.ts': '' }, 'api'), 'api/src/index.ts');
  assert.throws(() => find({ 'api/x.ts': '' }, 'api'), /The folder contains no host file/);
});

test('an unknown file is reported with the most similar one', () => {
  assert.throws(() => find({ 'api/hots.ts': '' }, 'api/host.ts'), /Did you mean .*hots\.ts\?/);
  assert.throws(() => find({ 'host.mjs': '' }, 'host.ts'), /Did you mean .*host\.mjs\?/);
  assert.throws(() => find({ 'quite-another.ts': '' }, 'host.ts'), /fix: Check the spelling/);
  assert.throws(() => find({}, 'nowhere/host.ts'), {
    exitCode: 2,
    message: /The file does not exist[^]*Check the spelling/,
  });
});

test('a folder without a host file reports the names that were tried', () => {
  assert.throws(
    () => find({}),
    /none of host, src\/host, server, index, src\/index with the extension \.ts, \.js, \.mjs/,
  );
});

test('the project folder is that of the nearest package.json, or of the file', () => {
  const folder = getFolder({ 'package.json': '{}', 'src/api/host.ts': '' });
  assert.equal(projectFolder(join(folder, 'src/api/host.ts')), folder);
  const bare = getFolder({ 'api/host.ts': '' });
  assert.equal(projectFolder(join(bare, 'api/host.ts')), join(bare, 'api'));
});
