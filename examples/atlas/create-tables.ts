import type { AtlasDatabase } from './database.ts';

/** Creates the empty tables; database.ts describes their columns. */
export async function createTables({ schema }: AtlasDatabase): Promise<void> {
  await schema
    .createTable('meta')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('countries')
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
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('currencies')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('symbol', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('cities')
    // Without autoincrement the id of a deleted city would be given to the next one.
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('folded', 'text', (column) => column.notNull())
    .addColumn('country', 'text', (column) => column.notNull().references('countries.code'))
    .addColumn('admin', 'text')
    .addColumn('feature', 'text')
    .addColumn('latitude', 'real', (column) => column.notNull())
    .addColumn('longitude', 'real', (column) => column.notNull())
    .addColumn('population', 'integer', (column) => column.notNull())
    .addColumn('owner', 'text')
    .execute();
  await createUsers({ schema });
  await createNotes({ schema });
}

/** The table of accounts, which the first atlas did not have. */
export async function createUsers({ schema }: Pick<AtlasDatabase, 'schema'>): Promise<void> {
  await schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('roles', 'text', (column) => column.notNull())
    .addColumn('password', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('key_hash', 'text', (column) => column.notNull())
    .execute();
}

/** Creates the table of notes, which version 3 of the file does not have. */
export async function createNotes({ schema }: Pick<AtlasDatabase, 'schema'>): Promise<void> {
  await schema
    .createTable('notes')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('city', 'integer', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('notes_by_owner').on('notes').column('owner').execute();
}

/** One index per order in which cities are asked for, in the world and in one country; made last, when it costs least. */
export async function createIndexes({ schema }: AtlasDatabase): Promise<void> {
  await schema.createIndex('cities_by_name').on('cities').column('folded').execute();
  await schema.createIndex('cities_by_population').on('cities').column('population').execute();
  await schema.createIndex('cities_by_country_and_name').on('cities').columns(['country', 'folded']).execute();
  await schema
    .createIndex('cities_by_country_and_population')
    .on('cities')
    .columns(['country', 'population'])
    .execute();
}
