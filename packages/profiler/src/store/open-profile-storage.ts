import { PostgresProfileStorage, isPostgresUrl } from './postgres/postgres-profile-storage.ts';
import type { ProfileStorage } from './profile-storage.ts';
import { SqlProfileStorage } from './sqlite/sql-profile-storage.ts';

/**
 * Opens the store at a place: the URL of a PostgreSQL database, or the path of an SQLite file.
 *
 * @param onTrouble called with a log message, once for each problem
 */
export function openProfileStorage(location: string, onTrouble?: (message: string) => void): ProfileStorage {
  if (isPostgresUrl(location)) return new PostgresProfileStorage({ url: location, ...(onTrouble && { onTrouble }) });
  return new SqlProfileStorage({
    file: location,
    ...(onTrouble && { onTrouble: ({ message }) => onTrouble(message) }),
  });
}
