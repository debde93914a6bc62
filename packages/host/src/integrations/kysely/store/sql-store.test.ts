import { deepEqual, equal, match } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Kysely } from 'kysely';
import { defineHost, filter, resource } from 'oriel-host';
import { z } from 'zod';
import type { Page } from '../../../features/resources/declare/list-request.ts';
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

test('the database filters, sorts and pages a list', async (t) => {
  const { send } = library(t);
  const titles = async (query: string) =>
    ((await send(`GET /api/books?${query}`)).body as { title: string }[]).map(({ title }) => title);
  deepEqual(await titles('title=ÉTÉ'), ["L'été"]);
  deepEqual(await titles('price[gt]=1.6'), ['Straße', "L'été"]);
  deepEqual(await titles('writer=Bob'), ['Straße']);
  deepEqual(await titles('order[price]=desc&itemsPerPage=2'), ["L'été", 'Straße']);
  deepEqual(await titles('itemsPerPage=2&page=2'), ["L'été"]);
  deepEqual(await titles('order[author.name]=asc'), ["L'été", 'Nereid', 'Straße']);
  deepEqual(await titles('order[author.name]=desc'), ['Straße', 'Nereid', "L'été"]);
});

test('returns booleans, arrays and missing values as they were sent', async (t) => {
  const { send } = library(t);
  const sent = { title: 'New', price: null, author: '/api/authors/2', inPrint: true, tags: ['a', 'b'] };
  const { status, body } = await send('POST /api/books', sent);
  equal(status, 201);
  deepEqual(body, { id: 4, ...sent });
  const { tags: _, ...rest } = sent;
  deepEqual((await send('PUT /api/books/4', rest)).body, { id: 4, ...rest });
  deepEqual((await send('PATCH /api/books/4', { inPrint: false })).body, { id: 4, ...rest, inPrint: false });
  equal((await send('DELETE /api/books/4')).status, 204);
  equal((await send('GET /api/books/4')).status, 404);
});

test('reports the field of a violated constraint', async (t) => {
  const { send } = library(t);
  const sent = { title: 'New', price: 1, author: null, inPrint: true };
  const refused = async (line: string, body?: unknown) => {
    const answer = await send(line, body);
    return [answer.status, (answer.body as { errors?: { pointer: string }[] }).errors?.map(({ pointer }) => pointer)];
  };
  deepEqual(await refused('POST /api/books', { ...sent, title: 'Nereid' }), [409, ['/title']]);
  deepEqual(await refused('POST /api/books', { ...sent, price: -1 }), [422, ['/price']]);
  deepEqual(await refused('POST /api/books', { ...sent, author: '/api/authors/9' }), [422, ['/author']]);
  deepEqual(await refused('DELETE /api/authors/2'), [409, undefined]);
});

test('limits rows to the scope of the user by a hidden column, also through links', async (t) => {
  const { send } = diary(t);
  const [ada, bob] = [{ 'X-Owner': 'ada' }, { 'X-Owner': 'bob' }];
  equal((await send('POST /api/books', { title: 'Of Ada' }, ada)).status, 201);
  equal((await send('POST /api/notes', { text: 'Hidden', book: '/api/books/1' }, ada)).status, 201);
  deepEqual((await send('GET /api/books?title=ada', undefined, ada)).body, [{ id: 1, title: 'Of Ada' }]);
  deepEqual((await send('GET /api/books', undefined, bob)).body, []);
  for (const line of ['GET /api/books/1', 'DELETE /api/books/1']) equal((await send(line, undefined, bob)).status, 404);
  equal((await send('PATCH /api/books/1', { title: 'Of Bob' }, bob)).status, 404);
  deepEqual((await send('GET /api/books/1', undefined, ada)).body, { id: 1, title: 'Of Ada' });
  const found = async (who: Record<string, string>) =>
    ((await send('GET /api/notes?about=Of Ada', undefined, who)).body as unknown[]).length;
  deepEqual([await found(ada), await found(bob)], [1, 0]);
});

