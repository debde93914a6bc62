/** Requirements use the Perl-compatible syntax. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Route } from './route.ts';

const BYTES = { utf8: false };
const matcherFor = (id: string, options = {}) => {
  const { compiled } = new Route({ name: 'r', path: '/{id}', requirements: { id }, options });
  return (value: string) => compiled.pathMatcher.match(`/${value}`);
};

const CASES: Readonly<Record<string, readonly (readonly [requirement: string, match: string, other: string])[]>> = {
  assertions: [
    ['\\Aab\\z', 'ab', 'b'],
    ['ab\\Z', 'ab', 'abc'],
    ['\\bab\\b', 'ab', 'a'],
    ['a\\Bb', 'ab', 'a'],
  ],
  'escaped characters': [
    ['\\Qa.b\\Ec', 'a.bc', 'axbc'],
    ['\\Qa.b', 'a.b', 'axb'],
    ['\\x41\\x{42}', 'AB', 'ab'],
    ['\\u0041', 'A', 'a'],
    ['\\cA', '\u0001', 'A'],
    ['\\060', '0', '060'],
    ['\\a\\e\\f\\t', '\u0007\u001b\f\t', 'aeft'],
    ['\\.\\/', './', 'x/'],
    ['[\\b]', '\b', 'b'],
  ],
  'sets of characters': [
    ['\\N+', 'ab', 'a\nb'],
    ['a\\Rb', 'a\r\nb', 'a\tb'],
    ['\\pL+', 'äb', '12'],
    ['\\PL+', '12', 'ab'],
    ['\\p{^L}+', '12', 'ab'],
    ['\\p{Greek}+', 'αβ', 'ab'],
    ['[[:alpha:]_]+', 'a_b', 'a1'],
    ['[[:^alpha:]]+', '12', 'ab'],
    ['[]a]+', ']a', '[a'],
    ['[^]a]+', 'bc', 'b]'],
    ['[a-]+', 'a-a', 'ab'],
    ['[a-\\d]+', 'a-1', 'b'],
    ['[\\x{61}-\\x{63}]+', 'abc', 'd'],
    ['[\\pL\\-]+', 'a-b', 'a1'],
    ['\\H\\h\\H', 'a\u2003b', 'abc'],
  ],
  groups: [
    ['(?#note)ab', 'ab', 'note'],
    ['(?>a|ab)c', 'ac', 'abc'],
    ["(?'n'a)b", 'ab', 'b'],
    ['(?P<n>a)b', 'ab', 'b'],
    ['(?<n>a|b)c', 'bc', 'c'],
    ['(?|a|b)', 'b', 'c'],
    ['(?=ab)\\w+', 'abc', 'acb'],
    ['(?!c)\\w+', 'abc', 'cab'],
    ['\\w+(?<=b)', 'ab', 'ba'],
    ['\\w+(?<!b)', 'ba', 'ab'],
  ],
  'letters of either case': [
    ['(?i)aB\\x43', 'Abc', 'abd'],
    ['(?i:a)b', 'Ab', 'AB'],
    ['(?i)a(?-i)b', 'Ab', 'AB'],
    ['(?s).', '\n', 'ab'],
  ],
  repetitions: [
    ['a{2}', 'aa', 'aaa'],
    ['a{2,}', 'aaa', 'a'],
    ['a{1,2}?b', 'aab', 'aaab'],
    ['a??b', 'b', 'aab'],
    ['a++b', 'aab', 'b'],
    ['a{,3}', 'a{,3}', 'aa'],
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

test('a possessive repetition does not backtrack', () => {
  assert.deepEqual([matcherFor('a*a')('aa'), matcherFor('a*+a')('aa')], [true, false]);
});

test('byte mode matches only ASCII word characters and digits', () => {
  assert.deepEqual(
    [matcherFor('\\w+', BYTES)('a_1'), matcherFor('\\w+')('é'), matcherFor('\\w+', BYTES)('é')],
    [true, true, false],
  );
  assert.deepEqual([matcherFor('[[:alpha:]]', BYTES)('a'), matcherFor('[[:alpha:]]', BYTES)('é')], [true, false]);
});

for (const [requirement, reason] of [
  ['[[:klingon:]]', 'unknown character class "[:klingon:]"'],
  ['[b-a]', 'out of order'],
  ['\\y', '"\\y" is not supported'],
  ['\\k<n>', 'backreference'],
  ['\\x{110000}', 'is not a valid code point'],
  ['(?<n a)', 'the name of a group is not closed'],
  ['(?x)a', '"(?x" is not supported'],
  ['(*SKIP)a', 'verbs such as (*SKIP) are not supported'],
  ['a{1001}', 'more than 1000'],
  ['a)', 'unmatched ")" at offset 1'],
  ['a\\', 'the pattern ends unexpectedly'],
] as const) {
  test(`${requirement} is rejected: ${reason}`, () => {
    assert.throws(
      () => matcherFor(requirement),
      (error: Error) => error.message.includes(reason) && error.message.includes('"id"'),
    );
  });
}
