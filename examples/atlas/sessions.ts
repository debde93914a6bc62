import { Kysely } from 'kysely';
import { NodeSqliteDialect, openPrivateDatabase } from 'oriel-host/kysely';

/** Opens the sessions in a separate file, which only its owner may read. They survive a restart, and workers share them. */
export function openSessions(file: string): Kysely<object> {
  return new Kysely<object>({ dialect: new NodeSqliteDialect({ database: () => openPrivateDatabase(file) }) });
}
