/** The public API of `oriel/kysely`. */
export { sqlIdempotencyStore } from './idempotency/sql-idempotency-store.ts';
export type { SqlIdempotencyOptions } from './idempotency/sql-idempotency-store.ts';
export { explainQuery } from './explain-query.ts';
export { handlePoolErrors } from './handle-pool-errors.ts';
export type { ErrorEmitter, ErrorPool } from './handle-pool-errors.ts';
export { NodeSqliteDialect } from './node-sqlite-dialect.ts';
export type { NodeSqliteDialectConfig } from './node-sqlite-dialect.ts';
export { openPrivateDatabase } from './open-private-database.ts';
export { sqlSessionStorage } from './sessions/sql-session-storage.ts';
export type { SqlSessionOptions } from './sessions/sql-session-storage.ts';
export { sqlUsers } from './sql-users.ts';
export type { SqlUsersOptions } from './sql-users.ts';
export { sqlStore } from './store/sql-store.ts';
export type { SqlStore, SqlStoreOptions } from './store/sql-store.ts';
export type { ColumnOptions } from './store/sql-column.ts';
export type { DateStorage } from './store/convert-values.ts';
export type { ColumnMap } from './store/sql-table.ts';
export { tracedDialect } from './traced-dialect.ts';
