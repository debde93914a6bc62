import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Messages } from '../../../../core/src/messages/catalogue.ts';
import { ENGLISH } from '../../../../core/src/messages/english.ts';
import { message } from '../../../../core/src/messages/message.ts';
import { ERROR_REASON_PHRASES } from '../../../../core/src/messages/reason-phrases.ts';
import { loadCatalogues, loadSchemaErrors } from './load-catalogues.ts';
import { messages as de } from './messages/de.ts';
import { messages as es } from './messages/es.ts';
import { messages as fr } from './messages/fr.ts';
import { messages as ja } from './messages/ja.ts';
import { parameterNames } from './validate-locales.ts';

const CATALOGUES: Readonly<Record<string, Messages>> = { de, es, fr, ja };

for (const [tag, messages] of Object.entries(CATALOGUES)) {
  test(`the catalogue ${tag} translates every text with the same parameters, and nothing else`, () => {
    assert.deepEqual(Object.keys(messages.texts), Object.keys(ENGLISH));
    for (const [code, text] of Object.entries<string>(messages.texts)) {
      const english = ENGLISH[code as keyof typeof ENGLISH];
      assert.ok(text.length > 0 && text !== english, code);
      assert.deepEqual(parameterNames(text), parameterNames(english), code);
    }
    assert.deepEqual(Object.keys(messages.statuses), Object.keys(ERROR_REASON_PHRASES));
    assert.equal(new Set(Object.values(messages.statuses)).size, Object.keys(ERROR_REASON_PHRASES).length);
  });
}

test('loadCatalogues() returns catalogues that format messages', () => {
  const catalogues = loadCatalogues({ supported: ['fr', 'ja'] });
  const format = (tag: string) => message('body.too-large', { bytes: 10 }).format(catalogues.get(tag)!.texts);
  assert.equal(format('fr'), 'Le corps ne peut dépasser 10 octets');
  assert.equal(format('ja'), '本文は 10 バイト以内でなければなりません');
});

test('a regional tag uses the catalogue of its language unless it has one', () => {
  const swiss: Messages = { ...de, error: 'Fähler' };
  const catalogues = loadCatalogues({ supported: ['de-AT', 'de-CH', 'en-GB', 'tlh'], messages: { 'de-CH': swiss } });
  assert.deepEqual(
    [...catalogues].map(([supported, { tag, error }]) => `${supported}: ${tag} ${error}`),
    ['de-AT: de Fehler', 'de-CH: de-CH Fähler', 'en-GB: en Error', 'tlh: en Error'],
  );
});

test('an application can replace the English texts', () => {
  const catalogue = { ...CATALOGUES['de']!, error: 'Failure' };
  assert.equal(loadCatalogues({ supported: ['en-GB'], messages: { en: catalogue } }).get('en-GB')!.error, 'Failure');
});

test('error maps of zod are loaded for every language but English', () => {
  assert.deepEqual([...loadSchemaErrors(['de-AT', 'en', 'en-GB', 'tlh', 'ja']).keys()], ['de-AT', 'ja']);
});
