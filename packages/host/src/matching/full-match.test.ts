import { deepEqual, ok, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { createFullMatch } from './full-match.ts';

test('createFullMatch matches whole texts, also with alternatives', () => {
  const isMatch = createFullMatch(String.raw`https:\/\/(?:a|pr-\d+)\.example\.com|b`);
  deepEqual(
    ['https://a.example.com', 'https://pr-12.example.com', 'b', 'bb', 'xb', 'https://a.example.com.evil', 'b\n'].map(
      isMatch,
    ),
    [true, true, true, false, false, false, false],
  );
  deepEqual([createFullMatch('A', true)('a'), createFullMatch('A')('a')], [true, false]);
});

test('createFullMatch matches patterns with exponential backtracking in linear time', () => {
  const began = performance.now();
  for (const source of ['(a+)+', '(?:a|a)*', '(?:a{1,63})+', 'a*a*a*a*a*a*a*b'])
    createFullMatch(source)(`${'a'.repeat(3_000)}!`);
  ok(performance.now() - began < 2_000);
});

test('createFullMatch rejects backreferences and invalid syntax', () => {
  throws(() => createFullMatch(String.raw`(a)\1`), /back/i);
  throws(() => createFullMatch('(a'));
});
