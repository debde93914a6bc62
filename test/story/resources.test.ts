import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest as send } from '../lib/send-request.ts';
import { createLibrary } from '../lib/library.ts';
import type { BookItem, Library } from '../lib/library.ts';

const MERGE = 'application/merge-patch+json';

async function request(host: Library, line: string, body?: unknown, type = 'application/json') {
  const { status, headers, text } = await send(host, line, body === undefined ? {} : { body, type });
  return { status, headers, body: (text === '' ? undefined : JSON.parse(text)) as unknown };
}

const FIELDS = 'fields=id,title,price,author';
const DEFAULTS = { isbn: null, available: true, publishedAt: null, tags: [], notes: {} };

test('a list has pages, and links are IRIs', async () => {
  const { status, body } = await request(createLibrary(), `GET /api/books?${FIELDS}`);
  equal(status, 200);
  deepEqual(body, [
    { id: 1, title: 'Book 1', price: 1.5, author: '/api/authors/2' },
    { id: 2, title: 'Book 2', price: 3, author: '/api/authors/3' },
    { id: 3, title: 'Book 3', price: 4.5, author: '/api/authors/1' },
  ]);
});

test('the query selects filters, order, pages and fields', async () => {
  const host = createLibrary();
  const ids = async (query: string) =>
    ((await request(host, `GET /api/books?${query}`)).body as BookItem[]).map(({ id }) => id);
  deepEqual(await ids('page=2'), [4, 5, 6]);
  deepEqual(await ids('price[gt]=6&price[lte]=9'), [5, 6]);
  deepEqual(await ids('title=OOK+7'), [7]);
  deepEqual(await ids('author=/api/authors/1'), [3, 6]);
  deepEqual(await ids('order[price]=desc&itemsPerPage=2'), [7, 6]);
  deepEqual((await request(host, 'GET /api/books/1?fields=title')).body, { title: 'Book 1' });
});

test('an invalid query is a 400 with all violations', async () => {
  const { status, body } = await request(createLibrary(), 'GET /api/books?price[gt]=x&titel=a&page=0');
  equal(status, 400);
  deepEqual(
    (body as { errors: { parameter: string }[] }).errors.map(({ parameter }) => parameter),
    ['price[gt]', 'titel', 'page'],
  );
});

test('an item is created, read, replaced, patched and deleted', async () => {
  const host = createLibrary();
  const created = await request(host, 'POST /api/books', {
    ...DEFAULTS,
    title: 'New',
    price: 2,
    author: '/api/authors/2',
  });
  equal(created.status, 201);
  equal(created.headers.get('Location'), '/api/books/8');
  deepEqual(created.body, { id: 8, ...DEFAULTS, title: 'New', price: 2, author: '/api/authors/2' });
  const patched = await request(host, 'PATCH /api/books/8', { price: 3, author: null }, MERGE);
  deepEqual(patched.body, { id: 8, ...DEFAULTS, title: 'New', price: 3, author: null });
  const replaced = await request(host, 'PUT /api/books/8', { ...DEFAULTS, title: 'Old', price: 1, author: null });
  deepEqual(replaced.body, { id: 8, ...DEFAULTS, title: 'Old', price: 1, author: null });
  equal((await request(host, 'DELETE /api/books/8')).status, 204);
  equal((await request(host, 'GET /api/books/8')).status, 404);
});

test('a 422 has all violations with their pointers', async () => {
  const invalid = { ...DEFAULTS, title: 'N', price: -1, author: 'x', colour: 1, id: 5 };
  const { status, body } = await request(createLibrary(), 'POST /api/books', invalid);
  equal(status, 422);
  const errors = (body as { errors: { pointer: string }[] }).errors;
  deepEqual(errors.map(({ pointer }) => pointer).sort(), ['/author', '/colour', '/id', '/price', '/title']);
});

test('the suffix of the path and the Accept header select the format', async () => {
  const host = createLibrary();
  equal((await request(host, 'GET /api/books/1.json')).status, 200);
  equal((await request(host, 'GET /api/books.xml')).status, 404);
  const { status, json } = await send(host, 'GET /api/books', { accept: 'application/xml' });
  equal(status, 406);
  match(json()['detail'] as string, /Requested format "application\/xml" is not supported/);
});
