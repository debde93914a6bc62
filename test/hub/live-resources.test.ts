import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defineHost, memoryStore, resource } from 'oriel';
import type { Host } from 'oriel';
import { z } from 'zod';
import { SECRET, cookiesOf, heardBy, listen, liveHouse, send } from './live-house.ts';

const ALL = 'topic=/api/boats/{id}&topic=/api/notes/{id}&topic=/api/papers/{id}&topic=end';
const ADMIN = { 'X-User': 'eve admin' };
const ADA = { 'X-User': 'ada' };
const BOB = { 'X-User': 'bob' };

describe('a live resource', () => {
  test('tells what was created, changed and deleted, once each, to everybody', async () => {
    await using host = liveHouse();
    const reader = await listen(host, ALL);
    await send(host, 'POST /api/boats', { name: 'Triton' });
    await send(host, 'PATCH /api/boats/2', { name: 'Proteus' });
    await send(host, 'PUT /api/boats/2', { name: 'Doris' });
    await send(host, 'DELETE /api/boats/2');
    const told = { '@context': '/api/contexts/Boat', '@id': '/api/boats/2', '@type': 'Boat', id: 2 };
    assert.deepEqual(await heardBy(host, reader), [
      { ...told, name: 'Triton' },
      { ...told, name: 'Proteus' },
      { ...told, name: 'Doris' },
      { '@id': '/api/boats/2' },
    ]);
  });

  test('tells nothing of what changed nothing or went wrong', async () => {
    await using host = liveHouse();
    const reader = await listen(host, ALL);
    await send(host, 'PATCH /api/boats/1', { name: 'Nereid' });
    await send(host, 'PUT /api/boats/1', { name: 'Nereid', secret: 'gold' }, ADMIN);
    await send(host, 'PATCH /api/boats/1', { name: 7 });
    await send(host, 'DELETE /api/boats/99');
    assert.deepEqual(await heardBy(host, reader), []);
  });

  test('tells of each item of a list, and nothing when all of it was taken back', async () => {
    await using host = liveHouse();
    const reader = await listen(host, ALL);
    await send(host, 'POST /api/boats', [{ name: 'A' }, { name: 'B' }]);
    await send(host, 'PATCH /api/boats', [{ id: 1, name: 'C' }], { 'Content-Type': 'application/json' });
    await send(host, 'POST /api/boats', [{ name: 'D' }, { name: 7 }]);
    const names = (await heardBy(host, reader)).map((each) => (each as { name: string }).name);
    assert.deepEqual(names, ['A', 'B', 'C']);
  });

  test('tells once of a request that comes again under its Idempotency-Key', async () => {
    await using host = liveHouse();
    const reader = await listen(host, ALL);
    const key = { 'Idempotency-Key': '"once"' };
    for (let i = 0; i < 3; i++) assert.equal((await send(host, 'POST /api/boats', { name: 'A' }, key)).status, 201);
    for (let i = 0; i < 2; i++) await send(host, 'POST /api/boats', [{ name: 'B' }], { 'Idempotency-Key': '"list"' });
    assert.equal((await heardBy(host, reader)).length, 2);
  });

  test('shows only what everybody may see, whoever changed it', async () => {
    await using host = liveHouse();
    const reader = await listen(host, ALL);
    await send(host, 'PATCH /api/boats/1', { secret: 'silver', name: 'Nereid II' }, ADMIN);
    assert.doesNotMatch(JSON.stringify(await heardBy(host, reader)), /silver|gold/);
  });

  test('has further topics where it says so', async () => {
    await using host = liveHouse();
    const reader = await listen(host, 'match=/fleet&match=end');
    await send(host, 'DELETE /api/boats/1');
    assert.deepEqual(await heardBy(host, reader), [{ '@id': '/api/boats/1' }]);
  });

  test('links to the hub, with the last update from before it was read', async () => {
    await using host = liveHouse();
    const Accept = 'application/ld+json';
    const link = async (): Promise<string> =>
      (await send(host, 'GET /api/boats/1', undefined, { Accept })).headers.get('link')!;
    // Nothing was published yet: who begins at the earliest misses nothing of what comes in between.
    assert.match(
      await link(),
      /, <http:\/\/localhost\/\.well-known\/mercure>; rel="mercure"; last-event-id="earliest"$/,
    );
    const { id } = await host.hub.publish({ topics: 'a' });
    assert.ok((await link()).endsWith(`; rel="mercure"; last-event-id="${id}"`));
    assert.match((await send(host, 'GET /api/boats/99')).headers.get('link')!, /rel="mercure"/);
    await host.hub.publish({ topics: 'a', id: 'says "hi"' });
    assert.match(await link(), /rel="mercure"$/);
  });
});

