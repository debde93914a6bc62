import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LogTrace } from '../../../host/src/trace/log-trace.ts';
import { NullTrace, RequestTrace } from './trace.ts';
import type { LogRecord } from './trace.ts';

const record: LogRecord = { level: 'info', channel: 'app', message: 'x', context: {}, time: 0 };

test('a trace records what happened, and under which route', () => {
  const trace = new RequestTrace();
  trace.log(record);
  trace.enter('city');
  trace.log(record);
  trace.decide('format', 'json', 'Accept');
  trace.listener({ event: 'e', listener: 'l', priority: 0, outcome: 'called', start: 0, duration: 0 });
  assert.deepEqual(
    trace.logs.map(({ route }) => route),
    [undefined, 'city'],
  );
  assert.deepEqual([trace.decisions.length, trace.listeners.length, trace.dropped], [1, 1, {}]);
});

test('limits the number of entries of each kind', () => {
  const trace = new RequestTrace();
  for (let i = 0; i < 20_000; i++) trace.log(record);
  assert.ok(trace.logs.length <= 10_000);
  assert.equal(trace.logs.length + (trace.dropped[record.level] ?? 0), 20_000);
});

test('a log trace records a limited number of logs and nothing else', () => {
  const trace = new LogTrace();
  assert.equal(trace.logs.length, 0);
  for (let i = 0; i < 20_000; i++) trace.log(record);
  trace.decide();
  trace.end();
  assert.deepEqual([trace.begin(), trace.recording, trace.keepsLogs], [0, false, true]);
  assert.deepEqual([trace.decisions.length, trace.spans.length, trace.listeners.length], [0, 0, 0]);
  assert.equal(trace.logs.length + (trace.dropped[record.level] ?? 0), 20_000);
  assert.ok(trace.logs.length < 10_000);
});

test('the null trace records nothing', () => {
  NullTrace.enter('city');
  NullTrace.log(record);
  NullTrace.decide('', '', '');
  NullTrace.listener({ event: '', listener: '', priority: 0, outcome: 'called', start: 0, duration: 0 });
  NullTrace.end(NullTrace.begin('user', 'x', 0));
  const { recording, logs, decisions, listeners, spans } = NullTrace;
  assert.deepEqual(
    { recording, logs, decisions, listeners, spans },
    { recording: false, logs: [], decisions: [], listeners: [], spans: [] },
  );
});

test('a span records its parent, its end and its error, and ends once', () => {
  const trace = new RequestTrace();
  const outer = trace.begin('user', 'outer', 0, { a: 1 });
  const inner = trace.begin('user', 'inner', outer);
  trace.end(inner, { b: 2 }, 'no');
  trace.end(inner, { b: 3 });
  trace.end(outer, { b: 4 });
  trace.end(99);
  assert.deepEqual(
    trace.spans.map(({ id, parent, name, error, details }) => [id, parent, name, error, details]),
    [
      [1, 0, 'outer', undefined, { a: 1, b: 4 }],
      [2, 1, 'inner', 'no', { b: 2 }],
    ],
  );
  assert.ok(trace.spans.every(({ start, duration }) => start >= 0 && duration >= 0));
});

test('a span beyond the limit has the id 0', () => {
  const trace = new RequestTrace();
  const ids = Array.from({ length: 20_000 }, () => trace.begin('user', 'x', 0));
  assert.deepEqual([ids[0], ids.at(-1), trace.dropped], [1, 0, { user: 20_000 - trace.spans.length }]);
});
