import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { ENGLISH } from '../../src/core/messages/english.ts';
import { ROOT, filesMatching, isTest } from '../../tools/lib/source-files.ts';
import { findPlainTexts } from '../lib/texts/plain-texts.ts';
import { Sources } from '../lib/texts/sources.ts';

// Only developers and operators read these texts, or the language of the client is not known yet.
const ENGLISH_ONLY =
  /^src\/(?:(?:profiler|drop-in|cli|client|testing|core\/errors)\/|core\/server\/reject-connection|features\/resources\/profiler\/|features\/metrics\/|host\/assembly)/;

// Texts that the specification defines word for word, those for assistants, the texts of the application, and texts that were
// created elsewhere.
const PLAIN = [
  'src/core/http/errors.ts',
  'src/core/http/parse-schema.ts',
  'src/core/http/problem.ts',
  'src/core/listeners/access-denied.ts',
  'src/core/listeners/query-parameter-listener.ts',
  'src/core/listeners/route-not-found.ts',
  'src/core/listeners/router-listener.ts',
  'src/features/hub/hub-endpoint.ts',
  'src/features/mcp/tool-result.ts',
  'src/features/mcp/tool-route-listener.ts',
  'src/features/resources/building/sql-filter-parameters.ts',
  'src/features/resources/formats/jsonapi/jsonapi-problem.ts',
  'src/features/resources/querying/declared-parameters.ts',
  'src/features/resources/querying/query-builder.ts',
  'src/features/resources/writing/bulk.ts',
  'src/features/security/conceal-listener.ts',
  'src/features/security/firewall-listener.ts',
  'src/host/connect/exchange.ts',
  'src/integrations/prisma/prisma-errors.ts',
];

let sources: Sources;

before(() => {
  sources = new Sources();
});

after(() => sources.close());

test('texts for clients are messages, except those of the specification and of the application', () => {
  const places = findPlainTexts(sources)
    .map(({ place }) => place.replace(/:\d+$/, ''))
    .filter((place) => !ENGLISH_ONLY.test(place));
  assert.deepEqual([...new Set(places)].sort(), PLAIN);
});

test('every message is used', () => {
  const source = filesMatching('src/**/*.ts')
    .filter((path) => !isTest(path) && !/\/messages\//.test(path))
    .map((path) => readFileSync(`${ROOT}/${path}`, 'utf8'))
    .join('\n');
  const isUsed = (code: string): boolean =>
    source.includes(`'${code}'`) || (COMPOSED.test(code) && source.includes(code.replace(COMPOSED, '')));
  assert.deepEqual(
    Object.keys(ENGLISH).filter((code) => !isUsed(code)),
    [],
  );
});

// Codes that the sources compose: `token.expired-${unit}`, `${code}-at`.
const COMPOSED = /(?:-at|-(?:day|hour|minute|second)s?)$/;
