import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { ask as send } from '../lib/ask.ts';
import { library } from '../lib/library.ts';
import type { BookItem, Library } from '../lib/library.ts';

const MERGE = 'application/merge-patch+json';

async function ask(home: Library, line: string, body?: unknown, type = 'application/json') {
  const { status, headers, text } = await send(home, line, body === undefined ? {} : { body, type });
  return { status, headers, body: (text === '' ? undefined : JSON.parse(text)) as unknown };
}

const brief = 'fields=id,title,price,author';
const rest = { isbn: null, available: true, publishedAt: null, tags: [], notes: {} };

test('a list has pages, and links are IRIs', async () => {
  const { status, body } = await ask(library(), `GET /api/books?${brief}`);
  equal(status, 200);
  deepEqual(body, [
    { id: 1, title: 'Book 1', price: 1.5, author: '/api/authors/2' },
    { id: 2, title: 'Book 2', price: 3, author: '/api/authors/3' },
    { id: 3, title: 'Book 3', price: 4.5, author: '/api/authors/1' },
  ]);
});

test('the query selects filters, order, pages and fields', async () => {
  const home = library();
  const ids = async (query: string) =>
    ((await ask(home, `GET /api/books?${query}`)).body as BookItem[]).map(({ id }) => id);
  deepEqual(await ids('page=2'), [4, 5, 6]);
  deepEqual(await ids('price[gt]=6&price[lte]=9'), [5, 6]);
  deepEqual(await ids('title=OOK+7'), [7]);
  deepEqual(await ids('author=/api/authors/1'), [3, 6]);
  deepEqual(await ids('order[price]=desc&itemsPerPage=2'), [7, 6]);
  deepEqual((await ask(home, 'GET /api/books/1?fields=title')).body, { title: 'Book 1' });
});

test('an invalid query is a 400 with all violations', async () => {
  const { status, body } = await ask(library(), 'GET /api/books?price[gt]=x&titel=a&page=0');
  equal(status, 400);
  deepEqual(
    (body as { errors: { parameter: string }[] }).errors.map(({ parameter }) => parameter),
    ['price[gt]', 'titel', 'page'],
  );
});

test('an item is created, read, replaced, patched and deleted', async () => {
  const home = library();
  const made = await ask(home, 'POST /api/books', { ...rest, title: 'New', price: 2, author: '/api/authors/2' });
  equal(made.status, 201);
  equal(made.headers.get('Location'), '/api/books/8');
  deepEqual(made.body, { id: 8, ...rest, title: 'New', price: 2, author: '/api/authors/2' });
  const patched = await ask(home, 'PATCH /api/books/8', { price: 3, author: null }, MERGE);
  deepEqual(patched.body, { id: 8, ...rest, title: 'New', price: 3, author: null });
  const replaced = await ask(home, 'PUT /api/books/8', { ...rest, title: 'Old', price: 1, author: null });
  deepEqual(replaced.body, { id: 8, ...rest, title: 'Old', price: 1, author: null });
  equal((await ask(home, 'DELETE /api/books/8')).status, 204);
  equal((await ask(home, 'GET /api/books/8')).status, 404);
});

test('a 422 has all violations with their pointers', async () => {
  const wrong = { ...rest, title: 'N', price: -1, author: 'x', colour: 1, id: 5 };
  const { status, body } = await ask(library(), 'POST /api/books', wrong);
  equal(status, 422);
  const errors = (body as { errors: { pointer: string }[] }).errors;
  deepEqual(errors.map(({ pointer }) => pointer).sort(), ['/author', '/colour', '/id', '/price', '/title']);
});

test('the suffix of the path and the Accept header select the format', async () => {
  const home = library();
  equal((await ask(home, 'GET /api/books/1.json')).status, 200);
  equal((await ask(home, 'GET /api/books.xml')).status, 404);
  const { status, json } = await send(home, 'GET /api/books', { accept: 'application/xml' });
  equal(status, 406);
  match(json()['detail'] as string, /Requested format "application\/xml" is not supported/);
});