test('functions of the resource override single methods of the store', async (t) => {
  const { send } = diary(t);
  equal((await send('POST /api/shouts', { title: 'hello' })).status, 201);
  deepEqual((await send('GET /api/shouts')).body, [{ id: 1, title: 'HELLO!' }]);
  deepEqual((await send('GET /api/shouts/1')).body, { id: 1, title: 'HELLO' });
});

test('never writes a column that is not mapped, even with a loose schema', async (t) => {
  const { send, file } = diary(t);
  const sent = { title: 'x', owner: 'eve', 'id"; drop table books; --': 1, secret: 's', __proto__: null };
  equal((await send('POST /api/loose', sent)).status, 201);
  deepEqual(
    { ...file.prepare('select title, owner, secret from books').get() },
    { title: 'x', owner: null, secret: 's' },
  );
});

test('rejects a store that is used by two resources', (t) => {
  const { database } = library(t);
  const store = sqlStore(database, 'books');
  const resources = [resource('books', Book, { id: 'id', store }), resource('old-books', Book, { id: 'id', store })];
  try {
    defineHost({ resources, log: { level: 'none' } });
  } catch (error) {
    return match((error as Error).message, /is already used by "books"/);
  }
  throw new Error('It was taken');
});

/** Creates books and notes of several owners, and further resources over the same table. */
function diary(t: TestContext) {
  const file = new DatabaseSync(':memory:');
  file.exec(`
    create table books (id integer primary key, title text not null, owner text, secret text);
    create table notes (id integer primary key, text text not null, book integer not null references books);
  `);
  const database = new Kysely<{ books: object; notes: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  t.after(() => database.destroy());
  const Title = z.object({ id: z.int(), title: z.string() });
  const Note = z.object({ id: z.int(), text: z.string(), book: z.int() });
  const input = { create: Title.omit({ id: true }) };
  const plain = sqlStore(database, 'books');
  const host = defineHost({
    log: { level: 'none' },
    resources: [
      resource('books', Title, {
        id: 'id',
        input,
        filters: { title: filter.end() },
        store: sqlStore(database, 'books', { scope: ({ headers }) => ({ owner: headers.get('x-owner') }) }),
      }),
      resource('notes', Note, {
        id: 'id',
        links: { book: 'books' },
        input: { create: Note.omit({ id: true }) },
        filters: { about: filter.exact('book.title') },
        store: sqlStore(database, 'notes'),
      }),
      resource('shouts', Title, {
        id: 'id',
        input,
        store: plain,
        provide: {
          list: async (input) => {
            const page = (await plain.list(input.request, input)) as Page<z.infer<typeof Title>>;
            return { ...page, items: page.items.map((item) => ({ ...item, title: `${item.title}!` })) };
          },
        },
        process: {
          create: (input) => plain.create({ title: input.body.title.toUpperCase() }, input),
        },
      }),
      resource('loose', z.looseObject({ id: z.int().optional(), title: z.string() }), {
        id: 'id',
        store: sqlStore(database, 'books', { columns: { secret: 'secret' } }),
      }),
    ],
  });
  return { file, send: senderFor(host) };
}

function senderFor(host: { fetch(request: Request): Promise<Response> }) {
  return async (line: string, body?: unknown, who: Record<string, string> = {}) => {
    const [method, ...path] = line.split(' ') as [string, ...string[]];
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const headers = body === undefined ? who : { ...who, 'Content-Type': type };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await host.fetch(new Request(`http://localhost${path.join(' ')}`, { method, headers, ...sent }));
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as unknown };
  };
}

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
          order: filter.order(['title', 'price', 'author.name']),
        },
        store: sqlStore(database, 'books', { columns: { inPrint: 'in_print' } }),
      }),
    ],
  });
  return { database, send: senderFor(host) };
}
