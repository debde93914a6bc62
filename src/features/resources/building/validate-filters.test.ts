import { equal, match, throws } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely } from 'kysely';
import { defineHost, filter, memoryStore, resource } from 'oriel';
import type { HostConfigError } from 'oriel';
import { NodeSqliteDialect, sqlStore } from 'oriel/kysely';
import { z } from 'zod';

const Author = z.object({ id: z.int(), place: z.int(), name: z.string() });
const Book = z.object({ id: z.int(), author: z.int() });
const open = () =>
  new Kysely<{ authors: object; books: object }>({
    dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(':memory:') }),
  });

function host(authors: object, books: object, id: string | string[] = 'id', more: object = {}) {
  const filters = { name: filter.partial('author.name'), order: filter.order(['id', 'author.name']) };
  return () =>
    defineHost({
      log: false,
      resources: [
        resource('authors', Author, { id, only: ['list'], store: authors } as never),
        resource('books', Book, {
          id: 'id',
          links: { author: { to: 'authors', as: 'id' } },
          filters,
          store: books,
          ...more,
        } as never),
      ],
    });
}

function refused(make: () => unknown, reasons: readonly RegExp[]): void {
  throws(make, (error: HostConfigError) => {
    equal(error.issues.length, reasons.length);
    for (const [index, reason] of reasons.entries()) {
      const { code, place, reason: told, fix } = error.issues[index]!;
      equal(code, 'ORIEL_RESOURCE_FILTER');
      match(place, /^resources\[1\] "books"\.filters\.(name|order)$/);
      match(told, reason);
      match(fix, /^Take "author\.name" out, or /);
    }
    return true;
  });
}

test('a link that leads to another kind of store is refused when the host starts', () => {
  const reason =
    /^The store cannot (filter|order) by "author\.name": "author" leads to no sqlStore over the same database$/;
  refused(host(memoryStore(), sqlStore(open(), 'books')), [reason, reason]);
  refused(host(sqlStore(open(), 'authors'), sqlStore(open(), 'books')), [reason, reason]);
  const memory = /"author" leads to no memoryStore$/;
  refused(host(sqlStore(open(), 'authors'), memoryStore()), [memory, memory]);
});

test('a link to items with several keys is refused when the host starts', () => {
  const reason = /: "authors" has an identifier of several fields$/;
  const database = open();
  refused(host(sqlStore(database, 'authors'), sqlStore(database, 'books'), ['id', 'place']), [reason, reason]);
  refused(host(memoryStore(), memoryStore(), ['id', 'place']), [reason, reason]);
});

test('rows that are scoped can be filtered through, but not ordered by', () => {
  const database = open();
  const authors = sqlStore(database, 'authors', { scope: () => ({ place: 1 }) });
  refused(host(authors, sqlStore(database, 'books')), [
    /cannot order by "author\.name": the rows of "authors" are scoped$/,
  ]);
});

test('a function that gives the list is asked instead of the store, and nothing is refused', () => {
  const provide = { list: () => [] };
  host(memoryStore(), sqlStore(open(), 'books'), 'id', { provide })();
});

test('a path of several links asks nothing of the pages in between; a cursor of its own cannot tell it', () => {
  const Country = z.object({ id: z.int(), name: z.string() });
  const house = (books: 'offset' | 'cursor', authors: 'offset' | 'cursor') => () =>
    defineHost({
      log: false,
      resources: [
        resource('countries', Country, { id: 'id', page: { by: authors }, store: memoryStore() }),
        resource('authors', Author, {
          id: 'id',
          page: { by: authors },
          links: { place: 'countries' },
          store: memoryStore(),
        }),
        resource('books', Book, {
          id: 'id',
          page: { by: books },
          links: { author: 'authors' },
          filters: { order: filter.order(['author.place.name']), country: filter.start('author.place.name') },
          store: memoryStore(),
        }),
      ],
    });
  house('offset', 'cursor')();
  throws(house('cursor', 'offset'), (error: HostConfigError) => {
    equal(error.issues.length, 1);
    match(error.issues[0]!.reason, /^A cursor cannot tell "author\.place\.name", which is no field of "books" itself$/);
    return true;
  });
});

test('links that can be followed are not refused', () => {
  const database = open();
  host(sqlStore(database, 'authors'), sqlStore(database, 'books'))();
  host(memoryStore(), memoryStore())();
});
