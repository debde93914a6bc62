import { mkdtempSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rows } from '../books.ts';

/** Opens a new database file with the table of books and a write-ahead log. */
export function openBooks(): DatabaseSync {
  const file = new DatabaseSync(join(mkdtempSync(join(tmpdir(), 'oriel-bench-')), 'books.sqlite'));
  file.exec('pragma journal_mode = wal');
  file.exec(`create table books (
    id integer primary key, isbn text not null, title text not null, description text not null, author text not null, publisher text,
    published_at text, language text, pages integer not null, price real not null, in_stock integer not null,
    series integer not null)`);
  file.exec('create index books_by_title on books (title, id)');
  const list = rows();
  const names = Object.keys(list.at(0)!);
  const insert = file.prepare(
    `insert into books (${names.map(getColumn).join(', ')}) values (${names.map(() => '?').join(', ')})`,
  );
  file.exec('begin');
  for (const row of list)
    insert.run(...Object.values(row).map((value) => (typeof value === 'boolean' ? Number(value) : value)));
  file.exec('commit');
  return file;
}

/** Returns the column of a field: `published_at` for `publishedAt`. */
export function getColumn(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
