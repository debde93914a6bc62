import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { Kysely } from 'kysely';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { compareStores } from '../../../../../../test/contracts/memory-comparison.ts';
import { POSTGRES_TYPES, SQLITE_TYPES } from '../../../../../../test/contracts/store-tables.ts';
import { kyselyLibrary } from '../../../../../../test/contracts/kysely-library.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';

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
