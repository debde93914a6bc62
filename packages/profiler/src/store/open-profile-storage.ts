import { PostgresProfileStorage, isPostgresUrl } from './postgres/postgres-profile-storage.ts';
import type { ProfileStorage } from './profile-storage.ts';
import { SqlProfileStorage } from './sqlite/sql-profile-storage.ts';

/**
 * Opens the store at a place: the URL of a PostgreSQL database, or the path of an SQLite file.
 *
 * @param onTrouble called with a log message, once for each problem
 */
export function openProfileStorage(place: string, onTrouble?: (message: string) => void): ProfileStorage {
  if (isPostgresUrl(place)) return new PostgresProfileStorage({ url: place, ...(onTrouble && { onTrouble }) });
  return new SqlProfileStorage({ file: place, ...(onTrouble && { onTrouble: ({ message }) => onTrouble(message) }) });
}
