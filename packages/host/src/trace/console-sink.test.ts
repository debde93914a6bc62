import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleSink } from './console-sink.ts';
import { clockTime, printable } from '../../../core/src/trace/terminal-text.ts';
import type { LogRecord } from '../../../core/src/trace/trace.ts';

function format(record: Partial<LogRecord>): string {
  const written: string[] = [];
  const sink = consoleSink(
    (text) => void written.push(text),
    (style, text) => (style === 'dim' ? text : `<${style}>${text}`),
  );
  sink.write({
    level: 'info',
    channel: 'app',
    message: 'hello',
    context: {},
    time: new Date(2026, 0, 1, 14, 2, 51).getTime(),
    ...record,
  });
  return written.join('');
}

test('writes a record as one readable line', () => {
  assert.equal(format({}), '14:02:51 <cyan>info app hello\n');
  assert.match(format({ level: 'warning' }), /<yellow>warning/);
  for (const level of ['error', 'critical', 'alert', 'emergency'] as const) assert.match(format({ level }), /<red>/);
});

test('writes a critical error with the first frames of its stack', () => {
  const lines = format({
    level: 'critical',
    message: 'Error: "two\nlines"',
    context: { exception: new Error('two\nlines') },
  })
    .trimEnd()
    .split('\n');
  assert.equal(lines.length, 5);
  assert.ok(lines.slice(1).every((line) => line.startsWith('    at ')));
});

test('prints the error below a record whose message does not contain it', () => {
  const error = Object.assign(new TypeError('no such file'), {
    stack: 'TypeError: no such file\n    at read (a.ts:1:1)',
  });
  assert.deepEqual(
    format({ level: 'critical', context: { exception: error } })
      .split('\n')
      .slice(1),
    ['  TypeError: no such file', '    at read (a.ts:1:1)', ''],
  );
});

test('prints each cause and each member of an AggregateError with the frames that are not printed yet', () => {
  const withFrames = (error: Error, ...frames: string[]) =>
    Object.assign(error, { stack: [String(error), ...frames.map((frame) => `    at ${frame}`)].join('\n') });
  const refused = withFrames(new Error('refused'), 'connect (net.ts:1:1)', 'tick (loop.ts:1:1)');
  const timeout = withFrames(new Error('timed out'), 'timer (net.ts:2:2)', 'tick (loop.ts:1:1)');
  const all = withFrames(new AggregateError([refused, timeout], 'no address answered'), 'open (pool.ts:3:3)');
  const outer = withFrames(new Error('cannot query', { cause: all }), 'query (db.ts:4:4)');
  const lines = format({ level: 'critical', message: 'Uncaught Error: "cannot query"', context: { exception: outer } });
  assert.deepEqual(lines.trimEnd().split('\n').slice(1), [
    '    at query (db.ts:4:4)',
    '  Caused by: AggregateError: no address answered',
    '    at open (pool.ts:3:3)',
    '  Aggregated: Error: refused',
    '    at connect (net.ts:1:1)',
    '    at tick (loop.ts:1:1)',
    '  Aggregated: Error: timed out',
    '    at timer (net.ts:2:2)',
  ]);
});

test('prints the errors that were thrown while the first one was handled', () => {
  const lines = format({
    level: 'critical',
    context: { exception: 'text', also_thrown: [new Error('second'), 'third'] },
  });
  assert.match(lines, /\n {2}Also thrown: Error: second\n {4}at .*\n/);
  assert.match(lines, /\n {2}Also thrown: third\n$/);
});

test('escapes control characters, so that a record cannot move the cursor, ring the bell or forge a line', () => {
  const forged = 'ok\n14:02:51 <red>critical app forged \u001b[2J\u0007\u009b\u2028\u202e\u007f\r';
  const line = format({
    message: forged,
    context: { exception: Object.assign(new Error('x'), { stack: `Error\n    at ${forged}` }) },
  });
  assert.equal(line.trimEnd().split('\n').length, 3, 'the record, its error and one frame');
  assert.ok(![...line.replaceAll('\n', '')].some((character) => /[\p{Cc}\u2028\u202e]/u.test(character)));
  assert.equal(printable('a\u001bb'), 'a\\x1bb');
});

test('truncates a very long message', () => {
  assert.equal(printable('x'.repeat(1_000_000)).length, 501);
  assert.ok(format({ message: 'x'.repeat(1_000_000) }).length < 3_000);
});

test('writes a record whose exception throws when it is read', () => {
  const fail = () => {
    throw new Error('no');
  };
  const throwing = Object.defineProperty(new Error('x'), 'stack', { get: fail });
  for (const exception of [
    new Proxy({}, { getPrototypeOf: fail }),
    throwing,
    Object.assign(new Error('x'), { stack: 7 }),
    undefined,
  ]) {
    assert.match(format({ level: 'critical', message: 'hello x', context: { exception } }), /critical app hello x\n$/);
  }
});

test('pads the clock to two digits', () => {
  assert.equal(clockTime(new Date(2026, 0, 1, 1, 2, 3).getTime()), '01:02:03');
});
