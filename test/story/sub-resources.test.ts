import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { HostConfigError, defineHost, filter, memoryStore, resource } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';
import { testTransports } from './test-transports.ts';

const Country = z.object({ code: z.string(), name: z.string() });
const City = z.object({ id: z.int(), name: z.string(), country: z.string() });
const Region = z.object({ country: z.string(), code: z.string(), name: z.string() });
const Note = z.object({ id: z.int(), region: z.string(), text: z.string() });

function atlas(): HostConfig {
  const countries = [
    { code: 'fr', name: 'France' },
    { code: 'a/b', name: 'Slash' },
    { code: 'li', name: 'Liechtenstein' },
  ];
  const cities = [
    { id: 1, name: 'Brest', country: 'fr' },
    { id: 2, name: 'Lyon', country: 'fr' },
    { id: 3, name: 'Slashtown', country: 'a/b' },
  ];
  return {
    log: { level: 'none' },
    resources: [
      resource('countries', Country, { id: 'code', store: memoryStore(countries) }),
      resource('cities', City, {
        id: 'id',
        links: { country: 'countries' },
        subresources: { '/countries/{country}/cities': { country: 'country' } },
        filters: { name: filter.start(), 'country.name': filter.start() },
        input: { create: City.omit({ id: true }) },
        store: memoryStore(cities),
      }),
      resource('regions', Region, {
        id: ['country', 'code'],
        path: '/countries/{country}/regions',
        parent: { country: 'country' },
        links: { country: 'countries' },
        store: memoryStore([
          { country: 'fr', code: 'bre', name: 'Bretagne' },
          { country: 'li', code: 'bre', name: 'Another' },
        ]),
      }),
      resource('notes', Note, {
        id: 'id',
        path: '/regions/{region}/notes',
        parent: { region: 'region' },
        // A provide function receives the filter by the path, and the host filters the array that it returns.
        provide: {
          list: () => [
            { id: 1, region: 'north', text: 'a' },
            { id: 2, region: 'south', text: 'b' },
          ],
          get: ({ id, uri }) => ({ id, region: id === 1 ? 'north' : 'south', text: uri.region }),
        },
      }),
    ],
  };
}

const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });

testTransports('a list below an item contains the items that belong to it', atlas(), async (send) => {
  const read = async (path: string): Promise<unknown> => (await send(`GET ${path}`)).json();
  deepEqual(await read('/api/countries/fr/cities'), [
    { id: 1, name: 'Brest', country: '/api/countries/fr' },
    { id: 2, name: 'Lyon', country: '/api/countries/fr' },
  ]);
  deepEqual(await read('/api/countries/fr/cities?name=L'), [{ id: 2, name: 'Lyon', country: '/api/countries/fr' }]);
  deepEqual(await read('/api/countries/a%252Fb/cities'), [
    { id: 3, name: 'Slashtown', country: '/api/countries/a%252Fb' },
  ]);
  deepEqual(await read('/api/countries/li/cities'), []);
  deepEqual(await read('/api/countries/fr/cities?page=9'), []);
  deepEqual(((await read('/api/cities')) as unknown[]).length, 3);
  deepEqual(await read('/api/cities?country.name=fra&fields=id'), [{ id: 1 }, { id: 2 }]);
  deepEqual(await read('/api/regions/north/notes'), [{ id: 1, region: 'north', text: 'a' }]);
});

testTransports('a list below a missing item is a 404', atlas(), async (send) => {
  const missing = await send('GET /api/countries/xx/cities');
  equal(missing.status, 404);
  match(((await missing.json()) as { detail: string }).detail, /There is no Country "xx"/);
  equal((await send('POST /api/countries/xx/cities', json({ name: 'Nowhere' }))).status, 404);
  equal((await send('GET /api/countries/xx/regions/bre')).status, 404);
  equal((await send('GET /api/countries/a%252Fb/regions/bre')).status, 404);
  equal((await send('GET /api/regions/south/notes/1')).status, 404);
  equal((await send('GET /api/regions/north/notes/1')).status, 200);
});

testTransports('POST below an item sets the link to it', atlas(), async (send) => {
  const created = await send('POST /api/countries/li/cities', json({ name: 'Vaduz' }));
  equal(created.status, 201);
  equal(created.headers.get('Location'), '/api/cities/4');
  deepEqual(await created.json(), { id: 4, name: 'Vaduz', country: '/api/countries/li' });
  const same = await send('POST /api/countries/li/cities', json({ name: 'Balzers', country: '/api/countries/li' }));
  equal(same.status, 201);
  const other = await send('POST /api/countries/li/cities', json({ name: 'Balzers', country: '/api/countries/fr' }));
  equal(other.status, 422);
  deepEqual(((await other.json()) as { errors: unknown }).errors, [
    { pointer: '/country', detail: 'Must match the path or be omitted', code: 'path_differs' },
  ]);
});

testTransports('the last path segment contains the keys that are not path variables', atlas(), async (send) => {
  const read = await send('GET /api/countries/fr/regions/bre');
  equal(read.headers.get('Content-Location'), '/api/countries/fr/regions/bre');
  deepEqual(await read.json(), { country: '/api/countries/fr', code: 'bre', name: 'Bretagne' });
  const patch = { body: '{"name":"Breizh"}', headers: { 'Content-Type': 'application/merge-patch+json' } };
  equal((await send('PATCH /api/countries/fr/regions/bre', patch)).status, 200);
  deepEqual(await (await send('GET /api/countries/li/regions/bre?fields=name')).json(), { name: 'Another' });
  equal((await send('DELETE /api/countries/li/regions/bre')).status, 204);
  equal((await send('GET /api/countries/fr/regions/bre')).status, 200);
});

function findIssues(config: HostConfig): string[] {
  try {
    defineHost(config);
  } catch (error) {
    if (error instanceof HostConfigError) return error.issues.map(({ place, reason }) => `${place}: ${reason}`);
    throw error;
  }
  return [];
}

test('invalid path variables are reported together at start-up', () => {
  const provide = { list: () => [] };
  const streets = resource('streets', z.object({ id: z.int(), city: z.int(), tags: z.array(z.string()) }), {
    ...{ id: 'id', path: '/cities/{city}/streets', provide },
    parent: { citi: 'city', city: 'tags' },
    subresources: { '/towns/{town}/streets': {} },
  });
  const buildings = resource('buildings', z.object({ id: z.int(), street: z.int() }), {
    ...{ id: 'id', provide },
    links: { street: 'streets' },
  });
  deepEqual(findIssues({ resources: [streets, buildings] }), [
    'resources[0] "streets".parent.citi: /api/cities/{city}/streets has no variable {citi}',
    'resources[0] "streets".parent.city: "tags" has more than one value',
    'resources[0] "streets".subresources["/towns/{town}/streets"]: Not every variable of /api/towns/{town}/streets is assigned to a field',
    'resources[1] "buildings".links.street: The path of an item of "streets" needs {city}, which is not part of its identifier',
  ]);
});
