import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore, resource } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';

const Tide = z.object({ id: z.string(), metres: z.number() });
const limit = { limit: 1, per: 60_000 };

test('the OpenAPI document lists rate limit headers for the operations that a limit of the host or of the operation applies to', async () => {
  deepEqual(await operationsWithHeaders({}), []);
  deepEqual(await operationsWithHeaders({ rateLimits: [{ ...limit, name: 'reads', routes: ['tides.list'] }] }), [
    'tides.list',
  ]);
  deepEqual(await operationsWithHeaders({ rateLimits: { limits: [{ ...limit, name: 'all' }] } }), [
    ...['tides.list', 'tides.create', 'tides.get', 'tides.replace', 'tides.patch', 'tides.delete'],
  ]);
  deepEqual(await operationsWithHeaders({}, { operations: { create: { limit } } }), ['tides.create']);
});

test('operations with a rate limit document 429 with Retry-After, and other operations do not', async () => {
  const resources = [
    resource('tides', Tide, { id: 'id', store: memoryStore(), operations: { create: { limit } } } as never),
  ];
  const { send } = createTestHost({ resources });
  const { paths, components } = (await (await send('GET /api/docs.json')).json()) as Document;
  const operations = Object.values(paths).flatMap((entry) => Object.values(entry).filter(isOperation));
  const refused = operations.filter(({ responses }) => '429' in responses);
  deepEqual(
    refused.map(({ operationId }) => operationId),
    ['tides.create'],
  );
  deepEqual(refused[0]!.responses['429'], { $ref: '#/components/responses/TooManyRequests' });
  const { headers } = components.responses['TooManyRequests']!;
  deepEqual(Object.keys(headers!).slice(0, 3), ['Retry-After', 'RateLimit', 'RateLimit-Policy']);
  const create = () =>
    send('POST /api/tides', { headers: { 'Content-Type': 'application/json' }, body: '{"id":"a","metres":1}' });
  deepEqual((await create()).status, 201);
  const answer = await create();
  deepEqual([answer.status, answer.headers.has('Retry-After')], [429, true]);
});

/** Returns the operations that document the rate limit headers for all successful responses. */
async function operationsWithHeaders(config: HostConfig, definition = {}): Promise<string[]> {
  const resources = [resource('tides', Tide, { id: 'id', store: memoryStore(), ...definition } as never)];
  const { send } = createTestHost({ ...config, resources });
  const { paths, components } = (await (await send('GET /api/docs.json')).json()) as Document;
  const operations = Object.values(paths).flatMap((entry) => Object.values(entry).filter(isOperation));
  return operations
    .filter(({ responses }) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) < 400)
        .map(([, member]) => components.responses[member.$ref?.split('/').at(-1) ?? ''] ?? member)
        .every(({ headers }) => 'RateLimit' in headers! && 'RateLimit-Policy' in headers),
    )
    .map(({ operationId }) => operationId);
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly headers?: object; readonly $ref?: string }>>;
}
interface Document {
  readonly components: { readonly responses: Readonly<Record<string, { readonly headers?: object }>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | readonly object[]>>>>;
}

function isOperation(entry: Operation | readonly object[]): entry is Operation {
  return 'operationId' in entry;
}
