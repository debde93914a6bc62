import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import type { StandardSchema } from '../../packages/core/src/http/standard-schema.ts';
import { defineHost, filter, memoryStore, resource, route } from '../../packages/host/src/index.ts';

interface Folder {
  readonly id: number;
  readonly name: string;
  readonly folders: readonly Folder[];
}

const Folder: z.ZodType<Folder> = z.object({ id: z.int(), name: z.string(), folders: z.array(z.lazy(() => Folder)) });
const Category = z.object({
  name: z.string(),
  get parts() {
    return z.array(Category);
  },
});
const Address = z.object({ street: z.string(), zip: z.string().optional() }).meta({ id: 'Address' });
const Colour = z.enum(['red', 'green']).meta({ id: 'Colour' });
const Person = z
  .object({ id: z.int(), home: Address, work: Address.nullable(), colour: Colour, data: z.json() })
  .meta({ id: 'Person' });

const folder = { id: 1, name: 'a', folders: [{ id: 2, name: 'b', folders: [] }] };
const person = { id: 1, home: { street: 'a' }, work: null, colour: 'red' as const, data: { a: [1, null] } };

const host = defineHost({
  access: 'public',
  api: { formats: ['json', 'jsonld', 'jsonapi', 'hal', 'csv'] },
  resources: [
    resource('folders', Folder, { id: 'id', store: memoryStore([folder]) }),
    resource('people', Person, {
      id: 'id',
      store: memoryStore([person]),
      filters: { id: filter.range(), colour: filter.exact() },
      bulk: { max: 3 },
      custom: {
        move: {
          line: 'POST /{id}/move',
          input: z.object({ to: Address, at: z.coerce.date() }),
          output: z.object({ from: Address, at: z.date() }),
          handle: ({ item, body }) => ({ from: item.home, at: body.at }),
        },
        tree: {
          line: 'POST /tree',
          input: Category,
          query: z.object({ colours: z.array(Colour) }).meta({ id: 'Query' }),
          output: z.array(Category),
          handle: () => [],
        },
      },
    }),
    resource('nodes', scopedSchema(), { id: 'id', store: memoryStore([{ id: 1, children: [] }]) }),
  ],
  routes: [
    route('copy', 'POST /copy', {
      body: Folder,
      replies: { 200: Folder, 409: z.array(Category) },
      handle: () => new Response(),
    }),
    route('visit', 'PUT /visit', {
      body: Address,
      query: z.object({ c: Colour }).meta({ id: 'Q' }),
      handle: () => new Response(),
    }),
    route('store', 'POST /store', { body: z.json(), handle: () => new Response() }),
    route('plan', 'POST /plan', {
      body: z.object({ name: z.string(), at: z.date(), seats: z.map(z.string(), z.int()) }),
      replies: { 200: z.object({ name: z.string(), at: z.date() }) },
      handle: () => new Response(),
    }),
  ],
});

interface Node {
  readonly id: number;
  readonly children: readonly Node[];
}

// A schema whose JSON Schema refers to definitions only, as those of an ArkType scope.
function scopedSchema(): StandardSchema<Node> {
  const { validate } = z.object({ id: z.int(), children: z.array(z.any()) })['~standard'];
  const describe = (): Record<string, unknown> => ({
    $ref: '#/$defs/intersection3',
    $defs: {
      intersection1: { type: 'integer' },
      intersection2: { type: 'array', items: { $ref: '#/$defs/intersection3' } },
      intersection3: {
        type: 'object',
        properties: { id: { $ref: '#/$defs/intersection1' }, children: { $ref: '#/$defs/intersection2' } },
        required: ['id', 'children'],
      },
    },
  });
  return {
    '~standard': { version: 1, vendor: 'scope', validate, jsonSchema: { input: describe, output: describe } },
  };
}

interface Document {
  readonly paths: Record<string, Record<string, { requestBody?: Body; responses: Record<string, Body> }>>;
  readonly components: { readonly schemas: Record<string, { properties?: Record<string, unknown> }> };
}
interface Body {
  readonly content: Record<string, { schema: Record<string, unknown> }>;
}

async function read(version: string): Promise<string> {
  return (await host.fetch(new Request(`http://localhost/api/docs.json?version=${version}`))).text();
}

for (const version of ['3.1', '3.2'])
  test(`OpenAPI ${version} has the definitions of recursive and named schemas as components`, async () => {
    const source = await read(version);
    const document = JSON.parse(source) as Document;
    const references = [...source.matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference!);
    assert.ok(references.includes('#/components/schemas/Address'));
    assert.deepEqual(
      references.filter((reference) => !reference.startsWith('#/components/')),
      [],
    );
    assert.doesNotMatch(source, /"\$defs"|"definitions"|__schema|intersection\d/);
    const found = await lintFromString({ source, config: await createConfig({ extends: ['recommended'] }) });
    assert.deepEqual(
      found.map(({ ruleId, message }) => [ruleId, message]).filter(([rule]) => rule !== 'info-license'),
      [],
    );
    assert.deepEqual(document.components.schemas['Person']?.properties?.['colour'], {
      $ref: '#/components/schemas/Colour',
    });
    assert.deepEqual(document.components.schemas['Node']?.properties?.['id'], { type: 'integer' });
  });

test('the components of recursive and named schemas accept what the host sends and reads, and nothing else', async () => {
  const document = JSON.parse(await read('3.1')) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  const check = (name: string, value: unknown): boolean =>
    ajv.validate({ $ref: `api#/components/schemas/${name}` }, value);
  const get = async (path: string): Promise<unknown> =>
    (await host.fetch(new Request(`http://localhost/api${path}`))).json();
  for (const [path, name] of [
    ['/folders/1', 'Folder'],
    ['/people/1', 'Person'],
    ['/nodes/1', 'Node'],
  ] as const)
    assert.equal(check(name, await get(path)), true, `${name}: ${JSON.stringify(ajv.errors)}`);
  assert.equal(check('Folder', { ...folder, folders: [{ id: 2, name: 'b', folders: [{}] }] }), false);
  assert.equal(check('Person', { ...person, home: {} }), false);
  const patch = document.paths['/api/people/{id}']?.['patch']?.requestBody?.content['application/merge-patch+json'];
  const validate = ajv.compile(JSON.parse(JSON.stringify(patch?.schema).replaceAll('"#/', '"api#/')) as object);
  assert.equal(validate({ home: { zip: '1' } }), true, JSON.stringify(validate.errors));
  assert.equal(validate({ home: { zip: 1 } }), false);
});

test('a member that JSON Schema does not have accepts any value, and the other members remain', async () => {
  const { paths, components } = JSON.parse(await read('3.1')) as Document;
  const { requestBody, responses } = paths['/plan']!['post']!;
  const { properties } = requestBody!.content['application/json']!.schema;
  assert.deepEqual(properties, { name: { type: 'string' }, at: {}, seats: {} });
  assert.deepEqual(responses['200']?.content['application/json']?.schema['properties'], {
    name: { type: 'string' },
    at: {},
  });
  assert.deepEqual(Object.keys(components.schemas['Person.move']?.properties ?? {}), ['to', 'at']);
});
