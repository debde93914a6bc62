import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { resourceStoreContract } from '../../../api/resource-store.contract.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { openStores } from './contract-tables.contract.ts';

const TYPES = {
  id: 'integer primary key',
  integer: 'integer',
  double: 'real',
  boolean: 'integer',
  time: 'text',
  day: 'text',
  json: 'text',
  uuid: 'text',
};

resourceStoreContract('sqlStore on SQLite', {
  constraints: true,
  open: () => {
    const database = () => new DatabaseSync(':memory:');
    return openStores(new Kysely<never>({ dialect: new NodeSqliteDialect({ database }) }), TYPES);
  },
});
