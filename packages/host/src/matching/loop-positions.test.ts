import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BacktrackingMatcher } from './backtracking-matcher.ts';
import { TextSearch } from './loop-positions.ts';
import { sequence } from './pattern.ts';
import { parsePcre } from './pcre-parser.ts';
import { compileProgram } from './program-compiler.ts';

test('TextSearch finds the next position of a text to the right, and searches each part once', () => {
  const search = new TextSearch('ab--ab--ab');
  assert.deepEqual([search.atLeast('ab', 1, 0), search.steps], [4, 3]);
  // The last search was from 1 to 4.
  assert.deepEqual([search.atLeast('ab', 2, 0), search.atLeast('ab', 4, 0), search.steps], [4, 4, 3]);
  assert.deepEqual([search.atLeast('ab', 0, 0), search.steps], [0, 3]);
  assert.deepEqual([search.atLeast('ab', 5, 0), search.steps], [8, 6]);
  assert.deepEqual([search.atLeast('ab', 9, 0), search.atLeast('ab', 10, 0), search.steps], [11, 11, 8]);
});

test('TextSearch finds the next position of a text to the left, and searches each part once', () => {
  const search = new TextSearch('ab--ab--ab');
  assert.deepEqual([search.atMost('ab', 7, 0), search.steps], [4, 3]);
  assert.deepEqual([search.atMost('ab', 5, 0), search.atMost('ab', 4, 0), search.steps], [4, 4, 3]);
  assert.deepEqual([search.atMost('ab', 9, 0), search.steps], [9, 3]);
  assert.deepEqual([search.atMost('ab', 3, 0), search.steps], [0, 6]);
  assert.deepEqual([search.atMost('ab', -1, 0), search.steps], [-1, 6]);
});

test('TextSearch remembers a search for each mark', () => {
  const search = new TextSearch('a-b-a-b');
  assert.deepEqual([search.atLeast('a', 1, 0), search.atLeast('b', 0, 1), search.atLeast('-', 2, 2)], [4, 2, 3]);
  assert.deepEqual([search.atLeast('a', 2, 0), search.atLeast('b', 1, 1), search.atLeast('-', 3, 2)], [4, 2, 3]);
});

/** Returns the end of the match and the steps, for an expression that has to match the whole text. */
function match(source: string, text: string): [end: number, steps: number] {
  const pattern = sequence(parsePcre(source, { utf8: true, ignoreCase: false, dotAll: true }), {
    kind: 'assert',
    at: 'end',
  });
  const matcher = new BacktrackingMatcher(compileProgram(pattern));
  return [matcher.match(text, 0, new Int32Array(0)), matcher.steps];
}

test('a match returns the end of the text, or -1', () => {
  assert.deepEqual([match('.*-.*', 'a-b')[0], match('.*-.*', 'ab')[0]], [3, -1]);
});

for (const [source, text] of [
  ['.*?a.*?a.*?a.*?ax', 'a'],
  ['.*a.*a.*a.*ax', 'a'],
  ['.+?.+?.+?.+?x', 'a'],
  ['(?>[a-]+)*?(?>[a-]+)*?(?>[a-]+)*?x', 'a-'],
  ['[^x]*?-[^x]*?-[^x]*?-x', 'a-'],
  ['.*-.*?-.*-.*?-x', '-a'],
  ['(?:a|aa)*?(?:a|aa)*?x', 'a'],
  ['(?:.*?-)?.*?-.*?-x', '-'],
] as const)
  test(`no position is tried twice: ${source}`, () => {
    const [[end, long], [, short]] = [match(source, text.repeat(320)), match(source, text.repeat(80))];
    assert.equal(end, -1);
    assert.ok(long <= 4.2 * short + 200, `${long} steps for 320, ${short} for 80`);
  });

for (const [source, text, perCharacter] of [
  ['[a-]*-b', 'a-', 2],
  ['[a-]*--b', '--a', 3],
  ['[a-]*[b]', 'a-', 2],
  ['[a-]*\\Q-b\\E', 'a-', 2],
  ['.*-[b]', '-', 1],
  ['.*-[b].*', '-', 1],
  ['.*-[é]', '-', 1],
  ['[a-]*?-b', 'a-', 2],
  ['.*x', 'a-', 1],
  ['.*?x', 'a-', 1],
] as const)
  test(`a loop ends only where what follows it can begin: ${source}`, () => {
    const [end, steps] = match(source, text.repeat(1_000));
    assert.equal(end, -1);
    assert.ok(steps < (perCharacter + 0.1) * text.length * 1_000, `${steps} steps`);
  });

test('possessive runs and loops read each character once', () => {
  for (const [source, perCharacter] of [
    ['[a-]++x', 1],
    ['(?>[a-]*)x', 1],
    ['[a-]*(?>[b]*)x', 2],
    ['[a-]*(?>[b]+)', 2],
    ['.*-.*-.*x', 6],
  ] as const) {
    const [end, steps] = match(source, 'a-'.repeat(1_000));
    assert.equal(end, -1);
    assert.ok(steps < (perCharacter + 0.1) * 2_000, `${source}: ${steps} steps`);
  }
});
