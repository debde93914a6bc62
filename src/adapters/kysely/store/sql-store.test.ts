import { deepEqual, equal, match } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Kysely } from 'kysely';
import { defineHost, filter, resource } from 'oriel';
import { z } from 'zod';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { sqlStore } from './sql-store.ts';

const Author = z.object({ id: z.int(), name: z.string() });
const Book = z.object({
  id: z.int(),
  title: z.string(),
  price: z.number().nullable(),
  author: z.int().nullable(),
  inPrint: z.boolean(),
  tags: z.array(z.string()).optional(),
});

test('a list is filtered, ordered and cut by the database', async (t) => {
  const { ask } = library(t);
  const titles = async (query: string) =>
    ((await ask(`GET /api/books?${query}`)).body as { title: string }[]).map(({ title }) => title);
  deepEqual(await titles('title=ÉTÉ'), ["L'été"]);
  deepEqual(await titles('price[gt]=1.6'), ['Straße', "L'été"]);
  deepEqual(await titles('writer=Bob'), ['Straße']);
  deepEqual(await titles('order[price]=desc&itemsPerPage=2'), ["L'été", 'Straße']);
  deepEqual(await titles('itemsPerPage=2&page=2'), ["L'été"]);
});

test('truth, lists and what is missing come back as they were sent', async (t) => {
  const { ask } = library(t);
  const sent = { title: 'New', price: null, author: '/api/authors/2', inPrint: true, tags: ['a', 'b'] };
  const { status, body } = await ask('POST /api/books', sent);
  equal(status, 201);
  deepEqual(body, { id: 4, ...sent });
  const { tags: _, ...rest } = sent;
  deepEqual((await ask('PUT /api/books/4', rest)).body, { id: 4, ...rest });
  deepEqual((await ask('PATCH /api/books/4', { inPrint: false })).body, { id: 4, ...rest, inPrint: false });
  equal((await ask('DELETE /api/books/4')).status, 204);
  equal((await ask('GET /api/books/4')).status, 404);
});

test('a broken constraint is told with the field it belongs to', async (t) => {
  const { ask } = library(t);
  const sent = { title: 'New', price: 1, author: null, inPrint: true };
  const refused = async (line: string, body?: unknown) => {
    const answer = await ask(line, body);
    return [answer.status, (answer.body as { errors?: { pointer: string }[] }).errors?.map(({ pointer }) => pointer)];
  };
  deepEqual(await refused('POST /api/books', { ...sent, title: 'Nereid' }), [409, ['/title']]);
  deepEqual(await refused('POST /api/books', { ...sent, price: -1 }), [422, ['/price']]);
  deepEqual(await refused('POST /api/books', { ...sent, author: '/api/authors/9' }), [422, ['/author']]);
  deepEqual(await refused('DELETE /api/authors/2'), [409, undefined]);
});

test('a store belongs to one resource', (t) => {
  const { database } = library(t);
  const store = sqlStore(database, 'books');
  const resources = [resource('books', Book, { id: 'id', store }), resource('old-books', Book, { id: 'id', store })];
  try {
    defineHost({ resources, log: { level: 'none' } });
  } catch (error) {
    return match((error as Error).message, /holds "books" already/);
  }
  throw new Error('It was taken');
});

function library(t: TestContext) {
  const file = new DatabaseSync(':memory:');
  file.exec(`
    create table authors (id integer primary key, name text not null);
    insert into authors (name) values ('Ada'), ('Bob');
    create table books (
      id integer primary key, title text not null unique, price real check (price >= 0),
      author integer references authors, in_print integer not null, tags text
    );
    insert into books (title, price, author, in_print) values ('Nereid', 1.5, 1, 1), ('Straße', 2, 2, 0), ('L''été', 3, null, 1);
  `);
  const database = new Kysely<{ authors: object; books: object }>({
    dialect: new NodeSqliteDialect({ database: file }),
  });
  t.after(() => database.destroy());
  const host = defineHost({
    log: { level: 'none' },
    resources: [
      resource('authors', Author, { id: 'id', store: sqlStore(database, 'authors') }),
      resource('books', Book, {
        id: 'id',
        links: { author: 'authors' },
        input: { create: Book.omit({ id: true }) },
        filters: {
          title: filter.partial(),
          price: filter.range(),
          writer: filter.exact('author.name'),
          order: filter.order(['title', 'price']),
        },
        store: sqlStore(database, 'books', { columns: { inPrint: 'in_print' } }),
      }),
    ],
  });
  const ask = async (line: string, body?: unknown) => {
    const [method, path] = line.split(' ') as [string, string];
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': type } };
    const response = await host.fetch(new Request(`http://localhost${path}`, { method, ...sent }));
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as unknown };
  };
  return { database, ask };
}
