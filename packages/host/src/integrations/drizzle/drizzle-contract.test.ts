import { after, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { drizzle as sqlite } from 'drizzle-orm/better-sqlite3';
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { resourceStoreContract } from '../../../../../test/contracts/resource-store.ts';
import { openStores } from '../../../../../test/contracts/store-tables.ts';
import { compareStores } from '../../../../../test/contracts/memory-comparison.ts';
import { computedFieldsContract } from '../../../../../test/contracts/computed-fields.ts';
import { columnTypesContract } from '../../../../../test/contracts/column-types.ts';
import { storedValuesContract } from '../../../../../test/contracts/stored-values.ts';
import { POSTGRES_VALUES, SQLITE_VALUES } from '../../../../../test/contracts/stored-values-cases.ts';
import { POSTGRES_URL, connectPostgres } from '../../../../../test/contracts/postgres.ts';
import { postgresLibrary, sqliteLibrary } from '../../../../../test/contracts/drizzle-library.ts';

const { schema, skip, close } = await connectPostgres('drizzle');
const pool = new Pool({ connectionString: POSTGRES_URL, options: `-c search_path=${schema}` });
const overPostgres = postgresLibrary(nodePostgres({ client: pool }));
after(async () => {
  await pool.end();
  await close();
});

resourceStoreContract('drizzleStore on SQLite', {
  constraints: true,
  open: () => openStores(sqliteLibrary(sqlite(':memory:'))),
});
resourceStoreContract('drizzleStore on PostgreSQL', {
  constraints: true,
  skip,
  open: () => openStores(overPostgres),
});

test('drizzleStore on SQLite filters, sorts and pages like memoryStore', async () => {
  await compareStores(sqliteLibrary(sqlite(':memory:')), 1500);
});
test('drizzleStore on PostgreSQL filters, sorts and pages like memoryStore', { skip }, async () => {
  await compareStores(overPostgres, 500);
});

storedValuesContract('drizzleStore on PostgreSQL', () => overPostgres, POSTGRES_VALUES, skip);
storedValuesContract('drizzleStore on SQLite', () => sqliteLibrary(sqlite(':memory:')), SQLITE_VALUES);
columnTypesContract('drizzleStore on PostgreSQL', () => overPostgres, skip);
computedFieldsContract('drizzleStore on PostgreSQL', () => overPostgres, sql, skip);
computedFieldsContract('drizzleStore on SQLite', () => sqliteLibrary(sqlite(':memory:')), sql);
