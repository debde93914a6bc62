import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { City } from './city.ts';
import type { Page } from './page.ts';
import { json, openTestAtlas } from './test-atlas.ts';

const { ways } = await openTestAtlas();
const NEW = { name: 'Orielby', country: 'FI', latitude: 60.5, longitude: 24.25, population: 7 };

for (const [way, ask] of ways) {
  test(`${way}: a city tells what the atlas knows`, async () => {
    const response = await ask('/cities/658225');
    equal(response.status, 200);
    const { links, ...facts } = (await response.json()) as City;
    deepEqual(facts, {
      id: 658_225,
      name: 'Helsinki',
      country: 'FI',
      admin: '01',
      feature: 'PPLC',
      latitude: 60.16952,
      longitude: 24.93545,
      population: 558_457,
    });
    deepEqual(
      [links.self, links.country].map((link) => new URL(link).pathname),
      ['/cities/658225', '/countries/FI'],
    );
  });

  test(`${way}: an id without a city is not found, however long it is`, async () => {
    for (const id of ['0', '1', '9007199254740992', '9223372036854775808', '9'.repeat(400)]) {
      for (const method of ['GET', 'DELETE'])
        equal((await ask(`/cities/${id}`, { method })).status, 404, `${method} ${id}`);
    }
    equal((await ask('/cities/helsinki')).status, 404);
  });

  test(`${way}: a city that is added is there until it is deleted`, async () => {
    const created = await ask('/cities', json({ ...NEW, name: '  Orielby ', country: 'fi', id: 1, feature: 'PPLC' }));
    equal(created.status, 201);
    const city = (await created.json()) as City;
    equal(created.headers.get('Location'), city.links.self);
    const { id, links, ...rest } = city;
    deepEqual(rest, { ...NEW, admin: null, feature: null });
    equal(new URL(links.self).pathname, `/cities/${id}`);

    deepEqual(await (await ask(`/cities/${id}`)).json(), city);
    deepEqual(((await (await ask('/cities?name=orielb')).json()) as Page<City>).items, [city]);

    const deleted = await ask(`/cities/${id}`, { method: 'DELETE' });
    deepEqual([deleted.status, await deleted.text()], [204, '']);
    equal((await ask(`/cities/${id}`)).status, 404);
    equal((await ask(`/cities/${id}`, { method: 'DELETE' })).status, 404);
    equal(((await (await ask('/cities?size=1')).json()) as Page<City>).total, 135_233);
  });

  test(`${way}: the id of a deleted city is never given again`, async () => {
    const ids: number[] = [];
    for (let round = 0; round < 2; round++) {
      const { id } = (await (await ask('/cities', json(NEW))).json()) as City;
      ids.push(id);
      await ask(`/cities/${id}`, { method: 'DELETE' });
    }
    ok(ids[1]! > ids[0]!);
  });

  test(`${way}: everything that is wrong with a new city is told at once, with its place`, async () => {
    const response = await ask(
      '/cities',
      json({ name: ' ', country: 'FIN', latitude: 90.1, longitude: '24', population: 1.5 }),
    );
    equal(response.status, 422);
    equal(response.headers.get('Content-Type'), 'application/problem+json');
    deepEqual(await pointersOf(response), ['/name', '/country', '/latitude', '/longitude', '/population']);
    deepEqual(await pointersOf(await ask('/cities', json({ ...NEW, name: 'x'.repeat(201), population: -1 }))), [
      '/name',
      '/population',
    ]);
    deepEqual(await pointersOf(await ask('/cities', json([]))), ['']);
  });

  test(`${way}: a new city needs a country that is there`, async () => {
    const response = await ask('/cities', json({ ...NEW, country: 'qq' }));
    equal(response.status, 422);
    deepEqual(await pointersOf(response), ['/country']);
  });

  test(`${way}: a body that is no JSON is refused, and so is another type`, async () => {
    equal((await ask('/cities', { ...json(0), body: '{"name": ' })).status, 400);
    equal((await ask('/cities', { method: 'POST', headers: { 'Content-Type': 'text/csv' }, body: 'x' })).status, 415);
  });

  test(`${way}: text that looks like SQL becomes a name and nothing else`, async () => {
    const name = `Robert'); drop table cities; --`;
    const { id, ...city } = (await (await ask('/cities', json({ ...NEW, name }))).json()) as City;
    equal(city.name, name);
    equal((await ask(`/cities/${id}`, { method: 'DELETE' })).status, 204);
  });

  test(`${way}: other methods are refused with those that are allowed`, async () => {
    const response = await ask('/cities/658225', { method: 'PUT' });
    equal(response.status, 405);
    match(response.headers.get('Allow')!, /GET.*DELETE/);
  });
}

test('many cities added at once get an id each', async () => {
  const [, [, ask]] = ways as [(typeof ways)[0], (typeof ways)[0]];
  const cities = await Promise.all(
    Array.from({ length: 40 }, async () => (await (await ask('/cities', json(NEW))).json()) as City),
  );
  equal(new Set(cities.map(({ id }) => id)).size, 40);
  const deleted = await Promise.all(cities.map(({ id }) => ask(`/cities/${id}`, { method: 'DELETE' })));
  ok(deleted.every(({ status }) => status === 204));
});

async function pointersOf(response: Response): Promise<string[]> {
  return ((await response.json()) as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
}
