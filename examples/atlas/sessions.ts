import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { NodeSqliteDialect } from 'oriel/adapters/kysely';

/** Sessions in a file of their own: they outlive a restart, and several workers share them. */
export function openSessions(file: string): Kysely<object> {
  const database = () => {
    mkdirSync(dirname(file), { recursive: true });
    return new DatabaseSync(file);
  };
  return new Kysely<object>({ dialect: new NodeSqliteDialect({ database }) });
}
