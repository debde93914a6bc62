import { defineHost, filter, resource } from 'oriel';
import { client } from 'oriel/client';
import { z } from 'zod';

const Author = z.object({ id: z.number(), name: z.string() });
const Book = z.object({ isbn: z.string(), title: z.string(), author: z.number().nullable() });

const authors = resource('authors', Author, { id: 'id', provide: { list: () => [] } });
const books = resource('books', Book, {
  id: 'isbn',
  links: { author: 'authors' },
  filters: { title: filter.partial(), price: filter.range(), order: filter.order(['title']) },
  provide: {
    list({ filters }) {
      filters.title satisfies string | readonly string[] | undefined;
      filters.order?.title satisfies 'asc' | 'desc' | undefined;
      return [];
    },
    get({ id }) {
      id satisfies string;
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
