import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryTransport } from '../hub/index.ts';
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

test('a hub that reaches its own process alone is refused to several workers', () => {
  const secret = 'a secret that has at least 32 bytes';
  for (const hub of [{ secret }, { secret, transport: new MemoryTransport() }])
    assert.equal(wrongForWorkers({ hub })[0]?.code, 'ORIEL_WORKERS_HUB');
  const transport = Object.assign(new MemoryTransport(), { shared: true });
  assert.deepEqual(wrongForWorkers({ hub: { secret, transport } }), []);
  assert.deepEqual(wrongForWorkers({ hub: { secret, url: 'https://hub.example/' } }), []);
});
