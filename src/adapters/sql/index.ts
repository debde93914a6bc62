export { SqlProfileStorage } from './sql-profile-storage.ts';
export type { SqlProfileStorageOptions } from './sql-profile-storage.ts';
