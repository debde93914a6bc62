import { PostgresAdapter, SqliteAdapter } from 'kysely';
import type { Kysely } from 'kysely';
import { NodeSqliteAdapter } from './node-sqlite-dialect.ts';

/**
 * Returns whether other processes see the same database: those of all machines (true), of the same `'machine'`, or none
 * (false).
 */
export function isShared(database: Kysely<never>): boolean | 'machine' {
  const { adapter } = database.getExecutor();
  if (adapter instanceof NodeSqliteAdapter && adapter.connection.inMemory) return false;
  return adapter instanceof SqliteAdapter ? 'machine' : true;
}

/** Whether a database is PostgreSQL; otherwise it is SQLite. */
export function isPostgres(database: Kysely<never>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}
