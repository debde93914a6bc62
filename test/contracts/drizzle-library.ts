import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import * as pg from 'drizzle-orm/pg-core';
import * as lite from 'drizzle-orm/sqlite-core';
import type { ContractLibrary } from './store-tables.ts';
import { POSTGRES_TYPES, SQLITE_TYPES } from './store-tables.ts';
import { drizzleStore } from '../../packages/host/src/integrations/drizzle/drizzle-store.ts';
import type { DrizzleDatabase } from '../../packages/host/src/integrations/drizzle/drizzle-runner.ts';

/** Returns Drizzle over PostgreSQL with `drizzleStore` for the contracts of stores. */
export function postgresLibrary(database: NodePgDatabase): ContractLibrary {
  const run = (text: string) => database.execute(sql.raw(text));
  return { types: POSTGRES_TYPES, run, store: getStores(database, POSTGRES_TABLES) };
}

/** Returns Drizzle over SQLite with `drizzleStore` for the contracts of stores. */
export function sqliteLibrary(database: lite.BaseSQLiteDatabase<'sync', unknown>): ContractLibrary {
  const run = (text: string) => database.run(sql.raw(text));
  return { types: SQLITE_TYPES, run, store: getStores(database, SQLITE_TABLES) };
}

// The Drizzle tables declare the columns, so only the second columns of text are options.
function getStores(
  database: DrizzleDatabase,
  tables: Readonly<Record<string, pg.PgTable | lite.SQLiteTable>>,
): ContractLibrary['store'] {
  return (name, { columns = {} } = {}) => {
    const { folded } = columns;
    return drizzleStore(database, tables[name]!, folded === undefined ? {} : { columns: { folded } });
  };
}

const POSTGRES_TABLES = {
  lines: pg.pgTable('lines', {
    id: pg.integer().primaryKey(),
    name: pg.text().notNull(),
    quantity: pg.bigint({ mode: 'number' }).notNull(),
    price: pg.doublePrecision(),
    parent: pg.bigint({ mode: 'number' }),
  }),
  authors: pg.pgTable('authors', { id: pg.integer().primaryKey(), name: pg.text().notNull(), country: pg.text() }),
  books: pg.pgTable('books', {
    id: pg.integer().primaryKey(),
    title: pg.text().notNull(),
    subtitle: pg.text(),
    price: pg.doublePrecision(),
    pages: pg.bigint({ mode: 'number' }).notNull(),
    available: pg.boolean(),
    publishedAt: pg.timestamp('published_at', { withTimezone: true }),
    day: pg.date(),
    author: pg.bigint('author_id', { mode: 'number' }),
    tags: pg.jsonb(),
    note: pg.text(),
  }),
  seats: pg.pgTable('seats', {
    row: pg.bigint('seat_row', { mode: 'number' }).notNull(),
    place: pg.text().notNull(),
    taken: pg.boolean().notNull(),
  }),
  papers: pg.pgTable('papers', { id: pg.uuid().primaryKey(), title: pg.text().notNull() }),
  owners: pg.pgTable('owners', { id: pg.integer().primaryKey(), name: pg.text(), rank: pg.doublePrecision() }),
  things: pg.pgTable('things', {
    id: pg.integer().primaryKey(),
    text: pg.text().notNull(),
    maybe: pg.text(),
    folded: pg.text(),
    whole: pg.bigint({ mode: 'number' }),
    part: pg.doublePrecision(),
    truth: pg.boolean(),
    time: pg.timestamp({ withTimezone: true }),
    day: pg.date(),
    list: pg.jsonb(),
    owner: pg.bigint({ mode: 'number' }),
    money: pg.numeric(),
    big: pg.bigint({ mode: 'bigint' }),
  }),
};

const SQLITE_TABLES = {
  lines: lite.sqliteTable('lines', {
    id: lite.integer().primaryKey(),
    name: lite.text().notNull(),
    quantity: lite.integer().notNull(),
    price: lite.real(),
    parent: lite.integer(),
  }),
  authors: lite.sqliteTable('authors', {
    id: lite.integer().primaryKey(),
    name: lite.text().notNull(),
    country: lite.text(),
  }),
  books: lite.sqliteTable('books', {
    id: lite.integer().primaryKey(),
    title: lite.text().notNull(),
    subtitle: lite.text(),
    price: lite.real(),
    pages: lite.integer().notNull(),
    available: lite.integer({ mode: 'boolean' }),
    publishedAt: lite.text('published_at'),
    day: lite.text(),
    author: lite.integer('author_id'),
    tags: lite.text({ mode: 'json' }),
    note: lite.text(),
  }),
  seats: lite.sqliteTable('seats', {
    row: lite.integer('seat_row').notNull(),
    place: lite.text().notNull(),
    taken: lite.integer({ mode: 'boolean' }).notNull(),
  }),
  papers: lite.sqliteTable('papers', { id: lite.text().primaryKey(), title: lite.text().notNull() }),
  owners: lite.sqliteTable('owners', { id: lite.integer().primaryKey(), name: lite.text(), rank: lite.real() }),
  things: lite.sqliteTable('things', {
    id: lite.integer().primaryKey(),
    text: lite.text().notNull(),
    maybe: lite.text(),
    folded: lite.text(),
    whole: lite.integer(),
    part: lite.real(),
    truth: lite.integer({ mode: 'boolean' }),
    time: lite.text(),
    day: lite.text(),
    list: lite.text({ mode: 'json' }),
    owner: lite.integer(),
    money: lite.text(),
    big: lite.integer(),
  }),
};
