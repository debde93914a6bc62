import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_COST, NfaMatcher, lastMatchCost } from './nfa-matcher.ts';
import { MAX_STEPS } from './nfa-program.ts';
import { PatternError, repeat, text } from './pattern.ts';
import { parseRegExp } from './parse-regexp.ts';

test('the size of a pattern is the number of its steps', () => {
  for (const [source, steps] of [
    ['', 1],
    ['a', 2],
    ['ab😀', 4],
    ['[ab]', 2],
    ['a|b', 5],
    ['a*', 4],
    ['a+', 5],
    ['a{2,4}', 7],
  ] as const)
    assert.equal(new NfaMatcher(parseRegExp(source)).steps, steps, source);
});

test('a pattern has at most 2,000 steps', () => {
  const longest = 'a'.repeat(MAX_STEPS - 1);
  assert.equal(new NfaMatcher(text(longest)).matches(longest), true);
  assert.throws(() => new NfaMatcher(text(`${longest}a`)), PatternError);
});

test('patterns with look-arounds are not supported', () => {
  assert.throws(() => new NfaMatcher(parseRegExp('(?=a)')), TypeError);
});

test('a match that exceeds the maximum cost is false', () => {
  const matcher = new NfaMatcher(repeat(repeat(text('a'), 0, 1), 900, 900));
  assert.equal(matcher.matches('a'.repeat(20)), true);
  assert.ok(lastMatchCost() < MAX_COST);
  assert.equal(matcher.matches('a'.repeat(800)), false);
  // The limit is checked after each character.
  assert.ok(lastMatchCost() > MAX_COST && lastMatchCost() < MAX_COST + 2 * matcher.steps);
});

test('a text that cannot match any more is not read to its end', () => {
  const matcher = new NfaMatcher(text('ab'));
  assert.equal(matcher.matches(`x${'a'.repeat(10_000)}`), false);
  assert.equal(lastMatchCost(), 1);
  assert.equal(matcher.matches(`abx${'a'.repeat(10_000)}`), false);
  assert.equal(lastMatchCost(), 3);
});

test('each step is visited once for each character', () => {
  const matcher = new NfaMatcher(parseRegExp('(?:a|a|a)*'));
  matcher.matches('a');
  const one = lastMatchCost();
  matcher.matches('aaa');
  const three = lastMatchCost();
  matcher.matches('aaaaa');
  assert.equal(lastMatchCost() - three, three - one);
});
