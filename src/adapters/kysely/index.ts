export { explainQuery } from './explain-query.ts';
export { NodeSqliteDialect } from './node-sqlite-dialect.ts';
export type { NodeSqliteDialectConfig } from './node-sqlite-dialect.ts';
