import type { Kysely } from 'kysely';
import type { Migration, MigrationProvider, MigrationResult, MigrationResultSet, Migrator } from 'kysely/migration';
import type { Migrations, MigrationState } from '../../../configuration/migrations.ts';
import { assertKnownNames } from 'oriel-core/http';
import { PEERS } from '../../../peer-packages.ts';
import { retryDroppedTables } from './dropped-tables.ts';
import { ownSchema, withMigrationSession } from './migration-session.ts';
import { sql } from 'kysely';
import { MigrationError } from '../../../configuration/migrations.ts';

import type * as KyselyMigration from 'kysely/migration';

/** How migrations run. */
export interface SqlMigrationsOptions {
  /**
   * Whether the pending migrations run in one transaction, so that none runs if one fails. `false` is for statements that
   * PostgreSQL rejects in a transaction, such as `create index concurrently`. On SQLite, two processes must then not migrate at once.
   * @default true
   */
  readonly transaction?: boolean;
}

/**
 * Creates the `migrations` of a host from migrations of Kysely. `oriel-host migrate` runs them. They run in the order of their names, in one
 * transaction, and `statement_timeout` of PostgreSQL does not apply. If two processes migrate at once, one waits for the other.
 *
 * @param database Kysely over PostgreSQL, or over SQLite through `NodeSqliteDialect`
 * @param migrations the migrations by name, or a `MigrationProvider` of Kysely such as `FileMigrationProvider`
 * @throws {TypeError} if a migration or an option is invalid
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely, sql } from 'kysely';
 * import { NodeSqliteDialect, sqlMigrations } from 'oriel-host/kysely';
 * const database = new Kysely<object>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
 * const migrations = sqlMigrations(database, {
 *   '2026-01-piers': {
 *     up: ({ schema }) => schema.createTable('piers').addColumn('id', 'integer').execute(),
 *     down: ({ schema }) => schema.dropTable('piers').execute(),
 *   },
 * });
 * await migrations.migrate(); // => ['2026-01-piers']
 * await migrations.revert(); // => '2026-01-piers'
 * await database.destroy();
 * ```
 */
export function sqlMigrations<Tables>(
  database: Kysely<Tables>,
  migrations: Readonly<Record<string, Migration>> | MigrationProvider,
  options: SqlMigrationsOptions = {},
): Migrations {
  assertKnownNames(Object.keys(options), ['transaction'], 'option of sqlMigrations');
  const { transaction = true } = options;
  const known = database as unknown as Kysely<never>;
  const provider = getProvider(migrations);
  const list = async (): Promise<readonly MigrationState[]> => {
    const names = Object.keys(await provider.getMigrations()).toSorted();
    return readStates(known, names, await ownSchema(known));
  };
  return {
    list,
    async migrate() {
      const states = await list();
      validateStates(states);
      // Without pending migrations, a start takes no lock.
      if (states.every(({ executedAt }) => executedAt !== undefined)) return [];
      const results = await runMigrations(known, provider, transaction, (migrator) => migrator.migrateToLatest());
      return results.map(({ migrationName }) => migrationName);
    },
    async revert() {
      const states = await list();
      validateStates(states);
      if (states.every(({ executedAt }) => executedAt === undefined)) return undefined;
      const [result] = await runMigrations(known, provider, transaction, (migrator) => migrator.migrateDown());
      if (result?.status === 'NotExecuted') throw irreversible(result.migrationName);
      return result?.migrationName;
    },
  };
}

