import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable, printableLine } from './printable.ts';

test('ordinary text with lines and tabs is not changed', () => {
  assert.equal(printable('Zoë\n\t“naïve” 日本 👩‍🚀\r\n', 100), 'Zoë\n\t“naïve” 日本 👩‍🚀\r\n');
});

test('terminal control characters are escaped', () => {
  assert.equal(printable('\u001b[2Jgone\0\u009b\rback', 100), '\\x1b[2Jgone\\x00\\x9b\\x0dback');
});

test('characters that change the text direction are escaped', () => {
  assert.equal(printable('a\u202eb\u2066c', 100), 'a\\u202eb\\u2066c');
});

test('invisible characters are escaped, and joiners and variation selectors where nothing needs them', () => {
  assert.equal(
    printable('a\u200bb\u00ad\ufeff\u2060\u{e0041}\u061c\ufff9', 100),
    'a\\u200bb\\xad\\ufeff\\u2060\\u{e0041}\\u061c\\ufff9',
  );
  assert.equal(printable('pass\u200dword a\ufe0f é\u200d\u200d', 100), 'pass\\u200dword a\\ufe0f é\\u200d\\u200d');
  for (const text of ['❤️ 1️⃣ 👁️‍🗨️ 👩🏽‍❤️‍👨', 'می\u200cخواهم', 'क्\u200dष']) assert.equal(printable(text, 100), text);
});

test('a long text is truncated and the omitted characters are counted', () => {
  assert.equal(printable('x'.repeat(12_345), 10), `${'x'.repeat(10)}… 12,335 more`);
});

test('truncation does not leave a lone surrogate', () => {
  assert.ok(printable('a👩', 2).isWellFormed());
});

test('printableLine shows line breaks as symbols', () => {
  assert.equal(printableLine('a\n  b\r\nc', 100), 'a ⏎ b ⏎ c');
});
