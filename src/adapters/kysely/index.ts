export { explainQuery } from './explain-query.ts';
export { NodeSqliteDialect } from './node-sqlite-dialect.ts';
export type { NodeSqliteDialectConfig } from './node-sqlite-dialect.ts';
export { sqlStore } from './store/sql-store.ts';
export type { SqlStore, SqlStoreOptions } from './store/sql-store.ts';
export type { ColumnOptions } from './store/sql-column.ts';
export type { DateStorage } from './store/convert-values.ts';
export type { ColumnMap } from './store/sql-table.ts';
export { connectionOf, inTransaction } from './store/transactions.ts';
