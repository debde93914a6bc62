import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isPostgres } from '../database-kind.ts';
import { isBusy } from '../sqlite-turns.ts';

/**
 * Runs a function that migrates. On PostgreSQL it gets one connection, without a statement timeout, and the schema of its tables. On
 * SQLite it is repeated while another process has the lock.
 */
export async function withMigrationSession<Result>(
  database: Kysely<never>,
  work: (database: Kysely<never>, schema: string | undefined) => Promise<Result>,
): Promise<Result> {
  if (!isPostgres(database)) return whileLocked(() => work(database, undefined));
  const schema = await ownSchema(database);
  return database.connection().execute(async (connection) => {
    // The pool of a server often has a timeout, which would also end the wait for another process that migrates.
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      return await work(connection, schema);
    } finally {
      // A lost connection does not replace the error of the migration.
      await sql`reset statement_timeout`.execute(connection).catch(() => {});
    }
  });
}

/**
 * Returns the first schema of `search_path` on PostgreSQL, else undefined. Without its name, Kysely finds the tables of migrations in
 * the schemas of other applications.
 */
export async function ownSchema(database: Kysely<never>): Promise<string | undefined> {
  if (!isPostgres(database)) return undefined;
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(
    database.withoutPlugins(),
  );
  const schema = rows[0]?.schema;
  if (schema == null)
    throw new TypeError('No schema of "search_path" exists, so tables cannot be created; create the schema first');
  return schema;
}

async function whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + MAX_WAIT_MS_LENGTH;
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!isBusy((error as { cause?: unknown } | null)?.cause) || performance.now() > until) throw error;
      await pause(PAUSE_MS);
    }
}

// As long as Kysely waits on PostgreSQL.
const MAX_WAIT_MS_LENGTH = 60 * 60 * 1_000;
const PAUSE_MS = 20;
