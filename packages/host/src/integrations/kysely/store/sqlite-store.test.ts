import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { resourceStoreContract } from '../../../../../../test/contracts/resource-store.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { SQLITE_TYPES, openStores } from '../../../../../../test/contracts/store-tables.ts';
import { computedFieldsContract } from '../../../../../../test/contracts/computed-fields.ts';
import { storedValuesContract } from '../../../../../../test/contracts/stored-values.ts';
import { SQLITE_VALUES } from '../../../../../../test/contracts/stored-values-cases.ts';
import { kyselyLibrary } from '../../../../../../test/contracts/kysely-library.ts';

resourceStoreContract('sqlStore on SQLite', {
  constraints: true,
  open: () => {
    const database = () => new DatabaseSync(':memory:');
    return openStores(kyselyLibrary(new Kysely<never>({ dialect: new NodeSqliteDialect({ database }) }), SQLITE_TYPES));
  },
});

const file = new Kysely<never>({ dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(':memory:') }) });
storedValuesContract('sqlStore on SQLite', () => kyselyLibrary(file, SQLITE_TYPES), SQLITE_VALUES);
computedFieldsContract('sqlStore on SQLite', () => kyselyLibrary(file, SQLITE_TYPES), sql);
