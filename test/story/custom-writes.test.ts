/** A custom operation that changes an item obeys the same preconditions, keys, rules and hooks as PATCH. */
import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { ConflictError, defineHost, memoryStore, resource, where } from 'oriel-host';
import type { ResourceStore, User } from 'oriel-host';
import { NodeSqliteDialect, connectionOf, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { connectPostgres } from '../contracts/postgres.ts';
import { headerAuthenticator } from '../hub/live-host.ts';

const Boat = z.object({ id: z.int(), name: z.string(), owner: z.string(), secret: z.string() });
type Boat = z.infer<typeof Boat>;
type Headers = Readonly<Record<string, string>>;

const postgres = await connectPostgres('custom_writes', 'synchronous_commit=off');
const STORES = [
  { kind: 'memory', skip: false, open: () => undefined },
  {
    kind: 'SQLite',
    skip: false,
    open: () => new Kysely<never>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) }),
  },
  { kind: 'PostgreSQL', skip: postgres.skip, open: () => postgres.database },
] as const;
after(postgres.close);

const PUBLIC = { read: 'public', write: 'public' };
const owned = ({ user }: { user: User | null }) => where({ owner: user?.id ?? '' });
const notOfEve = ({ item }: { item: Boat | null }) => item?.owner !== 'eve';

const ascending = (one: number, other: number) => one - other;

// Both write the name of a boat.
const WRITES = {
  PATCH: { method: 'PATCH', suffix: '', type: 'application/merge-patch+json' },
  'a custom operation': { method: 'POST', suffix: '/rename', type: 'application/json' },
} as const;

