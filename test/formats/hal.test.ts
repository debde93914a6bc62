import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest } from '../lib/send-request.ts';
import { createLibrary } from '../lib/library.ts';

const HAL = 'application/hal+json';
const FORMS = 'application/prs.hal-forms+json';

test('a HAL item has links to other items in _links', async () => {
  const { headers, json } = await sendRequest(createLibrary(), 'GET /api/books/1', { accept: HAL });
  equal(headers.get('Content-Type'), 'application/hal+json; charset=utf-8');
  deepEqual(json(), {
    _links: { self: { href: '/api/books/1' }, author: { href: '/api/authors/2' } },
    id: 1,
    title: 'Book 1',
    isbn: '978-1',
    price: 1.5,
    available: true,
    publishedAt: '2020-01-01T10:00:00Z',
    tags: ['b', 'a', 'a'],
    notes: { shelf: { id: 1 } },
  });
});

test('a HAL list embeds its items and links to other pages and to the search', async () => {
  const { json } = await sendRequest(createLibrary(), 'GET /api/books?page=2&fields=title', { accept: HAL });
  const page = (number: number) => ({ href: `/api/books?fields=title&page=${number}` });
  const { search, ...links } = json()['_links'] as Record<string, unknown>;
  deepEqual(links, {
    self: page(2),
    first: page(1),
    last: page(3),
    prev: page(1),
    next: page(3),
    item: [4, 5, 6].map((id) => ({ href: `/api/books/${id}` })),
  });
  deepEqual(search, {
    href: `/api/books{?${[
      ...['title', 'title%5B%5D', 'isbn', 'isbn%5B%5D'],
      ...['between', 'gt', 'gte', 'lt', 'lte'].map((bound) => `price%5B${bound}%5D`),
      ...['before', 'strictly_before', 'after', 'strictly_after'].map((bound) => `publishedAt%5B${bound}%5D`),
      ...['author', 'author%5B%5D', 'exists%5Bauthor%5D', 'order%5Btitle%5D', 'order%5Bprice%5D', 'q'],
    ].join()}}`,
    templated: true,
  });
  equal(json()['totalItems'], 7);
  equal(json()['itemsPerPage'], 3);
  deepEqual((json()['_embedded'] as { item: unknown[] }).item[0], {
    _links: { self: { href: '/api/books/4' } },
    title: 'Book 4',
  });
});

test('HAL-FORMS documents have templates for the operations', async () => {
  const { headers, json } = await sendRequest(createLibrary(), 'GET /api/books/1', { accept: FORMS });
  equal(headers.get('Content-Type'), 'application/prs.hal-forms+json; charset=utf-8');
  const { default: replace, patch, delete: remove } = json()['_templates'] as Record<string, Record<string, unknown>>;
  equal(replace!['method'], 'PUT');
  equal(replace!['contentType'], 'application/json');
  deepEqual((replace!['properties'] as object[])[0], {
    name: 'title',
    prompt: 'The title on its cover',
    required: true,
    type: 'text',
    minLength: 2,
    maxLength: 100,
  });
  deepEqual((replace!['properties'] as object[]).at(-1), {
    name: 'author',
    required: true,
    type: 'text',
    options: { link: { href: '/api/authors' } },
  });
  equal(patch!['method'], 'PATCH');
  equal(patch!['contentType'], 'application/merge-patch+json');
  deepEqual(remove, { method: 'DELETE', properties: [], target: '/api/books/1' });
  for (const template of [replace!, patch!]) equal(template['target'], '/api/books/1');
  const list = (await sendRequest(createLibrary(), 'GET /api/books', { accept: FORMS })).json()['_templates'] as Record<
    string,
    Record<string, unknown>
  >;
  equal(list['default']!['method'], 'POST');
  equal(list['search']!['method'], 'GET');
  for (const template of Object.values(list)) equal(template['target'], '/api/books');
});

test('a HAL item can be sent back unchanged', async () => {
  const home = createLibrary();
  const sent = (await sendRequest(home, 'GET /api/books/4', { accept: HAL })).json();
  const changed = {
    ...sent,
    title: 'Changed',
    _links: { ...(sent['_links'] as object), author: { href: '/api/authors/3' } },
  };
  equal((await sendRequest(home, 'PUT /api/books/4', { type: HAL, body: changed })).status, 200);
  const { title, isbn, author } = home.books.get(4)!;
  deepEqual({ title, isbn, author }, { title: 'Changed', isbn: null, author: 3 });
  equal((await sendRequest(home, 'PUT /api/books/4', { type: HAL, body: sent })).status, 200);
  equal(home.books.get(4)!.author, null);
});

test('the HAL entrypoint links to every collection', async () => {
  const { json } = await sendRequest(createLibrary(), 'GET /api', { accept: HAL });
  deepEqual(json(), {
    _links: { self: { href: '/api' }, authors: { href: '/api/authors' }, books: { href: '/api/books' } },
  });
});
