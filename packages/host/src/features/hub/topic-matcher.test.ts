import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PatternError } from '../../matching/pattern.ts';
import { TopicMatcher, TopicMatchers } from './topic-matcher.ts';
import type { MatcherType } from './topic-matcher.ts';

const BASE = 'https://example.com/.well-known/mercure';

for (const [type, pattern, facts] of [
  ['exact', '/a', { isExact: true, isWildcard: false, steps: 0 }],
  ['exact', '*', { isExact: false, isWildcard: true, steps: 0 }],
  ['urlpattern', '*', { isExact: false, isWildcard: true, steps: 0 }],
  ['uritemplate', '*', { isExact: false, isWildcard: true, steps: 0 }],
  ['uritemplate', '/a', { isExact: true, isWildcard: false, steps: 0 }],
  ['uritemplate', '/a{', { isExact: true, isWildcard: false, steps: 0 }],
] as const)
  test(`${type} ${pattern} is ${JSON.stringify(facts)}`, () => {
    const { isExact, isWildcard, steps } = new TopicMatchers(BASE).get(type, pattern);
    assert.deepEqual({ isExact, isWildcard, steps }, facts);
  });

test('a pattern has steps and is not exact', () => {
  for (const [type, pattern] of [
    ['urlpattern', '/a/:id'],
    ['uritemplate', '/a/{id}'],
  ] as const) {
    const matcher = new TopicMatchers(BASE).get(type, pattern);
    assert.deepEqual(
      [matcher.type, matcher.pattern, matcher.isExact, matcher.isWildcard],
      [type, pattern, false, false],
    );
    assert.ok(matcher.steps > 0);
  }
});

for (const [type, pattern, matching, others] of [
  ['exact', '/a', ['/a'], ['/b', '/A', 'https://example.com/a', '']],
  ['exact', '/a/{id}', ['/a/{id}'], ['/a/1']],
  ['exact', '*', ['/a', '', '*'], []],
  ['urlpattern', '/a/:id', ['/a/1', 'https://example.com/a/1'], ['/a/', '/a/1/2', 'https://other.example/a/1']],
  ['uritemplate', '/a/{id}', ['/a/1', '/a/{id}'], ['/a/1/2', '/b/1']],
  ['uritemplate', '/a{', ['/a{'], ['/a', '/a{b']],
] as const)
  test(`${type} ${pattern} matches ${matching.join(', ')} only`, () => {
    const matcher = new TopicMatchers(BASE).get(type, pattern);
    for (const topic of matching) assert.equal(matcher.matches(topic), true, topic);
    for (const topic of others) assert.equal(matcher.matches(topic), false, topic);
  });

test('matchesAny tests the topics of an update once', () => {
  let tested = 0;
  const matcher = new TopicMatcher('urlpattern', '/a/:id', {
    steps: 1,
    test: (topic) => {
      tested++;
      return topic === '/a/1';
    },
  });
  assert.equal(matcher.matchesAny(['/b', '/a/1', '/c'], 1), true);
  assert.equal(tested, 2);
  assert.equal(matcher.matchesAny(['/b', '/a/1', '/c'], 1), true);
  assert.equal(tested, 2);
  assert.equal(matcher.matchesAny(['/b'], 2), false);
  assert.equal(matcher.matchesAny(['/b'], 2), false);
  assert.equal(tested, 3);
  assert.equal(matcher.matchesAny(['/a/1'], 1), true);
});

test('the same matcher is compiled once for each type', () => {
  const matchers = new TopicMatchers(BASE);
  assert.equal(matchers.get('exact', '/a'), matchers.get('exact', '/a'));
  assert.notEqual(matchers.get('exact', '/a'), matchers.get('urlpattern', '/a'));
  assert.notEqual(matchers.get('exact', '/a'), matchers.get('exact', '/b'));
});

test('at most 1,000 matchers are cached, and those that are not used again are removed', () => {
  const matchers = new TopicMatchers(BASE);
  const [used, unused] = [matchers.get('exact', '0'), matchers.get('exact', '1')];
  for (let count = 2; count <= 1_001; count++) {
    matchers.get('exact', String(count));
    assert.equal(matchers.get('exact', '0'), used);
  }
  assert.notEqual(matchers.get('exact', '1'), unused);
});

test('an invalid URL pattern is an error each time', () => {
  const matchers = new TopicMatchers(BASE);
  const get = (type: MatcherType, pattern: string) => () => matchers.get(type, pattern);
  assert.throws(get('urlpattern', '/a/(b'), PatternError);
  assert.throws(get('urlpattern', '/a/(b'), PatternError);
});

test('topics are parsed once for many patterns, and the parsed topics are bounded', () => {
  const matchers = new TopicMatchers(BASE);
  const [one, other] = [matchers.get('urlpattern', '/a/:id'), matchers.get('urlpattern', '/a/1')];
  const parsed: string[] = [];
  class CountingUrl extends URL {
    constructor(url: string | URL, base?: string | URL) {
      parsed.push(String(url));
      super(url, base);
    }
  }
  const original = globalThis.URL;
  globalThis.URL = CountingUrl;
  try {
    assert.equal(one.matches('/a/1'), true);
    const first = parsed.length;
    assert.equal(other.matches('/a/1'), true);
    assert.equal(parsed.length, first);
    for (let count = 2; count <= 100; count++) one.matches(`/a/${count}`);
    const full = parsed.length;
    one.matches('/a/1');
    assert.equal(parsed.length, full);
    one.matches('/a/101');
    one.matches('/a/1');
    assert.equal(parsed.length, full + 2 * first);
  } finally {
    globalThis.URL = original;
  }
});
