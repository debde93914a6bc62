import { defineHost, filter, problem, resource } from 'oriel';
import { z } from 'zod';

const Author = z.object({ id: z.number().int(), name: z.string().min(1) });
const Book = z.object({
  id: z.number().int(),
  isbn: z.string().nullable().describe('ISBN-13'),
  title: z.string().min(2).max(100),
  price: z.number().min(0),
  tags: z.array(z.string()),
  publishedAt: z.iso.datetime({ offset: true }).nullable(),
  author: z.number().int().nullable(),
});
const NewBook = Book.omit({ id: true });

const nameTaken = problem(409, '/problems/isbn-taken', z.object({ isbn: z.string() }));

/** A host with every kind of operation, for what looks at documents. */
export function library() {
  const authors = [
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Bob' },
  ];
  const books = new Map(
    Array.from({ length: 7 }, (_, index) => index + 1).map((id) => [
      id,
      {
        ...{ id, isbn: id % 2 ? `978-${id}` : null, title: `Book ${id}`, price: id * 1.5, tags: ['a', 'b'] },
        ...{ publishedAt: id === 3 ? null : `2026-01-0${id}T10:00:00Z`, author: id === 4 ? null : 1 + (id % 2) },
      },
    ]),
  );
  let last = books.size;
  return defineHost({
    title: 'Library',
    version: '1.0.0',
    log: { level: 'none' },
    profiler: false,
    api: {
      info: {
        description: 'Books and who wrote them.',
        contact: { name: 'The library', url: 'https://library.example' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
    },
    resources: [
      resource('authors', Author, {
        id: 'id',
        provide: { list: () => authors, get: ({ id }) => authors.find((each) => each.id === id) },
      }),
      resource('books', Book, {
        id: 'id',
        description: 'Everything that can be lent.',
        links: { author: 'authors' },
        input: { create: NewBook },
        page: { size: 3 },
        throws: [nameTaken],
        filters: {
          title: filter.partial(),
          isbn: filter.exact(),
          price: filter.range(),
          publishedAt: filter.date(),
          author: filter.exact(),
          exists: filter.exists(['author']),
          order: filter.order(['title', 'price']),
          q: filter.search(['title']),
        },
        provide: { list: () => [...books.values()], get: ({ id }) => books.get(id) },
        process: {
          create({ body }) {
            if ([...books.values()].some(({ isbn }) => isbn !== null && isbn === body.isbn))
              throw nameTaken({ isbn: body.isbn! });
            const book = { id: ++last, ...body };
            books.set(book.id, book);
            return book;
          },
          replace({ id, body }) {
            const book = { id, ...body };
            books.set(id, book);
            return book;
          },
          patch({ id, next }) {
            const book = { id, ...next };
            books.set(id, book);
            return book;
          },
          delete({ id }) {
            books.delete(id);
          },
        },
      }),
    ],
  });
}
