import { deepEqual, equal, rejects } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Kysely, sql } from 'kysely';
import type { Generated, LogEvent } from 'kysely';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';

test('an insert returns the id and the number of rows, which can be selected', async (t) => {
  const { database } = await open(t);
  const one = await database.insertInto('boats').values({ name: 'Nereid', length: 7.5 }).executeTakeFirstOrThrow();
  deepEqual([one.insertId, one.numInsertedOrUpdatedRows], [1n, 1n]);
  const two = await database
    .insertInto('boats')
    .values([{ name: 'Triton' }, { name: 'Galatea' }])
    .executeTakeFirst();
  deepEqual([two?.insertId, two?.numInsertedOrUpdatedRows], [3n, 2n]);
  const rows = await database.selectFrom('boats').selectAll().orderBy('id').execute();
  deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { id: 1, name: 'Nereid', length: 7.5, harbour: null },
      { id: 2, name: 'Triton', length: null, harbour: null },
      { id: 3, name: 'Galatea', length: null, harbour: null },
    ],
  );
});

test('16 MiB of a file are kept in memory', async () => {
  const database = new Kysely<object>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
  const { rows } = await sql<{ cache_size: number }>`pragma cache_size`.execute(database);
  equal(rows[0]?.cache_size, -16_384);
  await database.destroy();
});

test('an update and a delete return the number of affected rows', async (t) => {
  const { database } = await open(t);
  await database
    .insertInto('boats')
    .values([{ name: 'a' }, { name: 'b' }, { name: 'c' }])
    .execute();
  const updated = await database.updateTable('boats').set({ length: 3 }).where('name', '<>', 'c').executeTakeFirst();
  equal(updated.numUpdatedRows, 2n);
  const deleted = await database.deleteFrom('boats').where('name', '=', 'missing').executeTakeFirst();
  equal(deleted.numDeletedRows, 0n);
});

test('returning returns the rows of an insert', async (t) => {
  const { database } = await open(t);
  const row = await database
    .insertInto('boats')
    .values({ name: 'Nereid' })
    .returning(['id', 'name'])
    .executeTakeFirst();
  deepEqual({ ...row }, { id: 1, name: 'Nereid' });
});

test('a row with an invalid foreign key is rejected', async (t) => {
  const { database } = await open(t);
  await rejects(
    database.insertInto('boats').values({ name: 'x', harbour: 'XX' }).execute(),
    /FOREIGN KEY constraint failed/,
  );
});

test('the file uses a write-ahead log', async (t) => {
  const { database } = await open(t);
  const { rows } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(database);
  equal(rows[0]?.journal_mode, 'wal');
});

test('a stream that ends early does not affect the same query afterwards', async (t) => {
  const { database } = await open(t);
  await database
    .insertInto('boats')
    .values([{ name: 'a' }, { name: 'b' }, { name: 'c' }])
    .execute();
  const query = database.selectFrom('boats').select('name').orderBy('id');
  for await (const { name } of query.stream()) {
    if (name === 'b') break;
  }
  deepEqual(
    (await query.execute()).map(({ name }) => name),
    ['a', 'b', 'c'],
  );
});

test('the dialect accepts an open database', async () => {
  const opened = new DatabaseSync(':memory:');
  const database = new Kysely<object>({ dialect: new NodeSqliteDialect({ database: opened }) });
  const { rows } = await sql<{ two: number }>`select 1 + 1 as two`.execute(database);
  equal(rows[0]?.two, 2);
  await database.destroy();
  equal(opened.isOpen, false);
});

test('text that looks like SQL stays text', async (t) => {
  const { database } = await open(t);
  const name = `'); drop table boats; --`;
  await database.insertInto('boats').values({ name }).execute();
  equal((await database.selectFrom('boats').select('name').where('name', '=', name).executeTakeFirst())?.name, name);
});

test('the log of Kysely receives successful and failed queries', async (t) => {
  const received: LogEvent[] = [];
  const { database } = await open(t, (event) => void received.push(event));
  received.length = 0;
  await count(database);
  await rejects(sql`select * from nowhere`.execute(database), /no such table: nowhere/);
  deepEqual(
    received.map(({ level, query }) => [level, query.sql]),
    [
      ['query', 'select count(*) as "boats" from "boats"'],
      ['error', 'select * from nowhere'],
    ],
  );
});

test('a database that cannot be opened fails the query, and the next query tries again', async (t) => {
  let tries = 0;
  const database = new Kysely<Tables>({
    dialect: new NodeSqliteDialect({
      database: () => {
        if (++tries === 1) throw new Error('the disk is away');
        return new DatabaseSync(':memory:');
      },
    }),
  });
  t.after(() => database.destroy());
  await rejects(sql`select 1`.execute(database), /the disk is away/);
  equal((await sql`select 1`.execute(database)).rows.length, 1);
});

interface Tables {
  harbours: { code: string };
  boats: { id: Generated<number>; name: string; length: number | null; harbour: string | null };
}

/** Opens a database in a temporary file that is deleted after the test. */
async function open(
  t: TestContext,
  log?: (event: LogEvent) => void,
): Promise<{ database: Kysely<Tables>; file: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-sqlite-'));
  const file = join(folder, 'boats.sqlite');
  const database = connect(file, log);
  t.after(async () => {
    await database.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  await sql`create table harbours (code text primary key)`.execute(database);
  await sql`create table boats (id integer primary key, name text not null, length real, harbour text references harbours)`.execute(
    database,
  );
  return { database, file };
}

/** Opens another connection to the same file. */
function connect(file: string, log?: (event: LogEvent) => void): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(file) }),
    ...(log ? { log } : {}),
  });
}

async function count(database: Kysely<Tables>): Promise<number> {
  const { boats } = await database
    .selectFrom('boats')
    .select((select) => select.fn.countAll<number>().as('boats'))
    .executeTakeFirstOrThrow();
  return boats;
}
