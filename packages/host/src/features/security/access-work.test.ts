import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEVELS } from '../../../../core/src/trace/logger.ts';
import { accessWork } from './access-work.ts';

test('counts queries, warnings, and errors of all higher levels, but no notices', () => {
  const logs = LEVELS.map((level) => ({ at: 1, level, channel: 'app', message: '', context: {} }));
  const spans = [12, 30].map((duration) => ({ kind: 'db', duration }));
  assert.equal(
    accessWork({ spans, logs } as never, 200, (_style, text) => text),
    ' db 2/42ms ✖4 ⚠1',
  );
});
