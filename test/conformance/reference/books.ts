import type { Kysely } from 'kysely';
import { filter, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { Tables } from './database.ts';
import { isIsbn } from './isbn.ts';

const Author = z.object({ id: z.int(), name: z.string() });

const Book = z.object({
  id: z.int(),
  isbn: z.string().optional(),
  title: z.string().meta({ description: 'The title of this book.' }),
  description: z.string().optional(),
  price: z.number(),
  pages: z.int(),
  available: z.boolean(),
  publishedAt: z.iso.datetime({ offset: true }).optional(),
  author: z.int().optional(),
});

// Treats null as absent.
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined) as unknown as z.ZodOptional<Schema>;

const SentBook = z.object({
  isbn: optional(z.string().refine(isIsbn, 'This value is neither a valid ISBN-10 nor a valid ISBN-13.')),
  title: z.string().min(2).max(100),
  description: optional(z.string()),
  price: z.number().min(0).default(0),
  pages: z.int().min(1).max(10_000).default(1),
  available: z.boolean().default(true),
  publishedAt: optional(z.iso.datetime({ offset: true })),
  author: optional(z.int()),
});

/** Creates the resources for authors and books in a database. */
export function bookResources(database: Kysely<Tables>) {
  return [
    resource('authors', Author, {
      id: 'id',
      input: { create: z.object({ name: z.string().min(1) }) },
      store: sqlStore(database, 'authors'),
    }),
    resource('books', Book, {
      id: 'id',
      description: 'A book',
      input: { create: SentBook },
      links: { author: 'authors' },
      filters: {
        title: filter.partial(),
        isbn: filter.exact(),
        author: filter.exact(),
        'author.name': filter.start(),
        order: filter.order(['id', 'title', 'publishedAt']),
        publishedAt: filter.date(),
        price: filter.range(),
        pages: filter.exact<number>(),
        available: filter.boolean(),
        exists: filter.exists(['author']),
      },
      store: sqlStore(database, 'books'),
    }),
  ];
}
