/** Oriel as an application would have it: declared routes, production mode, everything else left at its default. */
import { Kysely } from 'kysely';
import { defineHost, reply, resource, route } from 'oriel';
import { NodeSqliteDialect, sqlStore } from 'oriel/adapters/kysely';
import { z } from 'zod';
import { CREATED, HELLO, ITEM, NEW_ITEM, PAGE_SIZE, PATHS, created } from '../workloads.ts';
import { FULL_HOST } from '../lib/full-host.ts';
import { openBooks } from './book-table.ts';
import { Book } from './book.ts';
import { ADDRESS, PORT, WORKLOAD } from './setting.ts';

const hello = route('hello', 'GET /api/hello', { handle: () => HELLO });
const many = PATHS.map((path) =>
  route(path, `GET ${path}`, {
    handle: ({ params: { id, itemId } }: { params: Readonly<Record<string, string>> }) => ({ id, itemId }),
  }),
);
const post = route('post', 'POST /api/books', {
  body: Book,
  handle: ({ body }) => reply(201, created(body), { Location: CREATED }),
});

const rows = new Map([[ITEM.id, ITEM]]);
const books = resource('books', z.object({ id: z.int(), ...Book.shape, series: z.int() }), {
  id: 'id',
  cache: { public: true, maxAge: 60 },
  provide: { get: ({ id }) => rows.get(id) },
});

const { tags, ...fields } = Book.shape;
const RESOURCES = {
  item: () => books,
  unchanged: () => books,
  create: () =>
    resource('books', z.object({ id: z.int(), ...fields, tags }), {
      id: 'id',
      input: { create: Book },
      process: { create: ({ body }) => ({ id: NEW_ITEM.id, ...body }) },
    }),
  page: () => {
    const database = new Kysely<{ books: object }>({ dialect: new NodeSqliteDialect({ database: openBooks() }) });
    const columns = { publishedAt: 'published_at', inStock: 'in_stock' };
    return resource('books', z.object({ id: z.int(), ...fields, series: z.int() }), {
      id: 'id',
      cache: { public: true, maxAge: 60 },
      page: { size: PAGE_SIZE },
      store: sqlStore(database, 'books', { columns }),
    });
  },
};

const ROUTES = {
  hello: [hello],
  bare: [hello],
  log: [hello],
  routes: many,
  missing: many,
  post: [post],
  item: [],
  unchanged: [],
  create: [],
  page: [],
  full: [],
  full304: [],
};
const host = defineHost({
  routes: ROUTES[WORKLOAD],
  ...(WORKLOAD in RESOURCES
    ? { resources: [RESOURCES[WORKLOAD as keyof typeof RESOURCES]()], api: { formats: ['json', 'jsonld'] as const } }
    : {}),
  ...(WORKLOAD === 'bare' ? { requestId: false } : {}),
  ...(WORKLOAD === 'log' ? {} : { log: false }),
  ...(WORKLOAD.startsWith('full') ? FULL_HOST : {}),
});
await host.listen({ port: PORT, host: ADDRESS });
