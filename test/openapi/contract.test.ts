import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { createLibrary } from '../lib/library.ts';

const TYPES = [
  'application/json',
  'application/ld+json',
  'application/hal+json',
  'application/prs.hal-forms+json',
  'application/vnd.api+json',
  'text/csv',
];

for (const accept of TYPES) {
  test(`responses in ${accept} match the OpenAPI document`, async () => {
    const { host } = createLibrary();
    const status = async (line: string, init: RequestInit = {}) => {
      const [method, path] = line.split(' ') as [string, string];
      const headers = new Headers(init.headers);
      headers.set('Accept', accept);
      return (await host.fetch(new Request(`http://localhost/api${path}`, { ...init, method, headers }))).status;
    };
    const withBody = (type: string, body: unknown): RequestInit => ({
      body: JSON.stringify(body),
      headers: { 'Content-Type': type },
    });
    const book = {
      ...{ isbn: null, title: 'New', price: 1, available: true, publishedAt: null, tags: [], notes: {} },
      author: '/api/authors/2',
    };

    equal(await status('GET /books'), 200);
    const query =
      accept === 'application/vnd.api+json'
        ? 'page[number]=2&filter[price][gt]=1&sort=-title&page[size]=2'
        : 'page=2&price[gt]=1&order[title]=desc&itemsPerPage=2';
    equal(await status(`GET /books?${query}`), 200);
    equal(await status('GET /books/1'), 200);
    equal(await status('GET /books/4'), 200);
    equal(await status('GET /books/99'), 404);
    equal(await status('GET /books?colour=red'), 400);
    equal(await status('GET /authors'), 200);
    equal(await status('POST /books', withBody('application/json', book)), 201);
    equal(await status('POST /books', withBody('application/json', { ...book, isbn: '978-1' })), 409);
    equal(await status('POST /books', withBody('application/json', { ...book, price: -1 })), 422);
    equal(await status('POST /books', withBody('text/plain', book)), 415);
    equal(await status('PUT /books/2', withBody('application/json', book)), 200);
    equal(await status('PATCH /books/2', withBody('application/merge-patch+json', { price: 9, author: null })), 200);
    equal(await status('DELETE /books/2'), 204);
    equal(await status('DELETE /books/2'), 404);
  });
}
