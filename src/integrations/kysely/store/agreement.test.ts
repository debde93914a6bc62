import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { Kysely } from 'kysely';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { askBoth } from './agreement.contract.ts';
import { POSTGRES_TYPES, SQLITE_TYPES } from './contract-tables.contract.ts';
import { connectPostgres } from './postgres.contract.ts';

const postgres = await connectPostgres('agreement');
after(postgres.close);

test('SQLite finds, orders and cuts what memory does', async (t) => {
  const database = new Kysely<never>({
    dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(':memory:') }),
  });
  t.after(() => database.destroy());
  await askBoth(database, SQLITE_TYPES, 3000);
});

test('PostgreSQL finds, orders and cuts what memory does', { skip: postgres.skip }, async () => {
  await askBoth(postgres.database, POSTGRES_TYPES, 1000);
});
