import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { Kysely, sql } from 'kysely';
import { defineHost, field, filter, memoryStore, resource } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';

const postgres = await connectPostgres('exact_numbers');
const file = new DatabaseSync(':memory:');
const sqlite = new Kysely<never>({ dialect: new NodeSqliteDialect({ database: file }) });
after(async () => {
  await sqlite.destroy();
  await postgres.close();
});

const Invoice = z.object({
  id: z.int(),
  number: field.int64(z),
  total: field.decimal(z, { digits: 30, scale: 20 }).nullable(),
});
// The totals are in ascending order. A double has the same value for the numbers, and for the last two totals.
const INVOICES = [
  { id: 1, number: '9007199254740993', total: '-12.50' },
  { id: 2, number: '9007199254740992', total: '9.50' },
  { id: 3, number: '9223372036854775807', total: '10' },
  { id: 4, number: '-7', total: '1234567890.10000000000000000001' },
  { id: 5, number: '0', total: '1234567890.10000000000000000002' },
];

const STORES = [
  { name: 'memory', skip: false, open: async () => memoryStore() },
  { name: 'SQLite', skip: false, open: () => createTable(sqlite, 'text', 'integer') },
  { name: 'PostgreSQL', skip: postgres.skip, open: () => createTable(postgres.database, 'numeric', 'int8') },
] as const;

async function createTable(database: Kysely<never>, decimal: string, int64: string) {
  await sql.raw('drop table if exists invoices').execute(database);
  await sql.raw(`create table invoices (id integer primary key, number ${int64}, total ${decimal})`).execute(database);
  return sqlStore(database as unknown as Kysely<{ invoices: object }>, 'invoices');
}

