import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CharacterClass } from './character-class.ts';

const has = (source: string, text: string): boolean[] =>
  [...text].map((character) => new CharacterClass(source).has(character.codePointAt(0)!));

test('a class has the characters that its expression matches', () => {
  assert.deepEqual(has('[a-c]', 'abd'), [true, true, false]);
  assert.deepEqual(has('[^/]', 'a/é😀'), [true, false, true, true]);
  assert.deepEqual(has('\\p{L}', 'aé1😀'), [true, true, false, false]);
  assert.deepEqual(has('.', '\n😀'), [true, true]);
  assert.throws(() => new CharacterClass('[b-a]'), SyntaxError);
});

test('classes intersect if one character is in all of them', () => {
  const intersect = (...sources: string[]): boolean =>
    CharacterClass.intersect(sources.map((source) => new CharacterClass(source)));
  assert.deepEqual(
    [intersect('[ab]', '[bc]'), intersect('[ab]', '[cd]'), intersect('[ab]', '[bc]', '[ac]')],
    [true, false, false],
  );
  assert.deepEqual(
    [intersect('\\p{L}', '[^\\x00-\\x7f]'), intersect('\\p{Nd}', 'a'), intersect()],
    [true, false, true],
  );
});
