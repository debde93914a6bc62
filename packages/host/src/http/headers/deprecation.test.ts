import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDeprecation, parseDay } from './deprecation.ts';

test('parses a day, or a time with a zone', () => {
  assert.equal(parseDay('2026-01-31'), Date.UTC(2026, 0, 31));
  assert.equal(parseDay('2026-01-31T10:00:00+02:00'), Date.UTC(2026, 0, 31, 8));
});

test('rejects an ambiguous or invalid date', () => {
  for (const text of [
    '',
    '2026',
    '31.01.2026',
    '2026-02-30',
    '2026-02-30T00:00Z',
    '2026-13-01',
    '2026-01-31T10:00',
    'x',
  ])
    assert.equal(parseDay(text), undefined, text);
});

test('formatDeprecation returns a date as a structured field', () =>
  assert.equal(formatDeprecation(1_688_169_599_900), '@1688169599'));
