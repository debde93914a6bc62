import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, test } from 'node:test';
import { Jsona } from 'jsona';
import Kitsu from 'kitsu';
import { checkGlobalFetch } from '../lib/checked-host.ts';
import { createLibrary } from '../lib/library.ts';

/** Two JSON:API clients use a host. */

const { host, books } = createLibrary();
const { url } = await host.listen({ port: 0 });
after(() => host.close());
checkGlobalFetch(host);
const baseURL = `${url.replace(/\/$/, '')}/api`;

interface KitsuResult {
  readonly data: Record<string, unknown> & Record<string, unknown>[];
  readonly meta: Record<string, unknown>;
}

// Uses the fetch adapter of axios, so that its exchanges are checked against the document too.
const kitsu = new Kitsu({ baseURL, axiosOptions: { adapter: 'fetch' } });

test('kitsu reads a page with included items', async () => {
  const { data, meta } = (await kitsu.get('books', {
    params: { include: 'author', sort: '-price', page: { size: 2 }, filter: { title: 'book' } },
  })) as KitsuResult;
  deepEqual(
    data.map(({ id, title, author }) => [id, title, (author as { data: { name: string } }).data.name]),
    [
      ['7', 'Book 7', 'Bob'],
      ['6', 'Book 6', 'Ada'],
    ],
  );
  equal(meta['totalItems'], 7);
});

test('kitsu creates, updates and deletes an item', async () => {
  const created = (await kitsu.create('books', {
    title: 'New',
    isbn: null,
    price: 2,
    available: true,
    publishedAt: null,
    tags: ['x'],
    notes: {},
    author: { data: { type: 'authors', id: '1' } },
  })) as KitsuResult;
  equal(created.data['id'], '8');
  equal(books.get(8)!.author, 1);
  await kitsu.update('books', { id: '8', title: 'Changed' });
  equal(books.get(8)!.title, 'Changed');
  await kitsu.delete('books', '8');
  equal(books.has(8), false);
});

test('kitsu reads JSON:API errors', async () => {
  await rejects(
    kitsu.update('books', { id: '1', price: -1 }) as Promise<unknown>,
    (error: { errors?: { source: { pointer: string } }[] }) =>
      error.errors?.[0]?.source.pointer === '/data/attributes/price',
  );
});

test('jsona deserializes a document, and the host accepts it serialized again', async () => {
  const headers = { Accept: 'application/vnd.api+json', 'Content-Type': 'application/vnd.api+json' };
  const jsona = new Jsona();
  const document = await (await fetch(`${baseURL}/books/3?include=author`, { headers })).json();
  const model = jsona.deserialize(document) as Record<string, unknown> & { author: { name: string } };
  equal(model.author.name, 'Ada');
  model['title'] = 'By jsona';
  delete model['links']; // jsona would serialize them as an attribute.
  const body = JSON.stringify(jsona.serialize({ stuff: model as never, includeNames: ['author'] }));
  const response = await fetch(`${baseURL}/books/3`, { method: 'PUT', headers, body });
  equal(response.status, 200, await response.text());
  equal(books.get(3)!.title, 'By jsona');
});
