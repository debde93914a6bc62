import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { Pool } from 'pg';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { connectPostgres, POSTGRES_URL } from '../../../../../../test/contracts/postgres.ts';
import { tracedDialect } from '../traced-dialect.ts';
import { sqlMigrations } from './sql-migrations.ts';

const create = (table: string): Migration => ({
  up: ({ schema }) => schema.createTable(table).addColumn('id', 'integer').execute(),
  down: ({ schema }) => schema.dropTable(table).execute(),
});

const PIERS = { '1-piers': create('piers') };
const BOATS = { ...PIERS, '2-boats': create('boats') };

const postgres = await connectPostgres('migrations');
const folder = mkdtempSync(join(tmpdir(), 'oriel-migrations-'));
const opened: Kysely<never>[] = [];
let databases = 0;
after(async () => {
  for (const kysely of opened) await kysely.destroy();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns a function that opens connections to one new database. */
type NewDatabase = () => Promise<(options?: object) => Kysely<never>>;

const DATABASES: Readonly<Record<string, { skip: string | false; newDatabase: NewDatabase }>> = {
  SQLite: {
    skip: false,
    newDatabase: async () => {
      const file = join(folder, `${++databases}.sqlite`);
      return (options) =>
        keep(new Kysely({ dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(file), ...options }) }));
    },
  },
  PostgreSQL: {
    skip: postgres.skip,
    newDatabase: async () => {
      const schema = `${postgres.schema}_${++databases}`;
      await sql.raw(`create schema ${schema}`).execute(postgres.database);
      after(() => sql.raw(`drop schema ${schema} cascade`).execute(postgres.database));
      return (options) => keep(openPostgres(schema, options));
    },
  },
};

function openPostgres(schema: string, options: object = {}): Kysely<never> {
  const pool = new Pool({ connectionString: POSTGRES_URL, options: `-c search_path=${schema}`, max: 2, ...options });
  return new Kysely({ dialect: tracedDialect(new PostgresDialect({ pool })) });
}

function keep(database: Kysely<never>): Kysely<never> {
  opened.push(database);
  return database;
}

