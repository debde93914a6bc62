import { deepEqual, equal, throws } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Kysely } from 'kysely';
import { defineHost, memoryStore, resource } from 'oriel-host';
import { z } from 'zod';
import type { FilterTree } from '../../../features/resources/declare/filters/filter-tree.ts';
import type { ListRequest } from '../../../features/resources/declare/list-request.ts';
import type { StoreContext } from '../../../features/resources/declare/resource-store.ts';
import { createContext } from '../../../testing/index.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { sqlStore } from './sql-store.ts';

const Boat = z.object({
  id: z.int(),
  name: z.string(),
  fast: z.boolean().nullable(),
  seen: z.iso.datetime().nullable(),
  built: z.iso.date().nullable(),
  crew: z.array(z.int()).nullable(),
  nowhere: z.string().optional(),
  harbour: z.int().nullable(),
});
const CONTEXT: StoreContext = { context: createContext(), signal: new AbortController().signal, scope: {} };

/** Creates boats whose times are numbers, with a field without a column. */
function fleet(t: TestContext) {
  const file = new DatabaseSync(':memory:');
  file.exec(`create table boats (id integer primary key, name text, folded text, fast integer, seen integer, built integer,
    crew text, harbour integer)`);
  const database = new Kysely<{ boats: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  const store = sqlStore(database, 'boats', {
    columns: {
      name: { folded: 'folded', orderFolded: true },
      seen: { as: 'milliseconds' },
      built: { as: 'seconds' },
      nowhere: false,
    },
  });
  const harbours = resource('harbours', z.object({ id: z.int(), name: z.string() }), {
    id: 'id',
    store: memoryStore([{ id: 1, name: 'Kiel' }]),
  });
  const boats = resource('boats', Boat, { id: 'id', links: { harbour: 'harbours' }, store });
  const host = defineHost({ resources: [harbours, boats], log: { level: 'none' } });
  t.after(() => host.close());
  const post = (body: object) =>
    host.fetch(
      new Request('http://localhost/api/boats', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      }),
    );
  const list = async (where: FilterTree | undefined, more: Partial<ListRequest> = {}) => {
    const request = { where, order: [], window: { by: 'all' }, count: false, ...more } as unknown as ListRequest;
    return (await store.list(request, CONTEXT)).items.map((item) => (item as { id: number }).id);
  };
  return { host, file, post, list, store };
}

const BOAT = {
  name: 'Nereid',
  fast: true,
  seen: '2026-11-22T03:00:00.500Z',
  built: '1999-05-01',
  crew: [1],
  harbour: null,
};

test('stores times as numbers and returns them as times', async (t) => {
  const { post, file, list } = fleet(t);
  const made = await post({ id: 1, ...BOAT });
  deepEqual(await made.json(), { id: 1, ...BOAT });
  deepEqual(
    { ...file.prepare('select seen, built from boats').get() },
    { seen: Date.parse(BOAT.seen), built: Date.parse(BOAT.built) / 1000 },
  );
  deepEqual(await list({ op: 'gte', field: 'seen', value: BOAT.seen }), [1]);
  deepEqual(await list({ op: 'gt', field: 'seen', value: BOAT.seen }), []);
  deepEqual(await list({ op: 'eq', field: 'built', value: BOAT.built }), [1]);
});

test('all rows match an empty "and", and no rows match an empty "or"', async (t) => {
  const { post, list } = fleet(t);
  await post({ id: 1, ...BOAT });
  deepEqual(await list({ op: 'and', of: [] }), [1]);
  deepEqual(await list({ op: 'or', of: [] }), []);
  deepEqual(await list({ op: 'not', of: { op: 'or', of: [] } }), [1]);
});

test('pages by cursor after a name that starts with the last code point', async (t) => {
  const { post, list } = fleet(t);
  const names = ['\u{10FFFF}', '\u{10FFFF}a', '\ud7ffa', '\ue000', 'a'];
  for (const [index, name] of names.entries()) await post({ ...BOAT, id: index + 1, name });
  deepEqual(await list({ op: 'starts', field: 'name', value: '\u{10FFFF}' }), [1, 2]);
  deepEqual(await list({ op: 'starts', field: 'name', value: '\ud7ff' }), [3]);
  deepEqual(await list({ op: 'starts', field: 'name', value: 'A' }), [5]);
  deepEqual(await list({ op: 'starts', field: 'name', value: '' }), [1, 2, 3, 4, 5]);
});

test('rejects requests that the database cannot execute, with the reason', async (t) => {
  const { list, store } = fleet(t);
  let deep: FilterTree = { op: 'eq', field: 'id', value: 1 };
  for (let depth = 0; depth < 102; depth++) deep = { op: 'not', of: deep };
  await throwsLater(() => list(deep), /at most|100 levels deep/);
  await throwsLater(() => list({ op: 'eq', field: 'nowhere', value: 'x' }), /table "boats" has no column for it/);
  await throwsLater(() => list({ op: 'eq', field: 'nowhere.name', value: 'x' }), /has no column for it/);
  await throwsLater(() => list({ op: 'eq', field: 'harbour.name', value: 'x' }), /resource without a sqlStore/);
  await throwsLater(() => list(undefined, { order: [{ field: 'nowhere', direction: 'asc' }] }), /cannot be sorted by/);
  deepEqual(await list({ op: 'eq', field: 'crew.name', value: 'x' }), []);
  equal(await store.get({ id: 9 }, CONTEXT), null);
});

test('throws for a store without a resource and for an unsupported database', () => {
  const database = new Kysely<{ a: object }>({
    dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }),
  });
  throws(() => sqlStore(database, 'a').get({ id: 1 }, CONTEXT), /is not used by a resource yet/);
  const unsupported = {
    getExecutor: () => ({ adapter: { constructor: { name: 'MysqlAdapter' } } }),
  } as unknown as typeof database;
  throws(() => sqlStore(unsupported, 'a'), /not MysqlAdapter/);
});

async function throwsLater(work: () => Promise<unknown>, message: RegExp): Promise<void> {
  let caught: unknown;
  try {
    await work();
  } catch (error) {
    caught = error;
  }
  equal(message.test(String(caught)), true, String(caught));
}
