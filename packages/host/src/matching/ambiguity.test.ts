import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getAmbiguity } from './ambiguity.ts';
import { parseRegExp } from './parse-regexp.ts';

const CASES: Readonly<Record<string, readonly string[]>> = {
  1: [
    '',
    '.+',
    '[a-z]+(?:-[a-z]+)*',
    '[a-z]+(?:-[a-z]+|_\\d+)*',
    '(?:\\d+,)*\\d+',
    '.+/[^/]+',
    '[^/]+/[^/]+/[^/]+',
    '(?:[A-Z][a-z]+)+',
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    '(?:pdf|csv)+',
    '(?!api/).+',
    '(?:(?!--)[^/])+',
    '\\w{1,8}\\w{1,8}',
    '(?<=a)b+',
    '^a+$',
  ],
  2: [
    '(?i:[a-z]+[A-Z]+x)',
    '.+/.+/end',
    'a+a+b',
    '.*(?:a|b)*c',
    '(?:ab)*(?:ab)*c',
    '\\w{1,99}\\w{1,99}',
    'a+[ab]*c',
    '.*a{2}.*b',
    '.+(?=.*a)',
  ],
  3: ['.+/.+/.+/end', 'a*a*a*b'],
  Infinity: [
    '(?i:(?:a|A)*b)',
    '(?i:(?:[A-Z][a-z]+)+)',
    '(?:a+)+',
    '(?:a|ab|b)*',
    '(?:a?b?)*',
    '(?:a*)*',
    '(?:\\w+\\s?\\w)+',
    '(?:.*a){9}',
    '((a+)b?)+',
    '(?:a|a)*b',
    '(?:a(?=.*b))*',
  ],
};

for (const [degree, sources] of Object.entries(CASES))
  for (const source of sources)
    test(`"${source}" has the ambiguity ${degree}`, () => {
      assert.equal(String(getAmbiguity(parseRegExp(source))), degree);
    });

test('letters of either case are the same with the flag "i"', () => {
  assert.deepEqual(
    [getAmbiguity(parseRegExp('(?:a|A)*b', 'i')), getAmbiguity(parseRegExp('(?:a|A)*b'))],
    [Infinity, 1],
  );
});
