/** The public API of `oriel/kysely`. @module */
export { sqlIdempotencyStore } from './idempotency/sql-idempotency-store.ts';
export { explainQuery } from './explain-query.ts';
export { handlePoolErrors } from './handle-pool-errors.ts';
export { MigrationError } from '../../core/configuration/migrations.ts';
export { sqlMigrations } from './migrations/sql-migrations.ts';
export { NodeSqliteDialect } from './node-sqlite-dialect.ts';
export { openPrivateDatabase } from './sqlite-connection.ts';
export { sqlSessionStorage } from './sessions/sql-session-storage.ts';
export { sqlUsers } from './sql-users.ts';
export { sqlStore } from './store/sql-store.ts';
export type { SqlStore, SqlStoreOptions } from '../sql/table-store.ts';
export { connectionOf } from './store/transactions.ts';
export { tracedDialect } from './traced-dialect.ts';
