import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { retryDroppedTables } from './dropped-tables.ts';
import type { MigrationState } from '../../../configuration/migrations.ts';

/**
 * Returns the state of each migration, and of those that the database has run and the application does not have, by name.
 *
 * @param names the sorted names of the migrations of the application
 * @param schema the schema of Kysely's table; undefined on SQLite
 */
export async function readStates(
  database: Kysely<never>,
  names: readonly string[],
  schema: string | undefined,
): Promise<MigrationState[]> {
  const executed = await readExecuted(database, schema);
  const known = names.map((name) => ({ name, executedAt: executed.get(name) }));
  const missing = [...executed].filter(([name]) => !names.includes(name));
  return [...known, ...missing.map(([name, executedAt]) => ({ name, executedAt, missing: true }))].toSorted(byName);
}

async function readExecuted(database: Kysely<never>, schema: string | undefined): Promise<Map<string, Date>> {
  const tables = await retryDroppedTables(() => database.introspection.getTables({ withInternalKyselyTables: true }));
  const hasRun = tables.some((each) => each.name === TABLE && (schema === undefined || each.schema === schema));
  if (!hasRun) return new Map();
  const table = schema === undefined ? sql.table(TABLE) : sql.table(`${schema}.${TABLE}`);
  const select = sql<{ name: string; timestamp: string }>`select name, timestamp from ${table}`;
  const { rows } = await select.execute(database.withoutPlugins());
  return new Map(rows.map(({ name, timestamp }) => [name, new Date(timestamp)]));
}

// The order of Kysely, which does not depend on the language.
function byName(a: MigrationState, b: MigrationState): number {
  return a.name < b.name ? -1 : 1;
}

const TABLE = 'kysely_migration';
