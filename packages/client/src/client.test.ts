import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, filter, resource } from 'oriel-host';
import { ClientError, client } from 'oriel-client';
import { z } from 'zod';

const City = z.object({ id: z.number().int(), name: z.string().min(1), country: z.string() });
const Country = z.object({ code: z.string(), name: z.string() });
const Seat = z.object({ row: z.number().int(), place: z.string(), free: z.boolean() });

function atlas() {
  const cities = new Map(
    Array.from({ length: 5 }, (_, index) => [index + 1, { id: index + 1, name: `City ${index + 1}`, country: 'FI' }]),
  );
  return defineHost({
    log: { level: 'none' },
    resources: [
      resource('countries', Country, { id: 'code', provide: { get: ({ id }) => ({ code: id, name: 'Finland' }) } }),
      resource('cities', City, {
        id: 'id',
        links: { country: 'countries' },
        input: { create: City.omit({ id: true }) },
        page: { size: 2 },
        filters: { name: filter.partial(), order: filter.order(['name', 'id']) },
        provide: { list: () => [...cities.values()], get: ({ id }) => cities.get(id) },
        operations: { create: { query: z.object({ shout: z.boolean().default(false) }) } },
        process: {
          create: ({ body: { name, ...body }, query }) => ({
            id: 9,
            name: query.shout ? name.toUpperCase() : name,
            ...body,
          }),
          patch: ({ id, next }) => ({ id, ...next }),
          delete: () => {},
        },
      }),
      resource('seats', Seat, {
        id: ['row', 'place'],
        path: '/halls/{hall}/seats',
        provide: { get: ({ id, uri }) => ({ ...id, free: uri.hall === 'a b' }) },
      }),
    ],
  });
}

const host = atlas();
const api = client<typeof host>('http://localhost/api/', {
  fetch: host.fetch,
  paths: { seats: '/halls/{hall}/seats' },
});

test('a page of a list has its items, their total number and the next page', async () => {
  const found = await api.cities.list({ name: 'city', order: { id: 'desc' } });
  ok(found.ok);
  deepEqual(
    found.data.items.map(({ id, country }) => [id, country]),
    [
      [5, '/api/countries/FI'],
      [4, '/api/countries/FI'],
    ],
  );
  equal(found.data.total, 5);
});

test('iterating a list throws when a further page fails', async () => {
  const walk = async () => {
    for await (const _ of api.cities.each({ page: -1 }));
  };
  await rejects(walk, (error) => error instanceof ClientError && error.problem.status === 400);
});

test('an item is read, changed and deleted; a problem is returned, not thrown', async () => {
  const got = await api.cities.get(3, { fields: ['name'] });
  deepEqual(got.ok && got.data, { name: 'City 3' });
  const made = await api.cities.create({ name: 'New', country: '/api/countries/SE' });
  deepEqual([made.status, made.ok && made.data.country], [201, '/api/countries/SE']);
  const changed = await api.cities.patch(3, { name: 'Other' });
  equal(changed.ok && changed.data.name, 'Other');
  equal((await api.cities.delete(3)).status, 204);
  const missing = await api.cities.get(99);
  ok(!missing.ok);
  equal(missing.problem.detail, 'There is no City "99"');
  const wrong = await api.cities.create({ name: '', country: '/api/countries/SE' });
  equal(!wrong.ok && wrong.problem.errors?.[0]?.pointer, '/name');
});

test('an operation accepts the parameters of its schema', async () => {
  const body = { name: 'New', country: '/api/countries/SE' };
  const loud = await api.cities.create(body, { query: { shout: true } });
  equal(loud.ok && loud.data.name, 'NEW');
  const found = await api.cities.get(3, { query: {}, fields: ['id'] });
  deepEqual(found.ok && found.data, { id: 3 });
});

test('a nested resource is addressed by the variables of its path and by several keys', async () => {
  const found = await api.seats.in({ hall: 'a b' }).get({ row: 4, place: 'x/y;z' });
  deepEqual(found.ok && found.data, { row: 4, place: 'x/y;z', free: true });
});

test('responses of intermediaries that are not problems become failures', async () => {
  const proxy = client<typeof host>('http://localhost/api', {
    fetch: () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' })),
    paths: { seats: '/halls/{hall}/seats' },
  });
  const { ok: good, ...answer } = await proxy.cities.get(1);
  equal(good, false);
  deepEqual((answer as { problem?: unknown }).problem, { type: 'about:blank', title: 'Bad Gateway', status: 502 });
});

test('an invalid base URL throws TypeError', () => {
  throws(
    () => client<typeof host>('/api', { paths: { seats: '/halls/{hall}/seats' } }),
    /"\/api" is not an absolute URL/,
  );
});
