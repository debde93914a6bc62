import { deepEqual } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { defineHost, filter, resource } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { findMissingIndexes } from '../../../features/resources/source/check-stores.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';

const postgres = await connectPostgres('missing_indexes');
const sqlite = new Kysely<never>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
after(async () => {
  await sqlite.destroy();
  await postgres.close();
});

const City = z.object({
  id: z.int(),
  tenant: z.string(),
  name: z.string(),
  population: z.int(),
  founded: z.int().nullable(),
});

/** Returns the missing indexes of cities with the given ones, by columns. */
async function findMissing(database: Kysely<never>, indexes: readonly string[], hasTenants = false) {
  for (const statement of [
    'drop table if exists cities',
    `create table cities (id integer primary key, tenant text not null, name text not null, folded text not null,
      population integer not null, founded integer, deleted_at text)`,
    ...indexes.map((index) => `create index on_${index.replace(/\W+/g, '_')} on cities ${index}`),
  ])
    await sql.raw(statement).execute(database);
  const cities = resource('cities', City, {
    id: 'id',
    order: { name: 'asc' },
    filters: {
      name: filter.start(),
      population: filter.range(),
      q: filter.partial('name'),
      order: filter.order(['population', 'founded']),
    },
    ...(hasTenants ? {} : { global: true }),
    store: sqlStore(database as unknown as Kysely<{ cities: object }>, 'cities', {
      columns: { name: { folded: 'folded', orderFolded: true } },
      softDelete: 'deleted_at',
    }),
  });
  const api = { tenant: () => 'a' };
  await using host = defineHost({ log: false, api, resources: [cities], access: 'public' });
  const found = await findMissingIndexes(host.config.resources ?? [], host.config.api);
  return Object.fromEntries(found.map(({ columns, uses }) => [columns, uses.join(' ')]));
}

describe('missing indexes on SQLite', () => {
  test('are those of each order and filter, with the identifier at the end', async () => {
    deepEqual(await findMissing(sqlite, []), {
      'folded, id': 'the default order',
      folded: 'name',
      population: 'population',
      'population, folded, id': 'order[population]=asc',
      'population desc, folded, id': 'order[population]=desc',
      'founded, folded, id': 'order[founded]=asc',
      'founded desc, folded, id': 'order[founded]=desc',
    });
  });

  test('are not those that begin an existing index, which may be read backwards', async () => {
    const indexes = ['(folded)', '(population desc, folded, name)', '(founded, folded desc)', '(population)'];
    deepEqual(Object.keys(await findMissing(sqlite, indexes)), ['population, folded, id', 'founded, folded, id']);
  });

  test('are not covered by indexes of other rows or another order of texts', async () => {
    const partial = ['(folded) where population > 5', '(population, folded collate nocase)'];
    deepEqual(Object.keys(await findMissing(sqlite, partial)).slice(0, 3), [
      'folded, id',
      'folded',
      'population, folded, id',
    ]);
    const missing = await findMissing(sqlite, ['(folded) where deleted_at is null']);
    deepEqual([missing['folded, id'], missing['folded']], [undefined, undefined]);
  });

  test('begin with the tenant, which each request compares', async () => {
    const missing = Object.keys(await findMissing(sqlite, ['(population desc, folded)', '(tenant, folded)'], true));
    deepEqual(missing.slice(0, 3), [
      'tenant, population',
      'tenant, population, folded, id',
      'tenant, population desc, folded, id',
    ]);
  });
});

/** Returns the missing indexes of cities that are filtered through a link, by columns. */
async function findMissingOfLinked(database: Kysely<never>, indexes: readonly string[]) {
  for (const statement of [
    'drop table if exists cities',
    'create table cities (id integer primary key, name text not null, country text, population integer not null)',
    ...indexes.map((index) => `create index on_${index.replace(/\W+/g, '_')} on cities ${index}`),
  ])
    await sql.raw(statement).execute(database);
  const tables = database as unknown as Kysely<{ cities: object; countries: object }>;
  const countries = resource('countries', z.object({ code: z.string(), continent: z.string() }), {
    id: 'code',
    store: sqlStore(tables, 'countries'),
  });
  const cities = resource('cities', City.omit({ tenant: true, founded: true }).extend({ country: z.string() }), {
    id: 'id',
    order: { name: 'asc' },
    links: { country: 'countries' },
    filters: { continent: filter.exact('country.continent'), order: filter.order(['population']) },
    store: sqlStore(tables, 'cities'),
  });
  await using host = defineHost({ log: false, resources: [countries, cities], access: 'public' });
  const found = await findMissingIndexes(host.config.resources ?? [], host.config.api);
  return Object.fromEntries(
    found.filter(({ table }) => table === 'cities').map(({ columns, uses }) => [columns, uses.join(' ')]),
  );
}

test('missing indexes of a filter through a link are on the link and each order on SQLite', async () => {
  const { name: _, ...missing } = await findMissingOfLinked(sqlite, [
    '(name)',
    '(population, name)',
    '(population desc, name)',
  ]);
  deepEqual(missing, {
    'country, name, id': 'continent',
    'country, population, name, id': 'continent&order[population]=asc',
    'country, population desc, name, id': 'continent&order[population]=desc',
  });
  deepEqual(
    Object.keys(
      await findMissingOfLinked(sqlite, ['(name)', '(population, name)', '(population desc, name)', '(country, name)']),
    ),
    ['country, population, name, id', 'country, population desc, name, id'],
  );
});

test('the missing index of a filter through a link is on the link on PostgreSQL', { skip: postgres.skip }, async () => {
  const indexes = ['(name collate "C")', '(population, name collate "C")', '(population desc, name collate "C")'];
  deepEqual(await findMissingOfLinked(postgres.database, indexes), {
    country: 'continent continent&order[population]=asc continent&order[population]=desc',
  });
});

describe('missing indexes on PostgreSQL', { skip: postgres.skip }, () => {
  test('have the collation and the position of nulls of the order', async () => {
    deepEqual(Object.keys(await findMissing(postgres.database, [])), [
      'folded collate "C", id',
      'folded collate "C"',
      'population',
      'population, folded collate "C", id',
      'population desc, folded collate "C", id',
      'founded nulls first, folded collate "C", id',
      'founded desc nulls last, folded collate "C", id',
    ]);
  });

  test('are not those that exist in the same order, or backwards', async () => {
    const indexes = [
      ...['(folded collate "C")', '(population, folded collate "C")', '(population desc, folded)'],
      ...['(founded desc nulls last, folded collate "C" desc)', '(founded desc, folded collate "C")'],
    ];
    deepEqual(Object.keys(await findMissing(postgres.database, indexes)), [
      'population desc, folded collate "C", id',
      'founded desc nulls last, folded collate "C", id',
    ]);
  });
});
