import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHttpDate, parseHttpDate } from './http-date.ts';

test('parses all three formats of RFC 9110 §5.6.7', () => {
  assert.equal(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT'), 784111777000);
  assert.equal(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT'), 784111777000);
  assert.equal(parseHttpDate('Sun Nov  6 08:49:37 1994'), 784111777000);
});

test('returns undefined for similar but invalid dates', () => {
  for (const text of [
    '',
    '0',
    '1994',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Thu, 31 Feb 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 25:49:37 GMT',
  ])
    assert.equal(parseHttpDate(text), undefined, text);
});

test('formatHttpDate returns the preferred format', () =>
  assert.equal(formatHttpDate(784111777000), 'Sun, 06 Nov 1994 08:49:37 GMT'));
