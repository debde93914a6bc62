import { defineHost, filter, problem, resource } from 'oriel-host';
import type { Host, HostConfig } from 'oriel-host';
import { z } from 'zod';
import { checkedHost } from './checked-host.ts';
import { ALL_FORMATS } from './formats.ts';

/** A small library with every kind of operation, field and filter, for tests of formats, documents and clients. */

const Author = z.object({ id: z.number().int(), name: z.string().min(1) });

const Book = z.object({
  id: z.number().int(),
  title: z.string().min(2).max(100).describe('The title on its cover'),
  isbn: z.string().nullable().describe('ISBN-13'),
  price: z.number().min(0),
  available: z.boolean(),
  publishedAt: z.iso.datetime({ offset: true }).nullable(),
  tags: z.array(z.string()),
  notes: z.record(z.string(), z.unknown()),
  author: z.number().int().nullable(),
});

const isbnTaken = problem(409, '/problems/isbn-taken', z.object({ isbn: z.string() }));

export type BookItem = z.infer<typeof Book>;

export interface Library {
  /** Checks every exchange against its own OpenAPI document. */
  readonly host: Host;
  readonly books: Map<number, BookItem>;
}

export function createLibrary(api: HostConfig['api'] = {}): Library {
  const authors = ['Ada', 'Bob', 'Cyd'].map((name, index) => ({ id: index + 1, name }));
  const books = new Map(Array.from({ length: 7 }, (_, index) => [index + 1, book(index + 1)]));
  const put = (item: BookItem): BookItem => {
    books.set(item.id, item);
    return item;
  };
  const create = (body: Omit<BookItem, 'id'>): BookItem => {
    if ([...books.values()].some(({ isbn }) => isbn !== null && isbn === body.isbn))
      throw isbnTaken({ isbn: body.isbn! });
    return put({ id: books.size + 1, ...body });
  };
  const host = defineHost({
    title: 'Library',
    access: 'public',
    version: '1.0.0',
    log: { level: 'none', access: false },
    api: { info: ABOUT, formats: ALL_FORMATS, ...api },
    resources: [
      resource('authors', Author, {
        id: 'id',
        provide: { list: () => authors, get: ({ id }) => authors.find((author) => author.id === id) },
      }),
      resource('books', Book, {
        id: 'id',
        description: 'A book',
        links: { author: 'authors' },
        input: { create: Book.omit({ id: true }) },
        page: { size: 3 },
        operations: { create: { throws: [isbnTaken] } },
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
          create: ({ body }) => create(body),
          replace: ({ id, body }) => put({ id, ...body }),
          patch: ({ id, next }) => put({ id, ...next }),
          delete: ({ id }) => void books.delete(id),
        },
      }),
    ],
  });
  return { host: checkedHost(host), books };
}

const ABOUT = {
  description: 'Books and who wrote them.',
  contact: { name: 'The library', url: 'https://library.example' },
  license: { name: 'MIT', identifier: 'MIT' },
};

function book(id: number): BookItem {
  return {
    id,
    title: `Book ${id}`,
    isbn: id % 2 === 0 ? null : `978-${id}`,
    price: id * 1.5,
    available: id % 2 === 1,
    publishedAt: id % 3 === 0 ? null : `2020-01-0${id}T10:00:00Z`,
    tags: ['b', 'a', 'a'],
    notes: { shelf: { id } },
    author: id === 4 ? null : 1 + (id % 3),
  };
}
