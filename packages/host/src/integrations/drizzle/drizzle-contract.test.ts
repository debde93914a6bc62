import { after, test } from 'node:test';
import { drizzle as sqlite } from 'drizzle-orm/better-sqlite3';
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { resourceStoreContract } from '../../features/resources/declare/resource-store.contract.ts';
import { openStores } from '../sql/contract-tables.contract.ts';
import { compareStores } from '../sql/memory-comparison.contract.ts';
import { columnTypesContract } from '../sql/column-types.contract.ts';
import { storedValuesContract } from '../sql/stored-values.contract.ts';
import { POSTGRES_VALUES, SQLITE_VALUES } from '../sql/stored-values-cases.contract.ts';
import { POSTGRES_URL, connectPostgres } from '../kysely/store/postgres.contract.ts';
import { postgresLibrary, sqliteLibrary } from './drizzle-library.contract.ts';

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
