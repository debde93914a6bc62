import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { Client } from 'pg';
import { POSTGRES_URL } from '../../contracts/postgres.ts';
import { skipReason } from '../../lib/skip-reason.ts';
import { eventually } from './application.ts';

/** Where a database is registered, so that it is removed after the tests. */
export type Cleanup = Pick<TestContext, 'after'>;

// The table that all applications with SQL use.
const BOATS = [
  'create table boats (id int primary key, name varchar(40), length int default 0, password varchar(40))',
  "insert into boats (id, name) values (1, 'Ahti'), (2, 'Vellamo'), (3, 'Louhi')",
];

/** Creates the table on PostgreSQL. Returns the environment of the application, or the reason to skip the test. */
export async function postgresBoats(t: Cleanup, name: string): Promise<Environment | string> {
  const schema = `drop_in_${name}_${process.pid}`;
  const client = new Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 20_000 });
  try {
    await client.connect();
  } catch (error) {
    return skipReason('PostgreSQL', 'PG_TEST_URL', error);
  }
  await client.query(`create schema ${schema}; set search_path = ${schema}; ${BOATS.join('; ')}`);
  t.after(async () => {
    await client.query(`drop schema ${schema} cascade`);
    await client.end();
  });
  return { SQL_URL: POSTGRES_URL, SQL_SCHEMA: schema };
}

/** Starts a private MariaDB server with the table. Returns the environment of the application, or the reason to skip. */
export async function mariaBoats(t: Cleanup): Promise<Environment | string> {
  return startMaria(t, []);
}

/** The same with a server whose clients see MySQL 8.4. */
export async function mysqlBoats(t: Cleanup): Promise<Environment | string> {
  return startMaria(t, ['--version=8.4.6']);
}

async function startMaria(t: Cleanup, options: readonly string[]): Promise<Environment | string> {
  if (!existsSync(MARIADB)) return `MariaDB is not installed: there is no ${MARIADB}`;
  const folder = mkdtempSync(join(tmpdir(), 'oriel-mariadb-'));
  const socket = join(folder, 's.sock');
  const data = join(folder, 'data');
  const user = `--user=${userInfo().username}`;
  execFileSync(
    `${PROGRAMS}/mariadb-install-db`,
    ['--no-defaults', `--datadir=${data}`, user, '--skip-test-db', '--auth-root-authentication-method=normal'],
    {
      stdio: 'ignore',
    },
  );
  const server = spawn(
    MARIADB,
    [
      '--no-defaults',
      `--datadir=${data}`,
      user,
      `--socket=${socket}`,
      '--skip-networking',
      '--innodb-buffer-pool-size=16M',
      ...options,
    ],
    { stdio: 'ignore' },
  );
  const exit = new Promise((resolve) => server.once('exit', resolve));
  t.after(async () => {
    server.kill('SIGKILL');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  });
  const statements = ['create database boats', 'use boats', ...BOATS].join('; ');
  const run = () =>
    spawnSync(`${PROGRAMS}/mariadb`, ['--no-defaults', '-u', 'root', `--socket=${socket}`, '-e', statements]);
  await eventually(() => (existsSync(socket) && run().status === 0 ? true : undefined));
  return { SQL_SOCKET: socket };
}

/** Creates the table in a SQLite file. */
export async function sqliteBoats(t: Cleanup): Promise<Environment> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-sqlite-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'boats.sqlite');
  const database = new DatabaseSync(file);
  for (const statement of BOATS) database.exec(statement);
  database.close();
  return { SQL_FILE: file };
}

type Environment = Record<string, string>;

const MARIADB = '/usr/sbin/mariadbd';
const PROGRAMS = '/usr/bin';
