/** Rules that look at each item: who has read one hears of that one, and reads it anew. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defineHost, memoryStore, resource } from 'oriel';
import type { Host } from 'oriel';
import { z } from 'zod';
import { SECRET, byName, cookiesOf, heardBy, listen, send } from './live-house.ts';

const Plan = z.object({ id: z.int(), members: z.array(z.string()), text: z.string() });
const QUERIES = ['topic=/api/plans/{id}&topic=end', 'match_urlpattern=/api/plans/:id&match=end'];
const ADA = { 'X-User': 'ada' };
const EVE = { 'X-User': 'eve admin' };

// Lists are for everybody known, but what is in them is for members.
function planHouse(tell?: 'iri'): Host {
  return defineHost({
    hub: { secret: SECRET, anonymous: true },
    resources: [
      resource('plans', Plan, {
        id: 'id',
        access: {
          list: 'user',
          get: ({ user, item }) => user!.roles.includes('admin') || item.members.includes(user!.id),
          write: 'user',
        },
        live: tell === undefined ? true : { payload: tell },
        store: memoryStore([
          { id: 1, members: ['ada', 'bob'], text: 'one' },
          { id: 2, members: ['bob'], text: 'two' },
        ]),
      }),
    ],
    security: { firewalls: [{ name: 'main', authenticators: [byName], anonymous: true }] },
    log: { level: 'none' },
    profiler: false,
  });
}

const change = (host: Host, id: number, body: object): Promise<Response> =>
  send(host, `PATCH /api/plans/${id}`, body, EVE);

describe('a resource whose rule looks at each item, and that tells addresses', () => {
  for (const query of QUERIES) {
    test(`lets hear of an item who has read it, and of no other: ${query}`, async () => {
      await using host = planHouse('iri');
      const ada = await listen(host, query, cookiesOf(await send(host, 'GET /api/plans/1', undefined, ADA)));
      const stranger = await listen(host, query);
      await change(host, 1, { text: 'changed' });
      await change(host, 2, { text: 'not for her' });
      assert.deepEqual(await heardBy(host, ada, 'ada'), [{ '@id': '/api/plans/1' }]);
      assert.deepEqual(await heardBy(host, stranger, 'stranger'), []);
    });
  }

  test('gives nothing of an item away to who may not read it any more', async () => {
    await using host = planHouse('iri');
    const ada = await listen(host, QUERIES[0]!, cookiesOf(await send(host, 'GET /api/plans/1', undefined, ADA)));
    await change(host, 1, { members: ['bob'], text: 'a secret of his' });
    assert.deepEqual(await heardBy(host, ada), [{ '@id': '/api/plans/1' }]);
    assert.equal((await send(host, 'GET /api/plans/1', undefined, ADA)).status, 403);
  });

  test('asks the rule of each item of a list, and gives no cookie to who sees none', async () => {
    await using host = planHouse('iri');
    const cookieOf = async (line: string, who: string): Promise<string> =>
      cookiesOf(await send(host, line, undefined, { 'X-User': who }));
    const ada = await listen(host, QUERIES[0]!, await cookieOf('GET /api/plans', 'ada'));
    const bob = await listen(host, QUERIES[0]!, await cookieOf('GET /api/plans', 'bob'));
    assert.equal(await cookieOf('GET /api/plans', 'carol'), '');
    assert.equal(await cookieOf('GET /api/plans/2', 'ada'), '');
    for (const id of [1, 2]) await change(host, id, { text: 'x' });
    assert.deepEqual(await heardBy(host, ada, 'ada'), [{ '@id': '/api/plans/1' }]);
    assert.deepEqual(await heardBy(host, bob, 'bob'), [{ '@id': '/api/plans/1' }, { '@id': '/api/plans/2' }]);
  });

  test('gives the cookie with a 304 as well', async () => {
    await using host = planHouse('iri');
    const tag = (await send(host, 'GET /api/plans/1', undefined, ADA)).headers.get('etag')!;
    const again = await send(host, 'GET /api/plans/1', undefined, { ...ADA, 'If-None-Match': tag });
    assert.equal(again.status, 304);
    assert.match(cookiesOf(again), /mercureAuthorization=/);
    assert.match(again.headers.get('cache-control')!, /private/);
  });
});

test('where such a resource tells its items as they are, nobody hears of them by a cookie', async () => {
  await using host = planHouse();
  assert.equal(cookiesOf(await send(host, 'GET /api/plans/1', undefined, ADA)), '');
});
