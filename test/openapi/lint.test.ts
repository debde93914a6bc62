import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { createLibrary } from '../lib/library.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

const { Spectral } = spectralCore;
const FORMATS = [...ALL_FORMATS, 'ndjson'] as const;

for (const version of ['3.1', '3.2']) {
  test(`Redocly reports no issues for the OpenAPI ${version} document`, async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source: await getDocument(version), config });
    deepEqual(
      problems.map(({ severity, ruleId, message, location }) => [severity, ruleId, message, location[0]?.pointer]),
      [],
    );
  });
}

test('Spectral reports no issues for the OpenAPI document', async () => {
  const spectral = new Spectral();
  spectral.setRuleset(oas as never);
  const found = await spectral.run(JSON.parse(await getDocument('3.1')) as Record<string, unknown>);
  deepEqual(
    found.map(({ code, message, path }) => [code, message, path.join('/')]),
    [],
  );
});

test('an unknown OpenAPI version is rejected with 400', async () => {
  const response = await createLibrary().host.fetch(new Request('http://localhost/api/docs.json?version=4'));
  equal(response.status, 400);
});

async function getDocument(version: string): Promise<string> {
  const response = await createLibrary({ formats: [...FORMATS] }).host.fetch(
    new Request(`http://localhost/api/docs.json?version=${version}`),
  );
  equal(response.status, 200);
  return response.text();
}
