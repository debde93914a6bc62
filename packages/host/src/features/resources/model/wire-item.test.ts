import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource } from 'oriel-host';
import { z } from 'zod';

test('a link that is not shown is not sent, although its name is that of an inherited property', async () => {
  const Team = z.object({ id: z.int() });
  const Car = z.object({ id: z.int(), constructor: z.string() });
  const host = defineHost({
    log: false,
    resources: [
      resource('teams', Team, { id: 'id', store: memoryStore([{ id: 7 }]) }),
      resource('cars', Car, {
        id: 'id',
        links: { constructor: 'teams' },
        store: memoryStore([{ id: 1, constructor: '7' }]),
      }),
    ],
  });
  const get = async (path: string): Promise<unknown> =>
    (await host.fetch(new Request(`http://localhost${path}`))).json();
  deepEqual(await get('/api/cars'), [{ id: 1, constructor: '/api/teams/7' }]);
  deepEqual(await get('/api/cars?fields=id'), [{ id: 1 }]);
});
