/** The syntax of requirements, and the characters of its classes, as the documentation of PCRE describes them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BacktrackingMatcher } from './backtracking-matcher.ts';
import { sequence } from './pattern.ts';
import { parsePcre } from './pcre-parser.ts';
import type { PcreOptions } from './pcre-parser.ts';
import { compileProgram } from './program-compiler.ts';

const UTF8: PcreOptions = { utf8: true, ignoreCase: false, dotAll: false };
const BYTES: PcreOptions = { ...UTF8, utf8: false };

describe('a class in UTF-8 mode has the characters of Unicode', () => {
  for (const [source, native] of [
    ['\\d', '\\p{Nd}'],
    ['\\D', '\\P{Nd}'],
    ['\\w', '[\\p{L}\\p{N}_]'],
    ['\\W', '[^\\p{L}\\p{N}_]'],
    ['\\s', '[\\p{Z}\\t-\\r\\x85]'],
    ['\\S', '[^\\p{Z}\\t-\\r\\x85]'],
    ['\\h', '[\\p{Zs}\\t\\u180e]'],
    ['\\H', '[^\\p{Zs}\\t\\u180e]'],
    ['\\v', '[\\n-\\r\\x85\\u2028\\u2029]'],
    ['\\V', '[^\\n-\\r\\x85\\u2028\\u2029]'],
    ['\\N', '[^\\n]'],
    ['.', '[^\\n]'],
    ['\\R', '[\\n-\\r\\x85\\u2028\\u2029]'],
    ['\\pL', '\\p{L}'],
    ['\\p{Lu}', '\\p{Lu}'],
    ['\\p{^Lu}', '\\P{Lu}'],
    ['\\P{Lu}', '\\P{Lu}'],
    ['\\P{^Lu}', '\\p{Lu}'],
    ['\\p{L&}', '\\p{LC}'],
    ['\\p{Xan}', '\\p{Alphabetic}'],
    ['\\p{Greek}', '\\p{Script=Greek}'],
    ['[[:alpha:]]', '\\p{L}'],
    ['[[:^alpha:]]', '\\P{L}'],
    ['[[:digit:]]', '\\p{Nd}'],
    ['[[:alnum:]]', '[\\p{L}\\p{N}]'],
    ['[[:word:]]', '[\\p{L}\\p{N}_]'],
    ['[[:lower:]]', '\\p{Ll}'],
    ['[[:upper:]]', '\\p{Lu}'],
    ['[[:space:]]', '[\\p{Z}\\t-\\r\\x85]'],
    ['[[:blank:]]', '[\\p{Zs}\\t]'],
    ['[[:xdigit:]]', '[0-9A-Fa-f]'],
    ['[[:punct:]]', '[\\p{P}$+<=>^`|~]'],
    ['[\\d_]', '[\\p{Nd}_]'],
    ['[^\\d\\pL]', '[^\\p{Nd}\\p{L}]'],
    ['[\\D]', '\\P{Nd}'],
    ['[\\h-]', '[\\p{Zs}\\t\\u180e\\-]'],
  ] as const)
    test(source, () => assert.deepEqual(charactersOf(matcherFor(source)), charactersOf(native)));
});

describe('a class in byte mode has ASCII characters', () => {
  for (const [source, native] of [
    ['\\d', '[0-9]'],
    ['\\D', '[^0-9]'],
    ['\\w', '[A-Za-z0-9_]'],
    ['\\W', '[^A-Za-z0-9_]'],
    ['\\s', '[\\t-\\r ]'],
    ['\\h', '[\\t \\xa0]'],
    ['\\v', '[\\n-\\r\\x85]'],
    ['\\R', '[\\n-\\r\\x85]'],
    ['[[:alpha:]]', '[A-Za-z]'],
    ['[[:^alpha:]]', '[^A-Za-z]'],
    ['[[:digit:]]', '[0-9]'],
    ['[[:alnum:]]', '[A-Za-z0-9]'],
    ['[[:word:]]', '[A-Za-z0-9_]'],
    ['[[:lower:]]', '[a-z]'],
    ['[[:upper:]]', '[A-Z]'],
    ['[[:space:]]', '[\\t-\\r ]'],
    ['[[:blank:]]', '[\\t ]'],
    ['[[:xdigit:]]', '[0-9A-Fa-f]'],
    ['[[:punct:]]', '[!-\\/:-@\\[-`{-~]'],
    ['[\\h-]', '[\\t \\xa0\\-]'],
  ] as const)
    test(source, () => assert.deepEqual(charactersOf(matcherFor(source, BYTES)), charactersOf(native)));
});

describe('an expression matches these texts and no others', () => {
  const rows: [source: string, matches: string[], others: string[]][] = [
    ['[]a]', [']', 'a'], ['[', '[]a]']],
    ['[^]a]', ['[', 'b'], [']', 'a']],
    ['[a\\-c]', ['a', '-', 'c'], ['b', '\\']],
    ['[a-c-]', ['a', 'b', 'c', '-'], ['d']],
    ['[-a]', ['-', 'a'], ['b']],
    ['[a-]', ['-', 'a'], ['b']],
    ['[\\d-z]', ['1', '-', 'z'], ['a']],
    ['[a-\\d]', ['a', '-', '1'], ['b', 'd', '\\']],
    ['[a-\\x63]', ['a', 'b', 'c'], ['d', 'x']],
    ['[😀-😂é]', ['😀', '😁', '😂', 'é'], ['😃', 'e']],
    ['[:a]', [':', 'a'], ['[']],
    ['[[.a]', ['[', '.', 'a'], ['b']],
    ['[\\b]', ['\b'], ['b']],
    ['\\a\\e\\f\\n\\r\\t', ['\u0007\u001b\f\n\r\t'], ['aefnrt']],
    ['\\x41\\x4\\x', ['A\u0004\0'], ['A4x']],
    ['\\x{1F600}', ['😀'], ['x']],
    ['\\x{}', ['\0'], ['x{}']],
    ['\\x{10ffff}', ['\u{10ffff}'], []],
    ['\\u0041', ['A'], ['u0041']],
    ['\\u{e9}', ['é'], []],
    ['\\ca\\cZ\\c[', ['\u0001\u001a\u001b'], ['aZ[']],
    ['\\0\\07\\0101', ['\0\u0007\u0008\u0031'], ['\0\u0007A']],
    ['\\.\\*\\-\\é', ['.*-é'], ['a*-é']],
    ['\\Qa.*\\Eb', ['a.*b'], ['axxb', 'a.*\\Eb']],
    ['\\Q(\\E|a', ['(', 'a'], ['(|a']],
    ['a\\Eb', ['ab'], ['a\\Eb', 'aEb']],
    ['(?#comment (a)b', ['b'], ['ab', 'comment (ab']],
    ["(a|b)(?<n>c)(?'m'd)(?P<o>e)", ['acde', 'bcde'], ['ncde']],
    ['(?|(a)|(b))c', ['ac', 'bc'], ['c']],
    ['(?i)é\\x41[b-c]d', ['ÉabD', 'éACd'], ['eabd']],
    ['(?i)1_', ['1_'], ['2_']],
    ['a(?i)b|c', ['ab', 'aB', 'c', 'C'], ['AB']],
    ['(?:a(?i)b)c', ['abc', 'aBc'], ['abC', 'ABc']],
    ['a(?i:b)c', ['abc', 'aBc'], ['abC', 'Abc']],
    ['(?i)a(?-i)b', ['ab', 'Ab'], ['aB']],
    ['(?i)a(?-i:b)c', ['abc', 'AbC'], ['aBc']],
    ['(?s).(?-s).', ['\na'], ['a\n', '\n\n']],
    ['(?is)A.', ['a\n'], ['b\n']],
    ['(?s-i:A.)', ['A\n'], ['a\n']],
    ['(?i)(?-si)a', ['a'], ['A']],
    ['a\\Z\\n?', ['a', 'a\n'], ['a\n\n', 'aa']],
    ['a\\z\\n?', ['a'], ['a\n']],
    ['a$\\n?', ['a'], ['a\n']],
    ['(?:\\Aa|b)+', ['a', 'ab', 'abb', 'b'], ['aa', 'ba']],
    ['\\Ra', ['\r\na', '\na', '\ra'], ['\n\ra', '\n\na', 'a']],
    ['a(?>b+)b', [], ['ab', 'abb', 'abbb']],
    ['a(?>b|bc)d', ['abd'], ['abcd']],
    ['a(?>bc|b)d', ['abd', 'abcd'], ['acd']],
    ['(?>[ab]{2})b|c', ['abb', 'bab', 'c'], ['ab', 'abbb', 'ac']],
    ['(?>[ab]{2,3})b', ['abbb'], ['abb', 'ab', 'abbbb']],
    ['[ab]{1,}+c', ['ac', 'abc'], ['c', 'ca']],
    ['b++c|.+', ['bbc', 'bb', 'c'], ['']],
    ['a?+a', ['aa'], ['a', '']],
    ['a{2}+a', ['aaa'], ['aa']],
    ['(?>é|😀)+', ['é😀é'], ['', 'a']],
    ['a{0}b', ['b'], ['ab']],
    ['a{,2}', ['a{,2}'], ['aa']],
    ['a{x}', ['a{x}'], ['a']],
    ['a{1000}', ['a'.repeat(1000)], ['a'.repeat(999), 'a'.repeat(1001)]],
  ];
  for (const [source, matches, others] of rows)
    test(source, () => {
      const isMatch = matcherFor(source);
      for (const each of matches) assert.equal(isMatch(each), true, JSON.stringify(each));
      for (const each of others) assert.equal(isMatch(each), false, JSON.stringify(each));
    });
});

describe('an expression is rejected with a reason', () => {
  for (const [source, reason] of [
    ['[a', 'a "[" is not closed'],
    ['[b-a]', 'a range in "[…]" is out of order'],
    ['[\\x62-\\x61]', 'a range in "[…]" is out of order'],
    ['[[:alpha', 'the pattern ends unexpectedly'],
    ['[[:none:]]', 'unknown character class "[:none:]"'],
    ['\\p{None}', 'unknown Unicode property "\\p{None}"'],
    ['\\p{L', 'the pattern ends unexpectedly'],
    ['\\p', 'the pattern ends unexpectedly'],
    ['\\', 'the pattern ends unexpectedly'],
    ['[\\', 'the pattern ends unexpectedly'],
    ['\\c', 'the pattern ends unexpectedly'],
    ['(?', 'the pattern ends unexpectedly'],
    ['(?i', 'the pattern ends unexpectedly'],
    ['(?#a', 'the pattern ends unexpectedly'],
    ['\\x{110000}', '"110000" is not a valid code point'],
    ['\\x{g}', '"g" is not a valid code point'],
    ['(a)\\1', 'the backreference "\\1" is not supported: patterns are matched in linear time'],
    ['(a)\\g1', 'the backreference "\\g" is not supported: patterns are matched in linear time'],
    ['\\k<a>', 'the backreference "\\k" is not supported: patterns are matched in linear time'],
    ['\\X', '"\\X" is not supported'],
    ['\\K', '"\\K" is not supported'],
    ['a|*', 'nothing to repeat before "*" at offset 2'],
    ['+', 'nothing to repeat before "+" at offset 0'],
    ['(?:?)', 'nothing to repeat before "?" at offset 3'],
    ['a**', 'nothing to repeat before "*" at offset 2'],
    ['(*SKIP)a', 'verbs such as (*SKIP) are not supported'],
    ['(?<n', 'the name of a group is not closed'],
    ["(?'n)a", 'the name of a group is not closed'],
    ['(?R)', '"(?R" is not supported: use plain groups, look-arounds, (?i) and (?s)'],
    ['(?x)a', '"(?x" is not supported: use plain groups, look-arounds, (?i) and (?s)'],
    ['(?<=a+)b', 'a look-behind must have a fixed length'],
    ['(?<!a|b*)b', 'a look-behind must have a fixed length'],
    ['(?<=(?:a|bc)d)e', 'a look-behind must have a fixed length'],
    ['(a', 'a group is not closed'],
    ['a)b', 'unmatched ")" at offset 1'],
    ['a{2,1}', 'the bounds of a repetition are out of order'],
    ['a{1001}', 'a repetition of more than 1000 is not supported'],
    ['a{1,1001}', 'a repetition of more than 1000 is not supported'],
    ['a{1001,}', 'a repetition of more than 1000 is not supported'],
  ] as const)
    test(source, () => assert.throws(() => parsePcre(source, UTF8), { message: reason }));
});

test('a program of more than 20,000 steps is rejected', () => {
  assert.throws(() => matcherFor('(?:a{150}){150}'), { message: 'the pattern is too large' });
  assert.equal(matcherFor('(?:a{140}){140}')('a'.repeat(19_600)), true);
});

function matcherFor(source: string, options = UTF8): (text: string) => boolean {
  const program = compileProgram(sequence(parsePcre(source, options), { kind: 'assert', at: 'end' }));
  const matcher = new BacktrackingMatcher(program);
  const slots = new Int32Array(0);
  return (text) => matcher.match(text, 0, slots) >= 0;
}

/** The code points of blocks that contain every kind of character. */
const BLOCKS = [
  [0, 0x24f],
  [0x370, 0x3ff],
  [0x1680, 0x1681],
  [0x180d, 0x180f],
  [0x1fff, 0x2071],
  [0x2fff, 0x3001],
] as const;

/** Returns the characters of `BLOCKS` that match, as ranges such as `30-39`. */
function charactersOf(condition: string | ((text: string) => boolean)): string[] {
  const expression = typeof condition === 'string' ? new RegExp(`^${condition}$`, 'u') : undefined;
  const isMatch = typeof condition === 'string' ? (text: string) => expression!.test(text) : condition;
  const ranges: [from: number, to: number][] = [];
  for (const [from, to] of BLOCKS) {
    for (let code = from; code <= to; code++) {
      if (!isMatch(String.fromCodePoint(code))) continue;
      const last = ranges.at(-1);
      if (last?.[1] === code - 1) last[1] = code;
      else ranges.push([code, code]);
    }
  }
  return ranges.map((range) => range.map((code) => code.toString(16)).join('-'));
}
