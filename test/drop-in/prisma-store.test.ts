import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { after, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { z } from 'zod';
import { runInTrace } from '../../packages/core/src/trace/current.ts';
import { RequestTrace } from '../../packages/core/src/trace/trace.ts';
import { ConflictError, defineHost, filter, resource } from '../../packages/host/src/index.ts';
import { connectionOf, prismaAdapter, prismaStore } from '../../packages/host/src/integrations/prisma/index.ts';
import type { PrismaDatabase, SqlStoreOptions } from '../../packages/host/src/integrations/prisma/index.ts';
import { connectPostgres, POSTGRES_URL } from '../contracts/postgres.ts';
import { createContext } from '../../packages/host/src/testing/index.ts';
import { openPostgres, openSqlite, prismaSql } from './lib/prisma-clients.ts';
import type { TestClient } from './lib/prisma-clients.ts';
import { skipWithout } from './lib/skip-without.ts';

describe('prismaStore', { skip: skipWithout('@prisma/client') }, async () => {
  const { schema, skip, close } = await connectPostgres('prisma_store');
  const postgres = await openPostgres({ connectionString: POSTGRES_URL, options: `-c search_path=${schema}` }, schema);
  after(async () => {
    await postgres.$disconnect();
    await close();
  });

  const { sql } = await prismaSql();
  const Boat = z.looseObject({ id: z.int().optional(), name: z.string(), length: z.int().nullable().optional() });
  const Thing = z.object({ id: z.int(), text: z.string(), time: z.iso.datetime().nullable(), list: z.unknown() });
  const TABLES = `create table boats (id integer primary key, name varchar(40) constraint boats_name unique, length integer, password varchar(40))`;

  // Runs a function outside of the transaction in which it is called.
  const outside = AsyncLocalStorage.snapshot();

  async function harbour(t: TestContext, client: TestClient, options?: SqlStoreOptions) {
    await client.$executeRawUnsafe('drop table if exists boats');
    await client.$executeRawUnsafe(TABLES);
    const store = prismaStore(client, 'boat', options);
    const longer = filter.sql(z.coerce.number(), (_, value) => sql`length > ${value} and length < ${value + 100}`);
    const wrong = filter.sql(z.string(), () => ({}));
    const filters = { name: filter.start(), longer, wrong };
    const host = defineHost({
      resources: [resource('boats', Boat, { id: 'id', filters, search: ['name'], store })],
      profiler: false,
      log: { level: 'none' },
    });
    t.after(() => host.close());
    const send = async (path: string, body?: object) => {
      const init = { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
      const response = await host.fetch(new Request(`http://localhost/api/${path}`, body === undefined ? {} : init));
      return { status: response.status, body: await response.json() };
    };
    return { store, send };
  }

  const DATABASES = [
    { name: 'SQLite', skip: false, open: () => openSqlite() },
    { name: 'PostgreSQL', skip, open: async () => postgres },
  ] as const;

  for (const { name, skip: reason, open } of DATABASES) {
    test(
      `prismaStore on ${name} runs requests, and never writes columns without a field`,
      { skip: reason },
      async (t) => {
        const client = await open();
        const constraints = { boats_name: { type: '/problems/name', detail: 'A boat has this name' } };
        const { send } = await harbour(t, client, { constraints });
        const ahti = { id: 1, name: 'ÅHTI', length: 5 };
        equal((await send('boats', { ...ahti, password: 'hunter2' })).status, 201);
        deepEqual(await send('boats?name=åh'), { status: 200, body: [ahti] });
        deepEqual(await client.boat.findMany(), [{ ...ahti, password: null }]);
        const { status, body } = await send('boats', { id: 2, name: 'ÅHTI' });
        const detail = 'A boat has this name';
        const errors = [{ pointer: '/name', detail, code: 'taken' }];
        deepEqual([status, body], [409, { type: '/problems/name', title: 'Conflict', status, detail, errors }]);
        await send('boats', { id: 3, name: 'ÅHTI the second', length: 6 });
        deepEqual((await send('boats?search=åhti -second')).body, [ahti]);
      },
    );

    test(`filter.sql on ${name} accepts conditions of Prisma.sql`, { skip: reason }, async (t) => {
      const { send } = await harbour(t, await open());
      for (const length of [5, 10, 200]) await send('boats', { id: length, name: `Boat ${length}`, length });
      const { body } = await send('boats?name=boat&longer=5');
      deepEqual(body, [{ id: 10, name: 'Boat 10', length: 10 }]);
      equal((await send('boats?wrong=1')).status, 500);
    });

    test(
      `queries through connectionOf on ${name} are part of the transaction of prismaStore`,
      { skip: reason },
      async (t) => {
        const client = await open();
        const { store, send } = await harbour(t, client);
        equal(connectionOf(client), client);
        const failing = store.transaction(async () => {
          await connectionOf(client).boat.create({ data: { id: 1, name: 'Ahti' } });
          await store.create(
            { id: 2, name: 'Louhi' },
            { context: createContext(), signal: new AbortController().signal },
          );
          equal((await connectionOf(client).boat.findMany()).length, 2);
          throw new Error('no');
        });
        await rejects(failing, /^Error: no$/);
        deepEqual(await send('boats'), { status: 200, body: [] });
        const rejected = store.transaction(async () => {
          await connectionOf(client).boat.create({ data: { id: 1, name: 'Ahti' } });
          await connectionOf(client).boat.create({ data: { id: 1, name: 'Ahti' } });
        });
        await rejects(rejected, { name: 'PrismaClientKnownRequestError', code: 'P2002' });
      },
    );

    test(`functions on ${name} receive the transaction of Prisma, which stores join`, { skip: reason }, async (t) => {
      const client = await open();
      const { store } = await harbour(t, client);
      const boats = resource('more-boats', Boat, {
        id: 'id',
        store: prismaStore(client, 'boat'),
        custom: {
          write: {
            line: 'POST /write',
            input: z.object({ fail: z.boolean() }),
            output: z.object({ names: z.number() }),
            handle: async (input) => {
              const { transaction } = input;
              await transaction.boat.create({ data: { id: 1, name: 'Ahti' } });
              await store.transaction(async () => store.create({ id: 2, name: 'Louhi' }, input));
              const { length } = await transaction.boat.findMany();
              if (input.body.fail) throw new ConflictError(`${length} boats`);
              return { names: length };
            },
          },
        },
      });
      await using host = defineHost({ resources: [boats], profiler: false, log: false });
      const write = async (fail: boolean) => {
        const headers = { 'Content-Type': 'application/json' };
        const init = { method: 'POST', headers, body: JSON.stringify({ fail }) };
        return (await host.fetch(new Request('http://localhost/api/more-boats/write', init))).json();
      };
      equal(((await write(true)) as { detail: string }).detail, '2 boats');
      deepEqual(await client.boat.findMany(), []);
      deepEqual(await write(false), { names: 2 });
      equal((await client.boat.findMany()).length, 2);
      if (name === 'SQLite') return;
      const show = async () => connectionOf(client).$queryRawUnsafe('show transaction_isolation');
      deepEqual(await store.transaction(show, 'repeatable read'), [{ transaction_isolation: 'repeatable read' }]);
    });
  }

  test('a client with an extension runs the statements and transactions of prismaStore', async (t) => {
    const client = (await openSqlite()).$extends({ query: { boat: {} } });
    const { store, send } = await harbour(t, client);
    await store.transaction(
      () => connectionOf(client).boat.create({ data: { id: 1, name: 'Ahti' } }) as Promise<object>,
    );
    deepEqual((await send('boats')).body, [{ id: 1, name: 'Ahti', length: 0 }]);
  });

  test('prismaStore on SQLite searches an FTS5 table by rowids or by identifiers', async () => {
    const client = await openSqlite();
    for (const statement of [
      'drop table if exists boats',
      TABLES,
      'create virtual table boats_index using fts5 (id unindexed, name)',
      "insert into boats (id, name) values (7, 'Blue whale'), (8, 'Paint')",
      "insert into boats_index (rowid, id, name) values (7, 7, 'Blue whale'), (8, 8, 'Paint')",
    ])
      await client.$executeRawUnsafe(statement);
    for (const search of ['boats_index', { table: 'boats_index', key: 'id' }]) {
      const store = prismaStore(client, 'boat', { search });
      const boats = resource('boats', Boat, { id: 'id', search: { fields: ['name'], order: 'relevance' }, store });
      await using host = defineHost({ resources: [boats], profiler: false, log: { level: 'none' } });
      const response = await host.fetch(new Request('http://localhost/api/boats?search=whale&fields=id'));
      deepEqual(await response.json(), [{ id: 7 }]);
    }
  });

  test('statements of others wait for the end of a transaction of prismaStore on SQLite', async (t) => {
    const { store, send } = await harbour(t, await openSqlite());
    let other: ReturnType<typeof send> | undefined = undefined;
    const failing = store.transaction(async () => {
      // The request runs outside of the transaction.
      other = outside(() => send('boats', { id: 1, name: 'Ahti' }));
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error('no');
    });
    await rejects(failing, /no/);
    equal((await other!).status, 201);
    deepEqual((await send('boats')).body, [{ id: 1, name: 'Ahti', length: null }]);
  });

  test('times and JSON on SQLite are those that Prisma reads and writes', async () => {
    const client = await openSqlite();
    await client.$executeRawUnsafe(`create table things (id integer primary key, text text not null, maybe text, folded text,
    whole integer, part real, truth boolean, time datetime, day text, list jsonb, owner integer)`);
    const store = prismaStore(client, 'Thing');
    await using host = defineHost({
      resources: [resource('things', Thing, { id: 'id', filters: { time: filter.date() }, store })],
      profiler: false,
      log: { level: 'none' },
    });
    const time = '2020-01-31T12:00:00.000Z';
    await client.thing.create({ data: { id: 1, text: 'of Prisma', time: new Date(time), list: '"a"' } });
    const context = { context: createContext(), signal: new AbortController().signal };
    await store.create({ id: 2, text: 'of Oriel', time, list: '"a"' }, context);
    const listed = await host.fetch(
      new Request(`http://localhost/api/things?time[after]=${time}&time[before]=${time}`),
    );
    deepEqual(await listed.json(), [
      { id: 1, text: 'of Prisma', time, list: '"a"' },
      { id: 2, text: 'of Oriel', time, list: '"a"' },
    ]);
    const stored = await client.$queryRawUnsafe(
      'select distinct cast(time as text) as time, cast(list as text) as list from things',
    );
    deepEqual(stored, [{ time: '2020-01-31T12:00:00.000+00:00', list: '"\\"a\\""' }]);
    equal((await client.thing.findMany({ where: { time: new Date(time) } })).length, 2);
  });

  test('a statement of prismaStore is recorded once, also if it fails', async (t) => {
    const { store } = await harbour(t, await openSqlite());
    const trace = new RequestTrace();
    const context = { context: createContext(), signal: new AbortController().signal };
    await runInTrace(trace, async () => {
      await store.create({ name: 'Ahti' }, context);
      await rejects(async () => store.create({ name: 'Ahti' }, context), { status: 409 });
    });
    deepEqual(
      trace.spans.map(({ kind, error }) => [kind, error]),
      [
        ['db', undefined],
        ['db', 'UNIQUE constraint failed: boats.name'],
      ],
    );
  });

  test('a request is answered with 503 if PostgreSQL cannot be reached, and in a transaction as well', async () => {
    const client = await openPostgres({ host: '127.0.0.1', port: 1 });
    const store = prismaStore(client, 'boat');
    await using host = defineHost({
      resources: [resource('boats', Boat, { id: 'id', store })],
      log: { level: 'none' },
    });
    const { status, headers } = await host.fetch(new Request('http://localhost/api/boats'));
    deepEqual([status, headers.get('retry-after')], [503, '5']);
    await rejects(
      store.transaction(async () => {}),
      { status: 503 },
    );
  });

  test('prismaStore throws TypeError for clients, models and fields that it does not support', async () => {
    const client = await openSqlite();
    const unprepared = await openSqlite(':memory:', (adapter) => adapter);
    throws(() => prismaStore(unprepared, 'boat'), /on SQLite needs an adapter of prismaAdapter\(\)/);
    throws(() => prismaStore(client, 'boats' as 'boat'), /has no model "boats"; it has boat, author/);
    throws(() => prismaStore({} as PrismaDatabase, 'boat' as never), /is not a client of Prisma 7/);
    throws(() => prismaStore(client, 'boat', { scopes: {} } as never), /option of prismaStore "scopes"/);
    const mysql = { ...client, $queryRawUnsafe: () => {}, _activeProvider: 'mysql' };
    throws(() => prismaStore(mysql as never, 'boat' as never), /providers postgresql and sqlite, but not mysql/);
    // Older versions round numbers.
    const old = { ...client, $queryRawUnsafe: () => {}, _clientVersion: '7.4.2' };
    throws(
      () => prismaStore(old as never, 'boat' as never),
      /needs Prisma 7\.5 or newer, but the client is of version 7\.4\.2/,
    );
    const store = prismaStore(client, 'boat');
    throws(
      () => defineHost({ resources: [resource('x', z.object({ id: z.int(), size: z.int() }), { id: 'id', store })] }),
      /declares no column for "size"/,
    );
    const other = prismaAdapter({ provider: 'sqlite', connect: async () => ({}) });
    await rejects(other.connect(), /prismaAdapter supports @prisma\/adapter-better-sqlite3/);
  });
});
