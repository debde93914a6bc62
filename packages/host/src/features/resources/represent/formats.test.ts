import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource } from 'oriel-host';
import type { HostConfigError } from 'oriel-host';
import { jsonldFormat } from 'oriel-host/resources';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import { selectFormats, FORMATS } from './formats.ts';

const notes = resource('notes', z.object({ id: z.string() }), { id: 'id', store: memoryStore([{ id: 'a' }]) });

test('a host without api.formats responds in JSON, and with 406 if the client accepts JSON-LD only', async () => {
  const { host, send } = createTestHost({ resources: [notes] });
  await using _ = host;
  const accept = (type: string) => send('GET /api/notes', { headers: { Accept: type } });
  equal((await accept('*/*')).headers.get('Content-Type'), 'application/json; charset=utf-8');
  const refused = await accept('application/ld+json');
  equal(refused.status, 406);
  match(await refused.text(), /application\/json/);
  equal((await send('GET /api/notes.csv')).status, 404);
});

test('formats are available by name and as objects, in the order of the list', () => {
  const format = jsonldFormat({ hydra: 'plain' });
  deepEqual([...FORMATS.validate('api.formats', ['csv', format, 'ndjson'])], []);
  const formats = selectFormats(['csv', format, 'ndjson']);
  deepEqual(
    formats.map(({ name }) => name),
    ['csv', 'jsonld', 'ndjson'],
  );
  equal(formats[1], format);
});

test('an unknown format is a configuration error that suggests a similar name and lists all names', () => {
  throws(
    () => defineHost({ log: false, resources: [notes], api: { formats: ['json', 'json-ld'] as never } }),
    ({ issues }: HostConfigError) => {
      deepEqual(issues, [
        {
          code: 'ORIEL_API_FORMAT',
          place: 'api.formats[1]',
          reason: 'Unknown format "json-ld"',
          fix: 'Did you mean "jsonld"? Use one of json, jsonld, jsonapi, hal, hal-forms, csv, ndjson, or pass a Format',
        },
      ]);
      return true;
    },
  );
});

for (const [wanted, path, reason] of [
  ['json', 'api.formats', 'Expected a list of formats, got "json"'],
  [null, 'api.formats', 'Expected a list of formats, got null'],
  [[], 'api.formats', 'Expected a list of formats, got []'],
  [['toString'], 'api.formats[0]', 'Unknown format "toString"'],
  [['json', 7], 'api.formats[1]', 'Expected the name of a format or a Format, got 7'],
  [[{ name: 'own' }], 'api.formats[0]', 'Expected the name of a format or a Format, got {"name":"own"}'],
  [['jsonld', jsonldFormat()], 'api.formats[1]', 'The format "jsonld" is listed twice'],
] as const)
  test(`reports invalid formats: ${reason}`, () => {
    const issues = [...FORMATS.validate('api.formats', wanted)];
    deepEqual(
      issues.map((issue) => [issue.code, issue.place, issue.reason]),
      [['ORIEL_API_FORMAT', path, reason]],
    );
  });