/** Returns the names of the tables, with those of Kysely if wanted. */
async function getTables(database: Kysely<never>, withKysely = false): Promise<string[]> {
  const ofPostgres = sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`;
  const ofSqlite = sql<{ name: string }>`select name from sqlite_schema where type = 'table'`;
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  const { rows } = await (isPostgres ? ofPostgres : ofSqlite).execute(database);
  return rows.map(({ name }) => name).filter((name) => withKysely || !name.startsWith('kysely'));
}

for (const [name, { skip, newDatabase }] of Object.entries(DATABASES)) {
  describe(`migrations of ${name}`, { skip }, () => {
    test('run in the order of their names, once', async () => {
      const database = (await newDatabase())();
      const migrations = sqlMigrations(database, { '2-boats': create('boats'), '1-piers': create('piers') });
      deepEqual(await migrations.migrate(), ['1-piers', '2-boats']);
      deepEqual(await migrations.migrate(), []);
      deepEqual(await sqlMigrations(database, { ...BOATS, '3-crews': create('crews') }).migrate(), ['3-crews']);
    });

    test('are listed with the time when they ran, without a change to the database', async () => {
      const database = (await newDatabase())();
      deepEqual(await sqlMigrations(database, BOATS).list(), [
        { name: '1-piers', executedAt: undefined },
        { name: '2-boats', executedAt: undefined },
      ]);
      deepEqual(await getTables(database, true), []);
      await sqlMigrations(database, PIERS).migrate();
      const [piers, boats] = await sqlMigrations(database, BOATS).list();
      equal(piers?.executedAt instanceof Date, true);
      equal(boats?.executedAt, undefined);
    });

    test('are reverted one by one, the last first', async () => {
      const database = (await newDatabase())();
      const migrations = sqlMigrations(database, BOATS);
      await migrations.migrate();
      equal(await migrations.revert(), '2-boats');
      deepEqual(await getTables(database), ['piers']);
      equal(await migrations.revert(), '1-piers');
      equal(await migrations.revert(), undefined);
      deepEqual(await getTables(database), []);
    });

    test('without "down" are not reverted', async () => {
      const { up } = create('piers');
      const migrations = sqlMigrations((await newDatabase())(), { '1-piers': { up } });
      await migrations.migrate();
      await rejects(migrations.revert(), {
        code: 'ORIEL_MIGRATION',
        migration: '1-piers',
        reason: 'The migration "1-piers" has no function "down"',
      });
      equal((await migrations.list())[0]?.executedAt instanceof Date, true);
    });

    test('change nothing if one of them fails', async () => {
      const database = (await newDatabase())();
      const failing = { up: () => Promise.reject(new Error('no more berths')) };
      const migrations = sqlMigrations(database, { ...PIERS, '2-berths': failing, '3-boats': create('boats') });
      await rejects(migrations.migrate(), {
        migration: '2-berths',
        message:
          'The migration "2-berths" failed: no more berths; correct it and migrate again. Nothing was changed, because ' +
          'the transaction was rolled back',
        cause: new Error('no more berths'),
      });
      deepEqual(await getTables(database), []);
      deepEqual(await sqlMigrations(database, BOATS).migrate(), ['1-piers', '2-boats']);
    });

    test('are kept without a transaction if a later one fails', async () => {
      const database = (await newDatabase())();
      const failing = { up: () => Promise.reject(new Error('no more berths')) };
      const migrations = sqlMigrations(database, { ...PIERS, '2-berths': failing }, { transaction: false });
      await rejects(
        migrations.migrate(),
        /undo what it has changed, and migrate again. The migrations before it have run/,
      );
      deepEqual(await getTables(database), ['piers']);
    });

    test('that the application no longer has are reported', async () => {
      const database = (await newDatabase())();
      await sqlMigrations(database, BOATS).migrate();
      const older = sqlMigrations(database, PIERS);
      const reason = 'The database has run the migration "2-boats", which the application does not have';
      await rejects(older.migrate(), { migration: '2-boats', reason });
      await rejects(older.revert(), { migration: '2-boats', reason });
      deepEqual(
        (await older.list()).map((state) => [state.name, state.missing]),
        [
          ['1-piers', undefined],
          ['2-boats', true],
        ],
      );
    });

    test('whose names sort before those that have run are reported', async () => {
      const database = (await newDatabase())();
      await sqlMigrations(database, PIERS).migrate();
      await rejects(sqlMigrations(database, { ...PIERS, '0-boats': create('boats') }).migrate(), {
        migration: '0-boats',
        reason: 'The migration "0-boats" has not run, but "1-piers", which follows it by name, has',
      });
    });

    test('of another connection are waited for, longer than a query would wait', async () => {
      const open = await newDatabase();
      const started = Promise.withResolvers<void>();
      const slow: Migration = {
        up: async (database) => {
          await create('piers').up(database);
          started.resolve();
          await pause(300);
        },
      };
      const impatient = name === 'SQLite' ? { busyTimeout: 20 } : { statement_timeout: 100 };
      const first = sqlMigrations(open(), { '1-piers': slow }).migrate();
      await started.promise;
      const second = sqlMigrations(open(impatient), { '1-piers': slow }).migrate();
      deepEqual(await Promise.all([first, second]), [['1-piers'], []]);
    });
  });
}

test('a migration on PostgreSQL may take longer than the statement timeout', { skip: postgres.skip }, async () => {
  const open = await DATABASES['PostgreSQL']!.newDatabase();
  const database = open({ statement_timeout: 100, max: 1 });
  const slow: Migration = { up: async (connection) => void (await sql`select pg_sleep(0.3)`.execute(connection)) };
  deepEqual(await sqlMigrations(database, { '1-slow': slow }).migrate(), ['1-slow']);
  // The connection has its timeout again.
  await rejects(sql`select pg_sleep(1)`.execute(database), /The database is not available|statement timeout/);
});

test('a missing schema on PostgreSQL is reported', { skip: postgres.skip }, async () => {
  const migrations = sqlMigrations(keep(openPostgres('oriel_no_such_schema')), PIERS);
  await rejects(migrations.migrate(), /No schema of "search_path" exists/);
});

test('statements that PostgreSQL rejects in a transaction run without one', { skip: postgres.skip }, async () => {
  const open = await DATABASES['PostgreSQL']!.newDatabase();
  const index: Migration = {
    up: async (connection) => void (await sql`create index concurrently piers_by_id on piers (id)`.execute(connection)),
  };
  const migrations = { ...PIERS, '2-index': index };
  await rejects(sqlMigrations(open(), migrations).migrate(), /cannot run inside a transaction block/);
  deepEqual(await sqlMigrations(open(), migrations, { transaction: false }).migrate(), ['1-piers', '2-index']);
});

test('a provider of Kysely is accepted', async () => {
  const database = (await DATABASES['SQLite']!.newDatabase())();
  const migrations = sqlMigrations(database, { getMigrations: async () => BOATS });
  deepEqual(await migrations.migrate(), ['1-piers', '2-boats']);
});

test('invalid migrations and options are rejected', async () => {
  const database = (await DATABASES['SQLite']!.newDatabase())();
  const reject = (migrations: unknown, message: RegExp, options?: object) =>
    throws(() => sqlMigrations(database, migrations as typeof PIERS, options), message);
  reject([], /must be an object whose keys are their names/);
  reject({ '': create('piers') }, /The migration "" needs a name of 1 to 255 characters/);
  reject({ '1-piers': () => {} }, /The migration "1-piers" has no function "up"/);
  reject({ '1-piers': { up: () => {}, down: 1 } }, /"down" of the migration "1-piers" is not a function/);
  reject(PIERS, /Unknown option of sqlMigrations "transactions"; did you mean "transaction"\?/, { transactions: true });
});
