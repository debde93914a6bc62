import { deepEqual, equal, ok } from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { defineHost } from 'oriel-host';
import type { Host } from 'oriel-host';
import { startTracker } from '../../examples/tracker/test-tracker.ts';
import type { TestTracker } from '../../examples/tracker/test-tracker.ts';
import { apiSchemas } from '../../packages/host/src/features/resources/describe/openapi-document.ts';
import { PROBLEMS } from '../../packages/host/src/features/resources/describe/problems.ts';
import { ALL_FORMATS } from '../lib/formats.ts';
import { createLibrary } from '../lib/library.ts';

type Json = Readonly<Record<string, unknown>>;

test('the OpenAPI document of Atlas in JSON has at most 60 KB', async () => {
  // The OpenAPI document does not query the database, which is opened by the first query.
  process.env['ATLAS_DB'] = join(tmpdir(), 'oriel-no-atlas.sqlite');
  const { default: atlas } = await import('../../examples/atlas/host.ts');
  const { formats: _, ...api } = atlas.config.api!;
  await using host = defineHost({ ...atlas.config, api, profiler: false, log: false });
  const text = await getDocument(host);
  ok(Buffer.byteLength(text) <= 60 * 1024, `${Buffer.byteLength(text)} bytes`);
});

for (const [formats, limit] of [
  [['json'], 100_000],
  [['json', 'jsonld', 'jsonapi', 'csv'], 196_000],
] as const)
  test(`the OpenAPI document of the tracker in ${formats.join(', ')} has at most ${limit} bytes`, async () => {
    const { host: tracker } = (await startTracker('SQLite')) as TestTracker;
    // The hook that starts the tracker is not part of the copy, which only describes its configuration.
    const { onStart: _, onClose: __, api, ...config } = tracker.config;
    await using host = defineHost({ ...config, api: { ...api, formats }, profiler: false, log: false });
    const text = await getDocument(host);
    ok(Buffer.byteLength(text) <= limit, `${Buffer.byteLength(text)} bytes`);
  });

test('the schemas of `oriel-host schema` are complete', async () => {
  const { host } = (await startTracker('SQLite')) as TestTracker;
  const schemas = apiSchemas(host.assembly().registry!);
  for (const resource of ['Issue', 'Comment', 'Issue.replace'])
    equal(JSON.stringify(schemas[resource]).includes('$ref'), false);
});

for (const formats of [['json'], ALL_FORMATS] as const)
  test(`every operation refers to its problem responses in ${formats.join(', ')}`, async () => {
    const { host } = createLibrary({ formats });
    const { paths, components } = JSON.parse(await getDocument(host)) as { paths: Paths; components: Components };
    for (const { path, method, operation } of getOperations(paths)) {
      const refers = (status: string, name: string) =>
        deepEqual(
          operation.responses[status],
          { $ref: `#/components/responses/${name}` },
          `${method} ${path} ${status}`,
        );
      refers('406', 'NotAcceptable');
      if (method !== 'post') refers('412', 'PreconditionFailed');
      if (operation.requestBody === undefined) continue;
      refers('413', 'ContentTooLarge');
      refers('415', 'UnsupportedMediaType');
    }
    for (const name of ['NotAcceptable', 'PreconditionFailed', 'ContentTooLarge', 'UnsupportedMediaType'])
      ok('application/problem+json' in (components.responses[name]!['content'] as object), name);
  });

test('errors are described as problem documents, and in other types only with `errorTypes`', async () => {
  for (const [docs, expected] of [
    [true, ['application/problem+json']],
    [
      { errorTypes: 'all' },
      ['application/problem+json', 'application/vnd.api+json', 'text/html', 'text/markdown', 'text/plain'],
    ],
  ] as const) {
    const { host } = createLibrary({ formats: ['json', 'jsonapi'], docs });
    const { components } = JSON.parse(await getDocument(host)) as { components: Components };
    for (const [name, { content }] of Object.entries(components.responses))
      if (name in PROBLEMS) deepEqual(Object.keys(content as object), expected, name);
  }
});

test('parameters and responses that occur several times are components, and every reference has a target', async () => {
  const { host } = createLibrary({ formats: ['json'] });
  const text = await getDocument(host);
  const { components } = JSON.parse(text) as { components: Record<string, Record<string, Json>> };
  for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
    ok(components[kind!]?.[name!] !== undefined, `${kind} ${name}`);
  deepEqual(components['parameters']!['itemsPerPage']!['name'], 'itemsPerPage');
  for (const value of [...Object.values(components['parameters']!), components['responses']!['NotModified']])
    equal(text.split(JSON.stringify(value)).length, 2, JSON.stringify(value));
});

test('parameters with the same name and another meaning have components of their own', async () => {
  const { host } = createLibrary({ formats: ALL_FORMATS });
  const { components } = JSON.parse(await getDocument(host)) as { components: { parameters: Record<string, Json> } };
  const texts = Object.values(components.parameters).map((parameter) => JSON.stringify(parameter));
  equal(new Set(texts).size, texts.length);
  for (const name of Object.keys(components.parameters)) ok(/^[\w.-]+$/.test(name), name);
});

for (const query of ['strict', 'lenient'] as const)
  test(`object parameters have a style and no example if the host has query: '${query}'`, async () => {
    const { host: library } = createLibrary();
    await using host = defineHost({ ...library.config, query });
    const { paths } = JSON.parse(await getDocument(host)) as { paths: Paths };
    const operations = getOperations(paths).map(({ operation }) => operation);
    const parameters = [...Object.values(paths), ...operations].flatMap((path) => (path.parameters ?? []) as Json[]);
    const objects = parameters.filter(({ schema }) => 'additionalProperties' in ((schema as Json | undefined) ?? {}));
    ok(objects.length > 0);
    for (const { name, schema, style, explode, ...rest } of objects) {
      equal(style, /(?:^|\[)(?:or|not)\]?$/.test(String(name)) ? 'deepObject' : 'form');
      equal(explode, true);
      equal((schema as Json)['type'], 'object');
      // Without the member "examples", Swagger UI fills in a generated value.
      deepEqual([rest['examples'], Object.keys(rest).sort()], [{}, ['description', 'examples', 'in']]);
    }
  });

interface Operation {
  readonly responses: Readonly<Record<string, Json>>;
  readonly requestBody?: Json;
  readonly parameters: readonly Json[];
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
interface Components {
  readonly responses: Readonly<Record<string, Json>>;
}

function getOperations(paths: Paths): { path: string; method: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, entry]) =>
    Object.entries(entry)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => ({ path, method, operation })),
  );
}

async function getDocument(host: Host): Promise<string> {
  const response = await host.fetch(new Request('http://localhost/api/docs.json'));
  equal(response.status, 200);
  return response.text();
}
