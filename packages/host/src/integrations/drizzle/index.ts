/** The public API of `oriel-host/drizzle`. @module */
import './check-version.ts';
export { connectionOf, drizzleStore } from './drizzle-store.ts';
export type { SqlStore, SqlStoreOptions } from '../sql/sql-store-options.ts';
export type { ColumnOptions } from '../sql/sql-column.ts';
export type { ConstraintProblem, ConstraintProblems } from '../sql/constraint-problems.ts';
export type { SqlSearchTable } from '../sql/search-index.ts';
export type { TrashStore } from '../sql/sql-store-options.ts';
export type { DrizzleDatabase } from './drizzle-runner.ts';
export type { DrizzleTransaction } from './drizzle-store.ts';
