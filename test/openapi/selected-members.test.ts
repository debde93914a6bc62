import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { defineHost, memoryStore, resource } from 'oriel-host';
import type { Host } from 'oriel-host';
import { z } from 'zod';

const Note = z.object({ id: z.int(), title: z.string(), text: z.string() });
const store = () => memoryStore([{ id: 1, title: 'A', text: 'a' }]);

function notesHost(): Host {
  const views = { short: ['id', 'title'] as const };
  return defineHost({
    api: { formats: ['json', 'hal', 'hal-forms', 'jsonld', 'jsonapi'] },
    resources: [
      resource('notes', Note, { id: 'id', views, store: store() }),
      resource('cards', Note, { id: 'id', views, operations: { get: { view: 'short' } }, store: store() }),
      resource('whole', Note, { id: 'id', page: { off: true }, store: store() }),
      resource('cursors', Note, { id: 'id', page: { by: 'cursor' }, store: store() }),
      resource('alone', Note, { id: 'id', page: { by: 'none' }, store: store() }),
    ],
    log: false,
    profiler: false,
  });
}

interface Parameter {
  readonly name: string;
  readonly schema: object;
}
interface Operation {
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly responses: Record<string, { readonly content: Record<string, { readonly schema: object }> }>;
}
interface Document {
  readonly paths: Record<string, { readonly get: Operation }>;
  readonly components: {
    readonly schemas: Record<string, { readonly required?: readonly string[] }>;
    readonly parameters: Record<string, Parameter>;
  };
}

/** Returns the parameters of GET, also those that are components. */
function getParameters({ paths, components }: Document, path: string): Parameter[] {
  return paths[path]!.get.parameters.map((parameter) =>
    '$ref' in parameter ? components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter,
  );
}

async function loadDocument(host: Host) {
  const document = (await (await host.fetch(new Request('http://localhost/api/docs.json'))).json()) as Document;
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addFormat('iri-reference', true);
  ajv.addSchema({ $id: 'document', components: document.components });
  const isValid = (schema: object, value: unknown): boolean =>
    ajv.validate(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object, value);
  return { document, isValid };
}

test('the OpenAPI document describes responses with selected members in every format', async () => {
  await using host = notesHost();
  const { document, isValid } = await loadDocument(host);
  for (const [path, url] of [
    ['/api/notes', '/api/notes'],
    ['/api/notes/{id}', '/api/notes/1'],
    ['/api/cards/{id}', '/api/cards/1'],
  ])
    for (const [type, { schema }] of Object.entries(document.paths[path!]!.get.responses['200']!.content))
      for (const query of ['', 'fields=title', 'view=short', 'properties[]=text', 'fields=id,title,text']) {
        const isJsonapi = type === 'application/vnd.api+json';
        if (isJsonapi && query.startsWith('view')) continue;
        const sent = isJsonapi ? query.replace(/^(fields|properties\[\])=/, `fields[${url!.split('/')[2]}]=`) : query;
        const response = await host.fetch(new Request(`http://localhost${url}?${sent}`, { headers: { Accept: type } }));
        const text = await response.text();
        equal(response.status, 200, text);
        ok(isValid(schema, JSON.parse(text)), `${type} ${url}?${sent} ${text} ${JSON.stringify(schema)}`);
      }
});

test('the OpenAPI document keeps the required members of whole items in a separate component', async () => {
  await using host = notesHost();
  const { document } = await loadDocument(host);
  const { schemas } = document.components;
  deepEqual(schemas['Note']!.required, ['id', 'title', 'text']);
  equal(schemas['Note.sparse']!.required, undefined);
});

test('the OpenAPI document describes pagination=false only where the resource allows it', async () => {
  await using host = notesHost();
  const { document, isValid } = await loadDocument(host);
  for (const [path, status] of [
    ['/api/notes', 400],
    ['/api/cursors', 400],
    ['/api/whole', 200],
  ] as const) {
    const { schema } = getParameters(document, path).find(({ name }) => name === 'pagination')!;
    const answer = async (value: boolean): Promise<number> =>
      (await host.fetch(new Request(`http://localhost${path}?pagination=${value}`))).status;
    equal(await answer(false), status, path);
    equal(isValid(schema, false), status === 200, path);
    equal(await answer(true), 200, path);
    equal(isValid(schema, true), true, path);
  }
  ok(!getParameters(document, '/api/alone').some(({ name }) => name === 'pagination'));
});
