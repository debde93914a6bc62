import { deepEqual, equal, match } from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { connectPostgres, POSTGRES_URL } from '../contracts/postgres.ts';
import { createProject, runOrielHost, startOrielHost, stopAfter } from './run-program.ts';

const MODULES = join(import.meta.dirname, '../../node_modules');

const SQLITE = `
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { NodeSqliteDialect } from 'oriel-host/kysely';
const database = new Kysely({ dialect: new NodeSqliteDialect({ database: () => new DatabaseSync('boats.sqlite') }) });
`;

const postgresWith = (options: object): string => `
import { Kysely, PostgresDialect } from 'kysely';
import { tracedDialect } from 'oriel-host/kysely';
import { Pool } from 'pg';
const pool = new Pool(${JSON.stringify(options)});
const database = new Kysely({ dialect: tracedDialect(new PostgresDialect({ pool })) });
`;

const MIGRATIONS = `
const create = (table, wait = 0) => ({
  up: async ({ schema }) => {
    await schema.createTable(table).addColumn('id', 'integer').execute();
    await new Promise((resolve) => setTimeout(resolve, wait));
  },
  down: ({ schema }) => schema.dropTable(table).execute(),
});
`;

/** Creates a project whose host has these migrations. */
function project(t: TestContext, database: string, migrations: string): string {
  const host = `
import { defineHost } from 'oriel-host';
import { sqlMigrations } from 'oriel-host/kysely';
${database}${MIGRATIONS}
export default defineHost({ migrations: sqlMigrations(database, ${migrations}) });
`;
  const folder = createProject(t, { 'host.js': host });
  for (const name of ['kysely', 'pg']) symlinkSync(join(MODULES, name), join(folder, 'node_modules', name), 'dir');
  return folder;
}

const TWO = `{ '1-piers': create('piers'), '2-boats': create('boats') }`;

test('migrate runs the pending migrations, and --down reverts the last', async (t) => {
  const folder = project(t, SQLITE, TWO);
  const run = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await runOrielHost(folder, ['migrate', ...args]);
    equal(code, 0, err);
    return out;
  };
  match(await run('--list'), /^1-piers +pending\n2-boats +pending\n\n2 migrations, 2 pending\n$/);
  equal(await run(), '1-piers\n2-boats\n\n2 migrations ran\n');
  equal(await run(), 'No migration is pending\n');
  match(await run('--list'), /^1-piers +\d{4}-.*Z\n2-boats +\d{4}-.*Z\n\n2 migrations, 0 pending\n$/);
  equal(await run('--down'), '2-boats\n\n1 migration reverted\n');
  deepEqual(JSON.parse(await run('--down', '--json')), ['1-piers']);
  equal(await run('--down'), 'No migration has run\n');
  deepEqual(JSON.parse(await run('--list', '--json')), [
    { name: '1-piers', executedAt: null, missing: false },
    { name: '2-boats', executedAt: null, missing: false },
  ]);
});

test('migrate prints the migration that failed with its reason, and exits with 1', async (t) => {
  const folder = project(t, SQLITE, `{ '1-piers': create('piers'), '2-again': create('piers') }`);
  const { code, out, err } = await runOrielHost(folder, ['migrate']);
  equal(code, 1);
  equal(out, '');
  match(err, /^host\.js cannot be migrated\n\n {2}2-again {2}\[ORIEL_MIGRATION\]\n/);
  match(err, /The migration "2-again" failed: table "piers" already exists\n {4}fix: Correct it and migrate again\./);
  match((await runOrielHost(folder, ['migrate', '--list'])).out, /1-piers +pending/);
});

/** The output of two processes that migrate at once. */
async function migrateTwice(folder: string): Promise<string[]> {
  const both = await Promise.all([runOrielHost(folder, ['migrate']), runOrielHost(folder, ['migrate'])]);
  deepEqual(
    both.map(({ code, err }) => [code, err]),
    [
      [0, ''],
      [0, ''],
    ],
  );
  return both.map(({ out }) => out).toSorted();
}

const SLOW = `{ '1-piers': create('piers', 500), '2-boats': create('boats') }`;
const ONCE = /^1-piers\n2-boats\n\n2 migrations ran\n$/;

test('two processes that migrate SQLite at once run each migration once', async (t) => {
  const [first, second] = await migrateTwice(project(t, SQLITE, SLOW));
  match(first!, ONCE);
  match(second!, /^No migration is pending\n$/);
});

test('two processes that migrate PostgreSQL at once run each migration once', async (t) => {
  const { database, schema, skip, close } = await connectPostgres('migrate');
  if (skip) return t.skip(skip);
  t.after(close);
  const options = { connectionString: POSTGRES_URL, options: `-c search_path=${schema}` };
  const [first] = await migrateTwice(project(t, postgresWith(options), SLOW));
  match(first!, ONCE);
  const { rows } = await sql`select name from kysely_migration order by name`.execute(database);
  deepEqual(rows, [{ name: '1-piers' }, { name: '2-boats' }]);
});

