import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRegExp } from './parse-regexp.ts';
import { repeat, sequence, text } from './pattern.ts';
import type { Pattern } from './pattern.ts';

const a = text('a');
const b = text('b');

for (const [source, expected] of [
  ['', sequence()],
  ['ab', sequence(a, b)],
  ['a|b', { kind: 'choice', options: [a, b] }],
  ['(a)(?:a)(?<n>a)(?s:a)', sequence(a, a, a, a)],
  ['(?=a)(?!a)(?<=a)(?<!a)', sequence(...Array.from({ length: 4 }, (): Pattern => ({ kind: 'look', item: a })))],
  ['^a\\b$', sequence(sequence(), a, sequence(), sequence())],
  ['a?a*a+', sequence(repeat(a, 0, 1), repeat(a, 0, Infinity), repeat(a, 1, Infinity))],
  ['a??a*?a+?', sequence(repeat(a, 0, 1), repeat(a, 0, Infinity), repeat(a, 1, Infinity))],
  ['a{2}a{2,}a{2,3}', sequence(repeat(a, 2, 2), repeat(a, 2, Infinity), repeat(a, 2, 3))],
  ['\\.\\/\\(', sequence(text('.'), text('/'), text('('))],
  ['(a|b)+', repeat({ kind: 'choice', options: [a, b] }, 1, Infinity)],
] as const)
  test(`"${source}" is parsed`, () => assert.deepEqual(parseRegExp(source), expected));

test('classes and escapes match the same characters as in the expression', () => {
  for (const [source, text, other] of [
    ['[a\\]b]', ']', '\\'],
    ['\\d', '7', 'd'],
    ['\\p{L}', 'é', '1'],
    ['\\x41', 'A', 'x'],
    ['\\u0041', 'A', 'u'],
    ['\\u{1f600}', '😀', 'u'],
    ['\\n', '\n', 'n'],
    ['.', '/', ''],
  ] as const) {
    const parsed = parseRegExp(source);
    assert.ok(parsed.kind === 'class' && parsed.set.has(text.codePointAt(0)!), source);
    assert.ok(other === '' || !parsed.set.has(other.codePointAt(0)!), source);
  }
});
