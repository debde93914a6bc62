import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { resolveMode } from './mode.ts';

afterEach(() => {
  delete process.env['ORIEL_MODE'];
});

test('the mode is production by default', () => {
  assert.equal(resolveMode(), 'production');
  assert.equal(resolveMode('development'), 'development');
});

test('ORIEL_MODE overrides the wanted mode', () => {
  process.env['ORIEL_MODE'] = 'development';
  assert.equal(resolveMode('production'), 'development');
  process.env['ORIEL_MODE'] = '';
  assert.equal(resolveMode('development'), 'development');
});

test('an unknown ORIEL_MODE throws TypeError', () => {
  process.env['ORIEL_MODE'] = 'prod';
  assert.throws(() => resolveMode(), /ORIEL_MODE is "prod"; it must be "development" or "production"/);
});
