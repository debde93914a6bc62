/** The matchers accept the same texts as JavaScript, for all short texts of a small alphabet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BacktrackingMatcher } from './backtracking-matcher.ts';
import { CharacterClass } from './character-class.ts';
import { NfaMatcher } from './nfa-matcher.ts';
import { isDeterministic } from './pattern-analysis.ts';
import { sequence } from './pattern.ts';
import type { Pattern } from './pattern.ts';
import { parsePcre } from './pcre-parser.ts';
import { compileProgram } from './program-compiler.ts';
import { createScanner } from './scanner.ts';

/** Texts that are longer than the distances for which loops read each character. */
const LONG_TEXTS = ['a', 'ab', 'a-', '-', 'é', '😀', 'a😀', 'ca', 'b'].flatMap((text) => [
  text.repeat(20),
  `${text.repeat(12)}-${'a'.repeat(12)}`,
  `a-${text.repeat(11)}b`,
  `${text.repeat(9)}--${text.repeat(9)}`,
]);
const TEXTS = [
  ...textsOf(['a', 'b', 'c'], 4),
  ...textsOf(['a', 'é', '😀', '\n'], 3),
  ...textsOf(['a', '-'], 6),
  ...textsOf(['a', '𝒳', '😀', '\uffff'], 3),
  ...LONG_TEXTS,
];
const NO_SLOTS = new Int32Array(0);
const OPTIONS = { utf8: true, ignoreCase: false, dotAll: true };

const BOUNDARY = String.raw`(?:(?<=\p{L})(?!\p{L})|(?<!\p{L})(?=\p{L}))`;

/** Expressions in which the next character decides every choice. */
const DETERMINISTIC = [
  ...['', 'a', 'abc', 'é', '😀a', '[ab]', '[^a]', '.', '[ab]c', '[^é]', '.b', '[^a]{2}', '[ab]{2}', '[é😀]{1,2}'],
  ...[
    'a*',
    'a+',
    'a?',
    'a{2}',
    'a{2,}',
    'a{1,2}',
    '[^a]*',
    '.+',
    '.*',
    '.{2}',
    '.{2,3}',
    '[a😀]{2,}',
    'a*b',
    'b?a',
    'a+b*c?',
  ],
  ...[
    '(?:ab)*',
    '(?:ab)+',
    '(?:ab){2}',
    '(?:ab){1,2}',
    '(?:ab)?c',
    '(?:a-)*',
    '(?:a-){3}',
    '(?:ab?)*c',
    '(?:a|b)c',
    '(?:ab|c)*',
  ],
  ...['a|b', 'ab|c', '(?:a|b|c){2}', '(?:a|-)+', '(?:a-a|-)+', 'a(?:b|c)', '(?>a*)', '(?>ab)*', '(?:a?b)?'],
];

/** Expressions that need backtracking. */
const REGULAR = [
  ...[
    'a*?',
    'a+?b',
    'a??b',
    'a{1,2}?a',
    'a*a',
    '[ab]*b',
    '.*b',
    '.+?b.*',
    '.*-.*',
    '[^-]+-[^-]+',
    '(?:a|ab)c',
    '(?:ab|a)(?:c|bcb?)',
  ],
  ...[
    'a|ab|abc',
    '|a',
    'a|',
    '(?:a|b)*b',
    '(?:a|b)*?b',
    '(?:a*)*',
    '(?:a|a-)*-',
    '(?:-a|-)*',
    '(?:a?){3}',
    '(?:a{1,2}){2}',
    '.*.*c',
  ],
  ...[
    '.*😀',
    '.*?é',
    '[^b]*a',
    '.+a.+',
    '(?:.b)*',
    '(?:.*-)?a',
    '.*-a-.*',
    '[a-]*--a',
    '.*--',
    '.*(?:a|-)a',
    '.*[ab]c',
    'a*[ab]',
    '.*.',
  ],
  ...[
    '(?:a+-)*a',
    '(?:é|😀)+',
    '[^é]*é[^é]*',
    '.*?-.*?a',
    '(?:ab)*?',
    '(?:ab){1,2}?a*',
    '.?.?.?',
    '.*aaaaa.*',
    '.*?-----',
    '.*-a+b?',
    '.*?-.*?b',
    '[^b]*-[^-]*',
    '.*-[a-]+b',
    '.*?--.*',
    '.*-.*-.*',
    '.*?a.*?a.*?-',
    '[a😀]*😀.*',
    '.*.😀',
    '.*?.😀.*?',
    '.+-.+',
    '.+?-.+?',
    '[^-]*.-.*',
    '.*[^a]a.*',
    '.*é*',
    '.*?(?:a|b)*',
    '[a-]*a-*',
  ],
];

