import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { splitWords } from './summary.ts';

test('splitWords() splits an identifier into words and keeps abbreviations', () => {
  for (const [identifier, expected] of [
    ['SecretNote', 'secret note'],
    ['secret-notes', 'secret notes'],
    ['api_keys', 'api keys'],
    ['ISBNRecord', 'ISBN record'],
    ['City', 'city'],
    ['reopenAll', 'reopen all'],
  ] as const)
    equal(splitWords(identifier), expected);
});
