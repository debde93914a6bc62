import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { z } from 'zod';
import { createCheckedHost } from '../../../../../../test/lib/checked-host.ts';
import { ALL_FORMATS } from '../../../../../../test/lib/formats.ts';
import { defineHost } from '../../../host/define-host.ts';
import { filter } from '../declare/filters/filter.ts';
import { resource } from '../declare/resource.ts';
import { memoryStore } from './memory-store.ts';

const Line = z.object({ id: z.int(), name: z.string(), quantity: z.int(), price: z.number(), total: z.number() });
const Input = Line.omit({ id: true, total: true });
const ROWS = [
  { id: 1, name: 'Rope', quantity: 3, price: 2.5 },
  { id: 2, name: 'Anchor', quantity: 1, price: 100 },
];

function createHost(definition: object = {}) {
  const calls: number[] = [];
  const lines = resource('lines', Line, {
    id: 'id',
    input: { create: Input },
    store: memoryStore(ROWS),
    computed: {
      total: (items) => {
        calls.push(items.length);
        return items.map(({ price, quantity }) => price * quantity);
      },
    },
    ...definition,
  });
  const orders = resource('orders', z.object({ id: z.int(), line: z.int() }), {
    id: 'id',
    links: { line: 'lines' },
    store: memoryStore([
      { id: 1, line: 1 },
      { id: 2, line: 2 },
    ]),
  });
  const { send, host } = createCheckedHost({
    resources: [lines, orders],
    api: { formats: [...ALL_FORMATS, 'ndjson'] },
    access: 'public',
  });
  return { send, host, calls };
}

/* oxlint-disable typescript/no-explicit-any -- the JSON of responses */
const json = async (response: Promise<Response>): Promise<any> => (await response).json();
/* oxlint-enable typescript/no-explicit-any */

