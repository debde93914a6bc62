import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEVELS } from '../../../core/src/trace/logger.ts';
import { countWork } from './summary.ts';

test('counts warnings, and errors of all higher levels, but no notices', () => {
  const logs = LEVELS.map((level) => ({ level, channel: 'app' }));
  const { warnings, errors } = countWork({ spans: [], logs }, 200);
  assert.deepEqual({ warnings, errors }, { warnings: 1, errors: 4 });
});

test('does not count the log record of a client error', () => {
  const logs = [{ level: 'error', channel: 'request' }] as const;
  assert.equal(countWork({ spans: [], logs }, 404).errors, 0);
  assert.equal(countWork({ spans: [], logs }, 500).errors, 1);
});
