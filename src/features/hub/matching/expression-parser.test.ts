/** Expressions in the groups of URL patterns: they mean what JavaScript's own mean, or are refused with the reason. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseExpression } from './expression-parser.ts';
import { PatternError } from './shape.ts';
import { LinearUrlPattern, topicParts } from './url-pattern.ts';

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
      const told = TEXTS.map((text) => [text, own.matches(topicParts(`/${text}`, BASE))]);
      // What stands in a URL is percent-encoded there before anybody matches it.
      const expected = TEXTS.map((text) => [text, native.test(new URL(`/${text}`, BASE).pathname.slice(1))]);
      assert.deepEqual(told, expected);
    });
});

for (const [expression, reason] of [
  ['a)b', 'unmatched ")"'],
  [`${'(?:'.repeat(25)}a${')'.repeat(25)}`, 'nested too deeply'],
  ['a{3,2}', 'wrong or too large numbers'],
  ['a{1001}', 'wrong or too large numbers'],
  ['a{x}', 'a "{" is no repetition'],
  ['*a', 'there is nothing for "*" to stand for'],
  ['a|+', 'there is nothing for "+" to stand for'],
  [']', 'there is nothing for "]" to stand for'],
  ['^a', 'a group is always matched whole, without "^"'],
  ['a$', 'a group is always matched whole, without "$"'],
  ['(?=a)b', 'looking around is not supported'],
  ['(?<!a)b', 'looking around is not supported'],
  ['(a)\\1', 'referring back'],
  ['\\bab', 'word boundaries'],
  ['[b-a]', 'a class of characters is wrong'],
  ['\\p{Klingon}', 'a class of characters is wrong'],
  ['[a', 'it ends too early'],
] as const)
  test(`${expression.slice(0, 20)} is refused: ${reason}`, () => {
    assert.throws(
      () => parseExpression(expression),
      (error) => error instanceof PatternError && error.message.includes(reason),
    );
  });
