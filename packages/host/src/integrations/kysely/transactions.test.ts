import { deepEqual, equal, rejects } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Kysely } from 'kysely';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';

test('a transaction that throws is rolled back, and others are committed', async (t) => {
  const { database } = await open(t);
  await rejects(
    database.transaction().execute(async (transaction) => {
      await transaction.insertInto('boats').values({ name: 'lost' }).execute();
      throw new Error('no');
    }),
    /^Error: no$/,
  );
  equal(await count(database), 0);
  await database
    .transaction()
    .execute((transaction) => transaction.insertInto('boats').values({ name: 'kept' }).execute());
  equal(await count(database), 1);
});

test('queries during an open transaction wait for its end', async (t) => {
  const { database } = await open(t);
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const transaction = database.transaction().execute(async (inside) => {
    begun.resolve();
    await inside.insertInto('boats').values({ name: 'a' }).execute();
    await new Promise(setImmediate);
    order.push('inside');
  });
  await begun.promise;
  const outside = count(database).then((boats) => order.push(`outside sees ${boats}`));
  await Promise.all([transaction, outside]);
  deepEqual(order, ['inside', 'outside sees 1']);
});

test('a read-only transaction does not wait for writers', async (t) => {
  const { database, file } = await open(t);
  using writer = new DatabaseSync(file, { timeout: 0 });
  writer.exec("begin immediate; insert into boats (name) values ('unfinished')");
  const reading = database.transaction().setAccessMode('read only');
  equal(await reading.execute((transaction) => count(transaction)), 0);
  writer.exec('rollback');
});

test('two connections that read and then write both succeed', async (t) => {
  const { database, file } = await open(t);
  const other = connect(file);
  t.after(() => other.destroy());
  const add = (connection: Kysely<Tables>) =>
    connection.transaction().execute(async (transaction) => {
      const boats = await count(transaction);
      await transaction
        .insertInto('boats')
        .values({ name: `boat ${boats + 1}` })
        .execute();
    });
  for (let round = 0; round < 5; round++) {
    await add(database);
    await add(other);
  }
  equal(await count(database), 10);
});

interface Tables {
  boats: { name: string };
}

async function open(t: TestContext): Promise<{ database: Kysely<Tables>; file: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-sqlite-'));
  const file = join(folder, 'boats.sqlite');
  const database = connect(file);
  t.after(async () => {
    await database.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  await database.schema.createTable('boats').addColumn('name', 'text').execute();
  return { database, file };
}

function connect(file: string): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(file) }) });
}

async function count(database: Kysely<Tables>): Promise<number> {
  return (await database.selectFrom('boats').selectAll().execute()).length;
}
