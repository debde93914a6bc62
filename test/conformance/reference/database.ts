import { DatabaseSync } from 'node:sqlite';
import { readFileSync } from 'node:fs';
import { Kysely } from 'kysely';
import { NodeSqliteDialect } from 'oriel-host/kysely';

export interface Tables {
  readonly authors: object;
  readonly books: object;
}

interface BookRow {
  readonly id: number;
  readonly isbn?: string;
  readonly title: string;
  readonly price: number;
  readonly pages: number;
  readonly available: boolean;
  readonly publishedAt?: string;
  readonly author?: string;
}

/** The rows of the reference in its plain JSON. A missing member is null. */
export const rows = JSON.parse(readFileSync(new URL('./rows.json', import.meta.url), 'utf8')) as {
  readonly authors: readonly { readonly id: number; readonly name: string }[];
  readonly books: readonly BookRow[];
  readonly notes: readonly { readonly id: number; readonly text: string; readonly tags: readonly string[] }[];
};

/** Creates a database in memory with the rows before the first exchange. */
export function openDatabase(): Kysely<Tables> {
  const file = new DatabaseSync(':memory:');
  file.exec(`
    create table authors (id integer primary key, name text not null);
    create table books (
      id integer primary key, isbn text, title text not null, description text, price real not null, pages integer not null,
      available integer not null, publishedAt text, author integer references authors
    );
  `);
  const author = file.prepare('insert into authors (id, name) values (?, ?)');
  for (const { id, name } of rows.authors) author.run(id, name);
  const book = file.prepare('insert into books values (?, ?, ?, null, ?, ?, ?, ?, ?)');
  for (const { id, isbn, title, price, pages, available, publishedAt, author: iri } of rows.books)
    book.run(
      id,
      isbn ?? null,
      title,
      price,
      pages,
      Number(available),
      publishedAt === undefined ? null : new Date(publishedAt).toISOString(),
      iri === undefined ? null : Number(iri.split('/').at(-1)),
    );
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database: file }) });
}
