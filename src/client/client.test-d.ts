import { defineHost, filter, memoryStore, resource } from 'oriel';
import { client } from 'oriel/client';
import { z } from 'zod';

const Author = z.object({ id: z.number(), name: z.string() });
const Book = z.object({ isbn: z.string(), title: z.string(), author: z.number().nullable() });

const authors = resource('authors', Author, { id: 'id', provide: { list: () => [], get: () => null } });
const Period = z.object({ since: z.iso.date().optional(), days: z.int().default(1) });
const books = resource('books', Book, {
  id: 'isbn',
  links: { author: 'authors' },
  filters: { title: filter.partial(), price: filter.range(), order: filter.order(['title']) },
  operations: { list: { query: Period }, create: { query: z.object({ dry: z.boolean().optional() }) } },
  process: {
    create({ body, query }) {
      query.dry satisfies boolean | undefined;
      // @ts-expect-error its schema has no such parameter
      void query.wet;
      return body;
    },
  },
  provide: {
    list({ filters, query }) {
      query.days satisfies number;
      filters.title satisfies string | readonly string[] | undefined;
      filters.order?.title satisfies 'asc' | 'desc' | undefined;
      return [];
    },
    get({ id, query }) {
      id satisfies string;
      // Without a schema of its own, nothing is known.
      query['since'] satisfies unknown;
      return null;
    },
  },
});
const notes = resource('notes', Author, { id: 'id', path: '/own/notes', provide: { list: () => [] } });

const host = defineHost({ resources: [authors, books] });
const api = client<typeof host>('http://localhost/api');

// A link is an IRI on the wire, and null where it may be.
api.books.get('1').then((found) => found.ok && (found.data.author satisfies string | null));
api.authors.get(1).then((found) => found.ok && (found.data.name satisfies string));
void api.books.list({ title: 'x', price: { gte: 2 }, order: { title: 'asc' }, fields: ['title'], page: 2 });
void api.books.create({ isbn: '1', title: 't', author: '/api/authors/1' });

void api.books.list({ since: '2026-01-01' });
void api.books.create({ isbn: '1', title: 't', author: null }, { query: { dry: true } });

// @ts-expect-error a number of days is a number
void api.books.list({ since: '2026-01-01', days: 'two' });
// @ts-expect-error it has no such parameter
void api.books.create({ isbn: '1', title: 't', author: null }, { query: { wet: true } });
// @ts-expect-error books are never deleted
void api.books.delete('1');
// @ts-expect-error authors are not made here
void api.authors.create({ id: 1, name: 'Ada' });

// A store brings everything that it is not told to leave out.
const kept = defineHost({
  resources: [
    resource('kept', Author, { id: 'id', store: memoryStore() }),
    resource('shown', Author, { id: 'id', store: memoryStore(), only: ['list', 'get'] }),
  ],
});
const stores = client<typeof kept>('http://localhost/api');
void stores.kept.delete(1);
void stores.shown.get(1);
// @ts-expect-error it is only shown
void stores.shown.delete(1);

// @ts-expect-error an ISBN is a string
void api.books.get(1);
// @ts-expect-error there is no such filter
void api.books.list({ titel: 'x' });
// @ts-expect-error nothing can be ordered by author
void api.books.list({ order: { author: 'asc' } });
// @ts-expect-error a link is written as an IRI
void api.books.create({ isbn: '1', title: 't', author: 1 });
// @ts-expect-error there is no such resource
void api.boks;

const other = defineHost({ resources: [notes] });
// @ts-expect-error the path of "notes" must be given, for it is not "/notes"
client<typeof other>('http://localhost/api');
// @ts-expect-error it is not this one either
client<typeof other>('http://localhost/api', { paths: { notes: '/notes' } });
client<typeof other>('http://localhost/api', { paths: { notes: '/own/notes' } });
