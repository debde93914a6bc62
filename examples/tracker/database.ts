import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect } from 'kysely';
import { handlePoolErrors, NodeSqliteDialect, tracedDialect } from 'oriel-host/kysely';
import { Client, Pool } from 'pg';
import type { TrackerTables } from './tables.ts';

/** An open database, and its kind. */
export interface OpenDatabase<Tables> {
  readonly kind: 'sqlite' | 'postgres';
  readonly database: Kysely<Tables>;
}

/**
 * Opens PostgreSQL, or a file of SQLite.
 *
 * @param url `postgres://…`, or the path of a file
 * @param options further options of the pool for PostgreSQL
 */
export function openDatabase<Tables = TrackerTables>(url: string, options: object = {}): OpenDatabase<Tables> {
  if (/^postgres(ql)?:/.test(url)) return { kind: 'postgres', database: openPostgres(url, options) };
  mkdirSync(dirname(url), { recursive: true });
  const dialect = new NodeSqliteDialect({ database: () => new DatabaseSync(url) });
  return { kind: 'sqlite', database: new Kysely<Tables>({ dialect }) };
}

function openPostgres<Tables>(connectionString: string, options: object): Kysely<Tables> {
  const pool = new Pool({ connectionString, connectionTimeoutMillis: 2_000, statement_timeout: 10_000, ...options });
  handlePoolErrors(pool, (error) => console.error('An idle connection to PostgreSQL was lost:', error.message));
  return new Kysely<Tables>({ dialect: tracedDialect(new PostgresDialect({ pool, controlClient: Client })) });
}
