import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { HostConfigError } from '../../../../../core/src/configuration/config-issue.ts';
import { ConflictError } from '../../../../../core/src/http/http-errors.ts';
import { defineHost } from '../../../host/define-host.ts';
import { NodeSqliteDialect } from '../../../integrations/kysely/node-sqlite-dialect.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { sqlStore } from '../../../integrations/kysely/store/sql-store.ts';
import { connectionOf } from '../../../integrations/kysely/store/transactions.ts';
import type { SharedHooks } from '../declare/hooks.ts';
import { resource } from '../declare/resource.ts';
import { afterCommit } from '../source/after-commit.ts';
import { memoryStore } from '../source/memory-store.ts';

const Boat = z.object({ id: z.int(), name: z.string(), slug: z.string().nullable() });
const Body = Boat.pick({ name: true });
// Work in it belongs to no transaction of a test.
const outside = new AsyncResource('outside');
const postgres = await connectPostgres('hooks');
after(postgres.close);

describe('hooks of a resource', () => {
  for (const kind of ['SQLite', 'PostgreSQL'] as const) {
    const options = { skip: kind === 'PostgreSQL' && postgres.skip };

    it(`run in the transaction of each write on ${kind}`, options, async (t) => {
      const { send, calls, notes, boats } = await openHost(t, kind);
      assert.equal((await send('POST', '/api/boats', { name: 'Nereid' })).status, 201);
      assert.equal((await send('PUT', '/api/boats/1', { name: 'Triton' })).status, 200);
      assert.equal((await send('PATCH', '/api/boats/1', { name: 'Proteus' })).status, 200);
      assert.deepEqual({ ...(await boats())[0] }, { id: 1, name: 'Proteus', slug: 'proteus' });
      assert.equal((await send('POST', '/api/boats/1/launch')).status, 200);
      assert.equal((await send('DELETE', '/api/boats/1')).status, 204);
      assert.deepEqual(calls, [
        'boats.create before none Nereid',
        'boats.create after none Nereid',
        'boats.replace before Nereid Triton',
        'boats.replace after Nereid Triton',
        'boats.patch before Triton Proteus',
        'boats.patch after Triton Proteus',
        'boats.launch before Proteus none',
        'boats.launch after Proteus Launched',
        'boats.delete before Launched none',
        'boats.delete after Launched none',
      ]);
      assert.equal((await notes()).length, 5);
    });

    it(`roll back the write and their own changes on ${kind} if one of them throws`, options, async (t) => {
      const { send, notes, boats, done } = await openHost(t, kind);
      await send('POST', '/api/boats', { name: 'Nereid' });
      const responses = [
        await send('POST', '/api/boats', { name: 'refused' }),
        await send('POST', '/api/boats', { name: 'broken' }),
        await send('PUT', '/api/boats/1', { name: 'broken' }),
        await send('PATCH', '/api/boats/1', { name: 'broken' }),
        await send('POST', '/api/boats', [{ name: 'Triton' }, { name: 'broken' }]),
        // The name is unique, so the store rejects it.
        await send('POST', '/api/boats', { name: 'Nereid' }),
      ];
      assert.deepEqual(
        responses.map(({ status }) => status),
        [409, 500, 500, 500, 500, 409],
      );
      assert.deepEqual(
        (await boats()).map(({ name }) => name),
        ['Nereid'],
      );
      assert.deepEqual(await notes(), ['boats.create Nereid']);
      assert.deepEqual(done, ['Nereid']);
    });
  }

  it('are rolled back if the commit fails', { skip: postgres.skip }, async (t) => {
    const { send, notes, boats } = await openHost(t, 'PostgreSQL');
    // The constraint is checked by the commit.
    await sql`alter table boats add constraint names exclude (slug with =) deferrable initially deferred`.execute(
      postgres.database,
    );
    await send('POST', '/api/boats', { name: 'Nereid' });
    assert.ok((await send('POST', '/api/boats', { name: 'NEREID' })).status >= 400);
    assert.deepEqual([(await boats()).length, (await notes()).length], [1, 1]);
  });

  it('run for each item of a bulk request', async (t) => {
    const { send, notes } = await openHost(t, 'SQLite');
    await send('POST', '/api/boats', [{ name: 'Nereid' }, { name: 'Triton' }]);
    await send('PATCH', '/api/boats', [
      { id: 1, name: 'Proteus' },
      { id: 2, name: 'Glaukos' },
    ]);
    assert.deepEqual(await notes(), [
      'boats.create Nereid',
      'boats.create Triton',
      'boats.patch Proteus',
      'boats.patch Glaukos',
    ]);
  });

  it('do not run for a patch that changes nothing', async (t) => {
    const { send, calls } = await openHost(t, 'SQLite');
    await send('POST', '/api/boats', { name: 'Nereid' });
    assert.equal((await send('PATCH', '/api/boats/1', { name: 'Nereid' })).status, 200);
    assert.equal(calls.length, 2);
  });

  it('of replace run with previous null if PUT creates the item, in the order of their sets', async () => {
    const calls: string[] = [];
    const log = (name: string): SharedHooks => ({
      '*': { before: ({ operation, previous }) => void calls.push(`${name} ${operation} ${String(previous)}`) },
    });
    const replace = { before: () => void calls.push('own') };
    const boats = resource('boats', Boat, {
      id: 'id',
      store: memoryStore(),
      allowCreate: true,
      on: [log('first'), { replace }, log('last')],
    });
    await using host = defineHost({ resources: [boats], log: false });
    const send = sendTo(host);
    assert.equal((await send('PUT', '/api/boats/7', { id: 7, name: 'Nereid', slug: null })).status, 201);
    assert.deepEqual(calls, ['first boats.replace null', 'own', 'last boats.replace null']);
  });

  it('run again if PUT is repeated, because another request has created the item', async () => {
    const store = memoryStore();
    const names: string[] = [];
    const before = async ({ next }: { next: z.infer<typeof Boat> }) => {
      names.push(next.name);
      // Another request creates the item between the first attempt and its write.
      if (names.length === 1) await create();
      return { name: `${next.name}!` };
    };
    const boats = resource('boats', Boat, { id: 'id', store, allowCreate: true, on: { replace: { before } } });
    await using host = defineHost({ resources: [boats], log: false });
    const send = sendTo(host);
    const create = async (): Promise<void> => {
      await outside.runInAsyncScope(() => send('POST', '/api/boats', { id: 7, name: 'Triton', slug: null }));
    };
    assert.equal((await send('PUT', '/api/boats/7', { id: 7, name: 'Nereid', slug: null })).status, 200);
    assert.deepEqual(names, ['Nereid', 'Nereid']);
    assert.equal(((await (await send('GET', '/api/boats/7')).json()) as { name: string }).name, 'Nereid!');
  });

  it('start from the validated body again if a conflict of transactions repeats the write', async () => {
    const conflict = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
    let attempts = 0;
    const create = {
      before: ({ next }: { next: z.infer<typeof Boat> }) => ({ name: `${next.name}!` }),
      after() {
        if (++attempts === 1) throw conflict;
      },
    };
    const boats = resource('boats', Boat, { id: 'id', store: memoryStore(), on: { create } });
    await using host = defineHost({ resources: [boats], log: false });
    const send = sendTo(host);
    assert.equal((await send('POST', '/api/boats', { id: 7, name: 'Nereid', slug: null })).status, 201);
    assert.equal(((await (await send('GET', '/api/boats/7')).json()) as { name: string }).name, 'Nereid!');
    assert.equal(attempts, 2);
  });

  it('cannot change the identifier, and change nothing by assignment', async () => {
    const boats = resource('boats', Boat, {
      id: 'id',
      store: memoryStore([{ id: 1, name: 'Nereid', slug: null }]),
      on: {
        patch: { before: () => ({ id: 2 }) },
        replace: { before: ({ next }) => void Object.assign(next, { name: 'assigned' }) },
        delete: { before: (() => ({ name: 'Triton' })) as never },
      },
    });
    await using host = defineHost({ resources: [boats], log: false });
    const send = sendTo(host);
    assert.equal((await send('PATCH', '/api/boats/1', { name: 'Triton' })).status, 500);
    assert.equal((await send('PUT', '/api/boats/1', { id: 1, name: 'Triton', slug: null })).status, 500);
    assert.equal((await send('DELETE', '/api/boats/1')).status, 500);
    assert.deepEqual(await (await send('GET', '/api/boats/1')).json(), { id: 1, name: 'Nereid', slug: null });
  });

  const declare = (on: never) => {
    const provide = { list: () => [], get: () => null };
    const boats = resource('boats', Boat, {
      id: 'id',
      provide,
      process: { create: () => ({ id: 1, name: '', slug: null }) },
      custom: { send: { line: 'POST /send', transaction: false, handle: () => null } },
      on,
    });
    return () => defineHost({ resources: [boats], log: false });
  };

  it('are refused at start if their operation or transaction does not exist, or they are not functions', () => {
    assert.throws(declare({ patch: {}, send: {} } as never), ({ issues }: HostConfigError) => {
      assert.deepEqual(
        issues.map(({ code, reason }) => `${code} ${reason}`),
        [
          'ORIEL_RESOURCE_HOOK Hooks run in a transaction, and the resource has none',
          'ORIEL_RESOURCE_HOOK "patch" is not an operation that writes in a transaction',
          'ORIEL_RESOURCE_HOOK "send" is not an operation that writes in a transaction',
        ],
      );
      return true;
    });
    assert.throws(declare({ create: { after: 'audit', befor: () => {} } } as never), ({ issues }: HostConfigError) => {
      assert.deepEqual(
        issues.map(({ place, reason }) => `${place.split('.').slice(1).join('.')} ${reason}`),
        ['on.create.befor Unknown setting "befor"', 'on.create.after It is "audit"'],
      );
      return true;
    });
  });
});

