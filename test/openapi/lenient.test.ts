import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { filter, memoryStore, resource } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';

const Tide = z.object({ id: z.int(), metres: z.number() });
const rows = [
  { id: 1, metres: 6.1 },
  { id: 2, metres: 4 },
];

const host = (query: NonNullable<HostConfig['query']>, schema?: z.ZodType) =>
  createCheckedHost({
    query,
    api: { formats: ['json', 'jsonapi'] },
    resources: [
      resource('tides', Tide, {
        id: 'id',
        acceptQuery: true,
        filters: { metres: filter.range() },
        ...(schema && { operations: { list: { query: schema } } }),
        store: memoryStore(rows),
      } as never),
    ],
  });
const UNKNOWN_PARAMETERS = [
  'colour=red',
  'colour=red&colour=blue',
  'or[0][colour]=red',
  'or[x]=y&or[0]=z',
  'or[0]=z&or[0][x]=y',
];

test('the OpenAPI document of a lenient host allows any unknown query parameter', async () => {
  const { send } = host('lenient');
  for (const query of UNKNOWN_PARAMETERS) {
    equal((await send(`GET /api/tides?${query}`)).status, 200, query);
    equal((await send(`GET /api/tides/1?${query}`)).status, 200, query);
    equal(
      (await send(`GET /api/tides?${query}`, { headers: { Accept: 'application/vnd.api+json' } })).status,
      200,
      query,
    );
  }
  deepEqual(await (await send('GET /api/tides?metres[gt]=5&colour=red')).json(), [rows[0]]);
  // Known parameters are validated.
  equal((await send('GET /api/tides?metres[gt]=deep')).status, 400);
  equal((await send('GET /api/tides?page=2', { headers: { Accept: 'application/vnd.api+json' } })).status, 200);
});

test('a strict host rejects unknown query parameters, and its OpenAPI document does not allow them', async () => {
  const { send } = host('strict');
  for (const query of UNKNOWN_PARAMETERS) equal((await send(`GET /api/tides?${query}`)).status, 400, query);
});

test('an operation whose query schema accepts any name documents it', async () => {
  const { send } = host('strict', z.looseObject({ depth: z.string().optional() }));
  equal((await send('GET /api/tides?colour=red&depth=3')).status, 200);
  equal((await send('GET /api/tides/1?colour=red')).status, 400);
});

test('Redocly reports no issues for the OpenAPI document of a lenient host', async () => {
  const source = await (await host('lenient').send('GET /api/docs.json')).text();
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, config });
  deepEqual(
    problems.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
});
