import { equal, match, throws } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely } from 'kysely';
import { defineHost, filter, memoryStore, resource } from 'oriel-host';
import type { HostConfigError } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
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

function assertIssues(make: () => unknown, reasons: readonly RegExp[]): void {
  throws(make, (error: HostConfigError) => {
    equal(error.issues.length, reasons.length);
    for (const [index, reason] of reasons.entries()) {
      const { code, place, reason: actual, fix } = error.issues[index]!;
      equal(code, 'ORIEL_RESOURCE_FILTER');
      match(place, /^resources\[1\] "books"\.filters\.(name|order)$/);
      match(actual, reason);
      match(fix, /^Remove "author\.name", or /);
    }
    return true;
  });
}

test('defineHost() reports a filter through a link to a resource with another kind of store', () => {
  const reason =
    /^The store cannot (filter|order) by "author\.name": "author" links to a resource without a sqlStore over the same database$/;
  assertIssues(host(memoryStore(), sqlStore(open(), 'books')), [reason, reason]);
  assertIssues(host(sqlStore(open(), 'authors'), sqlStore(open(), 'books')), [reason, reason]);
  const memory = /"author" links to a resource without a memoryStore$/;
  assertIssues(host(sqlStore(open(), 'authors'), memoryStore()), [memory, memory]);
});

test('defineHost() reports a filter through a link to a resource with a composite identifier', () => {
  const reason = /: "authors" has a composite identifier$/;
  const database = open();
  assertIssues(host(sqlStore(database, 'authors'), sqlStore(database, 'books'), ['id', 'place']), [reason, reason]);
  assertIssues(host(memoryStore(), memoryStore(), ['id', 'place']), [reason, reason]);
});

test('defineHost() allows a filter and an order through a link to a scoped store', () => {
  const database = open();
  host(sqlStore(database, 'authors', { scope: () => ({ place: 1 }) }), sqlStore(database, 'books'))();
});

test('defineHost() allows filters through any link when a function provides the list', () => {
  const provide = { list: () => [] };
  host(memoryStore(), sqlStore(open(), 'books'), 'id', { provide })();
});

test('an order through several links is allowed with offset pagination and reported with cursor pagination', () => {
  const Country = z.object({ id: z.int(), name: z.string() });
  const createHost = (books: 'offset' | 'cursor', authors: 'offset' | 'cursor') => () =>
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
  createHost('offset', 'cursor')();
  throws(createHost('cursor', 'offset'), (error: HostConfigError) => {
    equal(error.issues.length, 1);
    match(
      error.issues[0]!.reason,
      /^A cursor cannot contain "author\.place\.name", because it is not a field of "books" itself$/,
    );
    return true;
  });
});

test('defineHost() allows filters through links that the store can join', () => {
  const database = open();
  host(sqlStore(database, 'authors'), sqlStore(database, 'books'))();
  host(memoryStore(), memoryStore())();
});
