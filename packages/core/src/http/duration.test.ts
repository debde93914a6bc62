import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDurationIssue, formatDuration, parseDuration, toSeconds } from './duration.ts';
import type { Duration } from './duration.ts';

test('a number is milliseconds, and a text has a unit', () => {
  for (const [value, milliseconds] of [
    [0, 0],
    [250, 250],
    ['250 ms', 250],
    ['0 s', 0],
    ['1.5 s', 1_500],
    ['1.1 s', 1_100],
    ['15 min', 900_000],
    ['12 h', 43_200_000],
    ['730 d', 63_072_000_000],
  ] as const)
    assert.equal(parseDuration(value, 'timeout'), milliseconds, String(value));
});

test('other values are rejected with the option, the value and the expected format', () => {
  for (const value of [-1, 0.5, NaN, Infinity, '', '15', '15min', '15  min', '15 m', '15 MIN', '-1 s', '+1 s', '1e3 s'])
    assert.throws(
      () => parseDuration(value as Duration, 'sessions.idle'),
      (error) =>
        error instanceof TypeError &&
        error.message.startsWith(`sessions.idle is ${JSON.stringify(value)}; expected milliseconds`),
      String(value),
    );
  for (const value of [null, true, [], {}, 5n])
    assert.throws(() => parseDuration(value as never, 'idle'), {
      name: 'TypeError',
      message: /^idle is \w+; expected/,
    });
  const message =
    'idle is "15 m"; expected milliseconds, or a number with a unit, such as \'15 min\' (ms, s, min, h, d), from 0 to 36525 d';
  assert.throws(() => parseDuration('15 m' as Duration, 'idle'), { message });
});

test('a range limits the accepted durations, inclusively', () => {
  const range = { minimum: 1_000, maximum: 60_000 };
  for (const value of ['1 s', '1 min', 1_000, 60_000] as const)
    assert.equal(describeDurationIssue(value, range), undefined);
  for (const value of [0, 999, '0.999 s', 60_001, '2 min'])
    assert.match(describeDurationIssue(value, range)!, /such as '1 min' .*, from 1 s to 1 min$/);
  assert.notEqual(describeDurationIssue('36526 d'), undefined);
});

test('a range of whole seconds rejects a number of seconds that was not converted to milliseconds', () => {
  assert.match(describeDurationIssue(3_600, { wholeSeconds: true })!, /^whole seconds, in milliseconds or with a unit/);
  assert.equal(describeDurationIssue(3_600_000, { wholeSeconds: true }), undefined);
  assert.equal(describeDurationIssue(0, { wholeSeconds: true }), undefined);
});

test('seconds are a thousandth of the milliseconds', () => assert.equal(toSeconds('1 h'), 3_600));

test('milliseconds are formatted in the largest unit that divides them', () => {
  assert.deepEqual([0, 1, 1_500, 90_000, 3_600_000, 86_400_000].map(formatDuration), [
    ...['0', '1 ms', '1500 ms', '90 s', '1 h', '1 d'],
  ]);
});
