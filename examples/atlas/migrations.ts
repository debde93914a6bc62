import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { AtlasDatabase } from './database.ts';

/**
 * The migrations of the atlas, in their order; database.ts describes the tables. Files that are older than the list of migrations have
 * some of the tables already.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '2026-01-atlas': { up: createAtlas },
  '2026-02-accounts': { up: createAccounts },
  '2026-03-notes': { up: createNotes, down: ({ schema }) => schema.dropTable('notes').execute() },
};

async function createAtlas({ schema }: Kysely<object>): Promise<void> {
  await schema
    .createTable('meta')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('countries')
    .ifNotExists()
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('code3', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('folded', 'text', (column) => column.notNull())
    .addColumn('official_name', 'text', (column) => column.notNull())
    .addColumn('capitals', 'text', (column) => column.notNull())
    .addColumn('continent', 'text', (column) => column.notNull())
    .addColumn('subregion', 'text')
    .addColumn('area', 'real')
    .addColumn('latitude', 'real', (column) => column.notNull())
    .addColumn('longitude', 'real', (column) => column.notNull())
    .addColumn('languages', 'text', (column) => column.notNull())
    .addColumn('currencies', 'text', (column) => column.notNull())
    .addColumn('borders', 'text', (column) => column.notNull())
    .addColumn('flag', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('languages')
    .ifNotExists()
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('currencies')
    .ifNotExists()
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('symbol', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('cities')
    .ifNotExists()
    // With autoincrement, the ID of a deleted city is not used again.
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('folded', 'text', (column) => column.notNull())
    .addColumn('country', 'text', (column) => column.notNull().references('countries.code'))
    .addColumn('admin', 'text')
    .addColumn('feature', 'text')
    .addColumn('latitude', 'real', (column) => column.notNull())
    .addColumn('longitude', 'real', (column) => column.notNull())
    .addColumn('population', 'integer', (column) => column.notNull())
    .execute();
}

async function createAccounts(database: Kysely<object>): Promise<void> {
  const { schema } = database;
  const owner = sql`select 1 from pragma_table_info('cities') where name = 'owner'`;
  const { rows } = await owner.execute(database);
  if (rows.length === 0) await schema.alterTable('cities').addColumn('owner', 'text').execute();
  await schema
    .createTable('users')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('roles', 'text', (column) => column.notNull())
    .addColumn('password', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('key_hash', 'text', (column) => column.notNull())
    .execute();
}

async function createNotes({ schema }: Kysely<object>): Promise<void> {
  await schema
    .createTable('notes')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('city', 'integer', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('notes_by_owner').ifNotExists().on('notes').column('owner').execute();
}

/** Creates an index for each order of cities, worldwide and per country. Called after the rows are inserted, which is faster. */
export async function createIndexes({ schema }: AtlasDatabase): Promise<void> {
  await schema.createIndex('cities_by_name').on('cities').column('folded').execute();
  await schema.createIndex('cities_by_population').on('cities').columns(['population', 'folded']).execute();
  await schema.createIndex('cities_by_most_people').on('cities').columns(['population desc', 'folded']).execute();
  await schema.createIndex('cities_by_country_and_name').on('cities').columns(['country', 'folded']).execute();
  await schema
    .createIndex('cities_by_country_and_population')
    .on('cities')
    .columns(['country', 'population', 'folded'])
    .execute();
  await schema
    .createIndex('cities_by_country_and_most_people')
    .on('cities')
    .columns(['country', 'population desc', 'folded'])
    .execute();
}
