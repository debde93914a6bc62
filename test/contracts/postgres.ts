import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { skipReason } from '../lib/skip-reason.ts';
import { tracedDialect } from '../../packages/host/src/integrations/kysely/traced-dialect.ts';

/** A PostgreSQL database for one test file, or the reason to skip it. */
export interface PostgresForTests {
  readonly database: Kysely<never>;
  readonly schema: string;
  readonly skip: string | false;
  readonly close: () => Promise<void>;
}

/** The URL of the PostgreSQL server for tests. */
export const POSTGRES_URL = process.env['PG_TEST_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';

/**
 * Creates a schema on the PostgreSQL server of `PG_TEST_URL`, or on this machine.
 *
 * @param name the name of the schema, unique for each test file
 * @param settings further settings of its sessions, such as `synchronous_commit=off`
 */
export async function connectPostgres(name: string, ...settings: string[]): Promise<PostgresForTests> {
  const schema = `oriel_${name}_${process.pid}`;
  const pool = new Pool({
    connectionString: POSTGRES_URL,
    options: [`search_path=${schema}`, ...settings].map((setting) => `-c ${setting}`).join(' '),
    // A busy machine may take a while. Without a server, the connection is refused at once.
    connectionTimeoutMillis: 20_000,
    max: 4,
  });
  const database = new Kysely<never>({ dialect: tracedDialect(new PostgresDialect({ pool })) });
  try {
    await sql.raw(`create schema ${schema}`).execute(database);
  } catch (error) {
    await database.destroy();
    return { database, schema, skip: skipReason('PostgreSQL', 'PG_TEST_URL', error), close: async () => {} };
  }
  const close = async (): Promise<void> => {
    await sql.raw(`drop schema ${schema} cascade`).execute(database);
    await database.destroy();
  };
  return { database, schema, skip: false, close };
}
