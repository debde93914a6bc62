import { deepEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';

test('Redocly and Spectral report no issues for the OpenAPI document of the Atlas example', async () => {
  // The OpenAPI document does not query the database, which is opened by the first query.
  process.env['ATLAS_DB'] = join(tmpdir(), 'oriel-no-atlas.sqlite');
  const { default: atlas } = await import('../../examples/atlas/host.ts');
  const source = await (await atlas.fetch(new Request('http://localhost/api/docs.json'))).text();
  const problems = await lintFromString({ source, config: await createConfig({ extends: ['recommended-strict'] }) });
  deepEqual(
    problems.map(({ ruleId, message }) => [ruleId, message]),
    [],
  );
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(oas as never);
  const found = await spectral.run(JSON.parse(source) as Record<string, unknown>);
  deepEqual(
    found.map(({ code, message, path }) => [code, message, path.join('/')]),
    [],
  );
});
