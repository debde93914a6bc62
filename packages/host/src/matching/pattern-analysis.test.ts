import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CharacterClass } from './character-class.ts';
import {
  firstCharacters,
  hasNestedRepetition,
  isCharacterRun,
  isDeterministic,
  singleCharacter,
} from './pattern-analysis.ts';
import { text } from './pattern.ts';
import type { Pattern } from './pattern.ts';
import { parsePcre } from './pcre-parser.ts';

const parse = (source: string): Pattern => parsePcre(source, { utf8: true, ignoreCase: false, dotAll: true });
const capture = (source: string): Pattern => ({ kind: 'capture', index: 0, item: parse(source) });
const asciiOf = (set: CharacterClass): string =>
  String.fromCharCode(...[...set.ascii.keys()].filter((code) => set.has(code)));

test('firstCharacters returns the characters with which a match can begin', () => {
  const expected: [source: string, characters: string][] = [
    ['', ''],
    ['ab', 'a'],
    ['[bc]d', 'bc'],
    ['a?b', 'ab'],
    ['a?b*c+d', 'abc'],
    ['a|bc|', 'ab'],
    ['(?:ab)+', 'a'],
    ['(?>a|b)', 'ab'],
    ['(?=a)b', 'b'],
    ['^a', 'a'],
    ['\\b', ''],
  ];
  for (const [source, characters] of expected)
    assert.equal(asciiOf(firstCharacters(parse(source))), characters, source);
  assert.equal(asciiOf(firstCharacters(capture('ab'))), 'a');
  assert.equal(asciiOf(firstCharacters(text(''))), '');
  assert.deepEqual(
    [0xe9, 0xe8, 0x65].map((code) => firstCharacters(parse('é')).has(code)),
    [true, false, false],
  );
});

test('singleCharacter returns a class of one character', () => {
  assert.equal(asciiOf(singleCharacter(0x61)), 'a');
  assert.deepEqual([singleCharacter(0x61).isAsciiOnly, singleCharacter(0x80).isAsciiOnly], [true, false]);
  assert.deepEqual(
    [0x1f600, 0x1f601, 0x7f].map((code) => singleCharacter(0x1f600).has(code)),
    [true, false, false],
  );
});

test('isDeterministic rejects patterns in which the next character does not decide', () => {
  for (const source of [
    ...[
      'a*?',
      'a??',
      'a{1,2}?',
      'a*a',
      'a?a',
      'a{1,2}a',
      'a|ab',
      '(?:ab|a)c',
      '|a',
      'a|b?',
      '(?:a?)*',
      '(?:a*)*',
      '(?:ab?)*b',
    ],
    ...[
      '(?=a)',
      '$',
      '(?=a)b',
      '(?!a)b',
      '^a',
      'a$',
      'a\\b',
      '(?:a|(?=b)b)',
      '(?:^a)*',
      'a(?:b|bc)',
      '(?>a*?)',
      '(?:a|b|a)',
      '(?:a*)?a',
    ],
  ])
    assert.equal(isDeterministic(parse(source), CharacterClass.none), false, source);
  assert.equal(isDeterministic(capture('a*?'), CharacterClass.none), false);
  assert.equal(isDeterministic(capture('a*'), CharacterClass.none), true);
});

test('isDeterministic considers the characters that follow', () => {
  const follow = singleCharacter(0x61);
  for (const source of ['a', 'a{2}', 'a*b', 'b*', '(?>[a]*)', 'a?b', 'b|a'])
    assert.equal(isDeterministic(parse(source), follow), true, source);
  for (const source of [
    'a*',
    '(?:ab)+',
    '(?>a*)',
    'b*a?',
    'b?a*',
    'b|ca*',
    '(?:ba?)+',
    '(?:ba?){2}',
    '(?:ab)*',
    '(?>(?:ab)*)',
  ])
    assert.equal(isDeterministic(parse(source), follow), false, source);
});

test('isCharacterRun accepts greedy repetitions of one class', () => {
  assert.deepEqual(
    ['[a]+', '.*', '\\d{2}'].map((source) => isCharacterRun(parse(source))),
    [true, true, true],
  );
  assert.deepEqual(
    ['[a]+?', '(?:[a]b)*', '[a]', '[a]+b'].map((source) => isCharacterRun(parse(source))),
    [false, false, false, false],
  );
});

test('hasNestedRepetition finds iterations that can be divided in several ways', () => {
  for (const source of [
    ...[
      '(?:a+)+',
      '(?:a*)*',
      '(?:a+){2,}',
      '(?:a|b+)*',
      '(?:ab*|c*)+',
      '(?:a*b?)*',
      '(?:a?b*)+',
      'x(?:a+)*',
      'b|(?:a+)*',
      '(?:(?:a+)+){2}',
    ],
    ...[
      '(?>(?:a+)+)',
      '(?=(?:a+)+)',
      '(?:(?:a+b?)+c)*d',
      '(?:(?=a*)b)*',
      '(?:(?=(?:ba*|c))b)*',
      '(?:(?=(?>a*))b)*',
      '(?:(?:ab?){1,2}a*)*',
      '(?:(?:a*){2}b)*',
    ],
    ...['(?:.*a)*', '(?:(?:ab*){2}b?)*'],
  ])
    assert.equal(hasNestedRepetition(parse(source)), true, source);
  for (const source of [
    'a+',
    'a*a*',
    '(?:a+-)*',
    '(?:-a+)*',
    '[a-z]+(?:-[a-z]+)*',
    '(?:a+){2}',
    '(?:ab)*',
    '(?:a{2})*',
    '(?:(?=a)a)*',
    '(?:a|b)*',
    '(?>a+)',
    '(?=a*)a',
    '(?:^a)*',
  ])
    assert.equal(hasNestedRepetition(parse(source)), false, source);
  assert.equal(hasNestedRepetition(capture('(?:a+)+')), true);
  assert.equal(hasNestedRepetition({ kind: 'repeat', item: capture('a+'), min: 1, max: Infinity, greedy: true }), true);
});
