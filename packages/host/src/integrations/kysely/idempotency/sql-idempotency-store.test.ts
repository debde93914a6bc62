import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { Kysely } from 'kysely';
import { idempotencyStoreContract } from '../../../features/resources/declare/idempotency-store.contract.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { connectPostgres } from '../store/postgres.contract.ts';
import { sqlIdempotencyStore } from './sql-idempotency-store.ts';

const open: Kysely<object>[] = [];
after(() => Promise.all(open.map((each) => each.destroy())));

idempotencyStoreContract('SQLite', (now) => {
  const database = new Kysely<object>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
  open.push(database);
  return sqlIdempotencyStore(database, { now });
});

const postgres = await connectPostgres('idempotency');
after(postgres.close);
let tables = 0;
if (postgres.skip === false)
  idempotencyStoreContract('PostgreSQL', (now) =>
    sqlIdempotencyStore(postgres.database, { now, table: `kept_${++tables}` }),
  );
else test('PostgreSQL', { skip: postgres.skip });
