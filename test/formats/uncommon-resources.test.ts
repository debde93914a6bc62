import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource } from 'oriel-host';
import type { StandardSchema } from 'oriel-host';
import { z } from 'zod';
import { sendRequest } from '../lib/send-request.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

/** Resources with uncommon features: dates, nested collections, custom operations, and schemas without a JSON Schema. */

const Berth = z.object({ id: z.int(), pier: z.string(), length: z.number().max(40) });
const Boat = z.object({
  id: z.string(),
  name: z.string(),
  built: z.iso.date().describe('The day it was launched'),
  berth: z.int().nullable(),
  crew: z.array(z.int()).optional(),
  secret: z.string().optional(),
});
// A schema library that only validates.
const opaqueSchema: StandardSchema<unknown, { readonly name: string }> = {
  '~standard': { version: 1, vendor: 'opaque', validate: (value) => ({ value: value as { readonly name: string } }) },
};

function createHarbour() {
  const host = defineHost({
    log: { level: 'none' },
    api: { formats: ALL_FORMATS },
    resources: [
      resource('berths', Berth, {
        id: 'id',
        path: '/piers/{pier}/berths',
        parent: { pier: 'pier' },
        store: memoryStore([{ id: 1, pier: 'north', length: 12 }]),
      }),
      resource('boats', Boat, {
        id: 'id',
        description: 'A boat in the harbour',
        types: ['https://schema.org/Vehicle'],
        deprecated: { since: '2026-01-31' },
        links: { berth: { to: 'berths', as: 'id' } },
        fields: { secret: { read: 'never' } },
        input: { create: Boat.omit({ id: true }) },
        page: { by: 'none' },
        custom: {
          launch: {
            line: 'POST /{id}/launch',
            description: 'Launches the boat',
            deprecated: { since: '2026-01-31', sunset: '2999-01-01' },
            input: z.object({ on: z.iso.date(), guests: z.int().min(1).max(9), at: z.iso.datetime().optional() }),
            handle: ({ item }) => item,
          },
          scrap: { line: 'POST /scrap', output: false, handle: () => undefined },
        },
        store: memoryStore([{ id: 'a', name: 'Nereid', built: '1999-05-01', berth: null }]),
      }),
      resource('crates', z.object({ id: z.int(), name: z.string(), label: z.array(z.string()).optional() }), {
        id: 'id',
        operations: { create: { uploads: true } },
        input: { create: opaqueSchema },
        provide: { list: () => [], get: ({ id }) => ({ id, name: 'crate' }) },
        process: { create: ({ body }) => ({ id: 7, ...body }) },
      }),
    ],
  });
  return { host };
}

test('HAL-FORMS templates have targets of custom operations, date inputs and limits of values', async () => {
  const home = createHarbour();
  const item = await sendRequest(home, 'GET /api/boats/a', { accept: 'application/prs.hal-forms+json' });
  equal(item.status, 200, item.text);
  const { default: replace, launch } = item.json()['_templates'] as Record<string, Record<string, unknown>>;
  equal(replace!['target'], '/api/boats/a');
  const built = (replace!['properties'] as Record<string, unknown>[]).find(({ name }) => name === 'built');
  deepEqual(built, {
    name: 'built',
    prompt: 'The day it was launched',
    required: true,
    type: 'date',
  });
  equal(launch!['target'], '/api/boats/a/launch');
  equal(launch!['method'], 'POST');
});

test('HAL-FORMS templates have no properties when the schema has no JSON Schema', async () => {
  const { json } = await sendRequest(createHarbour(), 'GET /api/crates', { accept: 'application/prs.hal-forms+json' });
  deepEqual(json()['_templates'], {
    default: { method: 'POST', contentType: 'application/json', properties: [], target: '/api/crates' },
  });
});

interface Class {
  readonly 'hydra:title': string;
  readonly 'hydra:description'?: string;
  readonly 'owl:deprecated'?: boolean;
  readonly subClassOf?: readonly string[];
  readonly 'hydra:supportedProperty': readonly Record<string, unknown>[];
  readonly 'hydra:supportedOperation': readonly Record<string, unknown>[];
}

