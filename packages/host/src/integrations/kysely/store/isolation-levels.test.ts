/** Isolation levels and locks of transactions on PostgreSQL, as the database reports them. */
import { deepEqual, equal, throws } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { z } from 'zod';
import { memoryStore } from '../../../features/resources/source/memory-store.ts';
import { resource } from '../../../features/resources/declare/resource.ts';
import type { TransactionOptions } from '../../../features/resources/declare/transaction-options.ts';
import { defineHost } from '../../../host/define-host.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { sqlStore } from './sql-store.ts';
import { connectionOf } from './transactions.ts';

const Boat = z.object({ id: z.int(), name: z.string() });
const postgres = await connectPostgres('isolation_levels', 'synchronous_commit=off');
const LOCKS = ['update', 'no key update', 'share', 'none'] as const;

describe('transactions on PostgreSQL', { skip: postgres.skip }, () => {
  const database = postgres.database as unknown as Kysely<{ boats: object }>;
  const seen: string[] = [];
  const readLevel = async () => {
    const show = sql<{ transaction_isolation: string }>`show transaction_isolation`;
    const { rows } = await show.execute(connectionOf(database));
    seen.push(rows[0]!.transaction_isolation);
  };
  // Which locks another connection can take on the row.
  const probe = async (): Promise<string[]> => {
    const free: string[] = [];
    for (const lock of ['key share', 'share', 'update']) {
      const query = sql.raw(`select id from boats where id = 1 for ${lock} nowait`);
      const isFree = await query.execute(database).then(
        () => true,
        () => false,
      );
      if (isFree) free.push(lock);
    }
    return free;
  };
  let conflicts = 1;
  const boats = (name: string, operations: object, transaction?: TransactionOptions) =>
    resource(name, Boat, {
      id: 'id',
      store: sqlStore(database, 'boats'),
      operations,
      bulk: { max: 10 },
      on: { '*': { before: readLevel } },
      custom: {
        touch: {
          line: 'POST /{id}/touch',
          ...(transaction && { transaction }),
          output: z.object({ free: z.array(z.string()) }),
          handle: async () => ({ free: await probe() }),
        },
      },
    });
  const host = defineHost({
    log: false,
    access: 'public',
    api: { transaction: { isolation: 'repeatable read' } },
    resources: [
      boats('boats', { patch: { transaction: { isolation: 'serializable' } } }),
      ...LOCKS.map((lock) => boats(`lock-${lock.replaceAll(' ', '-')}`, {}, { lock, isolation: 'read committed' })),
      resource('unlocked', Boat, {
        id: 'id',
        store: sqlStore(database, 'boats'),
        operations: { patch: { transaction: { lock: 'none', isolation: 'serializable' } } },
        on: {
          patch: {
            before: async () => {
              // Another connection changes the row that was read in the snapshot.
              if (conflicts-- > 0) await sql`update boats set name = 'of another'`.execute(database);
            },
          },
        },
      }),
    ],
  });
  const send = async (method: string, path: string, body?: object) => {
    const type = method === 'PATCH' && !Array.isArray(body) ? 'application/merge-patch+json' : 'application/json';
    const init = { method, ...(body && { headers: { 'Content-Type': type }, body: JSON.stringify(body) }) };
    return host.fetch(new Request(`http://localhost/api/${path}`, init));
  };

  before(async () => {
    await sql`create table boats (id integer primary key, name text not null)`.execute(database);
    await sql`insert into boats values (1, 'Nereid')`.execute(database);
  });
  after(async () => {
    await host.close();
    await postgres.close();
  });

  test('have the isolation level of the operation, and otherwise that of the API', async () => {
    equal((await send('POST', 'boats', { id: 2, name: 'Triton' })).status, 201);
    equal((await send('PATCH', 'boats/1', { name: 'Doris' })).status, 200);
    equal((await send('PATCH', 'boats', [{ id: 1, name: 'Glaukos' }])).status, 200);
    equal((await send('POST', 'boats/1/touch')).status, 200);
    equal((await send('POST', 'lock-update/1/touch')).status, 200);
    deepEqual(seen, ['repeatable read', 'serializable', 'serializable', 'repeatable read', 'read committed']);
  });

  test('lock the item as the operation declares', async () => {
    const free: unknown[] = [];
    for (const lock of LOCKS)
      free.push(
        ((await (await send('POST', `lock-${lock.replaceAll(' ', '-')}/1/touch`)).json()) as { free: string[] }).free,
      );
    deepEqual(free, [[], ['key share'], ['key share', 'share'], ['key share', 'share', 'update']]);
  });

  test('are repeated after a conflict if they do not lock the item', async () => {
    const response = await send('PATCH', 'unlocked/1', { name: 'Proteus' });
    deepEqual([response.status, await response.json()], [200, { id: 1, name: 'Proteus' }]);
    equal(conflicts, -1);
  });
});

test('a store in SQLite accepts isolation levels, because its transactions are serializable', async () => {
  const file = new DatabaseSync(':memory:');
  file.exec("create table boats (id integer primary key, name text not null); insert into boats values (1, 'Nereid')");
  const database = new Kysely<{ boats: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  const transaction = { isolation: 'repeatable read', lock: 'none' } as const;
  await using host = defineHost({
    log: false,
    api: { transaction: { isolation: 'serializable' } },
    resources: [
      resource('boats', Boat, { id: 'id', store: sqlStore(database, 'boats'), operations: { patch: { transaction } } }),
      resource('notes', Boat, { id: 'id', store: memoryStore() }),
    ],
  });
  const headers = { 'Content-Type': 'application/merge-patch+json' };
  const init = { method: 'PATCH', headers, body: '{"name":"Triton"}' };
  equal((await host.fetch(new Request('http://localhost/api/boats/1', init))).status, 200);
  await database.destroy();
});

test('options of transactions that a store or an operation does not have are configuration errors', () => {
  const file = new Kysely<{ boats: object }>({
    dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }),
  });
  const define = (transaction: unknown, store: unknown = sqlStore(file, 'boats')) =>
    defineHost({
      resources: [resource('boats', Boat, { id: 'id', store, operations: { patch: { transaction } } } as never)],
    });
  const cases: readonly [unknown, RegExp][] = [
    [
      { isolation: 'snapshot' },
      /operations\.patch\.transaction\.isolation.*"snapshot" is not a choice.*Choose "read committed"/s,
    ],
    [{ lock: 'key share' }, /"key share" is not a choice/],
    [{ lock: 'share' }, /Two writes of an item with lock "share" would wait for each other/],
    [{ lock: 'none' }, /could overwrite that of another request.*Add isolation: 'repeatable read'/s],
    [{ locks: 'none' }, /Unknown setting "locks"/],
    [false, /operations\.patch\.transaction.*It is false/s],
  ];
  for (const [transaction, message] of cases) throws(() => define(transaction), message);
  throws(() => define({ isolation: 'serializable' }, memoryStore()), /has no isolation levels and locks/);
  const resources = [resource('boats', Boat, { id: 'id', store: sqlStore(file, 'boats') })];
  throws(() => defineHost({ resources, api: { transaction: { lock: 'none' } } }), /could overwrite/);
});
