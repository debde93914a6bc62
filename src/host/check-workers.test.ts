import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemorySessionStorage } from '../visitor/session/index.ts';
import { wrongForWorkers } from './check-workers.ts';

test('sessions in memory are refused to several workers', () => {
  assert.deepEqual(wrongForWorkers({}), []);
  for (const sessions of [{}, { storage: new MemorySessionStorage() }]) {
    const [issue] = wrongForWorkers({ sessions });
    assert.equal(issue?.place, 'sessions.storage');
    assert.match(issue.fix, /--workers 1/);
  }
  const storage = Object.assign(new MemorySessionStorage(), { shared: true });
  assert.deepEqual(wrongForWorkers({ sessions: { storage } }), []);
});