async function openHost(t: TestContext, kind: 'SQLite' | 'PostgreSQL') {
  const database = await openTables(t, kind);
  const store = sqlStore(database, 'boats');
  const calls: string[] = [];
  const done: string[] = [];
  const nameOf = (item: unknown): string => (item as { name?: string } | null)?.name ?? 'none';
  const boats = resource('boats', Boat, {
    id: 'id',
    input: { create: Body },
    store,
    bulk: { max: 10 },
    custom: {
      launch: {
        line: 'POST /{id}/launch',
        handle: async () => {
          await sql`update boats set name = 'Launched'`.execute(connectionOf(database));
          return { id: 1, name: 'Launched', slug: null };
        },
      },
    },
    on: {
      '*': {
        before: ({ operation, previous, next }) =>
          void calls.push(`${operation} before ${nameOf(previous)} ${nameOf(next)}`),
        after: async ({ operation, id, previous, next }) => {
          assert.equal(id, (next ?? previous)?.id);
          calls.push(`${operation} after ${nameOf(previous)} ${nameOf(next)}`);
          const text = `${operation} ${nameOf(next)}`;
          await sql`insert into notes (text) values (${text})`.execute(connectionOf(database));
          await afterCommit(() => done.push(nameOf(next)));
          if (nameOf(next) === 'broken') throw new Error('broken');
        },
      },
      create: {
        before: ({ next }) => {
          if (next.name === 'refused') throw new ConflictError('The name is refused');
          return { slug: next.name.toLowerCase() };
        },
      },
      replace: { before: ({ next }) => ({ slug: next.name.toLowerCase() }) },
      patch: { before: ({ changes }) => ({ slug: changes.name?.toLowerCase() ?? null }) },
      launch: { after: ({ result }) => assert.deepEqual(result, { id: 1, name: 'Launched', slug: null }) },
    },
  });
  const host = defineHost({ resources: [boats], log: false });
  t.after(() => host.close());
  const read = async (query: ReturnType<typeof sql<Record<string, unknown>>>) => (await query.execute(database)).rows;
  return {
    send: sendTo(host),
    calls,
    done,
    boats: async () => (await read(sql`select * from boats order by id`)) as z.infer<typeof Boat>[],
    notes: async () => (await read(sql`select text from notes order by id`)).map(({ text }) => text),
  };
}

async function openTables(t: TestContext, kind: 'SQLite' | 'PostgreSQL'): Promise<Kysely<Tables>> {
  const isFile = kind === 'SQLite';
  const database: Kysely<Tables> = isFile
    ? new Kysely({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) })
    : (postgres.database as unknown as Kysely<Tables>);
  const id = sql.raw(isFile ? 'integer primary key autoincrement' : 'serial primary key');
  await sql`create table boats (id ${id}, name text not null unique, slug text)`.execute(database);
  await sql`create table notes (id ${id}, text text not null)`.execute(database);
  t.after(async () => {
    if (isFile) return database.destroy();
    await sql`drop table boats, notes`.execute(database);
  });
  return database;
}

interface Tables {
  boats: object;
  notes: object;
}

function sendTo(host: { fetch(request: Request): Response | Promise<Response> }) {
  return async (method: string, path: string, body?: unknown): Promise<Response> => {
    const type = method === 'PATCH' && !Array.isArray(body) ? 'application/merge-patch+json' : 'application/json';
    const init = body === undefined ? {} : { headers: { 'Content-Type': type }, body: JSON.stringify(body) };
    return host.fetch(new Request(`http://localhost${path}`, { method, ...init }));
  };
}
