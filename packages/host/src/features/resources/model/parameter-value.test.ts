import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDate, parseNumber } from './parameter-value.ts';

test('days and times of ISO 8601 are dates, and days that do not exist are not', () => {
  for (const [text, expected] of [
    ['2026-02-28', '2026-02-28T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-12-31T23:30-02:00', '2027-01-01T01:30:00.000Z'],
    ['2026-12-31T24:00', '2027-01-01T00:00:00.000Z'],
    ['2026-03-01T00:30 01:00', '2026-02-28T23:30:00.000Z'],
  ] as const)
    assert.equal(parseDate(text), expected, text);
  for (const text of [
    '2026-02-29',
    '2026-02-30T00:00:00',
    '2026-06-31Z',
    '2026-04-31T10:00Z',
    '2026-13-01',
    '2026-00-10',
    'today',
  ])
    assert.throws(() => parseDate(text), /must be a date/, text);
});

test('a whole number that is too large or too small has the limit as its reason', () => {
  assert.equal(parseNumber('9007199254740991', 'integer'), Number.MAX_SAFE_INTEGER);
  assert.throws(() => parseNumber('9007199254740992', 'integer'), /must be a whole number of at most 9007199254740991/);
  assert.throws(() => parseNumber('9'.repeat(30), 'integer'), /of at most 9007199254740991/);
  assert.throws(() => parseNumber('-9007199254740992', 'integer'), /of at least -9007199254740991/);
  assert.throws(() => parseNumber('1.5', 'integer'), /must be a whole number, such as 12/);
});
