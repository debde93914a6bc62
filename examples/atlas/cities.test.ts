import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { client } from 'oriel-client';
import type atlas from './host.ts';
import { ADA, json, openTestAtlas } from './test-atlas.ts';
import { rawCities } from './test-data.ts';

interface City {
  readonly id: number;
  readonly name: string;
  readonly country: string;
  readonly population: number;
}

const { transports } = await openTestAtlas();
const NEW = { name: 'Orielby', country: '/api/countries/FI', latitude: 60.5, longitude: 24.25, population: 7 };

for (const [transport, send] of transports) {
  const list = async (query: string): Promise<City[]> => (await (await send(`/api/cities?${query}`)).json()) as City[];

  test(`${transport}: a city is returned with all its fields`, async () => {
    deepEqual(await (await send('/api/cities/658225')).json(), {
      id: 658_225,
      name: 'Helsinki',
      country: '/api/countries/FI',
      admin: '01',
      feature: 'PPLC',
      latitude: 60.16952,
      longitude: 24.93545,
      population: 558_457,
      owner: null,
    });
  });

  test(`${transport}: cities are found by name, population, country and continent`, async () => {
    deepEqual(
      (await list('name=PAR&population[gte]=1000000')).map(({ name }) => name),
      ['Paris'],
    );
    // Case, accents and apostrophes are ignored.
    ok((await list('name=lodz')).some(({ name }) => name === 'Łódź'));
    const finnish = await list('country=/api/countries/FI&order[population]=desc&itemsPerPage=3');
    deepEqual(
      finnish.map(({ name }) => name),
      ['Helsinki', 'Espoo', 'Tampere'],
    );
    const european = await list('continent=Europe&order[population]=desc&itemsPerPage=2');
    deepEqual(
      european.map(({ name }) => name),
      ['Moscow', 'London'],
    );
    equal((await list('name=zzzz')).length, 0);
  });

  test(`${transport}: an id without a city is not found, however long it is`, async () => {
    for (const id of ['0', '1', '9007199254740992', '9223372036854775808', '9'.repeat(400), 'helsinki']) {
      for (const method of ['GET', 'DELETE'])
        equal((await send(`/api/cities/${id}`, { method, headers: ADA.headers })).status, 404, `${method} ${id}`);
    }
  });

  test(`${transport}: a city can be added, read, changed and deleted`, async () => {
    const created = await send('/api/cities', json({ ...NEW, name: '  Orielby ' }, 'POST', ADA.headers));
    equal(created.status, 201);
    const path = created.headers.get('Location')!;
    match(path, /^\/api\/cities\/\d+$/);
    const { id, ...facts } = (await created.json()) as City;
    deepEqual(facts, { ...NEW, admin: null, feature: null, owner: 'ada' });
    equal(path, `/api/cities/${id}`);

    const type = { 'Content-Type': 'application/merge-patch+json' };
    const patch = json({ population: 8 }, 'PATCH', { ...ADA.headers, ...type });
    deepEqual((await (await send(path, patch)).json()) as City, { id, ...facts, population: 8 });
    equal((await list('name=orielb'))[0]?.population, 8);
    equal((await send(path, { method: 'DELETE', headers: ADA.headers })).status, 204);
    equal((await send(path)).status, 404);
  });

  test(`${transport}: all invalid values of a city are reported, and nothing is written`, async () => {
    const response = await send(
      '/api/cities',
      json({ ...NEW, name: ' ', latitude: 91, population: 1.5, mayor: 'x' }, 'POST', ADA.headers),
    );
    equal(response.status, 422);
    const { errors } = (await response.json()) as { errors: { pointer: string }[] };
    deepEqual(errors.map(({ pointer }) => pointer).sort(), ['/latitude', '/mayor', '/name', '/population']);
    const nowhere = await send('/api/cities', json({ ...NEW, country: '/api/countries/ZZ' }, 'POST', ADA.headers));
    equal(nowhere.status, 422);
    equal(((await nowhere.json()) as { errors: { pointer: string }[] }).errors[0]!.pointer, '/country');
  });

  test(`${transport}: the pages below a country have every city of it once, in order`, async () => {
    const found: City[] = [];
    let path: string | undefined = '/api/countries/FI/cities?order[population]=desc&itemsPerPage=100';
    while (path !== undefined) {
      const response = await send(path);
      found.push(...((await response.json()) as City[]));
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    }
    const expected = rawCities().filter(({ country }) => country === 'FI');
    deepEqual(ids(found.map(({ id }) => id)), ids(expected.map(({ cityId }) => cityId)));
    ok(found.every(({ population }, index) => index === 0 || population <= found[index - 1]!.population));
  });

  test(`${transport}: the typed client walks over a country`, async () => {
    const api = client<typeof atlas>('http://127.0.0.1/api', {
      fetch: (request) => send(request.url.replace('http://127.0.0.1', ''), request),
    });
    let people = 0;
    for await (const { population } of api.cities.each({ country: '/api/countries/IS', itemsPerPage: 100 }))
      people += population;
    equal(people, sum(rawCities().filter(({ country }) => country === 'IS')));
    const found = await api.countries.get('IS', { fields: ['capitals'] });
    deepEqual(found.ok && found.data.capitals, ['Reykjavik']);
  });
}

function sum(cities: readonly { readonly population: number }[]): number {
  return cities.reduce((total, { population }) => total + population, 0);
}

function ids(list: number[]): number[] {
  return list.toSorted((one, other) => one - other);
}
