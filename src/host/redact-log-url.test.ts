import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogRecord } from '../trace/index.ts';
import { defineHost } from './define-host.ts';

test('the access log masks the parameters that profiler.redact names, and keeps those that it keeps', async () => {
  const records: LogRecord[] = [];
  const host = defineHost({
    log: { level: 'none', access: true, sink: { write: (record) => void records.push(record) } },
    profiler: { redact: { names: ['boarding code', /^x-/g], keep: ['csrf-mode'] } },
    query: 'lenient',
  });
  for (let round = 0; round < 2; round++)
    await (
      await host.fetch(new Request('http://localhost/a?boardingCode=X7&x-a=1&csrf_mode=on&password=p&page=2'))
    ).text();
  const expected = 'http://localhost/a?boardingCode=•••&x-a=•••&csrf_mode=on&password=•••&page=2';
  assert.equal(records.length, 2);
  for (const { message, context } of records) {
    assert.equal(context['url'], expected);
    assert.equal(message, `GET ${expected} 404`);
  }
});
