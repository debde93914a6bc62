import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { countWords, matchesSearch, parseSearch } from './search-query.ts';

/** Formats a parsed search: alternatives by `|`, terms by `&`. */
const format = (text: string): string =>
  parseSearch(text)
    .map((terms) => terms.map(({ words, excluded }) => `${excluded ? '!' : ''}${words.join('+')}`).join('&'))
    .join('|');

test('a search has words, phrases, excluded words and alternatives', () => {
  for (const [text, parsed] of [
    ['blue whale', 'blue&whale'],
    ['"Blue whale" -ship', 'blue+whale&!ship'],
    ['-"blue whale"', '!blue+whale'],
    ['blue or whale ship OR x', 'blue|whale&ship|x'],
    ['"or" and', 'or&and'],
    ['or blue', 'or&blue'],
    ['blue or', 'blue'],
    ['blue or or', 'blue|or'],
    ['blue-whale a.b@c', 'blue+whale&a+b+c'],
    ['"blue', 'blue'],
    ['a"b c"d', 'a&b+c&d'],
    ['orca oregon', 'orca&oregon'],
    ['ÉTÉ Σ ς e\u0301', 'été&σ&σ&e\u0301'],
    ['', ''],
    [' -- "" -"" !?', ''],
    ['\ud800', ''],
  ] as const)
    equal(format(text), parsed, text);
});

test('the words of a search are counted over all terms', () => {
  equal(countWords(parseSearch('a "b c" or -d')), 4);
  equal(countWords(parseSearch('')), 0);
});

test('a text matches whole words in any case, and phrases within one text', () => {
  const matches = (search: string, ...texts: unknown[]) => matchesSearch(parseSearch(search), texts);
  deepEqual(
    [matches('whale', 'Blue WHALES'), matches('whales', 'Blue WHALES'), matches('blue', 'The Blue, whale')],
    [false, true, true],
  );
  equal(matches('"blue whale"', 'blue', 'whale'), false);
  equal(matches('blue whale', 'blue', 'whale'), true);
  equal(matches('"blue whale"', 'a blue: whale'), true);
  equal(matches('"a a a"', 'a a'), false);
  equal(matches('-blue', null, undefined, 7), true);
  equal(matches('blue', null), false);
});
