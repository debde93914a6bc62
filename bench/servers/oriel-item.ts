import { resource } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';
import { books as allBooks } from '../books.ts';
import { NEW_ID } from '../workloads.ts';
import { Book } from './book.ts';

const api: NonNullable<HostConfig['api']> = { formats: ['json', 'jsonld'] };

/** A resource that returns items from memory. */
export function item(): HostConfig {
  const rows = new Map(allBooks().map((book) => [book.id, book]));
  const books = resource('books', z.object({ id: z.int(), ...Book.shape, series: z.int() }), {
    id: 'id',
    cache: { public: true, maxAge: '1 min' },
    provide: { get: ({ id }) => rows.get(id) },
  });
  return { resources: [books], api, access: 'public' };
}

/** A resource that validates a new book, and does not store it. */
export function create(): HostConfig {
  const { tags, ...fields } = Book.shape;
  const books = resource('books', z.object({ id: z.int(), ...fields, tags }), {
    id: 'id',
    input: { create: Book },
    process: { create: ({ body }) => ({ id: NEW_ID, ...body }) },
  });
  return { resources: [books], api, access: 'public' };
}
