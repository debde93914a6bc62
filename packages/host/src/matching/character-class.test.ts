import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CharacterClass } from './character-class.ts';

const of = (items: string, options = {}): CharacterClass =>
  CharacterClass.of(items, { negate: false, ignoreCase: false, asciiOnly: /^[\\\x20-\x7e]*$/.test(items), ...options });
const has = (set: CharacterClass, text: string): boolean[] => [...text].map((each) => set.has(each.codePointAt(0)!));

test('a class has its characters in ASCII and beyond', () => {
  assert.deepEqual(has(of('a-c'), 'abcdéK'), [true, true, true, false, false, false]);
  assert.deepEqual(has(of('a-c', { negate: true }), 'adé😀'), [false, true, true, true]);
  assert.deepEqual(has(of('é😀'), 'é😀eÉ'), [true, true, false, false]);
  assert.deepEqual(has(of('é', { negate: true }), 'éea😀'), [false, true, true, true]);
  assert.deepEqual(has(of('é', { ignoreCase: true }), 'éÉ'), [true, true]);
  // The Kelvin sign is the upper case of "k" beyond ASCII.
  assert.deepEqual(has(of('k', { ignoreCase: true }), 'kK\u212a'), [true, true, true]);
  assert.deepEqual(has(CharacterClass.fromRegExp('[^a]'), 'abé'), [false, true, true]);
  assert.deepEqual(
    [has(CharacterClass.any, 'a\0😀'), has(CharacterClass.none, 'a\0😀')],
    [
      [true, true, true],
      [false, false, false],
    ],
  );
  assert.deepEqual(
    [of('\\x7f').has(127), of('\\x7f').has(128), of('\\x80', { asciiOnly: false }).has(128)],
    [true, false, true],
  );
});

test('equal classes are shared, and classes of clients are not', () => {
  assert.equal(of('a'), of('a'));
  assert.notEqual(of('a'), of('a', { negate: true }));
  assert.notEqual(of('a'), of('a', { ignoreCase: true }));
  assert.notEqual(CharacterClass.fromRegExp('[a]'), CharacterClass.fromRegExp('[a]'));
  assert.throws(() => CharacterClass.fromRegExp('['), SyntaxError);
});

test('a class describes its characters beyond ASCII', () => {
  const facts = (set: CharacterClass): boolean[] => [set.isAsciiOnly, set.hasAllNonAscii];
  assert.deepEqual(facts(of('a')), [true, false]);
  assert.deepEqual(facts(of('a', { negate: true })), [false, true]);
  assert.deepEqual(facts(of('é')), [false, false]);
  assert.deepEqual(facts(of('k', { ignoreCase: true })), [false, false]);
  assert.deepEqual(
    [facts(CharacterClass.any), facts(CharacterClass.none)],
    [
      [false, true],
      [true, false],
    ],
  );
});

test('intersects returns whether classes share a character', () => {
  assert.equal(of('a-c').intersects(of('c-d')), true);
  assert.equal(of('a-c').intersects(of('d')), false);
  assert.equal(of('\\x7f').intersects(of('~', { negate: true })), true);
  assert.equal(of('\\x00').intersects(of('\\x00a')), true);
  assert.equal(of('a').intersects(of('a', { negate: true })), false);
  assert.equal(of('é').intersects(of('a', { negate: true })), true);
  assert.equal(of('é').intersects(of('a')), false);
  assert.equal(of('a').intersects(of('é')), false);
});

test('a union has the characters of both classes, and is created once', () => {
  const union = of('a-b').union(of('b-c'));
  assert.deepEqual(has(union, 'abcdé'), [true, true, true, false, false]);
  assert.equal(of('a-b').union(of('b-c')), union);
  assert.notEqual(of('a-b').union(of('d')), union);
  assert.equal(union.isAsciiOnly, true);
  for (const [one, other] of [
    ['a', 'é'],
    ['é', 'a'],
    ['é', 'è'],
  ] as const)
    assert.deepEqual(has(of(one).union(of(other)), `${one}${other}b`), [true, true, false], one);
});

test('excluded lists the characters that are missing if all of them are ASCII', () => {
  assert.deepEqual(of('\\/\\.', { negate: true }).excluded, [0x2e, 0x2f]);
  assert.deepEqual(of('\\x00', { negate: true }).excluded, [0]);
  assert.deepEqual(CharacterClass.any.excluded, []);
  assert.deepEqual([of('a').excluded, of('é').excluded], [[], []]);
});
