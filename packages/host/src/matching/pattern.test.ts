import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canContain, fixedLength, isNullable, optional, repeat, sequence, text } from './pattern.ts';
import type { Pattern } from './pattern.ts';
import { parsePcre } from './pcre-parser.ts';

const parse = (source: string): Pattern => parsePcre(source, { utf8: true, ignoreCase: false, dotAll: true });
const capture = (source: string): Pattern => ({ kind: 'capture', index: 0, item: parse(source) });

test('isNullable returns whether a pattern matches the empty text', () => {
  for (const source of ['', 'a?', 'a*', 'a{0,2}', '(?:a?){2}', 'a|', 'a?b?', '(?>a?)', '(?=a)', '(?<!a)', '^', '\\b'])
    assert.equal(isNullable(parse(source)), true, source);
  for (const source of ['a', '[a]', '.', 'a+', 'a{2}', 'a?b', 'a|b', '(?>a)', '(?=a)b'])
    assert.equal(isNullable(parse(source)), false, source);
  assert.deepEqual([isNullable(text('')), isNullable(capture('a?')), isNullable(capture('a'))], [true, true, false]);
});

test('canContain returns whether a match may contain a character', () => {
  for (const source of ['/', 'a/b', '[/]', '.', '[^a]', 'a|/', '(?:a/)*', '(?>/)', 'a?b?/?'])
    assert.equal(canContain(parse(source), 0x2f), true, source);
  for (const source of ['', 'a', '[a]', '[^/]', 'a|b', '(?>[^/]+)', 'a(?=/)', 'a(?!/)', '$'])
    assert.equal(canContain(parse(source), 0x2f), false, source);
  assert.deepEqual([canContain(capture('/'), 0x2f), canContain(capture('a'), 0x2f)], [true, false]);
});

test('fixedLength returns the number of characters of all matches', () => {
  const lengths: [source: string, length: number | undefined][] = [
    ['', 0],
    ['é😀', 2],
    ['[ab].', 2],
    ['a{3}', 3],
    ['(?:ab){2}', 4],
    ['ab|cd', 2],
    ['(?>a)b', 2],
    ['^a(?=bc)$', 1],
    ['a|bc', undefined],
    ['a?', undefined],
    ['a{1,2}', undefined],
    ['(?:a|bc){2}', undefined],
    ['a(?:b?)', undefined],
  ];
  for (const [source, length] of lengths) assert.equal(fixedLength(parse(source)), length, source);
  assert.equal(fixedLength(capture('ab')), 2);
});

test('the functions that create patterns return one pattern unchanged, and greedy repetitions', () => {
  const a = text('a');
  assert.equal(sequence(a), a);
  assert.deepEqual(sequence(), { kind: 'sequence', items: [] });
  assert.deepEqual(sequence(a, a), { kind: 'sequence', items: [a, a] });
  assert.deepEqual(optional(a), repeat(a, 0, 1));
  assert.deepEqual(repeat(a, 2, 3), { kind: 'repeat', item: a, min: 2, max: 3, greedy: true });
});
