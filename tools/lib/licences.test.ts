import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { format, resolveConfig } from 'prettier';
import { LOCKFILES, PACKED, PERMISSIVE, licencesPage, getPackages } from './licences.ts';
import { ROOT, read } from './source-files.ts';

test('LICENSES.md is up to date; otherwise run npm run licences', async () => {
  const file = join(ROOT, 'LICENSES.md');
  const expected = await format(licencesPage(), { ...(await resolveConfig(file)), parser: 'markdown' });
  assert.ok(readFileSync(file, 'utf8') === expected, 'LICENSES.md is not up to date; run npm run licences');
});

test('every package of every lockfile has a known licence', () => {
  const tracked = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: ROOT, encoding: 'utf8' });
  assert.deepEqual(tracked.trim().split('\n').toSorted(), Object.keys(LOCKFILES).toSorted());
  for (const lockfile of Object.keys(LOCKFILES)) {
    const unknown = getPackages(lockfile).filter(({ licence }) => licence === undefined);
    assert.deepEqual(unknown, [], lockfile);
  }
  assert.ok(getPackages('package-lock.json').length > 100);
});

test('packed code has a permissive licence, whose files are packed', () => {
  const build = read('tools/build.ts');
  for (const name of PACKED) {
    const found = getPackages('package-lock.json').find((packageName) => packageName.name === name);
    assert.ok(PERMISSIVE.includes(found!.licence!), `${name} ${found?.licence}`);
    assert.ok(build.includes(`${name}/package.json`), `${name} is not in tools/build.ts`);
  }
  assert.match(build, /'LICENSE',\s+'NOTICE'/);
  // The package installs nothing else.
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies?: object };
  assert.equal(dependencies, undefined);
});
