import { deepEqual, equal, throws } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { Kysely, sql } from 'kysely';
import { defineHost, filter, memoryStore, resource } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { connectPostgres } from '../contracts/postgres.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

const postgres = await connectPostgres('exclusion');
const sqlite = new Kysely<never>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
after(async () => {
  await sqlite.destroy();
  await postgres.close();
});

const Author = z.object({ id: z.int(), name: z.string().nullable() });
const Book = z.object({ id: z.int(), state: z.string().nullable(), pages: z.int(), author: z.int().nullable() });
const AUTHORS = [
  { id: 1, name: 'Ada' },
  { id: 2, name: null },
];
const BOOKS = [
  { id: 1, state: 'draft', pages: 10, author: 1 },
  { id: 2, state: 'sold', pages: 20, author: 2 },
  { id: 3, state: null, pages: 30, author: 1 },
  { id: 4, state: 'printed', pages: 40, author: null },
];

const STORES = [
  { name: 'memory', skip: false, open: async () => [memoryStore(AUTHORS), memoryStore(BOOKS)] },
  { name: 'SQLite', skip: false, open: () => createTables(sqlite) },
  { name: 'PostgreSQL', skip: postgres.skip, open: () => createTables(postgres.database) },
] as const;

async function createTables(database: Kysely<never>) {
  for (const statement of [
    'drop table if exists books',
    'drop table if exists authors',
    'create table authors (id integer primary key, name text)',
    'create table books (id integer primary key, state text, pages integer not null, author integer)',
    "insert into authors values (1, 'Ada'), (2, null)",
    "insert into books values (1, 'draft', 10, 1), (2, 'sold', 20, 2), (3, null, 30, 1), (4, 'printed', 40, null)",
  ])
    await sql.raw(statement).execute(database);
  const tables = database as unknown as Kysely<{ authors: object; books: object }>;
  return [sqlStore(tables, 'authors'), sqlStore(tables, 'books')];
}

type Stores = readonly ReturnType<typeof memoryStore>[];

function finder([authors, books]: Stores, t: TestContext) {
  const host = defineHost({
    log: false,
    profiler: false,
    access: 'public',
    api: { formats: ALL_FORMATS },
    resources: [
      resource('authors', Author, { id: 'id', store: authors! }),
      resource('books', Book, {
        id: 'id',
        links: { author: 'authors' },
        filters: {
          state: filter.exact(),
          pages: filter.range(),
          exclude: filter.exclude(['state', 'pages', 'author', 'author.name']),
          exists: filter.exists(['state']),
        },
        store: books!,
      }),
    ],
  });
  t.after(() => host.close());
  return async (query: string, accept = 'application/json') => {
    const response = await host.fetch(new Request(`http://localhost/api/${query}`, { headers: { Accept: accept } }));
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
}

for (const { name, skip, open } of STORES)
  describe(`exclusion in ${name}`, { skip }, () => {
    test('finds items with other values and without a value', async (t) => {
      const find = finder(await open(), t);
      for (const [query, ids] of [
        ['exclude[state]=draft', [2, 3, 4]],
        ['exclude[state][]=draft&exclude[state][]=sold', [3, 4]],
        ['exclude[state]=draft&exists[state]=true', [2, 4]],
        ['exclude[state]=draft&exclude[pages]=20', [3, 4]],
        ['exclude[state]=Draft', [1, 2, 3, 4]],
        ['exclude[author]=/api/authors/1', [2, 4]],
        ['exclude[author][]=1&exclude[author][]=2', [4]],
        // The link or the name of its item is missing.
        ['exclude[author.name]=Ada', [2, 4]],
      ] as const) {
        const { status, body } = await find(`books?${query}`);
        equal(status, 200, JSON.stringify(body));
        deepEqual(
          body.map(({ id }: { id: number }) => id),
          ids,
          query,
        );
      }
    });

    test('of groups finds the items that match no group', async (t) => {
      const find = finder(await open(), t);
      for (const [query, ids] of [
        ['not[0][state]=draft', [2, 3, 4]],
        ['not[0][state][]=draft&not[0][state][]=sold', [3, 4]],
        ['not[0][state]=sold&not[0][pages][gt]=30', [1, 2, 3, 4]],
        ['not[0][state]=sold&not[0][pages][gte]=20', [1, 3, 4]],
        ['not[0][state]=sold&not[1][pages][gt]=30', [1, 3]],
        ['not[0][exclude][state]=sold', [2]],
        ['not[0][exists][state]=false', [1, 2, 4]],
        ['or[0][pages][lt]=15&or[1][pages][gt]=35&not[0][state]=draft', [4]],
        ['pages[gt]=10&not[3][state]=sold', [3, 4]],
      ] as const) {
        const { status, body } = await find(`books?${query}`);
        equal(status, 200, JSON.stringify(body));
        deepEqual(
          body.map(({ id }: { id: number }) => id),
          ids,
          query,
        );
      }
    });
  });

test('invalid exclusions are rejected with a suggestion', async (t) => {
  const find = finder(await STORES[0].open(), t);
  const errors = async (query: string) => {
    const { status, body } = await find(`books?${query}`);
    return [status, body.errors[0].parameter, String(body.errors[0].detail)];
  };
  const [status, parameter, detail] = await errors('not[0][stat]=draft');
  deepEqual([status, parameter], [400, 'not[0][stat]']);
  equal(String(detail).includes('not[0][state]'), true, String(detail));
  deepEqual((await errors('exclude[pages]=many')).slice(0, 2), [400, 'exclude[pages]']);
  deepEqual((await errors('not[20][state]=draft')).slice(0, 2), [400, 'not[20][state]']);
});

test('exclusions are parameters of JSON:API, and in OpenAPI documents', async (t) => {
  const find = finder(await STORES[0].open(), t);
  const query = 'filter[exclude][state]=draft&filter[not][0][pages][gt]=30';
  const { body } = await find(`books?${query}`, 'application/vnd.api+json');
  deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    ['2', '3'],
  );
  const { body: document } = await find('docs.json');
  const { parameters } = document.paths['/api/books'].get;
  const getParameter = (name: string) =>
    parameters[parameters.findIndex((parameter: { name: string }) => parameter.name === name)];
  deepEqual(getParameter('exclude[pages]').schema, { type: 'integer' });
  deepEqual(getParameter('exclude[state][]').schema, { type: 'array', items: { type: 'string' } });
  equal(getParameter('exclude[state]').description.split('. ')[0], 'state does not equal it, or is missing');
  equal(getParameter('not').style, 'deepObject');
});

test('a filter with the name of the groups is an error at start', () => {
  const store = memoryStore();
  const books = resource('books', Book, { id: 'id', filters: { not: filter.exact('state') }, store });
  throws(() => defineHost({ resources: [books] }), /The query parameter "not" is reserved/);
});
