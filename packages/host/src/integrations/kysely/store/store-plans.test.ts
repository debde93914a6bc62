import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { DatabaseSync, constants } from 'node:sqlite';
import { after, test } from 'node:test';
import { Kysely } from 'kysely';
import { z } from 'zod';
import { ResourceRegistry } from '../../../features/resources/build/resource-registry.ts';
import { resource } from '../../../features/resources/declare/resource.ts';
import type { CursorValue, ListRequest, ListWindow } from '../../../features/resources/declare/list-request.ts';
import type { FilterTree } from '../../../features/resources/declare/filters/filter-tree.ts';
import type { StoreContext } from '../../../features/resources/declare/resource-store.ts';
import { foldCase } from '../../../features/resources/declare/filters/operand.ts';
import { createContext } from '../../../testing/index.ts';
import { RequestTrace } from '../../../../../core/src/trace/trace.ts';
import { runInTrace } from '../../../../../core/src/trace/current.ts';
import { explainQuery } from '../explain-query.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { sqlStore } from './sql-store.ts';

const CITIES = 135_233;
const file = new DatabaseSync(':memory:');
file.exec(`
  create table cities (id integer primary key, name text not null, folded text not null, country text not null, population integer not null);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${CITIES})
  insert into cities select i, 'City ' || (i * 7919 % ${CITIES}), 'city ' || (i * 7919 % ${CITIES}), 'C' || (i % 240),
    case when i % 2 = 0 then 0 else i * 31 % 1000000 end from n;
  create index by_name on cities (folded);
  create index by_population on cities (population);
  create index by_country_and_population on cities (country, population);
`);
const database = new Kysely<{ cities: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
after(() => database.destroy());
const store = sqlStore(database, 'cities', { columns: { name: { folded: 'folded', orderFolded: true } } });
const City = z.object({ id: z.int(), name: z.string(), country: z.string(), population: z.int() });
deepEqual(new ResourceRegistry([resource('cities', City, { id: 'id', store })]).issues, []);

const NO_USER: StoreContext = { context: createContext(), signal: new AbortController().signal, scope: {} };
const eq = (field: string, value: string): FilterTree => ({ op: 'eq', field, value });
const between = (from: number, to: number): FilterTree => ({
  op: 'and',
  of: [
    { op: 'gte', field: 'population', value: from },
    { op: 'lte', field: 'population', value: to },
  ],
});
const starts: FilterTree = { op: 'starts', field: 'name', value: 'CITY 99' };

const LISTS: readonly (readonly [name: string, where: FilterTree | undefined, order: string, sorted: boolean])[] = [
  ['all cities by name', undefined, 'name', false],
  ['all cities by population', undefined, 'population', false],
  ['the cities of a country by population', eq('country', 'C7'), 'population', false],
  ['the cities of a country by name', eq('country', 'C7'), 'name', true],
  ['a range of populations by population', between(10, 900_000), 'population', false],
  ['a range of populations by name', between(999_000, 999_100), 'name', true],
  ['the cities with a name prefix, by name', starts, 'name', false],
  [
    'a range in a country by population',
    { op: 'and', of: [eq('country', 'C7'), between(10, 900_000)] },
    'population',
    false,
  ],
];

for (const [name, where, field, sorted] of LISTS)
  for (const direction of ['asc', 'desc'] as const)
    test(`a page of ${name}, ${direction}ending, is one query and one count, both by an index`, async () => {
      const order = [
        { field, direction },
        { field: 'id', direction },
      ];
      const { statements } = await watch({
        where,
        order,
        window: { by: 'offset', offset: 30, limit: 30 },
        count: true,
      });
      equal(statements.length, 2);
      const [page, count] = await Promise.all(statements.map(getPlan));
      for (const plan of [page!, count!]) {
        match(plan, /USING (?:COVERING )?INDEX/);
        doesNotMatch(plan, /SCAN \w+(?:\n|$)/);
      }
      // Sorting is only allowed if the filter uses another field than the order.
      if (!sorted) doesNotMatch(page!, /TEMP B-TREE/);
    });

test('a page whose total is known from its rows needs no count', async () => {
  const order = [{ field: 'id', direction: 'asc' as const }];
  const few: FilterTree = { op: 'lte', field: 'id', value: 12 };
  const { statements, page } = await watch({
    where: few,
    order,
    window: { by: 'offset', offset: 0, limit: 30 },
    count: true,
  });
  equal(page.total, 12);
  equal(statements.length, 1);
});

for (const direction of ['asc', 'desc'] as const)
  for (const last of ['asc', 'desc'] as const)
    test(`a page by cursor reads as many rows on page 4,000 as on page 1: population ${direction}, id ${last}`, async () => {
      const order = [
        { field: 'population', direction },
        { field: 'id', direction: last },
      ];
      const rows = file
        .prepare(`select population, id from cities order by population ${direction}, id ${last} limit 1 offset ?`)
        .all(3999 * 30 - 1) as { population: number; id: number }[];
      const { population, id } = rows[0]!;
      const far = await rowsRead(order, [population, id]);
      // Half of the cities have no population, so many rows are equal to the cursor.
      ok(far.read <= 70, `read ${far.read} rows`);
      equal(far.items, 30);
      const start = direction === 'asc' ? [0, last === 'asc' ? 0 : CITIES + 1] : [1e9, 0];
      const near = await rowsRead(order, start);
      ok(near.read <= 70, `read ${near.read} rows`);
    });

for (const by of ['offset', 'cursor'] as const)
  test(`SQLite prepares the statement of a page by ${by} once, not again for each page`, async () => {
    const order = [{ field: 'id', direction: 'asc' as const }];
    const windowAt = (position: number): ListWindow =>
      by === 'offset' ? { by, offset: position, limit: 30 } : { by, from: [position], direction: 'after', limit: 30 };
    const list = (position: number) => watch({ where: undefined, order, window: windowAt(position), count: false });
    let prepared = 0;
    // SQLite calls the authorizer while it prepares a statement, and at no other time.
    file.setAuthorizer(() => (prepared++, constants.SQLITE_OK));
    await list(30);
    prepared = 0;
    const { page } = await list(60);
    file.setAuthorizer(null);
    equal(page.items[0]!['id'], 61);
    equal(prepared, 0);
  });

test('a page by cursor reads rows with equal first keys before the others, in one statement each', async () => {
  const order = [
    { field: 'population', direction: 'asc' as const },
    { field: 'id', direction: 'asc' as const },
  ];
  const last = file
    .prepare('select population, id from cities where population = 0 order by id desc limit 1 offset 9')
    .get() as { population: number; id: number };
  const window: ListWindow = { by: 'cursor', from: [last.population, last.id], direction: 'after', limit: 30 };
  const { page, statements } = await watch({ where: undefined, order, window, count: false });
  const expected = file
    .prepare('select id from cities where population > 0 or id > ? order by population, id limit 30')
    .all(last.id) as { id: number }[];
  deepEqual(
    page.items.map(({ id }) => id),
    expected.map(({ id }) => id),
  );
  equal(statements.length, 2);
  for (const statement of statements) doesNotMatch(await getPlan(statement), /TEMP B-TREE|MERGE/);
  const among: ListWindow = { by: 'cursor', from: [0, 2], direction: 'after', limit: 30 };
  equal((await watch({ where: undefined, order, window: among, count: false })).statements.length, 1);
});

// Every row that is read is folded, so the calls of the folding function are counted.
async function rowsRead(
  order: ListRequest['order'],
  from: readonly CursorValue[],
): Promise<{ read: number; items: number }> {
  let read = 0;
  const counting = (text: unknown): string => (read++, foldCase(String(text)));
  await database.connection().execute(async () => file.function('oriel_fold', { deterministic: true }, counting));
  const window: ListWindow = { by: 'cursor', from, direction: 'after', limit: 30 };
  const where: FilterTree = { op: 'contains', field: 'country', value: 'c' };
  const { items } = await store.list({ where, order, window, count: false, fields: undefined }, NO_USER);
  return { read, items: items.length };
}

async function watch(request: Omit<ListRequest, 'fields'>) {
  const trace = new RequestTrace();
  const page = await runInTrace(trace, async () => store.list({ ...request, fields: undefined }, NO_USER));
  const statements = trace.spans.map(({ details }) => details as { sql: string; parameters: readonly unknown[] });
  return { page, statements };
}

async function getPlan({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): Promise<string> {
  const steps = await explainQuery(database)(sql, parameters);
  return steps.map((step) => step['detail']).join('\n');
}
