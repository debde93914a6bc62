/** The public API of `oriel/prisma`. @module */
export { connectionOf, prismaStore } from './prisma-store.ts';
export { prismaAdapter } from './prisma-adapter.ts';
export type { PrismaDatabase } from './prisma-client.ts';
export type { SqlStore, SqlStoreOptions } from '../sql/table-store.ts';