test('the Hydra documentation describes dates, deprecations and custom operations', async () => {
  const { json } = await sendRequest(createHarbour(), 'GET /api/docs.jsonld', { accept: 'application/ld+json' });
  const classes = json()['hydra:supportedClass'] as Class[];
  const [boat, crate, berth] = ['Boat', 'Crate', 'Berth'].map((name) =>
    classes.find((className) => className['hydra:title'] === name)!,
  );
  equal(boat!['owl:deprecated'], true);
  equal(berth!['owl:deprecated'], undefined);
  equal(boat!['hydra:description'], 'A boat in the harbour');
  deepEqual(boat!.subClassOf, ['https://schema.org/Vehicle']);
  const property = (of: Class, name: string) =>
    of['hydra:supportedProperty'].find((element) => element['hydra:title'] === name);
  equal((property(boat!, 'built')!['hydra:property'] as { range: string }).range, 'xmls:date');
  equal((property(boat!, 'crew')!['hydra:property'] as { range?: string }).range, undefined);
  // The field is writable and never readable.
  equal(property(boat!, 'secret')!['hydra:readable'], false);
  equal(property(boat!, 'secret')!['hydra:writeable'], true);
  const launch = boat!['hydra:supportedOperation'].find((element) => element['hydra:title'] === 'boats.launch')!;
  equal(launch['@type'], 'hydra:Operation');
  equal(launch['hydra:description'], 'Launches the boat');
  equal(launch['owl:deprecated'], true);
  // Without a JSON Schema, every field is writable and none is required.
  equal(property(crate!, 'name')!['hydra:required'], false);
  equal(property(crate!, 'name')!['hydra:writeable'], true);
});

test('multipart forms are converted by the fields of the resource when the schema has no JSON Schema', async () => {
  const { host } = createHarbour();
  const post = async (entries: readonly (readonly [string, string])[]) => {
    const form = new FormData();
    for (const [name, value] of entries) form.append(name, value);
    const sent = new Response(form);
    const response = await host.fetch(
      new Request('http://localhost/api/crates', {
        method: 'POST',
        headers: { 'Content-Type': sent.headers.get('Content-Type')! },
        body: await sent.bytes(),
      }),
    );
    return [response.status, await response.json()];
  };
  deepEqual(
    await post([
      ['name', 'x'],
      ['label', 'a'],
      ['label', 'b'],
    ]),
    [201, { id: 7, name: 'x', label: ['a', 'b'] }],
  );
  deepEqual(
    await post([
      ['name', 'x'],
      ['label', '["a","b"]'],
    ]),
    [201, { id: 7, name: 'x', label: ['["a","b"]'] }],
  );
});

test('a custom JSON:API operation needs no identifier, and nested resources respond in every format', async () => {
  const home = createHarbour();
  for (const accept of ['application/hal+json', 'application/vnd.api+json', 'application/ld+json']) {
    const list = await sendRequest(home, 'GET /api/piers/north/berths', { accept });
    equal(list.status, 200, list.text);
    match(list.text, /"\/api\/piers\/north\/berths\/1"/);
    const all = await sendRequest(home, 'GET /api/boats', { accept });
    equal(all.status, 200, all.text);
    equal(/itemsPerPage"|currentPage"/.test(all.text), false, accept);
  }
});

test('POST creates a UUID for an item with a string identifier', async () => {
  const home = createHarbour();
  const created = await sendRequest(home, 'POST /api/boats', {
    type: 'application/json',
    body: { name: 'Tide', built: '2020-02-29', berth: 1, secret: 'rum' },
  });
  equal(created.status, 201, created.text);
  const { id, ...rest } = created.json();
  match(String(id), /^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  deepEqual(rest, { name: 'Tide', built: '2020-02-29', berth: 1 });
  equal((await sendRequest(home, `GET /api/boats/${String(id)}`)).status, 200);
});
