/** Oriel as an application would have it: declared routes, production mode, everything else left at its default. */
import { Kysely } from 'kysely';
import { ForbiddenError, defineHost, reply, resource, route } from 'oriel';
import type { HostConfig } from 'oriel';
import { NodeSqliteDialect, sqlStore } from 'oriel/adapters/kysely';
import { bearer } from 'oriel/security';
import { z } from 'zod';
import { CREATED, HELLO, ITEM, NEW_ITEM, PAGE_SIZE, PATHS, created } from '../workloads.ts';
import { JWT_SECRET, LOCALES, LOGIN_PATH, ORIGIN } from '../visitors.ts';
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
  full: () => guarded(),
  full304: () => guarded(),
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

const translated = new Map(LOCALES.map((locale) => [locale, rows]));

// All that a visitor of a browser application brings along is looked at: origin, token, session, language, query.
const guarded = () =>
  resource('books', z.object({ id: z.int(), ...Book.shape, series: z.int() }), {
    id: 'id',
    cache: { maxAge: 60 },
    operations: { get: { query: z.object({ units: z.enum(['metric', 'imperial']).default('metric') }) } },
    provide: {
      get: async ({ id, user, session, locale }) => {
        if ((await session.get('uid')) !== user?.id) throw new ForbiddenError('This session is of somebody else');
        return translated.get(locale)?.get(id);
      },
    },
  });
const login = route('login', `GET ${LOGIN_PATH}`, {
  handle: async ({ session, user }) => {
    await session.set('uid', user?.id);
    return {};
  },
});
const VISITED: HostConfig = {
  cors: { origins: [ORIGIN], credentials: true, expose: ['Content-Location', 'ETag', 'Link'] },
  securityHeaders: true,
  sessions: {},
  locales: LOCALES,
  security: { firewalls: [{ name: 'api', authenticators: [bearer({ algorithms: ['HS256'], secret: JWT_SECRET })] }] },
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
  full: [login],
  full304: [login],
};
const host = defineHost({
  routes: ROUTES[WORKLOAD],
  ...(WORKLOAD in RESOURCES
    ? { resources: [RESOURCES[WORKLOAD as keyof typeof RESOURCES]()], api: { formats: ['json', 'jsonld'] as const } }
    : {}),
  ...(WORKLOAD === 'bare' ? { requestId: false } : {}),
  ...(WORKLOAD.startsWith('full') ? VISITED : {}),
  ...(WORKLOAD === 'log' ? {} : { log: false }),
});
await host.listen({ port: PORT, host: ADDRESS });
