import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, resource } from 'oriel-host';
import { z } from 'zod';
import { testTransports } from './test-transports.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

const Note = z.object({ id: z.int(), text: z.string() });
const NOTES = [
  { id: 1, text: 'One' },
  { id: 2, text: 'Two' },
];
const notes = resource('notes', Note, {
  id: 'id',
  provide: { list: () => NOTES, get: ({ id }) => NOTES.find((note) => note.id === id) },
});
const recent = (itemsOf: string) =>
  resource('recent-notes', Note, {
    id: 'id',
    type: 'Note',
    itemsOf,
    page: { by: 'none' },
    operations: { list: { query: z.object({ since: z.string(), tags: z.array(z.string()).optional() }) } },
    provide: { list: () => NOTES },
  });

interface HydraList {
  readonly 'hydra:member': readonly { readonly '@id': string }[];
  readonly 'hydra:view': object;
  readonly 'hydra:search': { readonly 'hydra:template': string; readonly 'hydra:mapping': readonly object[] };
}

testTransports(
  'a second list of the same items has their paths and its own query parameters',
  { resources: [notes, recent('notes')], api: { formats: ALL_FORMATS }, log: { level: 'none' } },
  async (send) => {
    const answer = await send('GET /api/recent-notes?since=monday', { headers: { Accept: 'application/ld+json' } });
    const list = (await answer.json()) as HydraList;
    const iris = list['hydra:member'].map((element) => element['@id']);
    deepEqual(iris, ['/api/notes/1', '/api/notes/2']);
    for (const iri of iris) equal((await send(`GET ${iri}`)).status, 200);
    deepEqual(list['hydra:view'], { '@id': '/api/recent-notes?since=monday', '@type': 'hydra:PartialCollectionView' });
    const { 'hydra:template': template, 'hydra:mapping': mapping } = list['hydra:search'];
    equal(template, '/api/recent-notes{?since,tags[],properties[]}');
    deepEqual(mapping[0], { '@type': 'IriTemplateMapping', variable: 'since', property: null, required: true });
  },
);

test('itemsOf with an unknown resource is a configuration error', () => {
  throws(
    () => defineHost({ resources: [notes, recent('note')], log: { level: 'none' } }),
    ({ message }: Error) => {
      match(message, /Unknown resource "note"/);
      match(message, /Did you mean "notes"\?/);
      return true;
    },
  );
});