test('migrate reports a database that cannot be reached with the error of the driver', async (t) => {
  const folder = project(t, postgresWith({ host: '127.0.0.1', port: 1 }), TWO);
  const { code, err } = await runOrielHost(folder, ['migrate']);
  equal(code, 1);
  match(err, /The database is not available\n {4}because connect ECONNREFUSED 127\.0\.0\.1:1\n {4}fix: Ensure that/);
});

test('migrate reports a host without migrations', async (t) => {
  const folder = createProject(t, {
    'host.js': `import { defineHost } from 'oriel-host';\nexport default defineHost({});`,
  });
  const { code, err } = await runOrielHost(folder, ['migrate']);
  equal(code, 1);
  match(err, /The host has no migrations\n +fix: Add migrations: sqlMigrations\(/);
});

test('migrate rejects --down together with --list', async (t) => {
  const { code, err } = await runOrielHost(project(t, SQLITE, TWO), ['migrate', '--down', '--list']);
  equal(code, 2);
  match(err, /--down and --list exclude each other/);
});

test('check reports migrations without their database, and does not connect to it', async (t) => {
  const invalid = `import { defineHost } from 'oriel-host';\nexport default defineHost({ migrations: { '1-piers': {} } });`;
  const { code, err } = await runOrielHost(createProject(t, { 'host.js': invalid }), ['check']);
  equal(code, 1);
  match(
    err,
    /migrations +\[ORIEL_CONFIG_MIGRATIONS\]\n.*It has no list\(\), no migrate\(\), no revert\(\)\n +fix: Pass the migrations and their/,
  );
  const unreachable = project(t, postgresWith({ host: '127.0.0.1', port: 1 }), TWO);
  equal((await runOrielHost(unreachable, ['check'])).code, 0);
});

const BOATS = `
import { defineHost, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
const boats = resource('boats', z.object({ id: z.int(), name: z.string() }), { id: 'id', store: sqlStore(database, 'boats') });
export default defineHost({ access: 'public', resources: [boats] });
`;

function projectWithBoats(t: TestContext, database: string): string {
  const folder = createProject(t, { 'host.js': database + BOATS });
  for (const name of ['kysely', 'pg']) symlinkSync(join(MODULES, name), join(folder, 'node_modules', name), 'dir');
  return folder;
}

test('check --database reports tables and columns that do not exist, and dev does not start', async (t) => {
  const folder = projectWithBoats(t, SQLITE);
  equal((await runOrielHost(folder, ['check'])).code, 0);
  const missing = await runOrielHost(folder, ['check', '--database']);
  equal(missing.code, 1);
  match(
    missing.err,
    /resources\[0\] "boats"\.store +\[ORIEL_STORE_TABLE\]\n.*The table "boats" does not exist; create it/,
  );
  const file = new DatabaseSync(join(folder, 'boats.sqlite'));
  file.exec('create table boats (id integer primary key, title text)');
  const json = await runOrielHost(folder, ['check', '--database', '--json']);
  equal(json.code, 1);
  match(json.out, /The table \\"boats\\" has no column \\"name\\"/);
  const dev = stopAfter(t, startOrielHost(folder, ['dev', '--port', '0']));
  const waited = await Promise.race([
    (async () => {
      while (!dev.err().includes('has no column "name"')) await new Promise((resolve) => setTimeout(resolve, 50));
      return 'reported';
    })(),
    new Promise((resolve) => setTimeout(resolve, 30_000, 'no report').unref()),
  ]);
  equal(waited, 'reported', dev.err() + dev.out());
  file.exec('alter table boats rename column title to name');
  file.close();
  equal((await runOrielHost(folder, ['check', '--database'])).code, 0);
});

test('check --database lists missing indexes, and orders through links that no index makes fast', async (t) => {
  const host = `
import { defineHost, filter, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
const ports = resource('ports', z.object({ id: z.int(), name: z.string() }), { id: 'id', store: sqlStore(database, 'ports') });
const boats = resource('boats', z.object({ id: z.int(), name: z.string(), port: z.int() }), {
  id: 'id',
  store: sqlStore(database, 'boats'),
  links: { port: 'ports' },
  filters: { order: filter.order(['name', 'port.name']) },
});
export default defineHost({ access: 'public', resources: [ports, boats] });
`;
  const folder = createProject(t, { 'host.js': SQLITE + host });
  symlinkSync(join(MODULES, 'kysely'), join(folder, 'node_modules', 'kysely'), 'dir');
  const file = new DatabaseSync(join(folder, 'boats.sqlite'));
  file.exec('create table ports (id integer primary key, name text)');
  file.exec('create table boats (id integer primary key, name text, port integer references ports)');
  file.close();
  const { code, out, err } = await runOrielHost(folder, ['check', '--database']);
  equal(code, 0, err);
  match(out, /^Lists read and sort all rows without these indexes:\n {2}boats \(name, id\) .*\n/m);
  match(out, /several tables:\n {2}boats \(boats\.port, ports\.name\) /);
  const json = await runOrielHost(folder, ['check', '--database', '--json']);
  const { indexes, slowOrders } = JSON.parse(json.out) as Record<string, { table: string }[]>;
  deepEqual(
    [indexes, slowOrders].map((listed) => listed!.map(({ table }) => table)),
    [['boats', 'boats'], ['boats']],
  );
});
