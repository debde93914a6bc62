/** What custom operations, bulk requests and functions of the application publish, over sockets. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { ConflictError, defineHost, memoryStore, resource } from 'oriel-host';
import type { ResourceStore } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import type { SqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { connectPostgres } from '../contracts/postgres.ts';
import { EventReader } from './event-reader.ts';
import { SECRET, getCookies, receivedBy } from './live-host.ts';

const Boat = z.object({ id: z.int(), tenant: z.string(), name: z.string() });
type Boat = z.infer<typeof Boat>;
type CustomInput = { readonly item: Boat; readonly body: { readonly name: string } };

const postgres = await connectPostgres('live_writes', 'synchronous_commit=off');
after(postgres.close);
const STORES = [
  { kind: 'memory', skip: false, open: () => undefined },
  {
    kind: 'SQLite',
    skip: false,
    open: () => new Kysely<never>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) }),
  },
  { kind: 'PostgreSQL', skip: postgres.skip, open: () => postgres.database },
] as const;

const Name = z.object({ name: z.string() });
const Done = z.object({ done: z.boolean() });

for (const { kind, skip, open } of STORES)
  describe(`updates of writes with a store of ${kind}`, { skip }, () => {
    const database = open() as Kysely<{ boats: object }> | undefined;
    const createStore = (): Required<ResourceStore<Boat>> =>
      (database ? sqlStore(database, 'boats', { softDelete: 'deleted_at' }) : memoryStore()) as never;
    const store = createStore();
    const required = createStore();
    let conflicts = 0;
    const rename = async (input: never) => {
      const { item, body } = input as CustomInput;
      return store.patch({ id: item.id }, body, input);
    };
    const { trash } = (database ? store : {}) as SqlStore;
    const deleted = resource('deleted', Boat, {
      id: 'id',
      store: trash as ResourceStore<Boat>,
      custom: {
        restore: {
          line: 'POST /{id}/restore',
          handle: async (input) => trash.restore({ id: input.id }, input),
        },
      },
    });
    const host = defineHost({
      log: false,
      access: 'public',
      hub: { secret: SECRET, anonymous: true },
      api: { tenant: ({ headers }) => headers.get('x-tenant') },
      resources: [
        resource('boats', Boat, {
          id: 'id',
          input: { create: Boat.omit({ tenant: true }) },
          live: true,
          idempotency: 'accept',
          bulk: { max: 10 },
          store,
          on: {
            rename: {
              after: ({ next }) => {
                if (next?.name === 'refused') throw new ConflictError('Not this name');
              },
            },
          },
          custom: {
            rename: { line: 'POST /{id}/rename', input: Name, handle: async (input) => rename(input as never) },
            renameQuietly: {
              line: 'POST /{id}/rename-quietly',
              input: Name,
              output: Done,
              handle: async (input) => ({ done: (await rename(input as never)) !== null }),
            },
            renameAndFail: {
              line: 'POST /{id}/rename-and-fail',
              input: Name,
              handle: async (input) => {
                await rename(input as never);
                throw new ConflictError('Too late');
              },
            },
            renameAfterConflicts: {
              line: 'POST /{id}/rename-after-conflicts',
              input: Name,
              handle: async (input) => {
                const boat = await rename(input as never);
                if (conflicts++ < 2) throw Object.assign(new Error('a serialization failure'), { code: '40001' });
                return boat;
              },
            },
            touch: { line: 'POST /{id}/touch', handle: ({ item }) => item },
            sink: {
              line: 'POST /{id}/sink',
              output: Done,
              handle: async (input) => ({ done: await store.delete({ id: input.id }, input) }),
            },
            renameAll: { line: 'POST /rename-all', input: Name, output: Done, handle: () => ({ done: true }) },
          },
        }),
        resource('each', Boat, {
          id: 'id',
          input: { create: Boat.omit({ tenant: true }) },
          live: true,
          bulk: { max: 10, atomic: false },
          store: required,
          on: {
            create: {
              after: async ({ next, publish }) => {
                await publish('boats', { ...next, name: `${next.name} of a hook` });
                if (next.name === 'refused') throw new ConflictError('Not this name');
              },
            },
          },
        }),
        ...(database ? [deleted] : []),
        resource('quiet', Boat, {
          id: 'id',
          store: createStore(),
          custom: {
            publish: {
              line: 'POST /publish',
              input: z.object({
                resource: z.string(),
                item: z.looseObject({}),
                change: z.enum(['changed', 'deleted']),
              }),
              handle: async ({ body, publish }) => {
                const { resource: name, item, change } = body as { resource: string; item: Boat; change: 'deleted' };
                await publish(name, item, change);
                if (item.name === 'refused') throw new ConflictError('Not this name');
                if (conflicts++ === 0) throw Object.assign(new Error('a deadlock'), { code: '40P01' });
              },
            },
          },
        }),
      ],
    });
    let url = '';
    let lastId = 0;
    const send = async (line: string, body?: unknown, headers: Record<string, string> = {}, tenant = 'a') => {
      const [method = '', path = ''] = line.split(' ');
      const type = method === 'PATCH' && !Array.isArray(body) ? 'application/merge-patch+json' : 'application/json';
      return fetch(`${url}/api${path}`, {
        method,
        headers: { 'X-Tenant': tenant, ...(body === undefined ? {} : { 'Content-Type': type }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    };
    const create = async (path = '/boats'): Promise<string> => {
      const id = ++lastId;
      assert.equal((await send(`POST ${path}`, { id, name: 'Nereid' })).status, 201);
      return `${path}/${id}`;
    };
    // Returns what a client of a tenant receives while the function runs.
    const updates = async (work: () => Promise<unknown>, tenant = 'a', path = '/boats'): Promise<unknown[]> => {
      const topics = `topic=/api${path}/{id};~tenant=${tenant}&topic=end`;
      const Cookie = getCookies(await send(`GET ${path}`, undefined, {}, tenant));
      const reader = new EventReader(await fetch(`${url}/.well-known/mercure?${topics}`, { headers: { Cookie } }));
      await work();
      const received = await receivedBy(host, reader);
      await reader.close();
      return received.map((update) => (update as Boat).name ?? update);
    };

    before(async () => {
      if (database)
        await sql`create table boats (id integer primary key, tenant text not null, name text not null, deleted_at timestamptz)`.execute(
          database,
        );
      url = `http://127.0.0.1:${(await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' })).port}`;
    });
    after(async () => {
      await host.close();
      if (kind === 'SQLite') await database!.destroy();
    });

    for (const name of ['rename', 'rename-quietly', 'rename-after-conflicts'])
      test(`the custom operation ${name} publishes its item once, to the clients of the tenant`, async () => {
        const path = await create();
        conflicts = 0;
        const write = async () => assert.equal((await send(`POST ${path}/${name}`, { name: 'Triton' })).status, 200);
        assert.deepEqual(await updates(write), ['Triton']);
        const again = async () => assert.equal((await send(`POST ${path}/${name}`, { name: 'Doris' })).status, 200);
        assert.deepEqual(await updates(again, 'b'), []);
      });

    test('a custom operation that is rolled back publishes nothing', async () => {
      const path = await create();
      const write = async () => {
        assert.equal((await send(`POST ${path}/rename-and-fail`, { name: 'Triton' })).status, 409);
        assert.equal((await send(`POST ${path}/rename`, { name: 'refused' })).status, 409);
        assert.equal((await send(`POST ${path}/rename`, { name: 'Triton' }, { 'If-Match': '"old-json"' })).status, 412);
      };
      assert.deepEqual(await updates(write), []);
      assert.equal(((await (await send(`GET ${path}`)).json()) as Boat).name, 'Nereid');
    });

    test('a custom operation without an item, or that changes nothing, publishes nothing', async () => {
      const path = await create();
      const write = async () => {
        assert.equal((await send(`POST ${path}/touch`)).status, 200);
        assert.equal((await send('POST /boats/rename-all', { name: 'Triton' })).status, 200);
      };
      assert.deepEqual(await updates(write), []);
    });

    test('a custom operation that deletes its item publishes this', async () => {
      const path = await create();
      const write = async () => assert.equal((await send(`POST ${path}/sink`)).status, 200);
      assert.deepEqual(await updates(write), [{ '@id': `/api${path}` }]);
    });

    test('a repeated custom operation with the same Idempotency-Key publishes once', async () => {
      const path = await create();
      const key = { 'Idempotency-Key': `"${path}"` };
      const write = async () => {
        for (let i = 0; i < 2; i++)
          assert.equal((await send(`POST ${path}/rename`, { name: 'Triton' }, key)).status, 200);
      };
      assert.deepEqual(await updates(write), ['Triton']);
    });

    test('a bulk request publishes each written item, and nothing if it is rolled back', async () => {
      const boats = (names: readonly unknown[]) => names.map((name) => ({ id: ++lastId, name }));
      const write = async () => {
        assert.equal((await send('POST /boats', boats(['A', 'B', 'C']))).status, 201);
        const changes = [lastId - 2, lastId - 1, lastId].map((id) => ({ id, name: `D${id}` }));
        assert.equal((await send('PATCH /boats', changes)).status, 200);
        // The last identifier is in use.
        assert.equal((await send('POST /boats', [...boats(['E', 'F']), { id: 1, name: 'G' }])).status, 409);
      };
      const last = lastId + 3;
      assert.deepEqual(await updates(write), ['A', 'B', 'C', `D${last - 2}`, `D${last - 1}`, `D${last}`]);
    });

    test('a bulk request that is not atomic publishes the items that were written', async () => {
      const [one, two, three] = [++lastId, ++lastId, ++lastId];
      const boats = [
        { id: one, name: 'A' },
        { id: two, name: 7 },
        { id: one, name: 'B' },
        { id: three, name: 'C' },
      ];
      const write = async () => assert.equal((await send('POST /each', boats)).status, 207);
      assert.deepEqual(await updates(write, 'a', '/each'), ['A', 'C']);
    });

    test('a hook of a bulk request publishes only for the items that were written', async () => {
      const boats = ['A', 'refused', 'C'].map((name) => ({ id: ++lastId, name }));
      const write = async () => assert.equal((await send('POST /each', boats)).status, 207);
      assert.deepEqual(await updates(write), ['A of a hook', 'C of a hook']);
    });

    const publish = (item: object, name = 'boats', change = 'changed', tenant = 'a') =>
      send('POST /quiet/publish', { resource: name, item, change }, {}, tenant);

    test('publish() publishes an item once after the commit, to the clients of the tenant', async () => {
      conflicts = 0;
      const boat = { id: 7, name: 'Triton', tenant: 'a' };
      const write = async () => {
        assert.equal((await publish(boat)).status, 204);
        assert.equal((await publish({ ...boat, name: 'refused' })).status, 409);
        assert.equal((await publish(boat, 'boats', 'deleted')).status, 204);
      };
      assert.deepEqual(await updates(write), ['Triton', { '@id': '/api/boats/7' }]);
      const other = async () =>
        assert.equal((await publish({ id: 7, name: 'Triton' }, 'boats', 'changed', 'b')).status, 204);
      assert.deepEqual(await updates(other), []);
    });

    test('publish() rejects unknown resources, and items that are incomplete or of another tenant', async () => {
      conflicts = 1;
      const boat = { id: 7, name: 'Triton', tenant: 'a' };
      const write = async () => {
        for (const [item, name] of [
          [boat, 'boat'],
          [boat, 'quiet'],
          [{ id: 7 }, 'boats'],
          [{ ...boat, tenant: 'b' }, 'boats'],
        ] as const)
          assert.equal((await publish(item, name)).status, 500, JSON.stringify([item, name]));
      };
      assert.deepEqual(await updates(write), []);
      assert.deepEqual(await updates(write, 'b'), []);
    });

    test('host.publish() publishes an item outside of requests, and after the commit in a transaction', async () => {
      const boat = { id: 7, name: 'Triton', tenant: 'a' };
      const write = async () => {
        await host.publish('boats', boat);
        await host.publish('boats', boat, 'deleted');
        await host.publish('boats', { ...boat, tenant: 'b' });
        await store.transaction(async () => host.publish('boats', { ...boat, name: 'committed' }));
        await assert.rejects(
          store.transaction(async () => {
            await host.publish('boats', { ...boat, name: 'rolled back' });
            throw new Error('no');
          }),
          /no/,
        );
      };
      assert.deepEqual(await updates(write), ['Triton', { '@id': '/api/boats/7' }, 'committed']);
      await assert.rejects(host.publish('boat' as 'boats', boat), /Unknown resource "boat"/);
      await assert.rejects(host.publish('quiet', boat), /"quiet" is not live; declare it with live: true/);
      await assert.rejects(host.publish('boats', { id: 7, name: 'x' } as Boat), /"boats" has no "tenant"/);
    });

    test('a restored row is published for its resource', { skip: database === undefined }, async () => {
      const path = await create();
      const write = async () => {
        assert.equal((await send(`DELETE ${path}`)).status, 204);
        assert.equal((await send(`POST ${path.replace('boats', 'deleted')}/restore`)).status, 200);
        assert.equal((await send(`POST ${path.replace('boats', 'deleted')}/restore`)).status, 404);
      };
      assert.deepEqual(await updates(write), [{ '@id': `/api${path}` }, 'Nereid']);
    });
  });
