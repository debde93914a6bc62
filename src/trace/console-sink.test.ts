import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockTime, consoleSink, printable } from './console-sink.ts';
import type { LogRecord } from './trace.ts';

function told(record: Partial<LogRecord>): string {
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

test('a record is one readable line', () => {
  assert.equal(told({}), '14:02:51 <cyan>info app hello\n');
  assert.match(told({ level: 'warning' }), /<yellow>warning/);
  for (const level of ['error', 'critical', 'alert', 'emergency'] as const) assert.match(told({ level }), /<red>/);
});

test('a critical error comes with the first frames of its stack', () => {
  const lines = told({ level: 'critical', context: { exception: new Error('two\nlines') } })
    .trimEnd()
    .split('\n');
  assert.equal(lines.length, 5);
  assert.ok(lines.slice(1).every((line) => line.startsWith('    at ')));
});

test('a failed request is told by the access line, not twice', () => {
  assert.equal(told({ channel: 'request', level: 'error' }), '');
  assert.notEqual(told({ channel: 'request', level: 'critical' }), '');
});

test('nothing from outside moves the cursor, rings or forges a line', () => {
  const forged = 'ok\n14:02:51 <red>critical app forged \u001b[2J\u0007\u009b\u2028\u202e\u007f\r';
  const line = told({
    message: forged,
    context: { exception: Object.assign(new Error('x'), { stack: `Error\n    at ${forged}` }) },
  });
  assert.equal(line.trimEnd().split('\n').length, 2, 'the record and one frame');
  assert.ok(![...line.replaceAll('\n', '')].some((character) => /[\p{Cc}\u2028\u202e]/u.test(character)));
  assert.equal(printable('a\u001bb'), 'a\\x1bb');
});

test('a very long text is cut', () => {
  assert.equal(printable('x'.repeat(1_000_000)).length, 501);
  assert.ok(told({ message: 'x'.repeat(1_000_000) }).length < 3_000);
});

test('something thrown that throws in turn is still told', () => {
  const fail = () => {
    throw new Error('no');
  };
  const rude = Object.defineProperty(new Error('x'), 'stack', { get: fail });
  for (const exception of [
    new Proxy({}, { getPrototypeOf: fail }),
    rude,
    Object.assign(new Error('x'), { stack: 7 }),
    undefined,
  ]) {
    assert.match(told({ level: 'critical', context: { exception } }), /critical app hello\n$/);
  }
});

test('the clock has two digits everywhere', () => {
  assert.equal(clockTime(new Date(2026, 0, 1, 1, 2, 3).getTime()), '01:02:03');
});
