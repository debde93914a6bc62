import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadCatalogues } from '../../src/features/locale/load-messages.ts';
import { ENGLISH_TEXTS } from '../../src/features/locale/messages.ts';
import { Sources } from '../lib/texts/sources.ts';
import { HOLE } from '../lib/texts/hole.ts';
import { toldTexts } from '../lib/texts/told-texts.ts';
import type { ToldText } from '../lib/texts/told-texts.ts';

// Folders and files whose texts only developers read, and refusals before the language of a request is known.
const ENGLISH =
  /^src\/(?:(?:profiler|cli|client|testing|core\/errors)\/|core\/server\/rejection-problem|features\/resources\/profiler\/|host\/assembly|integrations\/kysely\/explain)/;

// What is specified word for word.
const SPECIFIED = /^No route found for "/;

// What the sources come to on paper only: preconditions that hold are no error.
const NEVER_TOLD = ['The preconditions hold', 'Nothing was changed since the time of If-Modified-Since'];

// Where somebody else has the word: rules, authenticators, schemas and problem types of the application, and what hands on
// texts that were told before.
const HANDED_ON = [
  'src/core/http/access-denied.ts',
  'src/core/http/parse-schema.ts',
  'src/core/http/problem.ts',
  'src/features/hub/hub-endpoint.ts',
  'src/features/resources/listeners/read-listener.ts',
  'src/features/resources/writing/write-all.ts',
  'src/features/security/firewall-listener.ts',
];

let all: ToldText[] = [];
let told: ToldText[] = [];
let sources: Sources;

before(() => {
  sources = new Sources();
  all = toldTexts(sources);
  told = all.filter(({ place, text }) => !ENGLISH.test(place) && !SPECIFIED.test(text));
});

after(() => sources.close());

test('texts are found however many hands they go through', () => {
  const texts = new Set(told.map(({ text }) => text));
  for (const known of [
    'The token is refused: it is malformed: its kid is not a string',
    `Operation ${HOLE} (${HOLE} ${HOLE}) failed: the path does not exist`,
    `"${HOLE}" is not a valid pattern: a group is not closed`,
    `Forwarded and X-Forwarded-* name different hosts`,
    `is not known here; did you mean "${HOLE}"?`,
    'Validation failed',
  ])
    assert.ok(texts.has(known), known);
});

test('a text that nobody can know beforehand is handed on where that is meant, and nowhere else', () => {
  const places = told
    .filter(({ text, logged }) => !logged && !/\p{L}/u.test(text))
    .map(({ place }) => place.replace(/:\d+$/, ''));
  assert.deepEqual([...new Set(places)].sort(), HANDED_ON);
});

const { catalogues } = loadCatalogues({ supported: ['de', 'es', 'fr', 'ja'] });
for (const [tag, catalogue] of catalogues)
  test(`whatever a client can be told has a translation: ${tag}`, () => {
    const missing = new Set<string>();
    for (const { text, place, logged } of told) {
      if (logged || NEVER_TOLD.includes(text) || !/\p{L}/u.test(text)) continue;
      let count = 0;
      const sample = text.replaceAll(HOLE, () => `<${++count}>`);
      const translated = catalogue.text(sample);
      if (translated === sample || keepsEnglish(sample, translated)) missing.add(`${sample} (${place})`);
    }
    assert.deepEqual([...missing], []);
  });

test('whatever has a translation is still told, in these words', () => {
  const samples = [...new Set(all.map(({ text }) => text.replaceAll(HOLE, '<>')))];
  const unused = ENGLISH_TEXTS.filter((text) => {
    const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
    const pattern = new RegExp(`(?:^|: )${parts.join('.+')}$`, 's');
    return !samples.some((sample) => pattern.test(sample));
  });
  assert.deepEqual(unused, []);
});

// Three words in a row that stayed are a reason that has no translation of its own; names of things stand alone.
function keepsEnglish(english: string, translated: string): boolean {
  const words = english.match(/[a-z]+(?:[ ,;]+[a-z]+){2}/gi) ?? [];
  return words.some((each) => translated.includes(each));
}
