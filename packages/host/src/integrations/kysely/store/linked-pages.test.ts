import { deepEqual, doesNotMatch, match } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { Kysely } from 'kysely';
import { z } from 'zod';
import { ResourceRegistry } from '../../../features/resources/build/resource-registry.ts';
import { resource } from '../../../features/resources/declare/resource.ts';
import type { ListRequest, ListWindow } from '../../../features/resources/declare/list-request.ts';
import type { FilterTree } from '../../../features/resources/declare/filters/filter-tree.ts';
import type { StoreContext } from '../../../features/resources/declare/resource-store.ts';
import { createContext } from '../../../testing/index.ts';
import { RequestTrace } from '../../../../../core/src/trace/trace.ts';
import { runInTrace } from '../../../../../core/src/trace/current.ts';
import { explainQuery } from '../explain-query.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { sqlStore } from './sql-store.ts';

const file = new DatabaseSync(':memory:');
file.exec(`
  create table countries (code text primary key, continent text);
  create table cities (id integer primary key, name text not null, country text, population integer);
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 49)
  insert into countries select 'C' || i, case when i % 5 = 4 then null else 'continent ' || (i % 5) end from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
  insert into cities select i, 'City ' || (i * 7919 % 1000), case when i % 60 < 50 then 'C' || (i * 31 % 50) else null end,
    case when i % 7 = 0 then null else i % 90 end from n;
  create index cities_by_country_and_name on cities (country, name);
  create index cities_by_country_and_population on cities (country, population);
`);
const database = new Kysely<{ cities: object; countries: object }>({
  dialect: new NodeSqliteDialect({ database: file }),
});
after(() => database.destroy());

const City = z.object({
  id: z.int(),
  name: z.string(),
  country: z.string().nullable(),
  population: z.int().nullable(),
});
const Country = z.object({ code: z.string(), continent: z.string().nullable() });
const store = sqlStore(database, 'cities');
const registry = new ResourceRegistry([
  resource('countries', Country, { id: 'code', store: sqlStore(database, 'countries') }),
  resource('cities', City, { id: 'id', links: { country: 'countries' }, store }),
]);
deepEqual(registry.issues, []);

interface Row {
  readonly id: number;
  readonly name: string;
  readonly population: number | null;
  readonly continent: string | null;
}
const rows = file
  .prepare('select id, name, population, continent from cities left join countries on code = country')
  .all() as unknown as Row[];

const inContinent: FilterTree = { op: 'eq', field: 'country.continent', value: 'continent 2' };
const isLarge: FilterTree = { op: 'gte', field: 'population', value: 60 };
const context: StoreContext = { context: createContext(), signal: new AbortController().signal, scope: {} };

const FILTERS: readonly (readonly [name: string, where: FilterTree, isFound: (row: Row) => boolean])[] = [
  ['one value', inContinent, ({ continent }) => continent === 'continent 2'],
  [
    'several values',
    { op: 'in', field: 'country.continent', values: ['continent 2', 'continent 3'] },
    ({ continent }) => continent === 'continent 2' || continent === 'continent 3',
  ],
  [
    'one value and a field of the list',
    { op: 'and', of: [isLarge, inContinent] },
    ({ continent, population }) => continent === 'continent 2' && population! >= 60,
  ],
  [
    'an existing value',
    { op: 'exists', field: 'country.continent', value: true },
    ({ continent }) => continent !== null,
  ],
  ['no value', { op: 'exists', field: 'country.continent', value: false }, ({ continent }) => continent === null],
];
const ORDERS: readonly ListRequest['order'][] = (['asc', 'desc'] as const).flatMap((direction) => [
  [
    { field: 'name', direction },
    { field: 'id', direction: 'asc' },
  ],
  [
    { field: 'population', direction },
    { field: 'id', direction },
  ],
]);

for (const [name, where, isFound] of FILTERS)
  for (const order of ORDERS)
    test(`pages filtered through a link by ${name} have the same rows as all of them, by ${JSON.stringify(order)}`, async () => {
      const sorted = rows.filter(isFound).toSorted((one, other) => {
        for (const { field, direction } of order) {
          const [left, right] = [one[field as 'name'] ?? '', other[field as 'name'] ?? ''];
          if (left !== right) return (left === '' || (right !== '' && left < right)) === (direction === 'asc') ? -1 : 1;
        }
        return 0;
      });
      const getRows = (from: number, to: number) => sorted.slice(from, to).map(({ id }) => id);
      const read = async (window: ListWindow) =>
        (await store.list({ where, order, window, count: false, fields: undefined }, context)).items.map(
          (item) => item['id'],
        );
      deepEqual(await read({ by: 'offset', offset: 90, limit: 30 }), getRows(90, 120));
      const from = order.map(({ field }) => sorted[99]![field as 'name']);
      deepEqual(await read({ by: 'cursor', from, direction: 'after', limit: 30 }), getRows(100, 130));
      deepEqual(await read({ by: 'cursor', from, direction: 'before', limit: 30 }), getRows(69, 99));
    });

const byName: ListRequest['order'] = [
  { field: 'name', direction: 'asc' },
  { field: 'id', direction: 'asc' },
];
const someRows: ListWindow = { by: 'offset', offset: 30, limit: 30 };

/** Returns the plan of the last statement of a page. */
async function getPlan(window: ListWindow, order = byName, hasName = false): Promise<string> {
  const trace = new RequestTrace();
  const where: FilterTree = hasName
    ? { op: 'and', of: [{ op: 'eq', field: 'name', value: 'City 5' }, inContinent] }
    : inContinent;
  await runInTrace(trace, async () => store.list({ where, order, window, count: false, fields: undefined }, context));
  const { sql, parameters } = trace.spans.at(-1)!.details as { sql: string; parameters: readonly unknown[] };
  return (await explainQuery(database)(sql, parameters)).map((step) => step['detail']).join('\n');
}

for (const window of [someRows, { by: 'cursor', from: ['City 5', 9], direction: 'after', limit: 30 }] as const)
  test(`a page by ${window.by} that is filtered through a link reads the first rows of each linked one`, async () => {
    const plan = await getPlan(window);
    match(plan, /CORRELATED LIST SUBQUERY \d+\nSEARCH t0 USING COVERING INDEX cities_by_country_and_name \(country=\?/);
    match(plan, /SEARCH t0 USING INTEGER PRIMARY KEY/);
    doesNotMatch(plan, /SCAN t0/);
  });

test('a page with another condition is left to the planner, because its index may find fewer rows', async () => {
  doesNotMatch(await getPlan(someRows, byName, true), /CORRELATED/);
});

test('a page without an index on the link and its order reads the rows of all linked ones', async () => {
  const byPopulation: ListRequest['order'] = [
    { field: 'population', direction: 'asc' },
    { field: 'name', direction: 'asc' },
    { field: 'id', direction: 'asc' },
  ];
  doesNotMatch(await getPlan(someRows, byPopulation), /CORRELATED/);
});

test('a page is read without an index that was removed', async () => {
  match(await getPlan(someRows), /CORRELATED/);
  file.exec('drop index cities_by_country_and_name');
  doesNotMatch(await getPlan(someRows), /CORRELATED/);
});
