/** Oriel as an application would have it: declared routes, production mode, everything else left at its default. */
import { defineHost, reply, resource, route } from 'oriel';
import { z } from 'zod';
import { CREATED, HELLO, ITEM, PATHS, created } from '../workloads.ts';
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

const ROUTES = {
  hello: [hello],
  bare: [hello],
  log: [hello],
  routes: many,
  missing: many,
  post: [post],
  item: [],
  unchanged: [],
};
const asResource = WORKLOAD === 'item' || WORKLOAD === 'unchanged';

const host = defineHost({
  routes: ROUTES[WORKLOAD],
  ...(asResource ? { resources: [books], api: { formats: ['json', 'jsonld'] as const } } : {}),
  ...(WORKLOAD === 'bare' ? { requestId: false } : {}),
  ...(WORKLOAD === 'log' ? {} : { log: false }),
});
await host.listen({ port: PORT, host: ADDRESS });
