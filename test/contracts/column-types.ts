import { deepEqual, equal as isEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { field } from '../../packages/host/src/features/resources/declare/exact-fields.ts';
import { filter } from '../../packages/host/src/features/resources/declare/filters/filter.ts';
import { resource } from '../../packages/host/src/features/resources/declare/resource.ts';
import { defineHost } from '../../packages/host/src/host/define-host.ts';
import type { ContractLibrary } from './store-tables.ts';

/** A type of columns, and a field for it. */
interface ColumnCase {
  readonly type: string;
  readonly schema: z.ZodType;
  /** Two values, which the column returns as they are. The first one is less. */
  readonly values: readonly [unknown, unknown];
  /** Another text of the first value, which a filter finds it by. */
  readonly equal?: string;
  /** Whether the field can be compared. Default: true. */
  readonly isCompared?: boolean;
}

const text = z.string();
const large = ['999999999999', '9007199254740993'] as const;
const list = { isCompared: false } as const;

/** The types of columns of PostgreSQL that stores support. */
export const POSTGRES_COLUMNS: readonly ColumnCase[] = [
  { type: 'int2', schema: z.int(), values: [-9, 10] },
  { type: 'int4', schema: z.int(), values: [-9, 10] },
  { type: 'int8', schema: z.int(), values: [9, Number.MAX_SAFE_INTEGER] },
  { type: 'int8', schema: text, values: large },
  { type: 'int8', schema: field.int64(z), values: large },
  { type: 'int4', schema: field.int64(z), values: ['-9', '10'] },
  { type: 'numeric', schema: text, values: ['-2.50', '0.1234567890123456789'] },
  { type: 'numeric', schema: field.decimal(z), values: ['9.50', '10.1234567890123456789'], equal: '9.5' },
  {
    type: 'numeric(12,2)',
    schema: field.decimal(z, { digits: 12, scale: 2 }),
    values: ['9.50', '1234567890.10'],
    equal: '95e-1',
  },
  { type: 'numeric(40)', schema: text, values: [large[0], '1234567890123456789012345678901234567890'] },
  { type: 'numeric(9,2)', schema: z.number(), values: [2.5, 10.25] },
  { type: 'float4', schema: z.number(), values: [0.1, 0.3] },
  { type: 'float8', schema: z.number(), values: [0.1, 0.3] },
  { type: 'float8', schema: text, values: ['0.1', '10'] },
  { type: 'boolean', schema: z.boolean(), values: [false, true] },
  { type: 'text', schema: text, values: ['10', '9'] },
  { type: 'varchar(9)', schema: text, values: ['10', '9'] },
  {
    type: 'uuid',
    schema: z.uuid(),
    values: ['0a0b0c0d-0000-4000-8000-000000000001', 'ffffffff-0000-4000-8000-000000000003'],
  },
  { type: 'timestamptz', schema: z.iso.datetime(), values: ['2026-01-01T12:00:00.123Z', '2026-01-01T12:00:00.124Z'] },
  { type: 'timestamp', schema: z.iso.datetime(), values: ['2026-01-01T12:00:00.123Z', '2026-01-01T12:00:00.124Z'] },
  { type: 'timestamptz', schema: text, values: ['2026-01-01T12:00:00.123Z', '2026-01-01T12:00:00.124Z'] },
  { type: 'date', schema: z.iso.date(), values: ['2026-01-01', '2026-01-02'] },
  { type: 'date', schema: text, values: ['2026-01-01', '2026-01-02'] },
  { type: 'int8', schema: z.iso.datetime(), values: ['2026-01-01T12:00:00.123Z', '2026-01-01T12:00:00.124Z'] },
  { type: 'time', schema: z.iso.time(), values: ['09:30:00', '10:00:00'] },
  { type: 'interval', schema: text, values: ['9 days', '10 days'], equal: '216:00:00' },
  {
    type: 'interval',
    schema: text,
    values: ['-00:00:00.000001', '1 year 2 mons 3 days 04:05:06.789'],
    equal: 'PT-0.000001S',
  },
  { type: 'inet', schema: text, values: ['10.0.0.1', '10.0.0.2'] },
  { type: 'bytea', schema: text, values: ['\\x00', '\\xff'] },
  { type: 'point', schema: text, values: ['(1,2)', '(2,1)'] },
  { type: 'int4range', schema: text, values: ['[1,4)', '[2,4)'] },
  { type: 'xml', schema: text, values: ['<a/>', '<b/>'] },
  { type: 'jsonb', schema: z.unknown().nullable(), values: [{ a: [1] }, [null]], ...list },
  { type: 'json', schema: z.object({ a: z.int() }), values: [{ a: 1 }, { a: 2 }], ...list },
  {
    type: 'text[]',
    schema: z.array(text),
    values: [
      ['a', 'b"\\{},'],
      ['', 'null', 'NULL', 'ü'],
    ],
    ...list,
  },
  { type: 'varchar(9)[]', schema: z.array(text.nullable()), values: [[], ['a', null]], ...list },
  { type: 'int4[]', schema: z.array(z.int()), values: [[], [-1, 2]], ...list },
  { type: 'int8[]', schema: z.array(z.int()), values: [[], [Number.MAX_SAFE_INTEGER]], ...list },
  { type: 'int8[]', schema: z.array(text), values: [[], [...large]], ...list },
  { type: 'numeric[]', schema: z.array(field.decimal(z)), values: [[], ['0.1234567890123456789', '-2.50']], ...list },
  { type: 'numeric(9,2)[]', schema: z.array(z.number()), values: [[1.5], [0.1, 2]], ...list },
  { type: 'float8[]', schema: z.array(z.number()), values: [[1.5], [1e300]], ...list },
  { type: 'boolean[]', schema: z.array(z.boolean()), values: [[], [true, false]], ...list },
  { type: 'uuid[]', schema: z.array(z.uuid()), values: [[], ['0a0b0c0d-0000-4000-8000-000000000001']], ...list },
  { type: 'timestamptz[]', schema: z.array(z.iso.datetime()), values: [[], ['2026-01-01T12:00:00.123Z']], ...list },
  { type: 'timestamp[]', schema: z.array(z.iso.datetime()), values: [[], ['2026-01-01T12:00:00.123Z']], ...list },
  { type: 'date[]', schema: z.array(z.iso.date()), values: [[], ['2026-01-01']], ...list },
  {
    type: 'int4[]',
    schema: z.array(z.array(z.int())),
    values: [
      [],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ...list,
  },
  { type: 'jsonb[]', schema: z.array(z.object({ a: text })), values: [[], [{ a: '"{' }]], ...list },
];

/**
 * Tests that a field of each type of column can be written, read, filtered, sorted and patched.
 *
 * @param open returns the library; its table `things` is created for each test
 */
export function columnTypesContract(name: string, open: () => ContractLibrary, skip: string | false): void {
  describe(`${name} with all types of columns`, { skip }, () => {
    for (const { type, schema, values, equal, isCompared = true } of POSTGRES_COLUMNS)
      test(`${name} supports ${schema.type} in ${type}`, async () => {
        const library = open();
        await library.run('drop table if exists things');
        await library.run(`create table things (id ${library.types.id}, text ${type}, maybe text)`);
        const send = senderFor(library, schema, isCompared);
        const items = values.map((value, index) => ({ id: index + 1, text: value, maybe: null }));
        for (const item of items) deepEqual(await send('POST /api/things', item), [201, item]);
        deepEqual(await send('POST /api/things', { id: 3, text: null, maybe: null }), [
          201,
          { id: 3, text: null, maybe: null },
        ]);
        deepEqual(await send('GET /api/things/1'), [200, items[0]]);
        deepEqual(await send('GET /api/things?exists[text]=true'), [200, items]);
        if (isCompared) {
          for (const item of items)
            for (const query of [
              `same=${String(item.text)}`,
              `same[]=${String(item.text)}&same[]=${String(item.text)}`,
            ])
              deepEqual(await send(`GET /api/things?${encodeURI(query)}`), [200, [item]]);
          if (equal !== undefined)
            deepEqual(await send(`GET /api/things?same=${encodeURIComponent(equal)}`), [200, [items[0]]]);
          deepEqual(await send('GET /api/things?exists[text]=true&order[text]=desc'), [200, items.toReversed()]);
          for (const direction of ['asc', 'desc']) {
            const order = `exists[text]=true&order[text]=${direction}&itemsPerPage=1`;
            deepEqual(await followPages(send, order), direction === 'asc' ? items : items.toReversed());
          }
          deepEqual(await send(`GET /api/things?from[gt]=${encodeURIComponent(String(values[0]))}`), [200, [items[1]]]);
        }
        deepEqual(await send('PATCH /api/things/1', { maybe: 'x' }), [200, { ...items[0], maybe: 'x' }]);
        deepEqual(await send('PATCH /api/things/1', { text: values[1] }), [
          200,
          { id: 1, text: values[1], maybe: 'x' },
        ]);
        deepEqual(await send('PATCH /api/things/2', { text: null }), [200, { ...items[1], text: null }]);
      });

    for (const [type, schema, value] of [
      ['interval', text, 'soon'],
      ['inet', text, '10.0.0.256'],
      ['bytea', text, '\\xg'],
      ['int4', z.number(), 1.5],
      ['int2', z.int(), 40_000],
      ['numeric', text, '1,5'],
      ['int8', field.int64(z), '9999999999999999999'],
      ['numeric(4,2)', field.decimal(z), '100'],
      ['int4[]', z.array(z.number()), [1, 1.5]],
      ['int8[]', z.array(text), ['1', 'x']],
      ['uuid[]', z.array(text), ['x']],
      ['float4', z.number(), 1e300],
    ] as const)
      test(`${name} reports the field of a value that ${type} cannot store`, async () => {
        const library = open();
        await library.run('drop table if exists things');
        await library.run(`create table things (id ${library.types.id}, text ${type}, maybe text)`);
        const send = senderFor(library, schema, false);
        for (const maybe of [null, 'soon']) {
          const [status, body] = await send('POST /api/things', { id: 1, text: value, maybe });
          const { errors } = body as { readonly errors?: readonly { readonly pointer: string }[] };
          const pointer = errors?.map((error) => error.pointer).join();
          // Prisma does not report the value that PostgreSQL refused. The store checks numbers itself.
          const isKnown = /int\d|float|numeric(?!\()/.test(type) || !name.startsWith('prisma');
          deepEqual([status, isKnown ? pointer : '/text'], [422, '/text']);
        }
      });

    test(`${name} has identifiers of int8 as text`, async () => {
      const library = open();
      await library.run('drop table if exists things');
      await library.run('create table things (text int8 primary key, maybe text)');
      const host = defineHost({
        log: { level: 'none' },
        resources: [
          resource('things', z.object({ text, maybe: text }), { id: 'text', store: library.store('things') }),
        ],
      });
      const send = createSender(host);
      deepEqual(await send('POST /api/things', { text: large[1], maybe: '' }), [201, { text: large[1], maybe: '' }]);
      deepEqual(await send(`GET /api/things/${large[1]}`), [200, { text: large[1], maybe: '' }]);
      for (const id of ['9007199254740992', '09007199254740993', 'x', '99999999999999999999999'])
        deepEqual((await send(`GET /api/things/${id}`))[0], 404);
      for (const id of ['x', '1.5', '99999999999999999999999'])
        deepEqual((await send('POST /api/things', { text: id, maybe: '' }))[0], 422);
      deepEqual((await send(`DELETE /api/things/${large[1]}`))[0], 204);
    });
  });
}

function senderFor({ store }: ContractLibrary, schema: z.ZodType, isCompared: boolean) {
  const Thing = z.object({ id: z.int(), text: schema.nullable(), maybe: z.string().nullable() });
  const exists = filter.exists(['text']);
  const order = { order: filter.order(['text']), same: filter.exact('text'), from: filter.range('text') };
  const host = defineHost({
    log: { level: 'none' },
    profiler: false,
    resources: [
      resource('things', Thing, {
        id: 'id',
        order: { id: 'asc' },
        page: { by: 'cursor' },
        filters: isCompared ? { exists, ...order } : { exists },
        store: store('things'),
      }),
    ],
  });
  return createSender(host);
}

// Follows the links of pages by cursor, whose positions must be exact.
async function followPages(send: ReturnType<typeof createSender>, query: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let path: string | undefined = `/api/things?${query}`; path !== undefined && found.length < 5;) {
    const [status, body, next]: [number, unknown, string?] = await send(`GET ${path}`);
    isEqual(status, 200, JSON.stringify(body));
    found.push(...(body as unknown[]));
    path = next?.replace('http://localhost', '');
  }
  return found;
}

function createSender(host: { fetch(request: Request): Promise<Response> }) {
  return async (line: string, body?: unknown): Promise<[status: number, body: unknown, next?: string]> => {
    const [method, path] = line.split(' ') as [string, string];
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': type } };
    const response = await host.fetch(new Request(`http://localhost${path}`, { method, ...sent }));
    const text = await response.text();
    const [, next] = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
    const found = text === '' ? undefined : (JSON.parse(text) as unknown);
    return next === undefined ? [response.status, found] : [response.status, found, next];
  };
}
