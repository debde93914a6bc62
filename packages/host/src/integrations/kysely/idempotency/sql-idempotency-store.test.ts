import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { Kysely } from 'kysely';
import { idempotencyStoreContract } from '../../../../../../test/contracts/idempotency-store.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { createSqlIdempotencyStore } from './sql-idempotency-store.ts';

const open: Kysely<object>[] = [];
after(() => Promise.all(open.map((kysely) => kysely.destroy())));

idempotencyStoreContract('SQLite', (now) => {
  const database = new Kysely<object>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
  open.push(database);
  return createSqlIdempotencyStore(database as never, 'oriel_idempotency', now);
});

const postgres = await connectPostgres('idempotency');
after(postgres.close);
let tables = 0;
if (postgres.skip === false)
  idempotencyStoreContract('PostgreSQL', (now) =>
    createSqlIdempotencyStore(postgres.database, `kept_${++tables}`, now),
  );
else test('PostgreSQL', { skip: postgres.skip });
