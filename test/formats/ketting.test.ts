import { deepEqual, equal } from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from 'ketting';
import { checkGlobalFetch } from '../lib/checked-host.ts';
import { createLibrary } from '../lib/library.ts';

/** Ketting, a client that follows links from the entrypoint, uses a host. */

const { host, books } = createLibrary();
const { url } = await host.listen({ port: 0 });
after(() => host.close());
checkGlobalFetch(host);
const client = new Client(`${url.replace(/\/$/, '')}/api`);

interface Book {
  title: string;
  price: number;
}

test('Ketting follows links from the entrypoint to an item and to linked items', async () => {
  const list = await client.follow('books');
  const [first] = await list.followAll<Book>('item');
  equal((await first!.get()).data.title, 'Book 1');
  const author = await first!.follow<{ name: string }>('author');
  equal((await author.get()).data.name, 'Bob');
});

test('Ketting follows the next and previous links of a list', async () => {
  const second = await (await client.follow('books')).follow('next');
  const third = await second.follow('next');
  deepEqual(
    await Promise.all((await third.followAll<Book>('item')).map(async (resource) => (await resource.get()).data.title)),
    ['Book 7'],
  );
});

test('Ketting expands the search template', async () => {
  const found = await (await client.follow('books')).follow('search', { title: 'Book 5' });
  const [only, ...more] = await found.followAll<Book>('item');
  equal((await only!.get()).data.title, 'Book 5');
  equal(more.length, 0);
});

test('Ketting updates an item by sending it back', async () => {
  const resource = client.go<Book>('/api/books/4');
  const state = await resource.get();
  state.data.title = 'Changed';
  await resource.put(state);
  equal(books.get(4)!.title, 'Changed');
  equal(books.get(4)!.author, null);
});

test('Ketting submits HAL-FORMS templates', async () => {
  const state = await client.go<Book>('/api/books').get();
  const { fields } = state.action('default');
  equal(fields.find(({ name }) => name === 'title')?.required, true);
  const created = await state.action('default').submit({
    title: 'By form',
    isbn: null,
    price: 1,
    available: true,
    publishedAt: null,
    tags: [],
    notes: {},
    author: '/api/authors/1',
  });
  equal((created as unknown as { data: Book }).data.title, 'By form');
  equal([...books.values()].at(-1)!.author, 1);
});
