import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonPhrase } from '../../core/http/status.ts';
import { loadCatalogues } from './load-messages.ts';
import { ENGLISH_TEXTS, ERROR_STATUSES, parametersOf } from './messages.ts';
import type { Messages } from './messages.ts';
import { messages as de } from './messages/de.ts';
import { messages as es } from './messages/es.ts';
import { messages as fr } from './messages/fr.ts';
import { messages as ja } from './messages/ja.ts';

const CATALOGUES: Readonly<Record<string, Messages>> = { de, es, fr, ja };

for (const [tag, messages] of Object.entries(CATALOGUES)) {
  test(`the catalogue ${tag} has every text with the same parameters`, () => {
    for (const english of ENGLISH_TEXTS) {
      const text = messages.texts[english];
      assert.ok(text.length > 0 && text !== english, english);
      assert.deepEqual(parametersOf(text), parametersOf(english), english);
    }
    for (const status of ERROR_STATUSES) assert.ok(messages.statuses[status], String(status));
    assert.equal(new Set(Object.values(messages.statuses)).size, ERROR_STATUSES.length);
  });
}

test('every status from 400 on with a reason phrase has a translation', () => {
  const known = Array.from({ length: 200 }, (_, i) => i + 400).filter(
    (status) => !/^(?:Client|Server) Error$/.test(reasonPhrase(status)),
  );
  assert.deepEqual([...ERROR_STATUSES], known);
});

test('a text is translated with its parameters, even if they look like placeholders', () => {
  const { catalogues } = loadCatalogues({ supported: ['fr', 'ja'] });
  const say = (text: string, tag = 'fr') => catalogues.get(tag)!.text(text);
  assert.equal(say('There is no city "{type} $1 $& \n\\"'), 'Il n’y a pas de city « {type} $1 $& \n\\ »');
  assert.equal(say('The body may have at most 10 bytes', 'ja'), '本文は 10 バイト以内でなければなりません');
  assert.equal(
    say('The token is refused: it is malformed: it has 2 parts instead of three'),
    'Le jeton est refusé : il est mal formé : il a 2 parties au lieu de trois',
  );
  assert.equal(say('There is no document at /x'), 'Il n’y a pas de document à /x');
  for (const unknown of [
    '',
    'No route found for "GET http://localhost/x"',
    'constructor',
    'There is no '.repeat(10_000),
  ])
    assert.equal(say(unknown), unknown);
});

test('hostile text is translated quickly', () => {
  const { catalogues } = loadCatalogues({ supported: ['de'] });
  const hostile = `There is no ${'" "'.repeat(600)}`;
  const began = performance.now();
  for (let i = 0; i < 100; i++) catalogues.get('de')!.text(hostile);
  assert.ok(performance.now() - began < 1_000, `${performance.now() - began} ms`);
});

test('a regional tag uses the catalogue of its language unless it has one', () => {
  const swiss: Messages = { ...de, error: 'Fähler' };
  const { catalogues, schemaErrors } = loadCatalogues({
    supported: ['de-AT', 'de-CH', 'en', 'tlh'],
    messages: { 'de-CH': swiss },
  });
  assert.deepEqual(
    [...catalogues].map(([tag, { error }]) => `${tag} ${error}`),
    ['de-AT Fehler', 'de-CH Fähler'],
  );
  assert.deepEqual([...schemaErrors.keys()], ['de-AT', 'de-CH']);
});
