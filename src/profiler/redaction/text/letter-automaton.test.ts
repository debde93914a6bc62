import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLASSES, FOUND, STATE, createAutomaton } from './letter-automaton.ts';

test('letters of both cases have one class, all digits have one, and characters of no key have none', () => {
  const classOf = (sign: string): number => CLASSES[sign.charCodeAt(0)]!;
  for (const [index, letter] of [...'abcdefghijklmnopqrstuvwxyz'].entries())
    assert.deepEqual([classOf(letter), classOf(letter.toUpperCase())], [index + 1, index + 1], letter);
  for (const digit of '0123456789') assert.equal(classOf(digit), 27, digit);
  assert.deepEqual([...' _-.:/'].map(classOf), [28, 29, 30, 31, 32, 33]);
  assert.equal(classOf('\t'), classOf(' '));
  for (const other of '@[`{!"#$%&\'()*+,;<=>?\\]^|}~\n\0') assert.equal(classOf(other), 0, other);
  assert.equal(CLASSES.length, 128);
});

/** Returns where keys end in a text, with their kinds. */
function ends(keys: readonly (readonly [string, number])[], text: string): [end: number, what: number][] {
  const next = createAutomaton(keys);
  const found: [number, number][] = [];
  let state = 0;
  for (const [index, sign] of [...text].entries()) {
    state = next[(state & STATE) + CLASSES[sign.charCodeAt(0)]!]!;
    if ((state & FOUND) !== 0) found.push([index + 1, state & FOUND]);
  }
  return found;
}

test('all keys are found, also those that overlap or end in others', () => {
  const keys = [
    ['he', 1],
    ['she', 2],
    ['hers', 4],
    ['his', 8],
  ] as const;
  assert.deepEqual(ends(keys, 'ushers'), [
    [4, 3],
    [6, 4],
  ]);
  assert.deepEqual(ends(keys, 'HIShe'), [
    [3, 8],
    [5, 3],
  ]);
  assert.deepEqual(ends(keys, 'h e s'), []);
});

test('a digit in a key matches any digit, and other signs match themselves', () => {
  assert.deepEqual(ends([['a0-', 1]], 'a7- a-7 b7-'), [[3, 1]]);
});

test('of a long key the first 16 characters are found', () => {
  const key = 'abcdefghijklmnopqrst';
  assert.deepEqual(ends([[key, 1]], key), [[16, 1]]);
});

test('one text may be a key of several kinds', () => {
  assert.deepEqual(
    ends(
      [
        ['a', 1],
        ['a', 4],
      ],
      'ba',
    ),
    [[2, 5]],
  );
});
