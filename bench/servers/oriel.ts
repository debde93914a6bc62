/** Oriel as an application would have it: declared routes, production mode, everything else left at its default. */
import { defineHost, reply, route } from 'oriel';
import { CREATED, HELLO, PATHS, created } from '../workloads.ts';
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

const ROUTES = { hello: [hello], bare: [hello], log: [hello], routes: many, missing: many, post: [post] };

const host = defineHost({
  routes: ROUTES[WORKLOAD],
  ...(WORKLOAD === 'bare' ? { requestId: false } : {}),
  ...(WORKLOAD === 'log' ? {} : { log: false }),
});
await host.listen({ port: PORT, host: ADDRESS });
