import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { Kysely } from 'kysely';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { compareStores } from '../../sql/memory-comparison.contract.ts';
import { POSTGRES_TYPES, SQLITE_TYPES } from '../../sql/contract-tables.contract.ts';
import { kyselyLibrary } from './contract-library.contract.ts';
import { connectPostgres } from './postgres.contract.ts';

const postgres = await connectPostgres('agreement');
after(postgres.close);

test('SQLite filters, sorts and pages like memoryStore', async (t) => {
  const database = new Kysely<never>({
    dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(':memory:') }),
  });
  t.after(() => database.destroy());
  await compareStores(kyselyLibrary(database, SQLITE_TYPES), 3000);
});

test('PostgreSQL filters, sorts and pages like memoryStore', { skip: postgres.skip }, async () => {
  await compareStores(kyselyLibrary(postgres.database, POSTGRES_TYPES), 1000);
});
