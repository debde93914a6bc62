import { Pool } from 'pg';
import { rows } from '../books.ts';
import { getColumn } from './book-table.ts';

const URL = process.env['PG_TEST_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';

/** Creates the table of books in a schema of PostgreSQL, and replaces an earlier one. The pool has ten connections. */
export async function openPostgresBooks(schema: string): Promise<Pool> {
  const pool = new Pool({ connectionString: URL, max: 10, options: `-c search_path=${schema}` });
  // The order of texts is that of the bytes, as in SQLite.
  await pool.query(`
    drop schema if exists ${schema} cascade; create schema ${schema};
    create table books (
      id integer primary key, isbn text not null, title text collate "C" not null, description text not null,
      author text not null, publisher text, published_at text, language text, pages integer not null,
      price double precision not null, in_stock boolean not null, series integer not null);
    create index books_by_title on books (title, id)`);
  const list = rows();
  const names = Object.keys(list.at(0)!).map(getColumn).join(', ');
  await pool.query(`insert into books (${names}) select ${names} from json_populate_recordset(null::books, $1)`, [
    JSON.stringify(
      list.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [getColumn(name), value]))),
    ),
  ]);
  await pool.query('vacuum analyze books');
  return pool;
}