function hostWith(store: ReturnType<typeof memoryStore>, t: TestContext) {
  const host = defineHost({
    log: false,
    profiler: false,
    access: 'public',
    api: { formats: ['json', 'csv', 'jsonld'] },
    resources: [
      resource('invoices', Invoice, {
        id: 'id',
        page: { by: 'cursor' },
        filters: {
          total: filter.exact(),
          number: filter.exact(),
          totals: filter.range<string>('total'),
          numbers: filter.range<string>('number'),
          order: filter.order(['total', 'number']),
        },
        store,
      }),
    ],
  });
  t.after(() => host.close());
  return async (path: string, body?: unknown, accept = 'application/json') => {
    const headers = { Accept: accept, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await host.fetch(new Request(new URL(path, 'http://localhost/api/'), init));
    const [, next] = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
    return { status: response.status, text: await response.text(), next };
  };
}

for (const { name, skip, open } of STORES)
  describe(`exact numbers in ${name}`, { skip }, () => {
    test('are stored and returned with all digits, in JSON and in CSV', async (t) => {
      const send = hostWith(await open(), t);
      for (const invoice of INVOICES) equal((await send('invoices', invoice)).status, 201);
      deepEqual(JSON.parse((await send('invoices')).text), INVOICES);
      const csv = (await send('invoices?order[number]=asc', undefined, 'text/csv')).text.split('\r\n');
      deepEqual(csv.slice(0, 3), [
        'id,number,total',
        '4,-7,1234567890.10000000000000000001',
        '5,0,1234567890.10000000000000000002',
      ]);
      match(csv.join('\n'), /^1,9007199254740993,-12\.50$/m);
    });

    test('are filtered by their value', async (t) => {
      const send = hostWith(await open(), t);
      for (const invoice of INVOICES) await send('invoices', invoice);
      await send('invoices', { id: 6, number: '1', total: null });
      const find = async (query: string) =>
        (JSON.parse((await send(`invoices?${query}`)).text) as { id: number }[]).map(({ id }) => id);
      for (const [query, ids] of [
        ['total=9.5', [2]],
        ['total=9.500', [2]],
        ['total=95e-1', [2]],
        ['total[]=10.0&total[]=-12.5', [1, 3]],
        ['total=1234567890.1', []],
        ['total=1234567890.10000000000000000001', [4]],
        ['totals[gt]=1234567890.10000000000000000001', [5]],
        ['totals[gte]=-12.5&totals[lt]=10', [1, 2]],
        ['totals[between]=9.5..10', [2, 3]],
        ['number=9007199254740993', [1]],
        ['number=9007199254740993.5', []],
        ['numbers[gt]=9007199254740992', [1, 3]],
        ['numbers[gt]=9007199254740992.5', [1, 3]],
        ['numbers[lt]=-6.5', [4]],
        ['numbers[lt]=99999999999999999999', [1, 2, 3, 4, 5, 6]],
        ['numbers[gt]=99999999999999999999', []],
      ] as const)
        deepEqual(await find(query), ids, query);
      equal((await send('invoices?total=1,5')).status, 400);
    });

    test('are sorted by their value, and a page by cursor starts after the exact one', async (t) => {
      const send = hostWith(await open(), t);
      for (const invoice of INVOICES) await send('invoices', invoice);
      for (const [order, ids] of [
        ['total', [1, 2, 3, 4, 5]],
        ['number', [4, 5, 2, 1, 3]],
      ] as const)
        for (const direction of ['asc', 'desc']) {
          const found: number[] = [];
          let path: string | undefined = `invoices?order[${order}]=${direction}&itemsPerPage=1`;
          while (path !== undefined && found.length < 6) {
            const { text, next } = await send(path);
            found.push(...(JSON.parse(text) as { id: number }[]).map(({ id }) => id));
            path = next;
          }
          deepEqual(found, direction === 'asc' ? ids : ids.toReversed(), `${order} ${direction}`);
        }
    });

    test('that a field cannot have are rejected with its pointer', async (t) => {
      const send = hostWith(await open(), t);
      for (const total of ['1.123456789012345678901', '12345678901', '1,5', '', ' 1', '01', 1.5]) {
        const { status, text } = await send('invoices', { id: 1, number: '1', total });
        deepEqual(
          [status, (JSON.parse(text) as { errors: { pointer: string }[] }).errors[0]!.pointer],
          [422, '/total'],
          String(total),
        );
      }
    });
  });

test('OpenAPI documents describe exact numbers as strings with a format, also as filters', async (t) => {
  const send = hostWith(memoryStore(), t);
  const document = JSON.parse((await send('docs.json')).text);
  const { number, total } = document.components.schemas.Invoice.properties;
  deepEqual([number.type, number.format], ['string', 'int64']);
  match(JSON.stringify(total), /"type":"string","format":"decimal"/);
  const parameters: { readonly name: string; readonly schema: unknown }[] =
    document.paths['/api/invoices'].get.parameters;
  const findSchema = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema;
  deepEqual(findSchema('totals[gt]'), { type: 'string', format: 'decimal' });
  deepEqual(findSchema('number'), { type: 'string', format: 'int64' });
});

test('SQLite does not store exact numbers in columns that would round them', async (t) => {
  for (const [decimal, int64, reason] of [
    ['numeric', 'integer', /"total" of "invoices" is a decimal number, .* is numeric, .* declare the column as text/],
    ['real', 'integer', /"total"/],
    ['text', 'text', /"number" of "invoices" .* declare the column as integer/],
  ] as const) {
    const store = await createTable(sqlite, decimal, int64);
    const host = defineHost({
      log: false,
      resources: [resource('invoices', Invoice, { id: 'id', store })],
      access: 'public',
    });
    t.after(() => host.close());
    await rejects(host.listen({ port: 0 }), reason);
  }
});

test('a number in a column of PostgreSQL with more digits is an error at start', { skip: postgres.skip }, async (t) => {
  const start = async (decimal: string, schema: z.ZodType) => {
    const store = await createTable(postgres.database, decimal, 'int8');
    const Rounded = Invoice.extend({ total: schema });
    const host = defineHost({
      log: false,
      profiler: false,
      access: 'public',
      resources: [resource('invoices', Rounded, { id: 'id', store })],
    });
    t.after(() => host.close());
    await host.listen({ port: 0 });
  };
  await sql`create domain price as numeric(9, 2)`.execute(postgres.database);
  for (const type of ['numeric(15, 2)', 'price', 'double precision']) await start(type, z.number());
  await start('numeric(15, 2)[]', z.array(z.number()));
  for (const type of ['numeric', 'numeric(16, 2)'])
    await rejects(
      start(type, z.number()),
      /"total" of "invoices" is a number, which has 15 exact digits, .* field\.decimal\(z\)/,
    );
  await rejects(start('numeric[]', z.array(z.number())), /15 exact digits/);
  await start('numeric', field.decimal(z));
  await rejects(
    start('double precision', field.decimal(z)),
    /is a decimal number, but its column "total" .* is float8/,
  );
});
