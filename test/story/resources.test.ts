import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, filter, resource } from 'oriel';
import { z } from 'zod';

const Author = z.object({ id: z.number().int(), name: z.string().min(1) });
const Book = z.object({
  id: z.number().int(),
  title: z.string().min(2),
  price: z.number().min(0),
  author: z.number().int().nullable(),
});
type BookItem = z.infer<typeof Book>;

function library() {
  const authors = [
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Bob' },
  ];
  const books = new Map<number, BookItem>(
    Array.from({ length: 7 }, (_, index) => index + 1).map((id) => [
      id,
      { id, title: `Book ${id}`, price: id * 1.5, author: id === 4 ? null : 1 + (id % 2) },
    ]),
  );
  return defineHost({
    log: { level: 'none' },
    resources: [
      resource('authors', Author, {
        id: 'id',
        provide: { list: () => authors, get: ({ id }) => authors.find((each) => each.id === id) },
      }),
      resource('books', Book, {
        id: 'id',
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
          create({ body }) {
            const book = { id: books.size + 1, ...body };
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

async function ask(host: ReturnType<typeof library>, line: string, init: RequestInit = {}) {
  const [method, path] = line.split(' ') as [string, string];
  const response = await host.fetch(new Request(`http://localhost${path}`, { method, ...init }));
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? undefined : JSON.parse(text)) as unknown,
  };
}

const json = (method: string, body: unknown) => ({
  method,
  body: JSON.stringify(body),
  headers: { 'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
});

test('a list comes in pages, with links as IRIs', async () => {
  const { status, body } = await ask(library(), 'GET /api/books');
  equal(status, 200);
  deepEqual(body, [
    { id: 1, title: 'Book 1', price: 1.5, author: '/api/authors/2' },
    { id: 2, title: 'Book 2', price: 3, author: '/api/authors/1' },
    { id: 3, title: 'Book 3', price: 4.5, author: '/api/authors/2' },
  ]);
});

test('filters, order, pages and fields are asked for in the query', async () => {
  const host = library();
  const ids = async (query: string) =>
    ((await ask(host, `GET /api/books?${query}`)).body as BookItem[]).map(({ id }) => id);
  deepEqual(await ids('page=2'), [4, 5, 6]);
  deepEqual(await ids('price[gt]=6&price[lte]=9'), [5, 6]);
  deepEqual(await ids('title=OOK+7'), [7]);
  deepEqual(await ids('author=/api/authors/1'), [2, 6]);
  deepEqual(await ids('order[price]=desc&itemsPerPage=2'), [7, 6]);
  deepEqual((await ask(host, 'GET /api/books/1?fields=title')).body, { title: 'Book 1' });
});

test('everything that is wrong with a query is told at once', async () => {
  const { status, body } = await ask(library(), 'GET /api/books?price[gt]=x&titel=a&page=0');
  equal(status, 400);
  deepEqual(
    (body as { errors: { parameter: string }[] }).errors.map(({ parameter }) => parameter),
    ['price[gt]', 'titel', 'page'],
  );
});

test('an item is created, read, replaced, patched and deleted', async () => {
  const host = library();
  const made = await ask(host, 'POST /api/books', json('POST', { title: 'New', price: 2, author: '/api/authors/2' }));
  equal(made.status, 201);
  equal(made.headers.get('Location'), '/api/books/8');
  deepEqual(made.body, { id: 8, title: 'New', price: 2, author: '/api/authors/2' });
  const patched = await ask(host, 'PATCH /api/books/8', json('PATCH', { price: 3, author: null }));
  deepEqual(patched.body, { id: 8, title: 'New', price: 3, author: null });
  const replaced = await ask(host, 'PUT /api/books/8', json('PUT', { title: 'Old', price: 1, author: null }));
  deepEqual(replaced.body, { id: 8, title: 'Old', price: 1, author: null });
  equal((await ask(host, 'DELETE /api/books/8')).status, 204);
  equal((await ask(host, 'GET /api/books/8')).status, 404);
});

test('every violation is told with its pointer', async () => {
  const { status, body } = await ask(
    library(),
    'POST /api/books',
    json('POST', { title: 'N', price: -1, author: 'x', colour: 1, id: 5 }),
  );
  equal(status, 422);
  const errors = (body as { errors: { pointer: string }[] }).errors;
  deepEqual(errors.map(({ pointer }) => pointer).sort(), ['/author', '/colour', '/id', '/price', '/title']);
});

test('the format is chosen by suffix and Accept', async () => {
  const host = library();
  equal((await ask(host, 'GET /api/books/1.json')).status, 200);
  equal((await ask(host, 'GET /api/books.xml')).status, 404);
  const { status, body } = await ask(host, 'GET /api/books', { headers: { Accept: 'application/xml' } });
  equal(status, 406);
  match((body as { detail: string }).detail, /Requested format "application\/xml" is not supported/);
});