describe('the link of a live resource', () => {
  const linkFor = async (host: Host, line: string, accept?: string): Promise<string> =>
    (await send(host, line, undefined, accept === undefined ? {} : { Accept: accept })).headers.get('link')!;

  test('says what updates are written in where the answer is in something else', async () => {
    await using host = liveHouse();
    const other = /; rel="mercure"; last-event-id="earliest"; content-type="application\/ld\+json"$/;
    for (const path of ['/api/boats/1', '/api/boats']) {
      assert.match(await linkFor(host, `GET ${path}`, 'application/json'), other);
      assert.doesNotMatch(await linkFor(host, `GET ${path}`, 'application/ld+json'), /content-type/);
    }
  });

  test('says nothing of it where updates are written in this and in that', async () => {
    const Boat = z.object({ id: z.int() });
    const link = async (formats: readonly ('csv' | 'json' | 'hal')[], accept: string, live: object | true = true) => {
      await using host = defineHost({
        hub: { secret: SECRET, anonymous: true },
        api: { formats },
        resources: [resource('boats', Boat, { id: 'id', live, store: memoryStore([{ id: 1 }]) })],
        log: false,
      });
      return linkFor(host, 'GET /api/boats/1', accept);
    };
    assert.match(await link(['csv', 'json'], 'text/csv'), /; content-type="application\/json"$/);
    // An item that was deleted is told of in JSON, whatever the others are in.
    assert.doesNotMatch(await link(['hal', 'csv'], 'text/csv'), /content-type/);
    assert.match(
      await link(['hal'], 'application/hal+json', { payload: 'iri' }),
      /; content-type="application\/json"$/,
    );
  });
});

describe('a private live resource', () => {
  test('is told of to those who may read it, by the cookie they got when they did', async () => {
    await using host = liveHouse();
    const admin = await listen(host, ALL, cookiesOf(await send(host, 'GET /api/papers', undefined, ADMIN)));
    const stranger = await listen(host, ALL);
    await send(host, 'PATCH /api/papers/1', { text: 'second' }, ADMIN);
    assert.equal((await heardBy(host, admin)).length, 1);
    assert.deepEqual(await heardBy(host, stranger), []);
  });

  test('gives nobody a cookie who may not read', async () => {
    await using host = liveHouse();
    assert.equal(cookiesOf(await send(host, 'GET /api/papers', undefined, ADA)), '');
    assert.equal(cookiesOf(await send(host, 'GET /api/boats/1')), '');
    assert.equal(cookiesOf(await send(host, 'PATCH /api/papers/1', { text: 'x' }, ADMIN)), '');
  });

  test('gives a cookie that only the hub gets, and no script, and an answer for nobody else', async () => {
    await using host = liveHouse();
    const { headers } = await send(host, 'GET /api/papers', undefined, ADMIN);
    const lines = headers.getSetCookie();
    assert.equal(lines.length, 2);
    for (const line of lines)
      assert.match(line, /; Path=\/\.well-known\/mercure; Max-Age=3600; HttpOnly; SameSite=Strict$/);
    assert.ok(lines.some((line) => line.startsWith('mercureAuthorization=')));
    assert.match(headers.get('cache-control')!, /private/);
  });

  test('is told of row by row, to those who see the row as it is now', async () => {
    for (const query of [ALL, `match_urlpattern=/api/notes/:id&match=end`]) {
      await using host = liveHouse();
      const as = async (who: Record<string, string>) =>
        listen(host, query, cookiesOf(await send(host, 'GET /api/notes', undefined, who)));
      const readers = {
        ada: await as(ADA),
        bob: await as(BOB),
        admin: await as(ADMIN),
        nobody: await listen(host, query),
      };
      await send(host, 'PATCH /api/notes/1', { text: 'still hers' }, ADA);
      // From now on it is his, and she must hear no more of it.
      await send(host, 'PATCH /api/notes/1', { owner: 'bob' }, ADMIN);
      await send(host, 'PATCH /api/notes/1', { text: 'his secret' }, BOB);
      await send(host, 'DELETE /api/notes/1', undefined, BOB);
      const heard = async (name: keyof typeof readers) =>
        (await heardBy(host, readers[name], name)).map((each) => (each as { text?: string }).text ?? 'deleted');
      assert.deepEqual(await heard('ada'), ['still hers'], query);
      assert.deepEqual(await heard('bob'), ['still hers', 'his secret', 'deleted']);
      assert.deepEqual(await heard('admin'), ['still hers', 'still hers', 'his secret', 'deleted']);
      assert.deepEqual(await heard('nobody'), []);
    }
  });

  test('lets nobody in by a name with signs that mean something in patterns', async () => {
    for (const name of ['*', ':x', '(.*)', '{id}', '%7Bid%7D', 'a/../ada', '.*', ';~owner=ada']) {
      await using host = liveHouse();
      const cookie = cookiesOf(
        await send(host, 'GET /api/notes', undefined, { 'X-User': encodeURI(name).replaceAll(' ', '') }),
      );
      const reader = await listen(host, ALL, cookie);
      await send(host, 'PATCH /api/notes/1', { text: 'for ada alone' }, ADA);
      assert.deepEqual(await heardBy(host, reader), [], name);
    }
  });
});
