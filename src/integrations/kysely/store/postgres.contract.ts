import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { tracedDialect } from '../traced-dialect.ts';

/** A database that a test has for itself, or why there is none. */
export interface PostgresForTests {
  readonly database: Kysely<never>;
  readonly skip: string | false;
  readonly close: () => Promise<void>;
}

/** Where the tests find a PostgreSQL. */
export const POSTGRES_URL = process.env['PG_TEST_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';

/**
 * A schema of its own in the PostgreSQL that `PG_TEST_URL` names, else in the one of this machine.
 * @param name of the schema, and so of one test file
 */
export async function connectPostgres(name: string): Promise<PostgresForTests> {
  const schema = `oriel_${name}_${process.pid}`;
  const pool = new Pool({
    connectionString: POSTGRES_URL,
    options: `-c search_path=${schema}`,
    connectionTimeoutMillis: 2000,
    max: 4,
  });
  const database = new Kysely<never>({ dialect: tracedDialect(new PostgresDialect({ pool })) });
  try {
    await sql.raw(`create schema ${schema}`).execute(database);
  } catch (error) {
    await database.destroy();
    return { database, skip: `there is no PostgreSQL to ask: ${(error as Error).message}`, close: async () => {} };
  }
  const close = async (): Promise<void> => {
    await sql.raw(`drop schema ${schema} cascade`).execute(database);
    await database.destroy();
  };
  return { database, skip: false, close };
}
