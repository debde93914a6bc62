import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DURATION_UNITS, SIZE_UNITS, parseAmount, parseTime } from './query-values.ts';

const NOW = new Date(2026, 10, 22, 12, 30).getTime();
const DAY = 86_400_000;
const stretch = (text: string) => {
  const found = parseTime(text, NOW);
  return found && [found.from, found.to];
};

test('an amount has a unit that means something, or none', () => {
  assert.equal(parseAmount('200', DURATION_UNITS), 200);
  assert.equal(parseAmount('1.5s', DURATION_UNITS), 1500);
  assert.equal(parseAmount('2µs', DURATION_UNITS), 0.002);
  assert.equal(parseAmount('10KB', SIZE_UNITS), 10_240);
  for (const none of ['', 's', '-1', '1,5', '1e3', '1x', '1234567890123456', '10kb'])
    assert.equal(parseAmount(none, DURATION_UNITS), undefined, none);
});

test('a moment is told by a word, a timestamp or an age', () => {
  const midnight = new Date(2026, 10, 22).getTime();
  assert.deepEqual(stretch('NOW'), [NOW, NOW]);
  assert.deepEqual(stretch('today'), [midnight, new Date(2026, 10, 23).getTime() - 1]);
  assert.deepEqual(stretch('yesterday'), [new Date(2026, 10, 21).getTime(), midnight - 1]);
  assert.deepEqual(stretch('10m'), [NOW - 600_000, NOW - 600_000]);
  assert.deepEqual(stretch('2d'), [NOW - 2 * DAY, NOW - 2 * DAY]);
  assert.deepEqual(stretch('1700000000'), [1_700_000_000_000, 1_700_000_000_000]);
  assert.deepEqual(stretch('1700000000123'), [1_700_000_000_123, 1_700_000_000_123]);
  assert.equal(stretch('10x'), undefined);
});

test('a date and time is as long as it was written short', () => {
  const utc = Date.UTC(2026, 2, 1, 12, 30);
  assert.deepEqual(stretch('2026-03-01T12:30Z'), [utc, utc + 59_999]);
  assert.deepEqual(stretch('2026-03-01 14:30:05+02:00'), [utc + 5000, utc + 5999]);
  assert.deepEqual(stretch('2026-03-01t09:00:05.25-0330'), [utc + 5250, utc + 5250]);
  assert.deepEqual(stretch('2026-03-01T12:30')?.[0], new Date(2026, 2, 1, 12, 30).getTime());
  assert.deepEqual(stretch('2026-03-01'), [new Date(2026, 2, 1).getTime(), new Date(2026, 2, 2).getTime() - 1]);
});

test('a day that no calendar has is none', () => {
  assert.ok(stretch('2028-02-29'));
  for (const none of ['2026-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-01-01T24:00', '2026-01-01T12:60'])
    assert.equal(stretch(none), undefined, none);
  assert.equal(stretch('2026-01-01T12:30:60'), undefined);
  assert.equal(stretch('someday'), undefined);
});