for (const { kind, skip, open } of STORES)
  describe(`writes with a store of ${kind}`, { skip }, () => {
    const database = open() as Kysely<{ boats: object }> | undefined;
    const hooks: unknown[] = [];
    const inTransaction: boolean[] = [];
    let exported = 0;
    const boats = (name: string, options: object) => {
      const store = (database ? sqlStore(database, 'boats') : memoryStore()) as Required<ResourceStore<Boat>>;
      return resource(name, Boat, {
        id: 'id',
        store,
        fields: { secret: 'role:admin' },
        ...options,
        custom: {
          rename: {
            line: 'POST /{id}/rename',
            input: z.object({ name: z.string() }),
            handle: async (input) => {
              const { item, body } = input as unknown as { item: Boat; body: { name: string } };
              return store.patch({ id: item.id }, { name: body.name }, input);
            },
          },
          call: {
            line: 'POST /{id}/call',
            transaction: false,
            handle: async (input) => {
              inTransaction.push(database !== undefined && connectionOf(database) !== database);
              return store.patch({ id: input.item.id }, { name: 'called' }, input);
            },
          },
          export: {
            line: 'POST /{id}/export',
            handle: ({ item }) => new Response(`${item.name} ${++exported}`, { status: 202, headers: { 'X-A': 'b' } }),
          },
          give: {
            line: 'POST /{id}/give',
            handle: async (input) => store.patch({ id: input.item.id }, { owner: 'bob' }, { ...input, scope: {} }),
          },
        },
      });
    };
    const host = defineHost({
      log: false,
      access: 'public',
      security: { firewalls: [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }] },
      resources: [
        boats('plain', { idempotency: 'accept', access: PUBLIC }),
        boats('strict', { concurrency: 'required', idempotency: 'require', access: PUBLIC }),
        boats('ruled', { access: { read: 'public', create: 'public', write: notOfEve } }),
        boats('rows', { access: { read: 'public', create: 'public', write: owned } }),
        boats('hidden', { access: { read: owned, create: 'public', write: owned } }),
        boats('given', {
          access: { read: owned, create: 'public', write: owned },
          on: { give: { after: ({ next }: { next: Boat | null }) => hooks.push(next?.owner) } },
        }),
        boats('hooked', {
          access: PUBLIC,
          on: {
            '*': {
              after: ({ previous, next }: { previous: Boat | null; next: Boat | null }) => {
                hooks.push([previous?.name, next?.name]);
                if (next?.name === 'refused') throw new ConflictError('Not this name');
              },
            },
          },
        }),
      ],
    });
    let url = '';
    let lastId = 0;
    const create = async (path: string, owner = 'ada'): Promise<string> => {
      const id = ++lastId;
      const body = JSON.stringify({ id, name: 'Nereid', owner, secret: 'gold' });
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `"${id}"`, 'X-User': `${owner} admin` };
      const response = await fetch(`${url}/api/${path}`, { method: 'POST', body, headers });
      equal(response.status, 201, await response.clone().text());
      return `${path}/${id}`;
    };
    const read = (path: string, headers: Headers = { 'X-User': 'ada' }) => fetch(`${url}/api/${path}`, { headers });
    const readTag = async (path: string) => (await read(path)).headers.get('ETag')!;
    const readName = async (path: string) => ((await (await read(path)).json()) as Boat).name;

    before(async () => {
      if (database)
        await sql`create table boats (id integer primary key, name text not null, owner text not null, secret text not null)`.execute(
          database,
        );
      url = `http://127.0.0.1:${(await host.listen({ port: 0, host: '127.0.0.1' })).port}`;
    });
    after(async () => {
      await host.close();
      if (kind === 'SQLite') await database!.destroy();
    });

    for (const [name, { method, suffix, type }] of Object.entries(WRITES)) {
      const write = (path: string, newName: string, headers: Headers = {}) =>
        fetch(`${url}/api/${path}${suffix}`, {
          method,
          body: JSON.stringify({ name: newName }),
          headers: { 'Content-Type': type, 'X-User': 'ada', ...headers },
        });

      test(`${name} has the entity tag and the location of the item`, async () => {
        const path = await create('plain');
        const response = await write(path, 'Triton');
        equal(response.status, 200);
        equal(response.headers.get('ETag'), await readTag(path));
        equal(response.headers.get('Content-Location'), `/api/${path}`);
      });

      test(`${name} is rejected with 412 if its precondition is not met, and writes nothing`, async () => {
        const path = await create('plain');
        const tag = await readTag(path);
        equal((await write(path, 'Triton', { 'If-Match': tag })).status, 200);
        notEqual(await readTag(path), tag);
        const failing = [{ 'If-Match': tag }, { 'If-None-Match': '*' }, { 'If-None-Match': await readTag(path) }];
        for (const headers of failing) equal((await write(path, 'Proteus', headers)).status, 412);
        equal(await readName(path), 'Triton');
      });

      test(`one of several requests of ${name} with the same If-Match is performed`, async () => {
        const path = await create('plain');
        const headers = { 'If-Match': await readTag(path) };
        const responses = await Promise.all([1, 2, 3, 4, 5].map((index) => write(path, `Boat ${index}`, headers)));
        deepEqual(responses.map(({ status }) => status).toSorted(ascending), [200, 412, 412, 412, 412]);
      });

      test(`${name} needs a precondition and a key if the resource requires them`, async () => {
        const path = await create('strict');
        const key = { 'Idempotency-Key': `"${path} ${method}"` };
        equal((await write(path, 'Triton', key)).status, 428);
        equal((await write(path, 'Triton', { 'If-Match': '*' })).status, 400);
        equal((await write(path, 'Triton', { 'If-Match': await readTag(path), ...key })).status, 200);
      });

      test(`${name} with the same Idempotency-Key is performed once`, async () => {
        const path = await create('plain');
        const key = { 'Idempotency-Key': `"${path} ${method}"` };
        // A failed request does not use the key up.
        equal((await write(path, 'Triton', { ...key, 'If-Match': '"old-json"' })).status, 412);
        const first = await write(path, 'Triton', key);
        equal((await write(path, 'Proteus')).status, 200);
        const again = await write(path, 'Triton', key);
        deepEqual([first.status, again.status], [200, 200]);
        equal(await again.text(), await first.text());
        for (const header of ['ETag', 'Content-Location', 'Content-Type'])
          equal(again.headers.get(header), first.headers.get(header));
        equal(await readName(path), 'Proteus');
        equal((await write(path, 'Other', key)).status, 422);
      });

      test(`${name} obeys rules of the operation, of rows and of fields`, async () => {
        equal((await write(await create('ruled', 'eve'), 'Triton')).status, 403);
        equal((await write(await create('ruled'), 'Triton')).status, 200);
        equal((await write(await create('rows', 'bob'), 'Triton')).status, 403);
        equal((await write(await create('rows'), 'Triton')).status, 200);
        equal((await write(await create('hidden', 'bob'), 'Triton')).status, 404);
        const path = await create('hidden');
        const response = await write(path, 'Triton');
        deepEqual(await response.json(), { id: Number(path.split('/')[1]), name: 'Triton', owner: 'ada' });
        match(await (await write(path, 'Triton', { 'X-User': 'ada admin' })).text(), /"secret":"gold"/);
      });

      test(`${name} calls hooks in its transaction`, async () => {
        const path = await create('hooked');
        hooks.length = 0;
        equal((await write(path, 'Triton')).status, 200);
        equal((await write(path, 'refused')).status, 409);
        deepEqual(hooks, [
          ['Nereid', 'Triton'],
          ['Triton', 'refused'],
        ]);
        equal(await readName(path), 'Triton');
      });
    }

    test('one of several requests with the same If-Match is performed without a transaction', async () => {
      const path = await create('plain');
      const init = { method: 'POST', headers: { 'If-Match': await readTag(path) } };
      inTransaction.length = 0;
      const responses = await Promise.all([1, 2, 3].map(() => fetch(`${url}/api/${path}/call`, init)));
      deepEqual(responses.map(({ status }) => status).toSorted(ascending), [200, 412, 412]);
      deepEqual(inTransaction, [false]);
    });

    test('a response that a custom operation returns is stored for its Idempotency-Key', async () => {
      const path = await create('plain');
      const init = { method: 'POST', headers: { 'Idempotency-Key': `"${path} export"` } };
      const responses = [
        await fetch(`${url}/api/${path}/export`, init),
        await fetch(`${url}/api/${path}/export`, init),
      ];
      for (const response of responses) {
        deepEqual([response.status, response.headers.get('X-A')], [202, 'b']);
        equal(await response.text(), `Nereid ${exported}`);
        equal(response.headers.get('ETag'), null);
      }
    });

    test('a hook receives the item of a custom operation that its user can no longer read', async () => {
      const path = await create('given');
      hooks.length = 0;
      equal((await fetch(`${url}/api/${path}/give`, { method: 'POST', headers: { 'X-User': 'ada' } })).status, 200);
      deepEqual(hooks, ['bob']);
    });
  });
