import { deepEqual, equal } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { defineHost, memoryStore, resource } from 'oriel-host';
import type { ResourceStore } from '../../packages/host/src/features/resources/declare/resource-store.ts';
import { NodeSqliteDialect, connectionOf, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { connectPostgres } from '../contracts/postgres.ts';
import type { PostgresForTests } from '../contracts/postgres.ts';

const Note = z.object({
  id: z.int(),
  text: z.string(),
  state: z.string(),
  changes: z.int(),
  parts: z.record(z.string(), z.int()),
});
type Note = z.infer<typeof Note>;
interface Tables {
  notes: object;
  audit: { id?: number; text: string };
}

const AT_ONCE = 10;
const first = { text: 'Low', state: 'draft', changes: 0, parts: {} };
const MERGE = 'application/merge-patch+json';

for (const kind of ['PostgreSQL', 'SQLite', 'memory'] as const) {
  let postgres: PostgresForTests | undefined;
  let database: Kysely<Tables> | undefined;
  let skip: string | false = false;
  if (kind === 'PostgreSQL') {
    postgres = await connectPostgres('concurrent_writes', 'synchronous_commit=off');
    ({ skip } = postgres);
    database = postgres.database as unknown as Kysely<Tables>;
  } else if (kind === 'SQLite') {
    database = new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
  }

  describe(`concurrent writes with a store of ${kind}`, { skip }, () => {
    const store = (): Required<ResourceStore<Note>> =>
      (database ? sqlStore(database, 'notes') : memoryStore()) as never;
    const plain = store();
    const audited = store();
    const counted = store();
    const custom = store();
    const ruled = store();
    const audit = async (text: string): Promise<void> => {
      if (database) await connectionOf(database).insertInto('audit').values({ text }).execute();
      else await new Promise((resolve) => setTimeout(resolve, 1));
    };
    const host = defineHost({
      log: false,
      access: 'public',
      resources: [
        resource('plain', Note, { id: 'id', allowCreate: true, store: plain, bulk: { max: 10 } }),
        resource('each', Note, {
          id: 'id',
          store: store(),
          bulk: { max: 10, atomic: false },
          defaults: { changes: { write: ({ previous }) => (previous ? Number(previous['changes']) + 1 : 0) } },
        }),
        resource('audited', Note, {
          id: 'id',
          concurrency: 'required',
          allowCreate: true,
          store: audited,
          process: {
            create: async (input) => {
              await audit('create');
              return audited.create(input.body, input);
            },
            patch: async (input) => {
              await audit('patch');
              return (await audited.patch({ id: input.id }, input.changes, input))!;
            },
            replace: async (input) => {
              await audit('replace');
              if (input.previous === null) return audited.create({ ...input.body, id: input.id }, input);
              return (await audited.replace({ id: input.id }, input.body, input))!;
            },
            delete: async (input) => {
              await audit('delete');
              await audited.delete({ id: input.id }, input);
            },
          },
        }),
        resource('counted', Note, {
          id: 'id',
          store: counted,
          defaults: { changes: { write: ({ previous }) => (previous ? Number(previous['changes']) + 1 : 0) } },
          process: {
            create: async (input) => {
              await audit('create');
              return counted.create(input.body, input);
            },
          },
        }),
        resource('stepped', Note, {
          id: 'id',
          store: custom,
          process: {
            patch: async (input) => {
              await audit('patch');
              const changes = { ...input.changes, changes: input.previous.changes + 1 };
              return (await custom.patch({ id: input.id }, changes, input))!;
            },
          },
          custom: {
            publish: {
              line: 'POST /{id}/publish',
              handle: async (input) => {
                const { id, changes } = input.item;
                await audit('publish');
                return custom.patch({ id }, { state: 'published', changes: changes + 1 }, input);
              },
            },
          },
        }),
        resource('ruled', Note, {
          id: 'id',
          store: ruled,
          access: { read: 'public', write: ({ item }) => item == null || item.state === 'draft' },
        }),
      ],
    });
    let url = '';
    const send = async (path: string, init: RequestInit = {}) => fetch(`${url}/api/${path}`, init);
    const json = async (path: string) => (await (await send(path)).json()) as Note;
    const patch = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      send(path, { method: 'PATCH', headers: { 'Content-Type': MERGE, ...headers }, body: JSON.stringify(body) });
    const statuses = (responses: readonly Response[]) =>
      responses.map(({ status }) => status).toSorted((one, other) => one - other);
    const atOnce = (work: (index: number) => Promise<Response>, count = AT_ONCE) =>
      Promise.all(Array.from({ length: count }, (_, index) => work(index)));
    let next = 0;
    const create = async (path: string, more: object = {}): Promise<{ path: string; id: number; tag: string }> => {
      const id = ++next;
      const response = await send(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ id, ...first, ...more }),
      });
      equal(response.status, 201, await response.clone().text());
      const item = `${path}/${id}`;
      return { path: item, id, tag: (await send(item)).headers.get('ETag')! };
    };
    const oneIs = (status: number) => [status, ...Array.from({ length: AT_ONCE - 1 }, () => 412)];

    before(async () => {
      if (database) {
        const json = kind === 'PostgreSQL' ? 'jsonb' : 'text';
        await sql
          .raw(
            `create table notes (id integer primary key, text text not null, state text not null, changes integer not null, parts ${json} not null)`,
          )
          .execute(database);
        await sql.raw('create table audit (text text not null)').execute(database);
      }
      const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
      url = `http://127.0.0.1:${port}`;
    });
    after(async () => {
      await host.close();
      await (postgres ? postgres.close() : database?.destroy());
    });

    for (const path of ['plain', 'audited'])
      test(`one of ${AT_ONCE} changes of "${path}" with the same If-Match is performed`, async () => {
        for (let round = 0; round < 3; round++) {
          const patched = await create(path);
          deepEqual(
            statuses(await atOnce((i) => patch(patched.path, { text: `${i}` }, { 'If-Match': patched.tag }))),
            oneIs(200),
          );
          const replaced = await create(path);
          const put = (i: number) =>
            send(replaced.path, {
              method: 'PUT',
              headers: { 'Content-Type': 'application/json', 'If-Match': replaced.tag },
              body: JSON.stringify({ id: replaced.id, ...first, text: `${i}` }),
            });
          deepEqual(statuses(await atOnce(put)), oneIs(200));
          const deleted = await create(path);
          const removed = await atOnce((i) =>
            i % 2 === 0
              ? send(deleted.path, { method: 'DELETE', headers: { 'If-Match': deleted.tag } })
              : patch(deleted.path, { text: `${i}` }, { 'If-Match': deleted.tag }),
          );
          equal(removed.filter(({ status }) => status < 300).length, 1);
          for (const { status } of removed) equal(status < 300 || status === 412 || status === 404, true);
        }
      });

    test('rolls back what a function wrote if the write fails', { skip: database === undefined }, async () => {
      const count = async () =>
        (await database!.selectFrom('audit').where('text', '=', 'patch').selectAll().execute()).length;
      const { path, tag } = await create('audited');
      const written = await count();
      await atOnce((i) => patch(path, { text: `${i}` }, { 'If-Match': tag }));
      equal((await count()) - written, 1);
    });

    for (const path of ['counted', 'stepped'])
      test(`counts every change of "${path}"`, async () => {
        const item = await create(path);
        const start = (await json(item.path)).changes;
        deepEqual(
          statuses(await atOnce((i) => patch(item.path, { text: `${i}` }))),
          Array.from({ length: AT_ONCE }, () => 200),
        );
        equal((await json(item.path)).changes, start + AT_ONCE);
      });

    test('counts every change of a bulk request that is not atomic', async () => {
      const { id, path } = await create('each');
      const bulk = (i: number) =>
        send('each', {
          method: 'PATCH',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify([{ id, text: `${i}` }]),
        });
      const start = (await json(path)).changes;
      const results = await atOnce(bulk);
      for (const result of results)
        equal(((await result.json()) as { results: { status: number }[] }).results[0]!.status, 200);
      equal((await json(path)).changes, start + AT_ONCE);
    });

    for (const path of ['plain', 'stepped'])
      test(`evaluates "test" of a JSON Patch of "${path}" against the item that it changes`, async () => {
        const item = await create(path);
        const responses = await atOnce((i) =>
          send(item.path, {
            method: 'PATCH',
            headers: { 'Content-Type': 'application/json-patch+json' },
            body: JSON.stringify([
              { op: 'test', path: '/text', value: 'Low' },
              { op: 'replace', path: '/text', value: `${i}` },
            ]),
          }),
        );
        deepEqual(statuses(responses), [200, ...Array.from({ length: AT_ONCE - 1 }, () => 409)]);
      });

    test('merges patches of members of one object', async () => {
      const { path } = await create('plain');
      await atOnce((i) => patch(path, { parts: { [`p${i}`]: i } }));
      equal(Object.keys((await json(path)).parts).length, AT_ONCE);
    });

    test('evaluates access rules with the item that is changed', async () => {
      const { path } = await create('ruled');
      const responses = await atOnce((i) => patch(path, { state: `published by ${i}` }));
      deepEqual(statuses(responses), [200, ...Array.from({ length: AT_ONCE - 1 }, () => 401)]);
    });

    test('performs one of several custom operations with the same If-Match', async () => {
      const { path, tag } = await create('stepped');
      const responses = await atOnce(() => send(`${path}/publish`, { method: 'POST', headers: { 'If-Match': tag } }));
      deepEqual(statuses(responses), oneIs(200));
      equal((await json(path)).changes, 1);
    });

    for (const path of ['plain', 'audited'])
      test(`creates an item of "${path}" once with PUT, and replaces it afterwards`, async () => {
        const put = (id: number, headers: Record<string, string>) => (i: number) =>
          send(`${path}/${id}`, {
            method: 'PUT',
            headers: { 'Content-Type': 'application/json', ...headers },
            body: JSON.stringify({ id, ...first, text: `${i}` }),
          });
        const created = statuses(await atOnce(put(++next, { 'If-None-Match': '*' }), 20));
        deepEqual(created, [201, ...Array.from({ length: 19 }, () => 412)]);
        if (path === 'audited') return;
        const [one, ...others] = statuses(await atOnce(put(++next, {}), 20)).toReversed();
        equal(one, 201);
        deepEqual(new Set(others), new Set([200]));
      });
  });
}
