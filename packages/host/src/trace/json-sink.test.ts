import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonSink, toJsonLine } from './json-sink.ts';
import type { LogRecord } from '../../../core/src/trace/trace.ts';

function getLine(context: LogRecord['context'], message = 'hello'): Record<string, unknown> {
  const line = toJsonLine({ level: 'info', channel: 'app', message, context, time: 0, requestId: 'r1' });
  assert.ok(!/[\n\r]/.test(line), 'one record, one line');
  return JSON.parse(line) as Record<string, unknown>;
}

test('writes a record as one JSON object on one line', () => {
  const written: string[] = [];
  jsonSink((text) => void written.push(text)).write({
    level: 'info',
    channel: 'app',
    message: 'a\nb',
    context: { city: 7 },
    time: 0,
  });
  assert.deepEqual(written, [
    '{"time":"1970-01-01T00:00:00.000Z","level":"info","channel":"app","message":"a\\nb","city":7}\n',
  ]);
});

test('writes the ids of the distributed trace and of the span, which a context cannot overwrite', () => {
  const record = { level: 'info', channel: 'app', message: 'hello', time: 0, requestId: 'r1', traceId: 't1' } as const;
  const context = { trace_id: 'forged', span_id: 'forged' };
  const line = JSON.parse(toJsonLine({ ...record, spanId: 's1', context })) as Record<string, unknown>;
  assert.deepEqual([line['trace_id'], line['span_id']], ['t1', 's1']);
});

test('a context cannot overwrite the members of the record', () => {
  const line = getLine({ level: 'critical', message: 'forged', time: 'now', channel: 'x', request_id: 'y', own: 1 });
  assert.deepEqual(line, {
    time: '1970-01-01T00:00:00.000Z',
    level: 'info',
    channel: 'app',
    message: 'hello',
    request_id: 'r1',
    own: 1,
  });
});

test('writes an error with its class, message, code, stack and causes', () => {
  const error = Object.assign(new TypeError('outer', { cause: new Error('inner', { cause: 'root' }) }), {
    code: 'E_X',
  });
  const written = getLine({ exception: error })['exception'] as Record<string, unknown>;
  assert.deepEqual([written['class'], written['message'], written['code']], ['TypeError', 'outer', 'E_X']);
  assert.match(written['stack'] as string, /json-sink\.test/);
  const inner = written['cause'] as Record<string, unknown>;
  assert.deepEqual([inner['message'], inner['cause']], ['inner', 'root']);
});

test('ends a cyclic chain of causes', () => {
  const error = new Error('round');
  error.cause = error;
  assert.ok(JSON.stringify(getLine({ exception: error })).length < 50_000);
});

test('writes an AggregateError with its members, and the members of a cause', () => {
  const members = [new RangeError('first'), 'a text', new Error('third', { cause: new Error('below') })];
  const outer = new Error('outer', { cause: new AggregateError(members, 'all failed') });
  const { cause } = getLine({ exception: outer })['exception'] as { cause: { class: string; errors: unknown[] } };
  assert.equal(cause.class, 'AggregateError');
  const [first, text, third] = cause.errors as [{ class: string }, string, { cause: { message: string } }];
  assert.deepEqual([first.class, text, third.cause.message], ['RangeError', 'a text', 'below']);
});

test('limits the number of members of an AggregateError', () => {
  const errors = Array.from({ length: 5_000 }, (_, i) => new Error(`member ${i}`));
  const described = getLine({ exception: new AggregateError(errors, 'all failed') })['exception'] as {
    errors: unknown[];
  };
  assert.equal(described.errors.length, 20);
  assert.equal(described.errors.at(-1), '4981 more errors are omitted');
});

test('converts bigints, and truncates long texts and lists', () => {
  const line = getLine(
    { id: 7n, text: 'x'.repeat(1_000_000), list: Array.from({ length: 100_000 }, () => 0) },
    'y'.repeat(1_000_000),
  );
  assert.equal(line['id'], '7n');
  assert.match(line['text'] as string, /… 991808 more$/);
  assert.equal((line['list'] as unknown[]).at(-1), '… 99000 more');
  assert.ok((line['message'] as string).length < 10_000);
});

test('writes the other members when one cannot be written', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const fail = () => {
    throw new Error('no');
  };
  const proxy = new Proxy({}, { get: fail, getPrototypeOf: fail, ownKeys: fail });
  const throwing = {
    get value() {
      return fail();
    },
  };
  const context = {
    cyclic,
    proxy,
    throwing,
    toJSON: undefined,
    nothing: undefined,
    run: () => 1,
    exception: new Error('kept'),
  };
  const line = getLine(context);
  for (const key of ['cyclic', 'proxy', 'throwing'])
    assert.equal(line[key], 'This value cannot be written as JSON', key);
  assert.equal((line['exception'] as { message: string }).message, 'kept');
});

test('writes the other members when a getter of the context throws', () => {
  const line = getLine({
    get a() {
      throw new Error('no');
    },
    b: 1,
  });
  assert.deepEqual([line['message'], line['a'], line['b']], ['hello', 'This value cannot be written as JSON', 1]);
});
