import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { skipWithout } from './lib/skip-without.ts';

beforeEach(() => {
  delete process.env['ORIEL_TEST_ALL'];
});

test('tests of a package that npm test does not install are skipped with the command that installs it', () => {
  assert.equal(skipWithout('express'), false);
  assert.equal(skipWithout('no-package'), 'no-package is not installed; "npm run test:all" installs it');
});

test('tests without their package fail in npm run test:all', () => {
  process.env['ORIEL_TEST_ALL'] = '1';
  assert.equal(skipWithout('express'), false);
  assert.throws(() => skipWithout('no-package'), /no-package is not installed, and its tests must not be skipped/);
});
