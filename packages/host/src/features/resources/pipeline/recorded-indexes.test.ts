import { deepEqual, equal } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { Kysely } from 'kysely';
import { filter, resource } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';

process.env['ORIEL_MODE'] = 'development';

const file = new DatabaseSync(':memory:');
file.exec(
  `create table cities (id integer primary key, name text not null, people integer not null, country text not null);
  create table countries (code text primary key, continent text not null)`,
);
const database = new Kysely<{ cities: object; countries: object }>({
  dialect: new NodeSqliteDialect({ database: file }),
});
after(() => database.destroy());

const City = z.object({ id: z.int(), name: z.string(), people: z.int(), country: z.string() });
const Country = z.object({ code: z.string(), continent: z.string() });
const { host, send, profileOf } = createTestHost({
  resources: [
    resource('countries', Country, { id: 'code', store: sqlStore(database, 'countries') }),
    resource('cities', City, {
      id: 'id',
      links: { country: 'countries' },
      filters: {
        name: filter.exact(),
        country: filter.exact(),
        text: filter.partial('name'),
        continent: filter.exact('country.continent'),
        order: filter.order(['people', 'country.continent']),
      },
      store: sqlStore(database, 'cities'),
    }),
  ],
  access: 'public',
});
after(() => host.close());

/** Returns the missing indexes in the profile of a list, once they were read. */
async function read(query: string) {
  await profileOf(await send(`GET /api/cities?${query}`));
  const { data } = await profileOf(await send(`GET /api/cities?${query}`));
  return data.run?.missingIndexes;
}

test('the profile of a list names the index that its order or filters need', async () => {
  deepEqual(await read('order[people]=desc'), [
    {
      use: 'order[people]=desc',
      table: 'cities',
      columns: 'people desc, id',
      statement: 'create index cities_people_id on cities (people desc, id)',
    },
  ]);
  const columns = (await read('name=Brest&country=FR'))?.map((index) => index.columns);
  deepEqual(columns, ['name', 'country']);
});

test('the profile of a list that is filtered through a link names the index on the link and the order', async () => {
  const columns = (await read('continent=Europe&order[people]=desc'))?.map((index) => index.columns);
  deepEqual(columns, ['country, people desc, id']);
  deepEqual(await read('continent=Europe'), [
    {
      use: 'continent',
      table: 'cities',
      columns: 'country, id',
      statement: 'create index cities_country_id on cities (country, id)',
    },
  ]);
});

test('the profile of a list in an order through a link names its columns, of which no index exists', async () => {
  deepEqual(await read('order[country.continent]=desc'), [
    {
      use: 'order[country.continent]=desc',
      table: 'cities',
      columns: 'cities.country, countries.continent',
    },
  ]);
});

test('indexes are read again after a while, because a migration may have created some', async (t) => {
  const [missing] = (await read('order[people]=asc'))!;
  file.exec(missing!.statement!);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
  equal(await read('order[people]=asc'), undefined);
});

test('the profile names no index if the list has one, or if none is known to help', async () => {
  equal(await read(''), undefined);
  equal(await read('text=re'), undefined);
  equal(await read('text=re&order[people]=desc'), undefined);
  equal(await read('or[0][name]=a&or[1][country]=b'), undefined);
  equal((await profileOf(await send('GET /api/cities/1'))).data.run?.missingIndexes, undefined);
});

test('indexes are read only for recorded requests', async () => {
  // A database of its own, because statements are prepared once.
  const other = new DatabaseSync(':memory:');
  other.exec('create table cities (id integer primary key, name text, people integer, country text)');
  const statements: string[] = [];
  const prepare = other.prepare.bind(other);
  other.prepare = (text) => {
    statements.push(text);
    return prepare(text);
  };
  const hasRead = () => statements.some((text) => text.includes('pragma_index_list'));
  const connection = new Kysely<{ cities: object }>({ dialect: new NodeSqliteDialect({ database: other }) });
  for (const profiler of [false, undefined] as const) {
    const cities = resource('cities', City, { id: 'id', store: sqlStore(connection, 'cities') });
    const tested = createTestHost({ resources: [cities], access: 'public', ...(profiler === false && { profiler }) });
    const response = await tested.send('GET /api/cities');
    equal(response.status, 200);
    if (profiler === undefined) await tested.profileOf(response);
    equal(hasRead(), profiler === undefined);
    await tested.host.close();
  }
  await connection.destroy();
});
