import { mkdtempSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROWS } from '../workloads.ts';

/** A file with the table of books, the same for every server: filled anew, with a write-ahead log. */
export function openBooks(): DatabaseSync {
  const file = new DatabaseSync(join(mkdtempSync(join(tmpdir(), 'oriel-bench-')), 'books.sqlite'));
  file.exec('pragma journal_mode = wal');
  file.exec(`create table books (
    id integer primary key, isbn text not null, title text not null, description text not null, author text not null, publisher text,
    published_at text, language text, pages integer not null, price real not null, in_stock integer not null,
    series integer not null)`);
  const names = Object.keys(ROWS[0]);
  const insert = file.prepare(
    `insert into books (${names.map(columnOf).join(', ')}) values (${names.map(() => '?').join(', ')})`,
  );
  file.exec('begin');
  for (const row of ROWS)
    insert.run(...Object.values(row).map((value) => (typeof value === 'boolean' ? Number(value) : value)));
  file.exec('commit');
  return file;
}

/** `publishedAt` is kept in `published_at`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
