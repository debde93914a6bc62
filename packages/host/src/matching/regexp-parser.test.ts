/** Regular expressions in URL patterns match like those of ECMAScript, or are rejected with a reason. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseRegExp } from './regexp-parser.ts';
import { PatternError } from './pattern.ts';
import { LinearUrlPattern, parseUrlComponents } from './url-pattern.ts';

const BASE = 'http://localhost/.well-known/mercure';
const TEXTS = [
  '',
  'a',
  'b',
  'ab',
  'aab',
  'aaa',
  'abab',
  'A',
  '1',
  '12',
  '1a',
  '_',
  '-',
  '.',
  '^',
  'x{',
  'é',
  '\u2003',
  'aaaa',
];

describe('an expression matches what JavaScript matches with it', () => {
  for (const expression of [
    'a|b|',
    '[ab]+',
    '[^ab]',
    '[[ab]&&[b]]',
    '[\\]\\-]',
    '.',
    '.{2}',
    'a{2,}',
    'a{2,3}?',
    '(?:ab)*',
    '(?<name>a)b?',
    '\\d+\\w?',
    '\\D\\S',
    '\\x61\\u0062',
    '\\u{61}',
    '\\p{Lu}',
    '\\P{L}',
    '\\p{Script=Latin}+',
    '\\^',
    '\\.',
    'a+?b',
    '\\s',
  ])
    test(expression, () => {
      const own = new LinearUrlPattern(`/(${expression})`, BASE);
      const native = new RegExp(`^(?:${expression})$`, 'v');
      const actual = TEXTS.map((text) => [text, own.matches(parseUrlComponents(`/${text}`, BASE))]);
      // URLs percent-encode the text before it is matched.
      const expected = TEXTS.map((text) => [text, native.test(new URL(`/${text}`, BASE).pathname.slice(1))]);
      assert.deepEqual(actual, expected);
    });
});

for (const [expression, reason] of [
  ['a)b', 'unmatched ")"'],
  [`${'(?:'.repeat(25)}a${')'.repeat(25)}`, 'nested too deeply'],
  ['a{3,2}', 'out of order'],
  ['a{1001}', 'more than 1000'],
  ['a{x}', 'unexpected "{"'],
  ['*a', 'unexpected "*"'],
  ['a|+', 'unexpected "+"'],
  [']', 'unexpected "]"'],
  ['a}', 'unexpected "}"'],
  ['(?:?)', 'unexpected "?"'],
  ['(?', 'look-around'],
  ['(a', 'a group is not closed'],
  ['\\', 'backreferences'],
  ['^a', 'remove "^"'],
  ['a$', 'remove "$"'],
  ['(?=a)b', 'look-around assertions are not supported'],
  ['(?<!a)b', 'look-around assertions are not supported'],
  ['(a)\\1', 'backreferences'],
  ['\\bab', 'word boundaries'],
  ['[b-a]', 'a character class is invalid'],
  ['\\p{Klingon}', 'a character class is invalid'],
  ['[a', 'the pattern ends unexpectedly'],
] as const)
  test(`${expression.slice(0, 20)} is rejected: ${reason}`, () => {
    assert.throws(
      () => parseRegExp(expression),
      (error) => error instanceof PatternError && error.message.includes(reason),
    );
  });
