import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { resolveMode } from './config.ts';

afterEach(() => {
  delete process.env['ORIEL_MODE'];
});

test('production unless somebody says otherwise', () => {
  assert.equal(resolveMode(), 'production');
  assert.equal(resolveMode('development'), 'development');
});

test('ORIEL_MODE has the last word', () => {
  process.env['ORIEL_MODE'] = 'development';
  assert.equal(resolveMode('production'), 'development');
  process.env['ORIEL_MODE'] = '';
  assert.equal(resolveMode('development'), 'development');
});

test('an ORIEL_MODE that nobody knows is told', () => {
  process.env['ORIEL_MODE'] = 'prod';
  assert.throws(() => resolveMode(), /ORIEL_MODE is "prod"; it must be "development" or "production"/);
});
