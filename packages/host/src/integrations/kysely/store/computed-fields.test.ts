import { deepEqual, doesNotMatch, equal, match, rejects } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { z } from 'zod';
import { defineHost } from '../../../host/define-host.ts';
import { filter } from '../../../features/resources/declare/filters/filter.ts';
import { resource } from '../../../features/resources/declare/resource.ts';
import { createContext } from '../../../testing/index.ts';
import { explainQuery } from '../explain-query.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { sqlStore } from './sql-store.ts';
import type { SqlStoreOptions } from '../../sql/sql-store-options.ts';

const Boat = z.object({ id: z.int(), name: z.string(), size: z.int(), area: z.number() });
const postgres = await connectPostgres('computed_fields');
const file = new DatabaseSync(':memory:');
const overSqlite = new Kysely<never>({ dialect: new NodeSqliteDialect({ database: file }) });
after(async () => {
  await overSqlite.destroy();
  await postgres.close();
});

async function createTable(database: Kysely<never>): Promise<void> {
  await sql.raw('drop table if exists boats').execute(database);
  await sql
    .raw('create table boats (id integer primary key, name text not null, size integer not null, deleted_at text)')
    .execute(database);
  await sql.raw(`insert into boats values (1, 'Nereid', 3, null), (2, 'Triton', 9, null)`).execute(database);
}

function createHost(database: Kysely<never>, more: object = {}, options: SqlStoreOptions = {}) {
  const store = sqlStore(database as unknown as Kysely<{ boats: object }>, 'boats', options);
  const boats = resource('boats', Boat, {
    id: 'id',
    input: { create: Boat.omit({ area: true }) },
    computed: { area: sql<number>`size * cast(${1.5} as real)` },
    store,
    ...more,
  });
  const host = defineHost({ resources: [boats], access: 'public', log: false, profiler: false });
  /* oxlint-disable-next-line typescript/no-explicit-any -- the JSON of responses */
  const get = async (path: string): Promise<any> => (await host.fetch(new Request(`http://localhost${path}`))).json();
  return { host, store, get };
}

for (const [name, database] of [
  ['SQLite', overSqlite],
  ['PostgreSQL', postgres.database],
] as const)
  describe(
    `expressions of computed fields on ${name}`,
    { skip: database === postgres.database && postgres.skip },
    () => {
      test('that are invalid are an error at the start', async (t) => {
        await createTable(database);
        const other = { strings: ['size * 2'], values: [] };
        for (const [expression, reason] of [
          [sql`length * 2`, /The expression of the computed field "area" of "boats" is invalid: .*length/],
          [other, /The value of the computed field "area" is not an expression of Kysely/],
        ] as const) {
          const { host } = createHost(database, { computed: { area: expression } });
          t.after(() => host.close());
          await rejects(host.listen({ port: 0 }), reason);
        }
      });
      test('can be used with conditions of filter.sql', async () => {
        await createTable(database);
        const filters = {
          larger: filter.sql(z.coerce.number(), (_: unknown, value: number) => sql<boolean>`boats.size > ${value}`),
          order: filter.order(['area']),
        };
        const { get } = createHost(database, { filters });
        deepEqual(await get('/api/boats?larger=2&order[area]=desc'), [
          { id: 2, name: 'Triton', size: 9, area: 13.5 },
          { id: 1, name: 'Nereid', size: 3, area: 4.5 },
        ]);
        deepEqual(await get('/api/boats?larger=5&fields=area'), [{ area: 13.5 }]);
      });
      test('that are hidden cannot be selected, filtered or sorted by', async () => {
        await createTable(database);
        const filters = { area: filter.range(), order: filter.order(['area', 'name']) };
        const { get } = createHost(database, { filters, fields: { area: () => false } });
        deepEqual(await get('/api/boats/1'), { id: 1, name: 'Nereid', size: 3 });
        for (const query of ['area[gt]=1', 'order[area]=asc', 'fields=area'])
          equal((await get(`/api/boats?${query}`)).status, 400, query);
      });
      test('are part of the entity tag', async () => {
        await createTable(database);
        const count = sql<number>`(select count(*) from boats as others)`;
        const { host } = createHost(database, { computed: { area: count } });
        const read = (tag = '') =>
          host.fetch(new Request('http://localhost/api/boats/1', { headers: { 'If-None-Match': tag } }));
        const tag = (await read()).headers.get('ETag')!;
        equal((await read(tag)).status, 304);
        await sql`insert into boats values (3, 'Wind', 1, null)`.execute(database);
        const changed = await read(tag);
        deepEqual([changed.status, ((await changed.json()) as { area: number }).area], [200, 3]);
      });
      test('are read again after rows are restored', async () => {
        await createTable(database);
        const { store, host } = createHost(database, {}, { softDelete: 'deleted_at' });
        const context = { context: createContext(), signal: new AbortController().signal };
        const { trash } = store;
        const trashed = resource('deleted', Boat, {
          id: 'id',
          input: { create: Boat.omit({ area: true }) },
          computed: { area: sql<number>`size * 10` },
          store: trash,
        });
        defineHost({ resources: [trashed], access: 'public', log: false, profiler: false });
        const { status } = await host.fetch(new Request('http://localhost/api/boats/1', { method: 'DELETE' }));
        equal(status, 204);
        deepEqual(await trash.restore({ id: 1 }, context), { id: 1, name: 'Nereid', size: 3, area: 30 });
      });
    },
  );

describe('statements with computed fields on SQLite', () => {
  test('use the indexes of the table, and read no rows into a temporary table', async () => {
    await createTable(overSqlite);
    await sql`create index by_size on boats (size, id)`.execute(overSqlite);
    const prepared: string[] = [];
    const prepare = file.prepare.bind(file);
    file.prepare = (text) => {
      prepared.push(text);
      return prepare(text);
    };
    const { get } = createHost(overSqlite, { filters: { size: filter.exact() } });
    await get('/api/boats?size=3');
    file.prepare = prepare;
    const steps = await explainQuery(overSqlite)(prepared.at(-1)!, [1.5, 3, 30]);
    const plan = JSON.stringify(steps);
    match(plan, /by_size/);
    doesNotMatch(plan, /MATERIALIZE|CO-ROUTINE|TEMP B-TREE/);
  });
  test('search in an FTS5 table of rowids', async () => {
    await createTable(overSqlite);
    await sql`create virtual table boats_index using fts5(name, content='boats', content_rowid='id')`.execute(
      overSqlite,
    );
    await sql`insert into boats_index (boats_index) values ('rebuild')`.execute(overSqlite);
    const search = { fields: ['name'], order: 'relevance' };
    const { get } = createHost(overSqlite, { search }, { search: 'boats_index' });
    deepEqual(await get('/api/boats?search=triton'), [{ id: 2, name: 'Triton', size: 9, area: 13.5 }]);
  });
});
