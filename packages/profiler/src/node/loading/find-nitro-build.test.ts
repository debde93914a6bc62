import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { findNitroBuild } from './find-nitro-build.ts';

test('finds the version of a Nitro build by nitro.json beside the folder of the server', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'oriel-nitro-'));
  t.after(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'built'));
  writeFileSync(join(root, 'built/nitro.json'), '{"versions":{"nitro":"3.0.0"}}');
  mkdirSync(join(root, 'broken'));
  writeFileSync(join(root, 'broken/nitro.json'), '{');
  const find = (path: string): string | undefined => findNitroBuild(pathToFileURL(join(root, path)).href)?.version;
  assert.equal(find('built/server/index.mjs'), '3.0.0');
  assert.equal(find('built/server/_libs/h3+rou3.mjs'), '3.0.0');
  assert.equal(find('built/public/index.mjs'), undefined);
  assert.equal(find('broken/server/index.mjs'), undefined);
  assert.equal(find('other/server/index.mjs'), undefined);
});
