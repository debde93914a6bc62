import { deepEqual, ok, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { wholeMatch } from './whole-match.ts';

test('the whole text must fit, with alternatives as well', () => {
  const fits = wholeMatch(String.raw`https:\/\/(?:a|pr-\d+)\.example\.com|b`);
  deepEqual(
    ['https://a.example.com', 'https://pr-12.example.com', 'b', 'bb', 'xb', 'https://a.example.com.evil', 'b\n'].map(
      fits,
    ),
    [true, true, true, false, false, false, false],
  );
  deepEqual([wholeMatch('A', true)('a'), wholeMatch('A')('a')], [true, false]);
});

test('what would take for ever elsewhere takes a moment', () => {
  const began = performance.now();
  for (const source of ['(a+)+', '(?:a|a)*', '(?:a{1,63})+', 'a*a*a*a*a*a*a*b'])
    wholeMatch(source)(`${'a'.repeat(3_000)}!`);
  ok(performance.now() - began < 2_000);
});

test('what cannot be promised for is refused', () => {
  throws(() => wholeMatch(String.raw`(a)\1`), /back/i);
  throws(() => wholeMatch('(a'));
});
