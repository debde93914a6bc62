import { Kysely } from 'kysely';
import { resource } from 'oriel';
import type { HostConfig } from 'oriel';
import { NodeSqliteDialect, sqlStore } from 'oriel/kysely';
import { z } from 'zod';
import { PAGE_SIZE } from '../books.ts';
import { openBooks } from './book-table.ts';
import { Book } from './book.ts';

/** A resource whose pages, by number or by cursor, come from SQLite. */
export function page(by: 'offset' | 'cursor'): HostConfig {
  const { tags: _, ...fields } = Book.shape;
  const database = new Kysely<{ books: object }>({ dialect: new NodeSqliteDialect({ database: openBooks() }) });
  const books = resource('books', z.object({ id: z.int(), ...fields, series: z.int() }), {
    id: 'id',
    cache: { public: true, maxAge: 60 },
    page: { by, size: PAGE_SIZE },
    ...(by === 'cursor' ? { order: { title: 'asc' as const } } : {}),
    store: sqlStore(database, 'books', { columns: { publishedAt: 'published_at', inStock: 'in_stock' } }),
  });
  return { resources: [books], api: { formats: ['json', 'jsonld'] }, access: 'public' };
}
