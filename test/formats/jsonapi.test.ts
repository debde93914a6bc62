import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { sendRequest as send } from '../lib/send-request.ts';
import { createLibrary } from '../lib/library.ts';
import type { Library } from '../lib/library.ts';
import { jsonapiSchema } from './jsonapi-schema.ts';

const API = 'application/vnd.api+json';

const ajv = new Ajv2020({ strict: false });
(formats as unknown as (ajv: Ajv2020) => void)(ajv);
const isDocument = ajv.compile(jsonapiSchema);

/** Sends a request and validates the response against the schema of JSON:API. */
async function request(home: Library, line: string, sent: Parameters<typeof send>[2] = {}) {
  const response = await send(home, line, { accept: API, ...sent });
  if (response.text !== '') {
    equal(response.headers.get('Content-Type'), API);
    ok(isDocument(response.json()), ajv.errorsText(isDocument.errors));
  }
  return response;
}

type Errors = { status: string; code?: string; title: string; detail?: string; source?: Record<string, string> }[];
const getErrors = (response: { json: () => Record<string, unknown> }) => response.json()['errors'] as Errors;

test('an item is written as a resource object with attributes and relationships', async () => {
  const { json } = await request(createLibrary(), 'GET /api/books/1');
  deepEqual(json(), {
    jsonapi: { version: '1.1' },
    links: { self: '/api/books/1' },
    data: {
      type: 'books',
      id: '1',
      attributes: {
        title: 'Book 1',
        isbn: '978-1',
        price: 1.5,
        available: true,
        publishedAt: '2020-01-01T10:00:00Z',
        tags: ['b', 'a', 'a'],
        notes: { shelf: { id: 1 } },
      },
      relationships: { author: { data: { type: 'authors', id: '2' }, links: { related: '/api/authors/2' } } },
      links: { self: '/api/books/1' },
    },
  });
  const item = (await request(createLibrary(), 'GET /api/books/4')).json()['data'] as { relationships: unknown };
  deepEqual(item.relationships, { author: { data: null } });
});

test('a resource object has relationships to the collections of the item', async () => {
  const { json } = await request(createLibrary(), 'GET /api/authors/2');
  deepEqual((json()['data'] as { relationships: unknown }).relationships, {
    books: { links: { related: '/api/books?author=%2Fapi%2Fauthors%2F2' } },
  });
});

test('a list accepts the query parameters of JSON:API', async () => {
  const query = 'page[number]=2&page[size]=2&sort=-price&filter[title]=book&fields[books]=title';
  const { json } = await request(createLibrary(), `GET /api/books?${query}`);
  const { data, links, meta } = json() as {
    data: { id: string; attributes: object; relationships?: object }[];
    links: Record<string, string>;
    meta: object;
  };
  deepEqual(
    data.map(({ id, attributes, relationships }) => [id, attributes, relationships]),
    [
      ['5', { title: 'Book 5' }, undefined],
      ['4', { title: 'Book 4' }, undefined],
    ],
  );
  deepEqual(Object.keys(links), ['self', 'first', 'prev', 'next', 'last']);
  deepEqual(
    Object.values(links).map((link) => new URL(link, 'http://x').searchParams.get('page[number]')),
    ['2', '1', '1', '3', '4'],
  );
  deepEqual(meta, { totalItems: 7, itemsPerPage: 2, currentPage: 2 });
});

test('related items are included once each with the selected fields', async () => {
  const { json } = await request(createLibrary(), 'GET /api/books?include=author&fields[authors]=name&page[size]=7');
  const included = json()['included'] as { type: string; id: string }[];
  deepEqual(included.map(({ type, id }) => `${type} ${id}`).sort(), ['authors 1', 'authors 2', 'authors 3']);
  deepEqual(included[0], {
    type: 'authors',
    id: '2',
    attributes: { name: 'Bob' },
    links: { self: '/api/authors/2' },
  });
  equal((await request(createLibrary(), 'GET /api/books/1?include=author')).headers.get('ETag'), null);
  const withoutAuthor = await request(createLibrary(), 'GET /api/books/4?include=author');
  deepEqual(withoutAuthor.json()['included'], []);
});

test('an invalid include parameter is rejected before items are read', async () => {
  const home = createLibrary();
  for (const include of ['autor', 'title', 'author.books', 'author.author.author.author', 'a,'.repeat(30)]) {
    const response = await request(home, `GET /api/books?include=${include}`);
    equal(response.status, 400, include);
    equal(getErrors(response)[0]!.source?.['parameter'], 'include');
  }
  const body = { data: { type: 'books', attributes: {} } };
  equal((await request(home, 'POST /api/books?include=x', { type: API, body })).status, 400);
});

const attributes = { title: 'New', isbn: null, price: 1, available: true, publishedAt: null, tags: [], notes: {} };
const relationships = { author: { data: { type: 'authors', id: '3' } } };