async function runMigrations(
  database: Kysely<never>,
  provider: MigrationProvider,
  transaction: boolean,
  step: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<readonly MigrationResult[]> {
  const isAtomic = transaction && database.getExecutor().adapter.supportsTransactionalDdl === true;
  return withMigrationSession(database, async (db, migrationTableSchema) => {
    // kysely before 0.29 does not have the entry point: importing it would fail before the version is checked.
    const { Migrator } = PEERS.load<typeof KyselyMigration>('kysely/migration', 'sqlMigrations()')();
    const schema = migrationTableSchema !== undefined && { migrationTableSchema };
    const migrator = new Migrator({ db, provider, disableTransactions: !transaction, ...schema });
    const { error, results = [] } = await retryDroppedTables(
      () => step(migrator),
      // Without results, no migration has started.
      ({ error, results }) => (results === undefined ? error : undefined),
    );
    const failed = results.find(({ status }) => status === 'Error');
    if (failed) throw failedMigration(failed, error, isAtomic);
    if (error !== undefined) throw error;
    return results;
  });
}

function getProvider(migrations: Readonly<Record<string, Migration>> | MigrationProvider): MigrationProvider {
  if (isProvider(migrations))
    return { getMigrations: async () => validateMigrations(await migrations.getMigrations()) };
  const valid = validateMigrations(migrations);
  return { getMigrations: async () => valid };
}

function isProvider(value: object): value is MigrationProvider {
  return typeof (value as Partial<MigrationProvider> | null)?.getMigrations === 'function';
}

function validateMigrations(migrations: Readonly<Record<string, Migration>>): Record<string, Migration> {
  if (typeof migrations !== 'object' || migrations === null || Array.isArray(migrations))
    throw new TypeError('Migrations must be an object whose keys are their names: { "2026-01-piers": { up, down } }');
  for (const [name, migration] of Object.entries(migrations)) {
    if (name === '' || name.length > MAX_NAME_LENGTH)
      throw new TypeError(`The migration ${JSON.stringify(name)} needs a name of 1 to ${MAX_NAME_LENGTH} characters`);
    if (typeof migration?.up !== 'function')
      throw new TypeError(`The migration "${name}" has no function "up"; expected { up: async (database) => { … } }`);
    if (migration.down !== undefined && typeof migration.down !== 'function')
      throw new TypeError(`"down" of the migration "${name}" is not a function; omit it if it cannot be reverted`);
  }
  return { ...migrations };
}

// The size of the column of Kysely's table.
const MAX_NAME_LENGTH = 255;

/**
 * Returns the state of each migration, and of those that the database has run and the application does not have, by name.
 *
 * @param names the sorted names of the migrations of the application
 * @param schema the schema of Kysely's table; undefined on SQLite
 */
async function readStates(
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
  const hasRun = tables.some(
    (candidate) => candidate.name === TABLE && (schema === undefined || candidate.schema === schema),
  );
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

/** Ensures that the migrations of an application continue those that the database has run. @throws {MigrationError} */
function validateStates(states: readonly MigrationState[]): void {
  const gone = states.find(({ missing }) => missing);
  if (gone)
    throw new MigrationError(
      gone.name,
      `The database has run the migration "${gone.name}", which the application does not have`,
      'Deploy the version of the application that has it, and do not rename migrations that have run',
    );
  const last = states.findLast(({ executedAt }) => executedAt !== undefined);
  const late = states.find(({ executedAt }) => executedAt === undefined);
  if (last === undefined || late === undefined || late.name > last.name) return;
  throw new MigrationError(
    late.name,
    `The migration "${late.name}" has not run, but "${last.name}", which follows it by name, has`,
    `Rename it, so that its name is greater than "${last.name}"`,
  );
}

/** The error for a migration that failed. `isAtomic` states whether its transaction was rolled back. */
function failedMigration(
  { migrationName, direction }: MigrationResult,
  cause: unknown,
  isAtomic: boolean,
): MigrationError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const what = direction === 'Up' ? `The migration "${migrationName}"` : `Reverting the migration "${migrationName}"`;
  const fix = isAtomic
    ? 'Correct it and migrate again. Nothing was changed, because the transaction was rolled back'
    : 'Correct it, undo what it has changed, and migrate again. The migrations before it have run';
  return new MigrationError(migrationName, `${what} failed: ${reason}`, fix, { cause });
}

/** The error for a migration without `down`. */
function irreversible(name: string): MigrationError {
  return new MigrationError(
    name,
    `The migration "${name}" has no function "down"`,
    'Add it, or write a new migration that reverts the changes',
  );
}
