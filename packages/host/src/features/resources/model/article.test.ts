import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { withArticle } from './article.ts';

test('withArticle() chooses the article by the sound of the first word', () => {
  for (const [words, expected] of [
    ['city', 'a city'],
    ['author', 'an author'],
    ['issue', 'an issue'],
    ['user', 'a user'],
    ['university', 'a university'],
    ['unit', 'a unit'],
    ['utility bill', 'a utility bill'],
    ['unimportant note', 'an unimportant note'],
    ['uncle', 'an uncle'],
    ['hour', 'an hour'],
    ['house', 'a house'],
    ['one-time code', 'a one-time code'],
    ['European country', 'a European country'],
    ['URL', 'a URL'],
    ['SQL query', 'an SQL query'],
    ['API key', 'an API key'],
    ['sms', 'an sms'],
    ['http error', 'an http error'],
    ['url', 'a url'],
    ['uuid', 'a uuid'],
    ['x ray', 'an x ray'],
  ] as const)
    equal(withArticle(words), expected);
});
