/** Patterns match what `URLPattern` matches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NfaMatcher } from './nfa-matcher.ts';
import { PatternError, repeat } from './pattern.ts';
import { parseRegExp } from './parse-regexp.ts';
import { LinearUrlPattern, parseUrlComponents } from './url-pattern.ts';
import { parseComponent } from './url-pattern-parser.ts';

const BASE = 'https://example.com/hub';
const URLS = [
  ...[
    '/',
    '/a',
    '/a/',
    '/b',
    '/a/b',
    '/a/b/',
    '/a/b/c',
    '/ab',
    '/abc',
    '/a1',
    '/12',
    '/a-b',
    '/a.b',
    '/a:b',
    '/a(b)',
    '/a}b',
    '//',
    '/a//b',
    '/aa',
    '/abab',
    '/a/a',
    '/x/a/x/a',
  ],
  ...[
    '/a?q',
    '/a?',
    '/a?q=1',
    '/a#h',
    '/a?q#h',
    'http://example.com/a',
    'https://example.com/a',
    'https://a.example.com/a',
    'https://a.b.example.com/a',
    'https://example.com:8080/a',
  ],
  ...[
    'https://u@example.com/a',
    'https://u:p@example.com/a',
    'urn:a',
    'urn:a:b',
    'urn:a/b',
    'data:a',
    'ws://example.com/a',
    'ftp://example.com/a',
    '/é',
    '/%C3%A9',
    '/a%20b',
    '/a*b',
  ],
];
const PATTERNS = [
  ...[
    '/a',
    '/a/b',
    '/:x',
    '/:x/',
    '/:x/:y',
    '/a/:x?',
    '/a/:x*',
    '/a/:x+',
    '/:x?/b',
    '/:x-:y',
    '/:x.:y',
    '/:x_1',
    '/a:x',
    '/a:x?',
    '/*',
    '/a*',
    '/a/*',
    '/*/b',
    '*',
    '/**',
  ],
  ...['/a(.*)', '/a\\(b\\)', '/a\\*b', '/\\a'],
  ...[
    '/{a}',
    '/{a}?',
    '/{a}*',
    '/{ab}+',
    '/{a/}*b',
    '/{a/:x}?',
    '/{:x}b',
    '/{a}{b}',
    '{/a}?',
    '{/a}*',
    '/a{/b}*/c',
    '{/x/a}+',
    '/{a\\}b}',
  ],
  ...[
    '/a?q',
    '/a\\?q',
    '/a?q=:v',
    '/a?*',
    '/a#h',
    '/a#:h',
    '?q=1',
    '#h',
    'https://example.com/a',
    'http{s}?://example.com/a',
    '*://example.com/a',
    'https://*.example.com/a',
    'https://:sub.example.com/*',
  ],
  ...[
    'https://{:sub.}?example.com/a',
    'https://example.com:8080/a',
    'https://example.com:*/*',
    'https://u@example.com/*',
    'https://u:*@example.com/*',
    'urn:a',
    'urn:*',
    'urn:\\:x',
    'data\\:a',
    'data\\::x',
    'ws{s}?://*/a',
  ],
  ...['/é', '/:é', '/%C3%A9', '/a b', '/:x{b}?'],
];

for (const source of PATTERNS)
  test(`${source} matches what URLPattern matches`, () => {
    // A full URL with a wildcard scheme does not accept a base.
    const native = source.startsWith('*:') ? new URLPattern(source) : new URLPattern(source, BASE);
    const linearPattern = new LinearUrlPattern(source, BASE);
    assert.deepEqual(
      URLS.filter((url) => linearPattern.matches(parseUrlComponents(url, BASE))),
      URLS.filter((url) => native.test(url, BASE)),
    );
  });

test('a text that is not a URL has no components and matches no pattern', () => {
  assert.equal(parseUrlComponents('https://', BASE), undefined);
  assert.equal(new LinearUrlPattern('*', BASE).matches(undefined), false);
  assert.deepEqual(parseUrlComponents('http://u:p@h:1/a?q#f', BASE), ['http', 'u', 'p', 'h', '1', '/a', 'q', 'f']);
});

test('the size of a pattern is the number of steps of its components', () => {
  const steps = (source: string): number => new LinearUrlPattern(source, BASE).steps;
  assert.equal(steps('/a/b?c#d'), 0);
  assert.ok(steps('/:x') > 0);
  assert.equal(steps('/:x#:y') - steps('/:x'), steps('#:y'));
});

test('a pattern with more than 100 groups is rejected', () => {
  const groups = (count: number): string => `/${'{a}'.repeat(count)}`;
  assert.equal(new LinearUrlPattern(groups(100), BASE).matches(parseUrlComponents(`/${'a'.repeat(100)}`, BASE)), true);
  assert.throws(() => new LinearUrlPattern(groups(101), BASE), { message: 'the pattern has too many groups' });
  assert.throws(() => new LinearUrlPattern('/(', BASE), { message: 'it is not a valid URL pattern' });
});

const EXPRESSION = 'regular expressions are not supported; use ":name" or "*"';

test('a component that URLPattern did not check is rejected with a reason', () => {
  const segment = repeat(parseRegExp('[^\\/]'), 1, Infinity);
  for (const [source, reason] of [
    ['a:', '":" must be followed by a name'],
    ['a:1', '":" must be followed by a name'],
    ['(a)', EXPRESSION],
    [':x(a)', EXPRESSION],
    ['{(a)}', EXPRESSION],
    ['{a', 'a brace is not closed'],
    ['{a\\}', 'a brace is not closed'],
  ] as const)
    assert.throws(
      () => parseComponent(source, segment, '/'),
      (error) => error instanceof PatternError && error.message === reason,
      source,
    );
  assert.deepEqual(parseComponent('', segment, ''), { kind: 'text', text: '' });
  const named = new NfaMatcher(parseComponent(':_x$1é-{\\{}', segment, ''));
  assert.deepEqual(
    ['ab-{', 'ab-}', 'ab-', '-{', 'a/-{'].map((value) => named.matches(value)),
    [true, false, false, false, false],
  );
});
