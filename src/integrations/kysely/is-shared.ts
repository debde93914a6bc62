import { SqliteAdapter } from 'kysely';
import type { Kysely } from 'kysely';
import { NodeSqliteAdapter } from './node-sqlite-dialect.ts';

/** Whether other processes see the same database: those of all machines, those of the same machine, or no others. */
export function isShared(database: Kysely<never>): boolean | 'machine' {
  const { adapter } = database.getExecutor();
  if (adapter instanceof NodeSqliteAdapter && adapter.connection.inMemory) return false;
  return adapter instanceof SqliteAdapter ? 'machine' : true;
}
