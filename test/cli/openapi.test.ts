import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runOrielHost, createProject } from './run-program.ts';

const BOATS = `
import { defineHost, resource } from 'oriel-host';
import { z } from 'zod';
const Boat = z.object({ id: z.number().int(), name: z.string() });
export default defineHost({
  title: 'Harbour',
  version: '2.1.0',
  resources: [resource('boats', Boat, { id: 'id', provide: { list: () => [] } })],
});
`;

test('openapi prints the document of the resources', async (t) => {
  const { code, out } = await runOrielHost(createProject(t, { 'host.ts': BOATS }), [
    'openapi',
    '--version',
    '3.2',
    '--server',
    'https://h.example',
  ]);
  assert.equal(code, 0);
  const document = JSON.parse(out) as { openapi: string; info: object; servers: object; paths: Record<string, object> };
  assert.equal(document.openapi, '3.2.0');
  assert.deepEqual(document.servers, [{ url: 'https://h.example' }]);
  assert.deepEqual({ ...document.info, description: '' }, { title: 'Harbour', version: '2.1.0', description: '' });
  assert.ok('get' in document.paths['/api/boats']!);
});

test('openapi rejects an unsupported version', async (t) => {
  const { code, err } = await runOrielHost(createProject(t, { 'host.ts': BOATS }), ['openapi', '--version', '2.0']);
  assert.equal(code, 2);
  assert.match(err, /Unsupported OpenAPI version 2\.0; --version is 3\.1 or 3\.2/);
});

test('schema prints one schema, and suggests a similar name for an unknown one', async (t) => {
  const folder = createProject(t, { 'host.ts': BOATS });
  const { out } = await runOrielHost(folder, ['schema', '--name', 'Boat']);
  assert.deepEqual(JSON.parse(out), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
      name: { type: 'string' },
    },
    required: ['id', 'name'],
  });
  const { err } = await runOrielHost(folder, ['schema', '--name', 'Baot']);
  assert.match(err, /Unknown schema "Baot"; did you mean "Boat"\?/);
});

test('openapi and schema print an example for a host without resources', async (t) => {
  const folder = createProject(t, {
    'host.ts': `import { defineHost } from 'oriel-host'; export default defineHost({});`,
  });
  for (const command of ['openapi', 'schema']) {
    const { code, out } = await runOrielHost(folder, [command]);
    assert.equal(code, 0);
    assert.match(out, /no resources\. Example: defineHost/);
  }
});
