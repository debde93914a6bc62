import { Client } from 'pg';

/** The PostgreSQL server of the tests. */
export const SERVER_URL = process.env['PG_TEST_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/**
 * Creates a database, in place of the one with this name, and runs statements in it. @returns its URL
 * @param template the database that it is a copy of
 */
export async function createDatabase(name: string, statements = '', template = 'template1'): Promise<string> {
  const url = new URL(SERVER_URL);
  await runStatements(
    url.href,
    `drop database if exists ${name} with (force)`,
    `create database ${name} template ${template}`,
  );
  url.pathname = `/${name}`;
  if (statements !== '') await runStatements(url.href, statements);
  return url.href;
}

async function runStatements(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