test('a JSON:API client creates, updates and deletes an item', async () => {
  const home = createLibrary();
  const created = await request(home, 'POST /api/books', {
    type: API,
    body: { data: { type: 'books', attributes, relationships } },
  });
  equal(created.status, 201);
  equal(created.headers.get('Location'), '/api/books/8');
  equal(home.books.get(8)!.author, 3);
  const body = {
    data: { type: 'books', id: '8', attributes: { isbn: 'x' }, relationships: { author: { data: null } } },
  };
  equal((await request(home, 'PATCH /api/books/8', { type: API, body })).status, 200);
  const { title, isbn, author } = home.books.get(8)!;
  deepEqual({ title, isbn, author }, { title: 'New', isbn: 'x', author: null });
  const cleared = { data: { type: 'books', id: '8', attributes: { isbn: null, notes: { a: 1 } } } };
  equal((await request(home, 'PATCH /api/books/8', { type: API, body: cleared })).status, 200);
  deepEqual([home.books.get(8)!.isbn, home.books.get(8)!.notes], [null, { a: 1 }]);
  equal((await request(home, 'DELETE /api/books/8')).status, 204);
});

test('violations have pointers into the JSON:API document', async () => {
  const body = {
    data: {
      type: 'books',
      attributes: { ...attributes, title: 'N', price: -1, colour: 'red' },
      relationships: { author: { data: null } },
    },
  };
  const response = await request(createLibrary(), 'POST /api/books', { type: API, body });
  equal(response.status, 422);
  deepEqual(
    getErrors(response)
      .map(({ status, source }) => `${status} ${source?.['pointer']}`)
      .sort(),
    ['422 /data/attributes/colour', '422 /data/attributes/price', '422 /data/attributes/title'],
  );
  const wrong = {
    data: {
      type: 'books',
      attributes: { author: 1 },
      relationships: { author: { data: { type: 'people', id: '1' } }, editor: { data: null } },
    },
  };
  deepEqual(
    getErrors(await request(createLibrary(), 'POST /api/books', { type: API, body: wrong })).map(
      ({ source }) => source?.['pointer'],
    ),
    ['/data/attributes/author', '/data/relationships/author/data', '/data/relationships/editor'],
  );
});

for (const [what, line, data, status, pointer] of [
  ['another type', 'POST /api/books', { type: 'authors', attributes }, 409, '/data/type'],
  ['a missing type', 'POST /api/books', { attributes }, 422, '/data/type'],
  ['an identifier that clients cannot set', 'POST /api/books', { type: 'books', id: '9', attributes }, 403, '/data/id'],
  ['the identifier of another item', 'PATCH /api/books/1', { type: 'books', id: '2', attributes: {} }, 409, '/data/id'],
  ['a missing identifier', 'PATCH /api/books/1', { type: 'books', attributes: {} }, 422, '/data/id'],
  ['missing data', 'POST /api/books', undefined, 422, '/data'],
  ['an array', 'POST /api/books', [], 422, '/data'],
  ['attributes that are not an object', 'POST /api/books', { type: 'books', attributes: 1 }, 422, '/data/attributes'],
] as const)
  test(`${what} is a ${status}`, async () => {
    const response = await request(createLibrary(), line, { type: API, body: { data } });
    equal(response.status, status);
    equal(getErrors(response)[0]!.status, String(status));
    equal(getErrors(response)[0]!.source?.['pointer'], pointer);
  });

test('the media type of a request may only have the profile parameter', async () => {
  const home = createLibrary();
  equal((await request(home, 'GET /api/books', { accept: `${API}; profile="https://example.org/p"` })).status, 200);
  equal((await send(home, 'GET /api/books', { accept: `${API}; ext="https://example.org/e"` })).status, 406);
  equal((await send(home, 'GET /api/books', { accept: `${API}; version=1` })).status, 406);
  equal((await request(home, 'GET /api/books', { accept: `${API}; version=1, ${API}` })).status, 200);
  const body = { data: { type: 'books', attributes, relationships } };
  equal((await request(home, 'POST /api/books', { type: `${API}; charset=utf-8`, body })).status, 415);
  equal((await request(home, 'POST /api/books', { type: `${API}; ext="https://example.org/e"`, body })).status, 415);
  equal(
    (await request(home, 'POST /api/books', { type: `${API}; profile="https://example.org/p"`, body })).status,
    201,
  );
});

test('errors are written as JSON:API error documents', async () => {
  const missing = await request(createLibrary(), 'GET /api/books/99');
  equal(missing.status, 404);
  deepEqual(getErrors(missing), [{ status: '404', title: 'Not Found', detail: 'There is no Book "99"' }]);
  const query = await request(createLibrary(), 'GET /api/books?page[number]=0&sort=colour&titel=x');
  deepEqual(
    getErrors(query)
      .map(({ source }) => String(source?.['parameter']))
      .sort(),
    ['page[number]', 'sort', 'titel'],
  );
  const malformed = await request(createLibrary(), 'POST /api/books', { type: API, body: '{' });
  equal(malformed.status, 400);
});
