import { defineHost, resource } from 'oriel-host';
import { jsonldFormat } from 'oriel-host/resources';
import { z } from 'zod';

const Book = z.object({
  id: z.int(),
  title: z.string(),
  pages: z.int().optional(),
  at: z.iso.datetime({ offset: true }).optional(),
});

const SentBook = z.object({
  title: z.string().min(2),
  pages: z.int().positive().nullish(),
  at: z.iso.datetime({ offset: true }).nullish(),
});

const ListQuery = z.object({ title: z.string().min(2).optional(), minPages: z.int().min(1).optional() });

/** Creates a host with the books of the newer release: at the root, with functions instead of a store, and in every format. */
export function newerHost() {
  const books = new Map(
    ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'].map((title, index) => [index + 1, first(title, index + 1)]),
  );
  const store = (id: number, { title, pages, at }: z.output<typeof SentBook>) => {
    const book = { id, title, ...(pages == null ? {} : { pages }), ...(at == null ? {} : { at }) };
    books.set(id, book);
    return book;
  };
  return defineHost({
    title: 'Books',
    resources: [
      resource('books', Book, {
        id: 'id',
        input: { create: SentBook },
        operations: { list: { query: ListQuery } },
        provide: { list: () => [...books.values()], get: ({ id }) => books.get(id) },
        process: {
          create: ({ body }) => store(books.size + 1, body),
          replace: ({ id, body }) => store(id, body),
          patch: ({ id, next }) => store(id, next),
          delete: ({ id }) => void books.delete(id),
        },
      }),
    ],
    api: {
      prefix: '',
      formats: [jsonldFormat({ hydra: 'plain' }), 'jsonapi', 'hal', 'json'],
      page: { size: 2 },
      cache: { public: true, maxAge: 0, sharedMaxAge: '1 h', vary: ['Content-Type', 'Authorization', 'Origin'] },
    },
    cors: {
      origins: 'http://localhost:3000',
      methods: ['GET', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'],
      headers: ['content-type', 'authorization'],
      expose: ['link'],
    },
    access: 'public',
    log: { level: 'none', access: false },
  });
}

function first(title: string, id: number): z.output<typeof Book> {
  return { id, title, pages: id * 10, at: `2026-01-0${id}T10:00:00Z` };
}
