import { deepEqual, doesNotMatch, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ResourceRegistry } from '../../../features/resources/build/resource-registry.ts';
import { resource } from '../../../features/resources/declare/resource.ts';
import type { FilterTree } from '../../../features/resources/declare/filters/filter-tree.ts';
import type { StoreContext } from '../../../features/resources/declare/resource-store.ts';
import { createContext } from '../../../testing/index.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { RequestTrace } from '../../../../../core/src/trace/trace.ts';
import { runInTrace } from '../../../../../core/src/trace/current.ts';
import { sqlStore } from './sql-store.ts';

const { database, skip, close } = await connectPostgres('linked_keys');
const tables = database as unknown as Kysely<{ cities: object; countries: object }>;
after(close);

const City = z.object({ id: z.int(), name: z.string(), country: z.string().nullable() });
const Country = z.object({ code: z.string(), area: z.int(), continent: z.string().nullable() });
const store = sqlStore(tables, 'cities');
const registry = new ResourceRegistry([
  resource('countries', Country, { id: 'code', store: sqlStore(tables, 'countries') }),
  resource('cities', City, { id: 'id', links: { country: 'countries' }, store }),
]);
deepEqual(registry.issues, []);

const context: StoreContext = { context: createContext(), signal: new AbortController().signal, scope: {} };
const byName = [
  { field: 'name', direction: 'asc' },
  { field: 'id', direction: 'asc' },
] as const;
const isRare: FilterTree = { op: 'eq', field: 'country.continent', value: 'rare' };

/** Lists the first cities; returns their identifiers and the trace. */
async function list(where: FilterTree): Promise<{ found: unknown[]; total: unknown; trace: RequestTrace }> {
  const trace = new RequestTrace();
  const window = { by: 'offset', offset: 0, limit: 30 } as const;
  const page = await runInTrace(trace, async () =>
    store.list({ where, order: byName, window, count: true, fields: undefined }, context),
  );
  return { found: page.items.map(({ id }) => id), total: page.total, trace };
}

async function select(condition: string, first = ''): Promise<unknown[]> {
  const statement = `select id from cities left join countries on code = country where ${condition} order by ${first}name collate "C", id`;
  return (await sql.raw<{ id: number }>(statement).execute(database)).rows.map(({ id }) => id);
}

describe('a list of PostgreSQL that is filtered or sorted through a link', { skip }, () => {
  before(async () => {
    // Twenty countries have most of the cities, and those of the rare continent have one each.
    await sql
      .raw(
        `create table countries (code text primary key, area integer not null, continent text);
         create table cities (id integer primary key, name text not null, country text);
         insert into countries select 'C' || i, i, case when i < 5 then 'rare' when i % 2 = 0 then 'common' end from generate_series(0, 249) i;
         insert into cities select i, 'City ' || (i * 7919 % 1000),
           case when i < 5 then 'C' || i when i % 50 = 0 then null when i % 51 = 0 then 'unknown'
             when i % 10 = 0 then 'C' || (25 + i % 225) else 'C' || (5 + i % 20) end
           from generate_series(0, 19999) i;
         create index on cities (name collate "C", id);
         create index on cities (country);
         analyze`,
      )
      .execute(database);
  });

  for (const [name, where, condition] of [
    ['few linked rows', isRare, `continent = 'rare'`],
    ['more linked rows', { op: 'eq', field: 'country.continent', value: 'common' }, `continent = 'common'`],
    ['no linked rows', { op: 'eq', field: 'country.continent', value: 'none' }, 'false'],
    ['linked rows without a value', { op: 'exists', field: 'country.continent', value: false }, 'continent is null'],
    ['the opposite', { op: 'not', of: isRare }, `(continent = 'rare') is not true`],
    [
      'two conditions',
      { op: 'and', of: [{ op: 'lt', field: 'country.area', value: 3 }, isRare, { op: 'gt', field: 'id', value: 1 }] },
      `area < 3 and continent = 'rare' and id > 1`,
    ],
    [
      'one of two conditions',
      { op: 'or', of: [isRare, { op: 'eq', field: 'id', value: 7 }] },
      `continent = 'rare' or id = 7`,
    ],
  ] satisfies (readonly [string, FilterTree, string])[])
    test(`has the rows of ${name}`, async () => {
      const { found, total } = await list(where);
      const all = await select(condition);
      deepEqual(found, all.slice(0, 30));
      deepEqual(total, all.length);
    });

  for (const direction of ['asc', 'desc'] as const)
    test(`is sorted through a link, with nulls of missing rows, ${direction}`, async () => {
      const order = [{ field: 'country.continent', direction }, ...byName];
      for (const offset of [0, 12_000]) {
        const window = { by: 'offset', offset, limit: 30 } as const;
        const page = await store.list({ where: undefined, order, window, count: false, fields: undefined }, context);
        const nulls = direction === 'asc' ? 'nulls first' : 'nulls last';
        const all = await select('true', `continent collate "C" ${direction} ${nulls}, `);
        deepEqual(
          page.items.map(({ id }) => id),
          all.slice(offset, offset + 30),
        );
      }
    });

  test('reads the rows of few linked ones by the index of the link', async () => {
    const { trace } = await list(isRare);
    const page = trace.spans.at(-1)!.details as { readonly sql: string; readonly parameters: readonly string[] };
    const statement = page.sql.replaceAll(/\$(\d+)/g, (_, number) => `'${page.parameters[Number(number) - 1]}'`);
    const { rows } = await sql.raw<Record<string, string>>(`explain ${statement}`).execute(database);
    match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Index Cond: \(country = ANY/);
  });

  test('compares linked rows in a subquery if there are other filters', async () => {
    const { trace } = await list({ op: 'and', of: [isRare, { op: 'eq', field: 'name', value: 'City 3' }] });
    match((trace.spans.at(-1)!.details as { sql: string }).sql, /in \(select/);
  });

  test('compares many linked rows in a subquery', async () => {
    const { trace } = await list({ op: 'eq', field: 'country.continent', value: 'common' });
    const statements = trace.spans.map(({ details }) => (details as { sql: string }).sql);
    match(statements.at(-1)!, /in \(select/);
    doesNotMatch(statements.at(-1)!, /::text/);
  });
});
