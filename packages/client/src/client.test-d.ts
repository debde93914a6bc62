import { defineHost, filter, memoryStore, resource } from 'oriel-host';
import { client } from 'oriel-client';
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
      // @ts-expect-error the schema does not have this parameter
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
      // Without a schema, the result type is unknown.
      query['since'] satisfies unknown;
      return null;
    },
  },
});
const Line = z.object({ id: z.int(), price: z.number(), total: z.number() });
const lines = resource('lines', Line, {
  id: 'id',
  input: { create: Line.omit({ total: true }) },
  computed: { total: (items) => items.map(({ price }) => price * 2) },
  store: memoryStore(),
});
const linesHost = defineHost({ resources: [lines] });
const linesApi = client<typeof linesHost>('http://localhost/api');
linesApi.lines.get(1).then((found) => found.ok && (found.data.total satisfies number));
void linesApi.lines.create({ id: 1, price: 2 });
// @ts-expect-error a computed field cannot be written
void linesApi.lines.replace(1, { id: 1, price: 2, total: 4 });

const notes = resource('notes', Author, { id: 'id', path: '/own/notes', provide: { list: () => [] } });

const tides = resource('tides', Author, { id: 'id', search: ['name'], provide: { list: () => [] } });

const host = defineHost({ resources: [authors, books, tides] });
const api = client<typeof host>('http://localhost/api');

// A link is serialized as an IRI, or null if it is nullable.
api.books.get('1').then((found) => found.ok && (found.data.author satisfies string | null));
api.books.get('1', { include: ['author'] }).then((found) => {
  if (!found.ok) return;
  found.data.author satisfies string | { readonly name: string } | null;
  // @ts-expect-error the link may be embedded
  found.data.author satisfies string | null;
  found.data.title satisfies string;
});
api.books.list({ include: ['author(name)'], fields: ['title'] }).then((found) => {
  const [book] = found.ok ? found.data.items : [];
  if (typeof book?.author === 'object') book.author?.name satisfies unknown;
  // @ts-expect-error the field is not selected
  void book?.isbn;
});
// @ts-expect-error the field is not a link
void api.books.list({ include: ['title'] });
// @ts-expect-error the resource has no links
void api.authors.get(1, { include: ['books'] });
api.authors.get(1).then((found) => found.ok && (found.data.name satisfies string));
void api.books.list({ title: 'x', price: { gte: 2 }, order: { title: 'asc' }, fields: ['title'], page: 2 });
void api.books.create({ isbn: '1', title: 't', author: '/api/authors/1' });

void api.books.list({ since: '2026-01-01' });
void api.books.create({ isbn: '1', title: 't', author: null }, { query: { dry: true } });

void api.tides.list({ search: 'ebb', page: 2 });
// @ts-expect-error a search is a text
void api.tides.list({ search: 7 });
// @ts-expect-error the resource has no search
void api.authors.list({ search: 'ada' });

// @ts-expect-error a number of days is a number
void api.books.list({ since: '2026-01-01', days: 'two' });
// @ts-expect-error the operation does not have this parameter
void api.books.create({ isbn: '1', title: 't', author: null }, { query: { wet: true } });
// @ts-expect-error books have no delete operation
void api.books.delete('1');
// @ts-expect-error authors have no create operation
void api.authors.create({ id: 1, name: 'Ada' });

// A store provides all operations that are not excluded.
const storeHost = defineHost({
  resources: [
    resource('kept', Author, { id: 'id', store: memoryStore() }),
    resource('shown', Author, { id: 'id', store: memoryStore(), only: ['list', 'get'] }),
  ],
});
const stores = client<typeof storeHost>('http://localhost/api');
void stores.kept.delete(1);
void stores.shown.get(1);
// @ts-expect-error the field is read-only
void stores.shown.delete(1);

// @ts-expect-error an ISBN is a string
void api.books.get(1);
// @ts-expect-error the filter does not exist
void api.books.list({ titel: 'x' });
// @ts-expect-error books cannot be sorted by author
void api.books.list({ order: { author: 'asc' } });
// @ts-expect-error a link is written as an IRI
void api.books.create({ isbn: '1', title: 't', author: 1 });
// @ts-expect-error the resource does not exist
void api.boks;

const other = defineHost({ resources: [notes] });
// @ts-expect-error the path of "notes" is required, because it is not "/notes"
client<typeof other>('http://localhost/api');
// @ts-expect-error the path of "notes" is different
client<typeof other>('http://localhost/api', { paths: { notes: '/notes' } });
client<typeof other>('http://localhost/api', { paths: { notes: '/own/notes' } });
