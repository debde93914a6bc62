import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable, printableLine } from './printable.ts';

test('ordinary text, with lines and tabs, stays what it is', () => {
  assert.equal(printable('Zoë\n\t“naïve” 日本 👩‍🚀\r\n', 100), 'Zoë\n\t“naïve” 日本 👩‍🚀\r\n');
});

test('what could repaint a terminal is spelled out', () => {
  assert.equal(printable('\u001b[2Jgone\0\u009b\rback', 100), '\\x1b[2Jgone\\x00\\x9b\\x0dback');
});

test('what could turn the reading direction is spelled out', () => {
  assert.equal(printable('a\u202eb\u2066c', 100), 'a\\u202eb\\u2066c');
});

test('a long text is cut and what is missing counted', () => {
  assert.equal(printable('x'.repeat(12_345), 10), `${'x'.repeat(10)}… 12,335 more`);
});

test('a pair of surrogates that is cut in two is no broken text', () => {
  assert.ok(printable('a👩', 2).isWellFormed());
});

test('on one line, line breaks are seen as such', () => {
  assert.equal(printableLine('a\n  b\r\nc', 100), 'a ⏎ b ⏎ c');
});
