import { DatabaseSync } from 'node:sqlite';
import Database from 'better-sqlite3';
import { drizzle as overBetterSqlite } from 'drizzle-orm/better-sqlite3';
import { drizzle as overNodePostgres } from 'drizzle-orm/node-postgres';
import * as pg from 'drizzle-orm/pg-core';
import * as lite from 'drizzle-orm/sqlite-core';
import { Kysely, sql } from 'kysely';
import { memoryStore } from 'oriel-host';
import { drizzleStore } from 'oriel-host/drizzle';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import type { SqlStoreOptions } from 'oriel-host/kysely';
import { Pool } from 'pg';
import { POSTGRES_URL, connectPostgres } from '../contracts/postgres.ts';

export interface PageRow {
  readonly id: number;
  readonly team: string;
  readonly title: string;
  readonly body: string | null;
  readonly secret: string;
}

/** A store of pages, and a function that replaces its rows. */
export interface SearchedStore {
  readonly name: string;
  readonly skip: string | false;
  /** Creates a store with these rows. */
  open(rows: readonly PageRow[]): Promise<never>;
}

const TABLE = 'id integer primary key, team text not null, title text not null, body text, secret text not null';
// As in docs/host/sql-store.md, with a column that the resource does not search in.
const FTS5 = `
  create virtual table pages_index using fts5 (title, body, secret, content='pages', content_rowid='id',
    tokenize="unicode61 remove_diacritics 0");
  create trigger pages_added after insert on pages begin
    insert into pages_index (rowid, title, body, secret) values (new.id, new.title, new.body, new.secret);
  end;
  create trigger pages_removed after delete on pages begin
    insert into pages_index (pages_index, rowid, title, body, secret) values ('delete', old.id, old.title, old.body, old.secret);
  end;
  create trigger pages_changed after update on pages begin
    insert into pages_index (pages_index, rowid, title, body, secret) values ('delete', old.id, old.title, old.body, old.secret);
    insert into pages_index (rowid, title, body, secret) values (new.id, new.title, new.body, new.secret);
  end`;
// As in docs/host/sql-store.md, with numbers of their own for the rows of a table without rowids.
const FTS5_BY_KEY = `
  create table pages_keys (number integer primary key, id integer not null unique);
  create virtual table pages_index using fts5 (id unindexed, title, body, secret, content='', contentless_delete=1,
    contentless_unindexed=1, tokenize="unicode61 remove_diacritics 0");
  create trigger pages_added after insert on pages begin
    insert into pages_keys (id) values (new.id);
    insert into pages_index (rowid, id, title, body, secret)
      select number, new.id, new.title, new.body, new.secret from pages_keys where id = new.id;
  end;
  create trigger pages_removed after delete on pages begin
    delete from pages_index where rowid = (select number from pages_keys where id = old.id);
    delete from pages_keys where id = old.id;
  end`;
const VECTOR = `alter table vector_pages add words tsvector
  generated always as (to_tsvector('simple', title || ' ' || coalesce(body, ''))) stored;
  create index on vector_pages using gin (words)`;

type Tables = Record<'pages' | 'vector_pages', PageRow>;

/** Opens all stores, each with a table of its own. */
export async function openSearchedStores(
  schemaName: string,
): Promise<{ stores: SearchedStore[]; close: () => Promise<void> }> {
  const files = [new DatabaseSync(':memory:'), new DatabaseSync(':memory:'), new DatabaseSync(':memory:')] as const;
  for (const file of files) file.exec(`create table pages (${TABLE})${file === files[2] ? ' without rowid' : ''}`);
  files[1].exec(FTS5);
  files[2].exec(FTS5_BY_KEY);
  const [plain, indexed, keyed] = files.map(
    (database) => new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database }) }),
  ) as [Kysely<Tables>, Kysely<Tables>, Kysely<Tables>];
  const client = new Database(':memory:');
  client.exec(`create table pages (${TABLE})`);
  const { database, skip, schema, close } = await connectPostgres(schemaName);
  const postgres = database as unknown as Kysely<Tables>;
  const pool = new Pool({ connectionString: POSTGRES_URL, options: `-c search_path=${schema}` });
  if (skip === false)
    for (const text of [`create table pages (${TABLE})`, `create table vector_pages (${TABLE})`, VECTOR])
      await sql.raw(text).execute(postgres);
  const fill = async (of: Kysely<Tables>, table: keyof Tables, rows: readonly PageRow[]): Promise<void> => {
    await of.deleteFrom(table).execute();
    if (rows.length > 0)
      await of
        .insertInto(table)
        .values([...rows])
        .execute();
  };
  const kysely = (
    name: string,
    of: Kysely<Tables>,
    table: keyof Tables,
    options: SqlStoreOptions,
    skipped: string | false = false,
  ): SearchedStore => ({
    ...{ name, skip: skipped },
    async open(rows) {
      await fill(of, table, rows);
      return sqlStore(of, table, options) as never;
    },
  });
  const stores: SearchedStore[] = [
    { name: 'memoryStore', skip: false, open: async (rows) => memoryStore(rows as never) as never },
    kysely('sqlStore on SQLite', plain, 'pages', {}),
    kysely('sqlStore on SQLite with FTS5', indexed, 'pages', { search: 'pages_index' }),
    kysely('sqlStore on SQLite without rowids', keyed, 'pages', { search: { table: 'pages_index', key: 'id' } }),
    kysely('sqlStore on PostgreSQL', postgres, 'pages', {}, skip),
    kysely('sqlStore on PostgreSQL with a tsvector', postgres, 'vector_pages', { search: 'words' }, skip),
    {
      ...{ name: 'drizzleStore on SQLite', skip: false },
      async open(rows) {
        client.exec('delete from pages');
        const insert = client.prepare('insert into pages values (:id, :team, :title, :body, :secret)');
        for (const row of rows) insert.run(row);
        return drizzleStore(overBetterSqlite({ client }), LITE_PAGES) as never;
      },
    },
    {
      ...{ name: 'drizzleStore on PostgreSQL', skip },
      async open(rows) {
        await fill(postgres, 'vector_pages', rows);
        return drizzleStore(overNodePostgres({ client: pool }), PG_PAGES, { search: 'words' }) as never;
      },
    },
  ];
  return {
    stores,
    async close() {
      await Promise.all([plain.destroy(), indexed.destroy(), keyed.destroy(), pool.end()]);
      client.close();
      await close();
    },
  };
}

const LITE_PAGES = lite.sqliteTable('pages', {
  id: lite.integer().primaryKey(),
  team: lite.text().notNull(),
  title: lite.text().notNull(),
  body: lite.text(),
  secret: lite.text().notNull(),
});
const PG_PAGES = pg.pgTable('vector_pages', {
  id: pg.integer().primaryKey(),
  team: pg.text().notNull(),
  title: pg.text().notNull(),
  body: pg.text(),
  secret: pg.text().notNull(),
});
