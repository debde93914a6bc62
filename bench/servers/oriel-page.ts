import { Kysely, PostgresDialect } from 'kysely';
import { resource } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { PAGE_SIZE } from '../books.ts';
import { openBooks } from './book-table.ts';
import { Book } from './book.ts';

/** A resource with numbered or cursor pages from SQLite or PostgreSQL. */
export async function page(by: 'offset' | 'cursor', fromPostgres: boolean): Promise<HostConfig> {
  const { tags: _, ...fields } = Book.shape;
  const dialect = fromPostgres ? await openPostgres() : new NodeSqliteDialect({ database: openBooks() });
  const database = new Kysely<{ books: object }>({ dialect });
  const books = resource('books', z.object({ id: z.int(), ...fields, series: z.int() }), {
    id: 'id',
    cache: { public: true, maxAge: '1 min' },
    page: { by, size: PAGE_SIZE },
    ...(by === 'cursor' ? { order: { title: 'asc' as const } } : {}),
    store: sqlStore(database, 'books', { columns: { publishedAt: 'published_at', inStock: 'in_stock' } }),
  });
  return { resources: [books], api: { formats: ['json', 'jsonld'] }, access: 'public' };
}

async function openPostgres(): Promise<PostgresDialect> {
  const { openPostgresBooks } = await import('./postgres-books.ts');
  return new PostgresDialect({ pool: await openPostgresBooks('oriel_bench') });
}