/** Expressions with assertions. */
const ASSERTIONS = [
  ...[
    '^a',
    'a$',
    'a^b',
    'a$b',
    '(?:^|b)a',
    '\\ba',
    'a\\b',
    '\\b',
    '\\B',
    'a\\Bb',
    'a\\b-',
    '.\\b.',
    '.\\B.',
    'a*\\b-*',
    '-\\B-',
    '.*\\B',
    '.*\\b𝒳.*',
    '.*𝒳\\b.*',
    '.*𝒳\\B.*',
  ],
  ...[
    '(?=a)',
    '(?=ab).*',
    '(?!ab).*',
    '(?!a).*b',
    '(?=.*c).*',
    '(?!.*c).+',
    '.*(?<=b)',
    '.*(?<!b)',
    '.*(?<=a|bc).',
    '.*(?<!ab|c)',
  ],
  ...[
    '.*(?<=😀)',
    '.(?<=.)',
    '.*(?<=a😀)',
    '(?:(?!-).)*',
    '(?:(?=a).)+b',
    '(?:a(?!b)|b)*',
    '(?<=a)b',
    'a(?<=^a)b',
    '.*(?<![ab].)c',
    '(?=(?!b).)',
  ],
  ...['(?:(?=a|b)(?:a|b))*c', '(?=a?(?:b|-)).*', '(?:(?=(?:a|b)*c).)*c', '(?:(?!(?:-|a)a).)*', '(?<=(?:a|b)).'],
];

for (const source of DETERMINISTIC)
  test(`${source} is scanned without backtracking`, () => {
    const pattern = parsePcre(source, OPTIONS);
    assert.equal(isDeterministic(pattern, CharacterClass.none), true);
    const scan = createScanner(pattern);
    compare(source, (text) => scan(text, 0, NO_SLOTS) === text.length);
    if (!source.includes('(?>')) compare(source, nfa(pattern));
    compare(source, backtracking(pattern));
  });

for (const source of REGULAR)
  test(`${source} matches what JavaScript matches`, () => {
    const pattern = parsePcre(source, OPTIONS);
    compare(source, backtracking(pattern));
    compare(source, nfa(pattern));
  });

for (const source of ASSERTIONS)
  test(`${source} matches what JavaScript matches`, () => compare(source, backtracking(parsePcre(source, OPTIONS))));

function compare(source: string, isMatch: (text: string) => boolean): void {
  // JavaScript has no atomic groups; for these expressions, groups accept the same. Its word boundaries know ASCII letters only.
  const translated = source.replaceAll('(?>', '(?:').replaceAll('\\b', BOUNDARY).replaceAll('\\B', `(?!${BOUNDARY})`);
  const native = new RegExp(`^(?:${translated})$`, 'us');
  assert.deepEqual(
    TEXTS.filter((text) => isMatch(text) !== native.test(text)),
    [],
  );
}

function backtracking(pattern: Pattern): (text: string) => boolean {
  const matcher = new BacktrackingMatcher(compileProgram(sequence(pattern, { kind: 'assert', at: 'end' })));
  return (text) => matcher.match(text, 0, NO_SLOTS) >= 0;
}

function nfa(pattern: Pattern): (text: string) => boolean {
  const matcher = new NfaMatcher(pattern);
  return (text) => matcher.matches(text);
}

/** Returns all texts of at most a number of characters. */
function textsOf(characters: readonly string[], length: number): string[] {
  if (length === 0) return [''];
  const shorter = textsOf(characters, length - 1);
  return [
    ...shorter,
    ...shorter
      .filter((text) => [...text].length === length - 1)
      .flatMap((text) => characters.map((each) => text + each)),
  ];
}
