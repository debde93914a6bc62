import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore, resource } from 'oriel-host';
import type { ResourceStore } from 'oriel-host';
import { createCheckedHost } from '../lib/checked-host.ts';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

const Boat = z.object({ id: z.int(), name: z.string(), changed: z.iso.datetime() });
const store: ResourceStore<z.infer<typeof Boat>> = memoryStore([
  { id: 1, name: 'Nereid', changed: '2026-01-31T12:00:00Z' },
]);
const limit = { limit: 99, per: '1 min' } as const;
const boats = resource('boats', Boat, {
  id: 'id',
  concurrency: 'required',
  idempotency: 'accept',
  cache: { lastModified: 'changed' },
  operations: { patch: { limit }, get: { limit } },
  custom: {
    rename: {
      line: 'POST /{id}/rename',
      input: z.object({ name: z.string() }),
      limit,
      handle: (input) => store.patch!({ id: input.id }, input.body, input),
    },
    measure: {
      line: 'POST /{id}/measure',
      input: z.object({ metres: z.number() }),
      output: z.object({ metres: z.number() }),
      limit,
      handle: ({ body }) => body,
    },
    look: { line: 'GET /{id}/look', limit, handle: ({ item }) => item },
    gone: { line: 'POST /{id}/gone', handle: (input) => store.patch!({ id: 7 }, {}, input) },
    count: { line: 'POST /count', limit, output: z.int(), handle: () => 1 },
  },
  store,
});

const { send } = createCheckedHost({ resources: [boats], log: { level: 'none' } });

/** Returns the names of the parameters, statuses and headers of the response of an operation. */
async function describe(line: string): Promise<Described> {
  const document = (await (await send('GET /api/docs.json')).json()) as Json;
  const resolve = (element: Json): Json => {
    const path = (element['$ref'] as string | undefined)?.slice(2).split('/');
    return path === undefined ? element : path.reduce((found, step) => found[step] as Json, document);
  };
  const [method, path] = line.split(' ') as [string, string];
  const entry = (document['paths'] as Record<string, Json>)[path]!;
  const operation = entry[method.toLowerCase()] as Json;
  const parameters = [...((entry['parameters'] ?? []) as Json[]), ...(operation['parameters'] as Json[])].map(resolve);
  const responses = operation['responses'] as Record<string, Json>;
  const success = resolve(responses['200']!);
  return {
    parameters: parameters.map(
      (parameter) => `${String(parameter['name'])}${parameter['required'] === true ? ' (required)' : ''}`,
    ),
    statuses: Object.keys(responses),
    headers: Object.keys(success['headers'] as Json),
  };
}

interface Described {
  readonly parameters: readonly string[];
  readonly statuses: readonly string[];
  readonly headers: readonly string[];
}

/** Returns what the first has and the second does not have, and the other way round. */
async function compare(one: string, other: string): Promise<Record<keyof Described, string[]>> {
  const [first, second] = [await describe(one), await describe(other)];
  const differ = (key: keyof Described): string[] => [
    ...first[key].filter((text) => !second[key].includes(text)).map((text) => `- ${text}`),
    ...second[key].filter((text) => !first[key].includes(text)).map((text) => `+ ${text}`),
  ];
  return { parameters: differ('parameters'), statuses: differ('statuses'), headers: differ('headers') };
}

test('a custom operation that changes its item is described as PATCH is', async () => {
  deepEqual(await compare('PATCH /api/boats/{id}', 'POST /api/boats/{id}/rename'), {
    parameters: ['- Prefer'],
    statuses: [],
    headers: ['- Preference-Applied', '- Accept-Patch', '+ Accept-Post'],
  });
});

test('a custom operation with an output is described without the headers of the item', async () => {
  deepEqual(await compare('POST /api/boats/{id}/rename', 'POST /api/boats/{id}/measure'), {
    parameters: [],
    statuses: ['- 204'],
    headers: ['- ETag', '- Last-Modified', '- Content-Location'],
  });
});

test('a custom operation that reads its item is described without conditional requests', async () => {
  deepEqual(await compare('GET /api/boats/{id}', 'GET /api/boats/{id}/look'), {
    parameters: [],
    statuses: ['- 304', '- 412', '+ 204'],
    headers: ['- ETag', '- Last-Modified', '- Content-Location', '- Accept-Patch'],
  });
});

test('a custom operation without an item is described without preconditions', async () => {
  const { parameters, statuses } = await describe('POST /api/boats/count');
  deepEqual(
    parameters.filter((parameter) => /^[A-Z]/.test(parameter)),
    ['Idempotency-Key'],
  );
  deepEqual(
    ['404', '412', '428', '409', '422', '429'].filter((value) => statuses.includes(value)),
    ['409', '422', '429'],
  );
});

test('requests to custom operations are as the document describes them', async () => {
  const line = 'POST /api/boats/1/rename';
  const init = { headers: { 'Content-Type': 'application/json' }, body: '{"name":"Triton"}' };
  equal((await send(line, init)).status, 428);
  const tag = (await send('GET /api/boats/1')).headers.get('ETag')!;
  const key = { 'Idempotency-Key': '"a-key"' };
  const renamed = await send(line, { ...init, headers: { ...init.headers, ...key, 'If-Match': tag } });
  equal(renamed.status, 200);
  equal(renamed.headers.get('ETag') === tag, false);
  equal((await send(line, { ...init, headers: { ...init.headers, 'If-Match': tag } })).status, 412);
  equal((await send(line, { ...init, body: '{"name":"Other"}', headers: { ...init.headers, ...key } })).status, 422);
  equal((await send('GET /api/boats/1/look')).status, 200);
  equal((await send('POST /api/boats/count')).status, 200);
  equal((await send('POST /api/boats/1/gone', { headers: { 'If-Match': '*' } })).status, 404);
});
