/** The transaction that functions of a resource receive is that of its store. */
import { deepEqual, equal } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { Kysely, Transaction, sql } from 'kysely';
import { z } from 'zod';
import { ConflictError } from 'oriel-core/http';
import { resource } from '../../../features/resources/declare/resource.ts';
import { memoryStore } from '../../../features/resources/source/memory-store.ts';
import { defineHost } from '../../../host/define-host.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { sqlStore } from './sql-store.ts';

interface Tables {
  boats: { id: number; name: string; owner: string };
  history: { text: string };
}
const Boat = z.object({ id: z.int(), name: z.string(), owner: z.string() });
const postgres = await connectPostgres('function_transactions', 'synchronous_commit=off');

for (const kind of ['SQLite', 'PostgreSQL'] as const)
  describe(`functions over ${kind}`, { skip: kind === 'PostgreSQL' && postgres.skip }, () => {
    const database =
      kind === 'PostgreSQL'
        ? (postgres.database as unknown as Kysely<Tables>)
        : new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
    const seen: unknown[] = [];
    const store = sqlStore(database, 'boats');
    const host = defineHost({
      log: false,
      access: 'public',
      resources: [
        resource('boats', Boat, {
          id: 'id',
          input: { create: Boat.omit({ owner: true }) },
          store,
          defaults: {
            owner: {
              write: async ({ transaction }) => {
                const { rows } = await sql<{ owner: string }>`select 'ada' as owner`.execute(transaction as never);
                return rows[0]!.owner;
              },
            },
          },
          process: {
            create: async (input) => {
              await (input.transaction as Transaction<Tables>)
                .insertInto('history')
                .values({ text: `process ${input.body.name}` })
                .execute();
              return store.create({ ...input.body, owner: 'ada' }, input);
            },
          },
          on: {
            '*': {
              before: async ({ transaction, operation }) => {
                await transaction
                  .insertInto('history')
                  .values({ text: `before ${operation}` })
                  .execute();
              },
              after: async ({ transaction, previous, next }) => {
                const { name } = (next ?? previous)!;
                await transaction
                  .insertInto('history')
                  .values({ text: `after ${name}` })
                  .execute();
                if (name === 'refused') throw new ConflictError('Not this name');
              },
            },
          },
          custom: {
            rename: {
              line: 'POST /{id}/rename',
              handle: async (input) => {
                const { transaction } = input;
                seen.push(transaction instanceof Transaction);
                await transaction.updateTable('boats').set({ name: 'renamed' }).execute();
                // A store in its own transaction is part of the same one.
                await store.transaction(async () => store.patch({ id: 1 }, { owner: 'eve' }, input));
                seen.push((await transaction.selectFrom('boats').selectAll().execute()).map((boat) => ({ ...boat })));
                throw new ConflictError('Too late');
              },
            },
            call: {
              line: 'POST /{id}/call',
              transaction: false,
              handle: ({ transaction }) => void seen.push(transaction),
            },
          },
        }),
        resource('numbered', Boat, {
          id: 'id',
          input: { create: Boat.pick({ name: true }) },
          store: sqlStore(database, 'boats'),
          defaults: {
            owner: async ({ transaction }) => {
              await (transaction as Transaction<Tables>).insertInto('history').values({ text: 'default' }).execute();
              return 'ada';
            },
            id: () => 1,
          },
        }),
        resource('notes', z.object({ id: z.int() }), {
          id: 'id',
          store: memoryStore(),
          on: { '*': { before: ({ transaction }) => void seen.push(transaction) } },
        }),
      ],
    });
    const post = async (path: string, body?: object) => {
      const headers = { 'Content-Type': 'application/json' };
      const init = { method: 'POST', ...(body && { headers, body: JSON.stringify(body) }) };
      return (await host.fetch(new Request(`http://localhost/api/${path}`, init))).status;
    };
    const history = async () => (await database.selectFrom('history').select('text').execute()).map(({ text }) => text);

    before(async () => {
      await sql`create table boats (id integer primary key, name text not null, owner text not null)`.execute(database);
      await sql`create table history (text text not null)`.execute(database);
    });
    after(async () => {
      await host.close();
      await (kind === 'PostgreSQL' ? postgres.close() : database.destroy());
    });

    test('receive the transaction of Kysely, and their queries are committed with the write', async () => {
      equal(await post('boats', { id: 1, name: 'Nereid' }), 201);
      deepEqual(await history(), ['before boats.create', 'process Nereid', 'after Nereid']);
    });

    test('have their queries rolled back with the write', async () => {
      equal(await post('boats', { id: 2, name: 'refused' }), 409);
      seen.length = 0;
      equal(await post('boats/1/rename'), 409);
      deepEqual(seen, [true, [{ id: 1, name: 'renamed', owner: 'eve' }]]);
      // The identifier is in use.
      equal(await post('numbered', { name: 'Triton' }), 409);
      equal((await history()).length, 3);
      const [boat, ...others] = await database.selectFrom('boats').selectAll().execute();
      deepEqual([{ ...boat }, ...others], [{ id: 1, name: 'Nereid', owner: 'ada' }]);
    });

    test('receive no transaction without a transaction of a database', async () => {
      seen.length = 0;
      equal(await post('boats/1/call'), 204);
      equal(await post('notes', { id: 1 }), 201);
      deepEqual(seen, [undefined, undefined]);
    });
  });
