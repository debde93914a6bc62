/** Requirements are regular expressions of ECMAScript, with a few forms of the Perl-compatible syntax. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Route } from './route-definition.ts';

const BYTES = { utf8: false };
const matcherFor = (id: string, options = {}) => {
  const { compiled } = new Route({ name: 'r', path: '/{id}', requirements: { id }, options });
  return (value: string) => compiled.pathPattern.test(`/${value}`);
};

const CASES: Readonly<Record<string, readonly (readonly [requirement: string, match: string, other: string])[]>> = {
  assertions: [
    ['\\bab\\b', 'ab', 'a'],
    ['a\\Bb', 'ab', 'a'],
  ],
  'escaped characters': [
    ['\\x41\\u{42}', 'AB', 'ab'],
    ['\\u0041', 'A', 'a'],
    ['\\cA', '\u0001', 'A'],
    ['\\f\\t\\-\\#', '\f\t-#', 'ft-#'],
    ['\\.\\/', './', 'x/'],
    ['[\\b]', '\b', 'b'],
  ],
  'sets of characters': [
    ['[a-]+', 'a-a', 'ab'],
    ['[\\p{L}\\-]+', 'a-b', 'a1'],
  ],
  groups: [
    ["(?'n'a)b", 'ab', 'b'],
    ['(?P<n>a)b', 'ab', 'b'],
    ['(?<n>a|b)c', 'bc', 'c'],
    ['(?=ab)\\w+', 'abc', 'acb'],
    ['(?!c)\\w+', 'abc', 'cab'],
    ['\\w+(?<=b)', 'ab', 'ba'],
    ['\\w+(?<!b)', 'ba', 'ab'],
  ],
  'letters of either case': [
    ['(?i)aB\\x43|d', 'ABC', 'abd'],
    ['(?i:a)b', 'Ab', 'AB'],
  ],
  repetitions: [
    ['a{2}', 'aa', 'aaa'],
    ['a{2,}', 'aaa', 'a'],
    ['a{1,2}?b', 'aab', 'aaab'],
    ['a??b', 'b', 'aab'],
    ['a++b', 'aab', 'b'],
  ],
};

for (const [what, rows] of Object.entries(CASES)) {
  describe(what, () => {
    for (const [requirement, match, other] of rows) {
      test(`${requirement} matches ${JSON.stringify(match)} and not ${JSON.stringify(other)}`, () => {
        const isMatch = matcherFor(requirement);
        assert.deepEqual([isMatch(match), isMatch(other)], [true, false]);
      });
    }
  });
}

test('a possessive repetition is greedy', () => {
  assert.deepEqual([matcherFor('a*a')('aa'), matcherFor('a*+a')('aa')], [true, true]);
});

test('byte mode matches only ASCII word characters and digits', () => {
  assert.deepEqual(
    [matcherFor('\\w+', BYTES)('a_1'), matcherFor('\\w+')('é'), matcherFor('\\w+', BYTES)('é')],
    [true, true, false],
  );
});

for (const [requirement, reason] of [
  ['[b-a]', 'out of order'],
  ['\\y', 'Invalid escape'],
  ['\\k<n>', 'Invalid named capture referenced'],
  ['\\u{110000}', 'Invalid Unicode escape'],
  ['(?<n a)', 'Invalid capture group name'],
  ['(?x)a', 'Invalid group'],
  ['(*SKIP)a', 'Nothing to repeat'],
  ['a)', 'Unmatched'],
  ['a\\', 'Unterminated group'],
] as const) {
  test(`${requirement} is rejected: ${reason}`, () => {
    assert.throws(
      () => matcherFor(requirement),
      (error: Error) => error.message.includes(reason) && error.message.includes('"id"'),
    );
  });
}
