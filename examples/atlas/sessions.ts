import { Kysely } from 'kysely';
import { NodeSqliteDialect, openPrivateDatabase } from 'oriel/kysely';

/** Sessions in a file of their own, which only its owner may read: they outlive a restart, and several workers share them. */
export function openSessions(file: string): Kysely<object> {
  return new Kysely<object>({ dialect: new NodeSqliteDialect({ database: () => openPrivateDatabase(file) }) });
}
