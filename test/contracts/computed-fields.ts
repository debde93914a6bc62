import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import type { SqlExpression } from '../../packages/host/src/features/resources/declare/computed-fields.ts';
import { field } from '../../packages/host/src/features/resources/declare/exact-fields.ts';
import { filter } from '../../packages/host/src/features/resources/declare/filters/filter.ts';
import { resource } from '../../packages/host/src/features/resources/declare/resource.ts';
import type { AnyResource } from '../../packages/host/src/features/resources/declare/resource.ts';
import { memoryStore } from '../../packages/host/src/features/resources/source/memory-store.ts';
import { defineHost } from '../../packages/host/src/host/define-host.ts';
import type { ContractLibrary } from './store-tables.ts';

const Line = z.object({
  id: z.int(),
  name: z.string(),
  quantity: z.int(),
  price: z.number().nullable(),
  parent: z.int().nullable(),
  total: z.number().nullable(),
  label: z.string(),
  isLarge: z.boolean(),
  siblings: z.int(),
  exact: field.decimal(z),
  due: z.iso.datetime(),
});
const Input = Line.pick({ name: true, quantity: true, price: true, parent: true });
type Line = z.infer<typeof Line>;

const STORED = [
  { id: 1, name: 'Rope', quantity: 3, price: 2.5, parent: null },
  { id: 2, name: 'anchor', quantity: 1, price: 100, parent: 1 },
  { id: 3, name: 'Ölzeug', quantity: 2, price: null, parent: 1 },
  { id: 4, name: 'Rope', quantity: 12, price: 2.5, parent: 3 },
  { id: 5, name: 'Buoy', quantity: 40, price: 0.25, parent: 3 },
];

/**
 * Tests that lists are filtered, sorted and paged by computed fields as by stored ones.
 *
 * @param sql the tag of the library
 */
export function computedFieldsContract(
  name: string,
  open: () => ContractLibrary,
  sql: Tag,
  skip: string | false = false,
): void {
  describe(`computed fields of ${name}`, { skip }, () => {
    test('are selected, filtered, sorted and paged like stored ones', async () => {
      const stored = createClient(linesInMemory());
      const computed = createClient(await linesInTable(open(), sql));
      equal((await readPages(stored, '')).length, 6);
      for (const query of QUERIES) {
        const expected = await readPages(stored, query);
        deepEqual(await readPages(computed, query), expected, query);
      }
    });
    test('are read after a write, and no body can set them', async () => {
      const { send } = createClient(await linesInTable(open(), sql));
      const created = await send('POST', '/api/lines', { name: 'Sail', quantity: 2, price: 21, parent: 1 });
      equal(created.status, 201);
      deepEqual([created.body.total, created.body.label, created.body.siblings], [42, 'Sail!', 3]);
      const patched = await send('PATCH', `/api/lines/${created.body.id}`, { quantity: 3 });
      deepEqual([patched.status, patched.body.total], [200, 63]);
      const refused = await send('PATCH', `/api/lines/${created.body.id}`, { total: 1 });
      deepEqual(
        [refused.status, refused.body.errors[0].pointer, refused.body.errors[0].code],
        [422, '/total', 'read_only'],
      );
      const repeated = await send('PATCH', `/api/lines/${created.body.id}`, { total: 63, quantity: 4 });
      deepEqual([repeated.status, repeated.body.total], [200, 84]);
    });
  });
}

const QUERIES = [
  '',
  ...[
    'fields=total',
    'fields=name,siblings',
    'total=7.5',
    'total[gte]=30',
    'isLarge=true',
    'siblings=2',
    'siblings[gt]=1',
  ],
  ...[
    'label=ROPE',
    'exact=0.25',
    'exact[lt]=3',
    'due[after]=2020-01-04T00:00:00Z',
    'parent.total[gte]=1',
    'total[lt]=0',
  ],
  ...['total', 'label', 'siblings', 'exact', 'due', 'isLarge'].flatMap((value) => [
    `order[${value}]=asc`,
    `order[${value}]=desc`,
    `order[${value}]=desc&total[gte]=1`,
  ]),
];

