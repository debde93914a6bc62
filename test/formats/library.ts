import { defineHost, filter, resource } from 'oriel';
import type { Host, HostConfig } from 'oriel';
import { z } from 'zod';

/** A small library, for tests of every format: two resources, links, nulls, lists and objects. */

const Author = z.object({ id: z.number().int(), name: z.string().min(1) });

const Book = z.object({
  id: z.number().int(),
  title: z.string().min(2).describe('What stands on its cover'),
  isbn: z.string().nullable(),
  price: z.number().min(0),
  available: z.boolean(),
  publishedAt: z.iso.datetime().nullable(),
  tags: z.array(z.string()),
  notes: z.record(z.string(), z.unknown()),
  author: z.number().int().nullable(),
});

export type BookItem = z.infer<typeof Book>;

export interface Library {
  readonly host: Host;
  readonly books: Map<number, BookItem>;
}

export function library(api: HostConfig['api'] = {}): Library {
  const authors = ['Ada', 'Bob', 'Cyd'].map((name, index) => ({ id: index + 1, name }));
  const books = new Map(Array.from({ length: 7 }, (_, index) => [index + 1, book(index + 1)]));
  const put = (item: BookItem): BookItem => {
    books.set(item.id, item);
    return item;
  };
  const host = defineHost({
    title: 'Library',
    log: { level: 'none', access: false },
    api,
    resources: [
      resource('authors', Author, {
        id: 'id',
        provide: { list: () => authors, get: ({ id }) => authors.find((each) => each.id === id) },
      }),
      resource('books', Book, {
        id: 'id',
        description: 'A book',
        links: { author: 'authors' },
        input: { create: Book.omit({ id: true }) },
        page: { size: 3 },
        filters: {
          title: filter.partial(),
          price: filter.range(),
          author: filter.exact(),
          order: filter.order(['title', 'price']),
        },
        provide: { list: () => [...books.values()], get: ({ id }) => books.get(id) },
        process: {
          create: ({ body }) => put({ id: books.size + 1, ...body }),
          replace: ({ id, body }) => put({ id, ...body }),
          patch: ({ id, next }) => put({ id, ...next }),
          delete: ({ id }) => void books.delete(id),
        },
      }),
    ],
  });
  return { host, books };
}

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

/** Asks a host in memory. */
export async function ask(
  { host }: Library,
  line: string,
  { accept, type, body }: { accept?: string; type?: string; body?: unknown } = {},
): Promise<{ status: number; headers: Headers; text: string; json: () => Record<string, unknown> }> {
  const [method, path] = line.split(' ') as [string, string];
  const headers = new Headers();
  if (accept !== undefined) headers.set('Accept', accept);
  if (type !== undefined) headers.set('Content-Type', type);
  const request = new Request(`http://localhost${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const response = await host.fetch(request);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: () => JSON.parse(text) as Record<string, unknown>,
  };
}
