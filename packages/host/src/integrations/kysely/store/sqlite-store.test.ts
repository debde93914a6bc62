import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { resourceStoreContract } from '../../../features/resources/declare/resource-store.contract.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { SQLITE_TYPES, openStores } from '../../sql/contract-tables.contract.ts';
import { storedValuesContract } from '../../sql/stored-values.contract.ts';
import { SQLITE_VALUES } from '../../sql/stored-values-cases.contract.ts';
import { kyselyLibrary } from './contract-library.contract.ts';

resourceStoreContract('sqlStore on SQLite', {
  constraints: true,
  open: () => {
    const database = () => new DatabaseSync(':memory:');
    return openStores(kyselyLibrary(new Kysely<never>({ dialect: new NodeSqliteDialect({ database }) }), SQLITE_TYPES));
  },
});

const file = new Kysely<never>({ dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(':memory:') }) });
storedValuesContract('sqlStore on SQLite', () => kyselyLibrary(file, SQLITE_TYPES), SQLITE_VALUES);
