import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DURATION_UNITS, SIZE_UNITS, parseAmount, parseTime } from './query-values.ts';

const NOW = new Date(2026, 10, 22, 12, 30).getTime();
const DAY = 86_400_000;
const range = (text: string) => {
  const found = parseTime(text, NOW);
  return found && [found.from, found.to];
};

test('parseAmount returns undefined for an unknown unit or an invalid number', () => {
  assert.equal(parseAmount('200', DURATION_UNITS), 200);
  assert.equal(parseAmount('1.5s', DURATION_UNITS), 1500);
  assert.equal(parseAmount('2µs', DURATION_UNITS), 0.002);
  assert.equal(parseAmount('10KB', SIZE_UNITS), 10_240);
  for (const invalid of ['', 's', '-1', '1,5', '1e3', '1x', '1234567890123456', '10kb'])
    assert.equal(parseAmount(invalid, DURATION_UNITS), undefined, invalid);
});

test('parseTime parses words, timestamps and ages', () => {
  const midnight = new Date(2026, 10, 22).getTime();
  assert.deepEqual(range('NOW'), [NOW, NOW]);
  assert.deepEqual(range('today'), [midnight, new Date(2026, 10, 23).getTime() - 1]);
  assert.deepEqual(range('yesterday'), [new Date(2026, 10, 21).getTime(), midnight - 1]);
  assert.deepEqual(range('10m'), [NOW - 600_000, NOW - 600_000]);
  assert.deepEqual(range('2d'), [NOW - 2 * DAY, NOW - 2 * DAY]);
  assert.deepEqual(range('1700000000'), [1_700_000_000_000, 1_700_000_000_000]);
  assert.deepEqual(range('1700000000123'), [1_700_000_000_123, 1_700_000_000_123]);
  assert.equal(range('10x'), undefined);
});

test('parseTime returns a range as precise as the text', () => {
  const utc = Date.UTC(2026, 2, 1, 12, 30);
  assert.deepEqual(range('2026-03-01T12:30Z'), [utc, utc + 59_999]);
  assert.deepEqual(range('2026-03-01 14:30:05+02:00'), [utc + 5000, utc + 5999]);
  assert.deepEqual(range('2026-03-01t09:00:05.25-0330'), [utc + 5250, utc + 5250]);
  assert.deepEqual(range('2026-03-01T12:30')?.[0], new Date(2026, 2, 1, 12, 30).getTime());
  assert.deepEqual(range('2026-03-01'), [new Date(2026, 2, 1).getTime(), new Date(2026, 2, 2).getTime() - 1]);
});

test('parseTime returns undefined for an invalid date', () => {
  assert.ok(range('2028-02-29'));
  for (const invalid of [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-01T24:00',
    '2026-01-01T12:60',
  ])
    assert.equal(range(invalid), undefined, invalid);
  assert.equal(range('2026-01-01T12:30:60'), undefined);
  assert.equal(range('someday'), undefined);
});
