import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { ENGLISH } from '../../packages/core/src/messages/english.ts';
import { ROOT, filesMatching, isTest } from '../../tools/lib/source-files.ts';
import { findPlainTexts } from '../lib/texts/plain-texts.ts';
import { Sources } from '../lib/texts/sources.ts';

// Only developers and operators read these texts, or the language of the client is not known yet.
const ENGLISH_ONLY =
  /^packages\/(?:(?:profiler|client|fuzz)\/|core\/src\/(?:cli|errors|error-pages)\/|host\/src\/(?:cli\/|testing\/|server\/reject-connection|features\/resources\/pipeline\/recorded-|features\/metrics\/|host\/assembly))/;

// Texts that the specification defines word for word, those for assistants, the texts of the application, and texts that were
// created elsewhere.
const PLAIN = [
  'packages/core/src/http/http-errors.ts',
  'packages/core/src/http/problem.ts',
  'packages/host/src/features/hub/hub-endpoint.ts',
  'packages/host/src/features/mcp/call-tool.ts',
  'packages/host/src/features/mcp/tool-request.ts',
  'packages/host/src/features/resources/build/resource-parameters.ts',
  'packages/host/src/features/resources/operations/bulk.ts',
  'packages/host/src/features/resources/represent/jsonapi/jsonapi-format.ts',
  'packages/host/src/features/resources/request/query/declared-parameters.ts',
  'packages/host/src/features/resources/request/query/query-builder.ts',
  'packages/host/src/features/security/concealment.ts',
  'packages/host/src/features/security/firewall-listener.ts',
  'packages/host/src/host/connect/middleware-exchange.ts',
  'packages/host/src/http/parse-schema.ts',
  'packages/host/src/integrations/prisma/prisma-errors.ts',
  'packages/host/src/integrations/sql/constraint-problems.ts',
  'packages/host/src/integrations/sql/write-errors.ts',
  'packages/host/src/listeners/access-denied.ts',
  'packages/host/src/listeners/query-parameter-listener.ts',
  'packages/host/src/listeners/route-not-found.ts',
  'packages/host/src/listeners/router-listener.ts',
];

let sources: Sources;

before(() => {
  sources = new Sources();
});

after(() => sources.close());

test('texts for clients are messages, except those of the specification and of the application', () => {
  const places = findPlainTexts(sources)
    .map(({ place }) => place.replace(/:\d+$/, ''))
    .filter((path) => !ENGLISH_ONLY.test(path));
  assert.deepEqual([...new Set(places)].sort(), PLAIN);
});

test('every message is used', () => {
  const source = filesMatching('packages/*/src/**/*.ts')
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