/* oxlint-disable typescript/no-explicit-any -- the JSON of responses */
interface Client {
  readonly send: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: any; link: string }>;
}
/* oxlint-enable typescript/no-explicit-any */

type CreateLines = (name: string, options: object) => AnyResource;

const OPTIONS = {
  id: 'id',
  input: { create: Input },
  links: {},
  filters: {
    total: [filter.exact(), filter.range()],
    isLarge: filter.boolean(),
    siblings: [filter.exact(), filter.range()],
    label: filter.exact(),
    name: filter.partial('label'),
    exact: [filter.exact(), filter.range()],
    due: filter.date(),
    'parent.total': filter.range(),
    order: filter.order(['total', 'label', 'siblings', 'exact', 'due', 'isLarge']),
  },
} as const;

// The values that the expressions compute.
function linesInMemory(): CreateLines {
  const items = STORED.map((line): Line => {
    const { id, name, quantity, price, parent } = line;
    return {
      ...line,
      total: price === null ? null : price * quantity,
      label: `${name}!`,
      isLarge: quantity > 10,
      siblings: STORED.filter((other) => other.parent === parent).length,
      exact: String((quantity * 25) / 100),
      due: new Date(Date.UTC(2020, 0, id)).toISOString(),
    };
  });
  return (name, options) =>
    resource(name, Line, {
      ...OPTIONS,
      links: { parent: { to: name, as: 'id' } },
      ...options,
      store: memoryStore(items),
    });
}

type Tag = (strings: TemplateStringsArray, ...values: unknown[]) => SqlExpression;

async function linesInTable({ run, store, types }: ContractLibrary, sql: Tag): Promise<CreateLines> {
  const isSqlite = types.json === 'text';
  await run('drop table if exists lines');
  await run(`create table lines (id ${types.id}, name text not null, quantity ${types.integer} not null,
    price ${types.double}, parent ${types.integer} references lines)`);
  for (const { name, quantity, price, parent } of STORED)
    await run(`insert into lines (name, quantity, price, parent) values ('${name}', ${quantity}, ${price}, ${parent})`);
  const computed = {
    total: sql`price * quantity`,
    label: sql`name || ${'!'}`,
    isLarge: sql`quantity > ${10}`,
    siblings: isSqlite
      ? sql`select count(*) from lines as other where other.parent is lines.parent`
      : sql`select count(*) from lines as other where other.parent is not distinct from lines.parent`,
    exact: isSqlite ? sql`cast(quantity * 25 / 100.0 as text)` : sql`quantity * 0.25`,
    due: isSqlite
      ? sql`strftime('%Y-%m-%dT00:00:00.000Z', '2019-12-31', '+' || id || ' days')`
      : sql`timestamptz '2019-12-31 00:00:00Z' + id * interval '1 day'`,
  };
  return (name, options) =>
    resource(name, Line, {
      ...OPTIONS,
      links: { parent: { to: name, as: 'id' } },
      ...options,
      computed,
      store: store('lines'),
    });
}

function createClient(create: CreateLines): Client {
  const host = defineHost({
    resources: [create('lines', {}), create('scroll', { page: { by: 'cursor' } })],
    access: 'public',
    log: false,
  });
  return {
    async send(method, path, body) {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const init =
        body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'Content-Type': type } };
      const response = await host.fetch(new Request(`http://localhost${path}`, init));
      return { status: response.status, body: await response.json(), link: response.headers.get('Link') ?? '' };
    },
  };
}

// All pages by number and by cursor.
async function readPages({ send }: Client, query: string): Promise<unknown[]> {
  const pages: unknown[] = [];
  for (const name of ['lines', 'scroll'])
    for (let path = `/api/${name}?itemsPerPage=2&${query}`; path !== '';) {
      const { status, body, link } = await send('GET', path);
      equal(status, 200, `${path}: ${JSON.stringify(body)}`);
      // Databases write the digits of a computed number in different ways.
      pages.push([name, JSON.stringify(body).replace(/("exact":"\d+(?:\.\d*[1-9])?)[.0]*"/g, '$1"')]);
      path = /<http:\/\/localhost([^>]+)>; rel="?next/.exec(link)?.[1] ?? '';
    }
  return pages;
}
