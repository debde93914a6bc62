import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { resourceStoreContract } from '../../../features/resources/stores/resource-store.contract.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { SQLITE_TYPES, openStores } from './contract-tables.contract.ts';

resourceStoreContract('sqlStore on SQLite', {
  constraints: true,
  open: () => {
    const database = () => new DatabaseSync(':memory:');
    return openStores(new Kysely<never>({ dialect: new NodeSqliteDialect({ database }) }), SQLITE_TYPES);
  },
});
