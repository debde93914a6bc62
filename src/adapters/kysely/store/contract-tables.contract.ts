import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { CONTENT, bindStores } from '../../../api/resource-store-fixtures.contract.ts';
import type { ContractStores } from '../../../api/resource-store-fixtures.contract.ts';
import { sqlStore } from './sql-store.ts';

/** The tables of the contract, made afresh and filled without the store's help, and their stores. */
export async function openStores(database: Kysely<never>, types: ContractTypes): Promise<ContractStores> {
  const run = (text: string) => sql.raw(text).execute(database);
  for (const table of ['books', 'authors', 'seats', 'papers']) await run(`drop table if exists ${table}`);
  await run(`create table authors (id ${types.id}, name text not null, country text)`);
  await run(`create table books (
    id ${types.id}, title text not null unique, subtitle text, price ${types.double} check (price >= -1),
    pages ${types.integer} not null, available ${types.boolean}, published_at ${types.time}, day ${types.day},
    author_id ${types.integer} references authors, tags ${types.json}, note text)`);
  await run(`create table seats (seat_row ${types.integer} not null, place text not null, taken ${types.boolean} not null,
    primary key (seat_row, place))`);
  await run(`create table papers (id ${types.uuid} primary key, title text not null)`);
  const any = database as unknown as Kysely<Record<string, Record<string, unknown>>>;
  for (const { id: _, ...author } of CONTENT.authors) await any.insertInto('authors').values(author).execute();
  for (const { id: _, publishedAt, author, tags, available, ...book } of CONTENT.books as readonly Record<
    string,
    unknown
  >[])
    await any
      .insertInto('books')
      .values({
        ...book,
        published_at: publishedAt,
        author_id: author,
        tags: tags === null ? null : JSON.stringify(tags),
        available,
      })
      .execute();
  for (const { row, ...seat } of CONTENT.seats)
    await any
      .insertInto('seats')
      .values({ ...seat, seat_row: row })
      .execute();
  for (const paper of CONTENT.papers) await any.insertInto('papers').values(paper).execute();
  const stores = {
    authors: sqlStore(any, 'authors'),
    books: sqlStore(any, 'books', { columns: { publishedAt: 'published_at', author: 'author_id' } }),
    seats: sqlStore(any, 'seats', { columns: { row: 'seat_row' } }),
    papers: sqlStore(any, 'papers'),
  };
  bindStores(stores);
  return stores;
}

/** What a database calls the types of the columns. */
export interface ContractTypes {
  readonly id: string;
  readonly integer: string;
  readonly double: string;
  readonly boolean: string;
  readonly time: string;
  readonly day: string;
  readonly json: string;
  readonly uuid: string;
}
