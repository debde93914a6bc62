import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redactor } from '../../../../profiler/src/record/redaction/redactor.ts';
import type { RecordedClient } from '../../../../profiler/src/profile/recorded-features.ts';
import { createContext } from '../../testing/index.ts';
import { clientCollector } from './client-collector.ts';

const redactor = new Redactor();

test('requests of the same client share one object, and requests of different clients do not', () => {
  const { collect } = clientCollector(undefined);
  const client = (ip: string, headers: Record<string, string> = {}): RecordedClient =>
    collect({ context: createContext('/', { ip, headers }), redactor } as never) as RecordedClient;
  const first = client('10.0.0.1');
  const other = { ip: '10.0.0.2', peer: '10.0.0.2', because: 'the connection', trusted: false, configured: false };
  assert.equal(client('10.0.0.1'), first);
  assert.deepEqual(client('10.0.0.2'), { ...other, ignored: [] });
  assert.deepEqual(client('10.0.0.2', { 'X-Forwarded-For': '1.2.3.4' }).ignored, ['x-forwarded-for']);
  assert.deepEqual(client('10.0.0.2'), { ...other, ignored: [] });
  assert.deepEqual(client('10.0.0.1'), first);
});
