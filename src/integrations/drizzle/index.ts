/** The public API of `oriel/drizzle`. @module */
export { connectionOf, drizzleStore } from './drizzle-store.ts';
export type { SqlStore, SqlStoreOptions } from '../sql/table-store.ts';
