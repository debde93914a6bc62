/** The public API of `oriel-host/prisma`. @module */
export { connectionOf, prismaStore } from './prisma-store.ts';
export { prismaAdapter } from './prisma-adapter.ts';
export type { PrismaDatabase } from './prisma-client.ts';
export type { SqlStore, SqlStoreOptions } from '../sql/sql-store-options.ts';
export type { ColumnOptions } from '../sql/sql-column.ts';
export type { ConstraintProblem, ConstraintProblems } from '../sql/constraint-problems.ts';
export type { SqlSearchTable } from '../sql/search-index.ts';
export type { TrashStore } from '../sql/sql-store-options.ts';