describe('fields that a function computes', () => {
  test('are computed by one call for a list', async () => {
    const { send, calls } = createHost();
    deepEqual(await json(send('GET /api/lines')), [
      { ...ROWS[0], total: 7.5 },
      { ...ROWS[1], total: 100 },
    ]);
    deepEqual(calls, [2]);
  });
  test('are computed only if the response has them', async () => {
    const { send, calls } = createHost({ views: { short: ['name'], sums: ['total'] } });
    deepEqual(await json(send('GET /api/lines?fields=name')), [{ name: 'Rope' }, { name: 'Anchor' }]);
    await send('GET /api/lines?view=short');
    deepEqual(calls, []);
    deepEqual(await json(send('GET /api/lines?view=sums')), [{ total: 7.5 }, { total: 100 }]);
    deepEqual(calls, [2]);
  });
  test('are computed only for users who can read them', async () => {
    const fields = { total: ({ headers }: { readonly headers: Headers }) => headers.has('x-staff') };
    const { send, calls } = createHost({ fields });
    deepEqual(await json(send('GET /api/lines')), ROWS);
    equal((await send('GET /api/lines?fields=total')).status, 400);
    deepEqual(calls, []);
    const [line] = await json(send('GET /api/lines', { headers: { 'X-Staff': 'yes' } }));
    equal(line.total, 7.5);
  });
  test('are in the responses of writes, which cannot set them', async () => {
    const { send } = createHost({ allowCreate: true });
    const body = (value: object) => ({ body: JSON.stringify(value), headers: { 'Content-Type': 'application/json' } });
    const sent = { name: 'Sail', quantity: 2, price: 21 };
    deepEqual(await json(send('POST /api/lines', body(sent))), { id: 3, ...sent, total: 42 });
    deepEqual(await json(send('PUT /api/lines/3', body({ ...sent, quantity: 3 }))), {
      id: 3,
      ...sent,
      quantity: 3,
      total: 63,
    });
    deepEqual(await json(send('PUT /api/lines/9', body(sent))), { id: 9, ...sent, total: 42 });
    const refused = await send('POST /api/lines', body({ ...sent, total: 1 }));
    deepEqual([refused.status, (await json(Promise.resolve(refused))).errors[0].code], [422, 'read_only']);
    const patch = { body: '{"quantity":1}', headers: { 'Content-Type': 'application/merge-patch+json' } };
    equal((await json(send('PATCH /api/lines/3', patch))).total, 21);
    const pointed = {
      body: '[{"op":"replace","path":"/total","value":5}]',
      headers: { 'Content-Type': 'application/json-patch+json' },
    };
    equal((await send('PATCH /api/lines/3', pointed)).status, 422);
  });
  test('are in all formats and in included items, which are computed together', async () => {
    const { send, calls } = createHost();
    for (const format of ['csv', 'ndjson', 'jsonld', 'jsonapi', 'hal']) {
      const text = await (await send(`GET /api/lines.${format}`)).text();
      match(text, /7\.5/, format);
    }
    calls.length = 0;
    const [order] = await json(send('GET /api/orders?include=line(total)'));
    deepEqual(order.line, { total: 7.5 });
    deepEqual(calls, [2]);
  });
  test('change the entity tag, also that of a version', async () => {
    for (const etag of [undefined, 'name']) {
      let factor = 1;
      const { send } = createHost({
        ...(etag && { cache: { etag } }),
        computed: { total: (items: readonly z.infer<typeof Line>[]) => items.map(({ price }) => price * factor) },
      });
      const tag = (await send('GET /api/lines/1')).headers.get('ETag')!;
      equal((await send('GET /api/lines/1', { headers: { 'If-None-Match': tag } })).status, 304);
      factor = 2;
      notEqual((await send('GET /api/lines/1')).headers.get('ETag'), tag);
      equal((await send('DELETE /api/lines/1', { headers: { 'If-Match': tag } })).status, 412);
    }
  });
  test('are passed to rules and hooks, and completed in the results of custom operations', async () => {
    const seen: unknown[] = [];
    const { send } = createHost({
      on: { delete: { before: ({ previous }: { previous: { total: number } }) => void seen.push(previous.total) } },
      access: { delete: ({ item }: { item: { total: number } }) => seen.push(item.total) > 0 },
      custom: {
        cheapest: { line: 'GET /cheapest', handle: () => ROWS[0] },
        double: { line: 'GET /{id}/double', handle: ({ item }: { item: object }) => ({ ...item, quantity: 6 }) },
      },
    });
    equal((await json(send('GET /api/lines/cheapest'))).total, 7.5);
    equal((await json(send('GET /api/lines/1/double'))).total, 15);
    equal((await send('DELETE /api/lines/1')).status, 204);
    deepEqual(seen, [7.5, 7.5]);
  });
  test('are read-only in the OpenAPI document', async () => {
    const { send } = createHost();
    const { components } = await json(send('GET /api/docs', { headers: { Accept: 'application/json' } }));
    equal(components.schemas.Line.properties.total.readOnly, true);
    ok(components.schemas.Line.required.includes('total'));
    equal(components.schemas['Line.create'].properties.total, undefined);
  });
  test('are an error of the application if the function returns other numbers of values', async () => {
    const { send, host } = createHost({ computed: { total: () => [1] } });
    await using _ = host;
    equal((await send('GET /api/lines')).status, 500);
    equal((await send('GET /api/lines/1')).status, 200);
  });
});

describe('the configuration of computed fields', () => {
  const findIssues = (definition: object): string => {
    const lines = resource('lines', Line, {
      id: 'id',
      input: { create: Input },
      store: memoryStore(),
      ...definition,
    } as never);
    try {
      defineHost({ resources: [lines], access: 'public', log: false });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const total = () => [];
  for (const [name, definition, expected] of [
    ['an unknown field', { computed: { sum: total } }, /no field "sum"/],
    ['the identifier', { computed: { id: total } }, /"id" is the identifier, which is stored/],
    [
      'a body with the field',
      { input: {}, computed: { total } },
      /The body of lines\.create has "total".*omit\(\{ total: true \}\)/s,
    ],
    ['a default', { computed: { total }, defaults: { total: () => 1 } }, /"total" is a default value/],
    [
      'a filter by a function',
      { computed: { total }, filters: { total: filter.range() } },
      /cannot be filtered or sorted by it.*sql/s,
    ],
    ['an order by a function', { computed: { total }, order: { total: 'asc' } }, /cannot be sorted by it/],
    [
      'a search in a function',
      { computed: { name: total }, input: { create: Input.omit({ name: true }) }, search: ['name'] },
      /cannot be searched/,
    ],
    ['an expression without a database', { computed: { total: sql`1` } }, /Only a store in an SQL database/],
    ['another value', { computed: { total: 5 } }, /Use an SQL expression/],
  ] as const)
    test(`${name} is rejected with a fix`, () => match(findIssues(definition), expected));
});
