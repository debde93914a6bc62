/** Access rules that depend on the item: a user who has read an item receives its updates. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defineHost, memoryStore, resource } from 'oriel-host';
import type { Host } from 'oriel-host';
import { z } from 'zod';
import { SECRET, headerAuthenticator, getCookies, receivedBy, openStream, send } from './live-host.ts';

const Plan = z.object({ id: z.int(), members: z.array(z.string()), text: z.string() });
const QUERIES = ['topic=/api/plans/{id}&topic=end', 'match_urlpattern=/api/plans/:id&match=end'];
const ADA = { 'X-User': 'ada' };
const EVE = { 'X-User': 'eve admin' };

// Every user may read the list, but only members and admins may read an item.
function createPlanHost(payload?: 'iri'): Host {
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
        live: payload === undefined ? true : { payload },
        store: memoryStore([
          { id: 1, members: ['ada', 'bob'], text: 'one' },
          { id: 2, members: ['bob'], text: 'two' },
        ]),
      }),
    ],
    security: { firewalls: [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }] },
    log: { level: 'none' },
    profiler: false,
  });
}

const change = (host: Host, id: number, body: object): Promise<Response> =>
  send(host, `PATCH /api/plans/${id}`, body, EVE);

describe('a live resource with a rule for each item and addresses as payload', () => {
  for (const query of QUERIES) {
    test(`sends a user the updates of the items that the user has read only: ${query}`, async () => {
      await using host = createPlanHost('iri');
      const ada = await openStream(host, query, getCookies(await send(host, 'GET /api/plans/1', undefined, ADA)));
      const anonymous = await openStream(host, query);
      await change(host, 1, { text: 'changed' });
      await change(host, 2, { text: 'not for her' });
      assert.deepEqual(await receivedBy(host, ada, 'ada'), [{ '@id': '/api/plans/1' }]);
      assert.deepEqual(await receivedBy(host, anonymous, 'anonymous'), []);
    });
  }

  test('sends only the address of an item to a user who can no longer read it', async () => {
    await using host = createPlanHost('iri');
    const ada = await openStream(host, QUERIES[0]!, getCookies(await send(host, 'GET /api/plans/1', undefined, ADA)));
    await change(host, 1, { members: ['bob'], text: 'a secret of his' });
    assert.deepEqual(await receivedBy(host, ada), [{ '@id': '/api/plans/1' }]);
    assert.equal((await send(host, 'GET /api/plans/1', undefined, ADA)).status, 403);
  });

  test('applies the rule to each item of a list, and sets no cookie if the user can read none', async () => {
    await using host = createPlanHost('iri');
    const getCookie = async (line: string, user: string): Promise<string> =>
      getCookies(await send(host, line, undefined, { 'X-User': user }));
    const ada = await openStream(host, QUERIES[0]!, await getCookie('GET /api/plans', 'ada'));
    const bob = await openStream(host, QUERIES[0]!, await getCookie('GET /api/plans', 'bob'));
    assert.equal(await getCookie('GET /api/plans', 'carol'), '');
    assert.equal(await getCookie('GET /api/plans/2', 'ada'), '');
    for (const id of [1, 2]) await change(host, id, { text: 'x' });
    assert.deepEqual(await receivedBy(host, ada, 'ada'), [{ '@id': '/api/plans/1' }]);
    assert.deepEqual(await receivedBy(host, bob, 'bob'), [{ '@id': '/api/plans/1' }, { '@id': '/api/plans/2' }]);
  });

  test('sets the cookie with a 304 response too', async () => {
    await using host = createPlanHost('iri');
    const tag = (await send(host, 'GET /api/plans/1', undefined, ADA)).headers.get('etag')!;
    const again = await send(host, 'GET /api/plans/1', undefined, { ...ADA, 'If-None-Match': tag });
    assert.equal(again.status, 304);
    assert.match(getCookies(again), /mercureAuthorization=/);
    assert.match(again.headers.get('cache-control')!, /private/);
  });
});

test('a live resource with a rule for each item and whole items as payload sets no cookie', async () => {
  await using host = createPlanHost();
  assert.equal(getCookies(await send(host, 'GET /api/plans/1', undefined, ADA)), '');
});
