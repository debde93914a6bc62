import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defineHost, memoryStore, resource } from 'oriel-host';
import type { Host } from 'oriel-host';
import type { EventReader } from './event-reader.ts';
import { z } from 'zod';
import { SECRET, getCookies, receivedBy, openStream, createLiveHost, send } from './live-host.ts';

const ALL = 'topic=/api/boats/{id}&topic=/api/notes/{id}&topic=/api/papers/{id}&topic=end';
const ADMIN = { 'X-User': 'eve admin' };
const ADA = { 'X-User': 'ada' };
const BOB = { 'X-User': 'bob' };

describe('a live resource', () => {
  test('publishes one update for each created, changed and deleted item', async () => {
    await using host = createLiveHost();
    const reader = await openStream(host, ALL);
    await send(host, 'POST /api/boats', { name: 'Triton' });
    await send(host, 'PATCH /api/boats/2', { name: 'Proteus' });
    await send(host, 'PUT /api/boats/2', { name: 'Doris' });
    await send(host, 'DELETE /api/boats/2');
    const item = { '@context': '/api/contexts/Boat', '@id': '/api/boats/2', '@type': 'Boat', id: 2 };
    assert.deepEqual(await receivedBy(host, reader), [
      { ...item, name: 'Triton' },
      { ...item, name: 'Proteus' },
      { ...item, name: 'Doris' },
      { '@id': '/api/boats/2' },
    ]);
  });

  test('publishes nothing for requests that change nothing or fail', async () => {
    await using host = createLiveHost();
    const reader = await openStream(host, ALL);
    await send(host, 'PATCH /api/boats/1', { name: 'Nereid' });
    await send(host, 'PUT /api/boats/1', { name: 'Nereid', secret: 'gold' }, ADMIN);
    await send(host, 'PATCH /api/boats/1', { name: 7 });
    await send(host, 'DELETE /api/boats/99');
    assert.deepEqual(await receivedBy(host, reader), []);
  });

  test('publishes an update for each item of a bulk request, and nothing if the request is rolled back', async () => {
    await using host = createLiveHost();
    const reader = await openStream(host, ALL);
    await send(host, 'POST /api/boats', [{ name: 'A' }, { name: 'B' }]);
    await send(host, 'PATCH /api/boats', [{ id: 1, name: 'C' }], { 'Content-Type': 'application/json' });
    await send(host, 'POST /api/boats', [{ name: 'D' }, { name: 7 }]);
    const names = (await receivedBy(host, reader)).map((element) => (element as { name: string }).name);
    assert.deepEqual(names, ['A', 'B', 'C']);
  });

  test('publishes one update for requests with the same Idempotency-Key', async () => {
    await using host = createLiveHost();
    const reader = await openStream(host, ALL);
    const key = { 'Idempotency-Key': '"once"' };
    for (let i = 0; i < 3; i++) assert.equal((await send(host, 'POST /api/boats', { name: 'A' }, key)).status, 201);
    for (let i = 0; i < 2; i++) await send(host, 'POST /api/boats', [{ name: 'B' }], { 'Idempotency-Key': '"list"' });
    assert.equal((await receivedBy(host, reader)).length, 2);
  });

  test('publishes only fields that everyone may read, regardless of who made the change', async () => {
    await using host = createLiveHost();
    const reader = await openStream(host, ALL);
    await send(host, 'PATCH /api/boats/1', { secret: 'silver', name: 'Nereid II' }, ADMIN);
    assert.doesNotMatch(JSON.stringify(await receivedBy(host, reader)), /silver|gold/);
  });

  test('publishes to the additional topics of its definition', async () => {
    await using host = createLiveHost();
    const reader = await openStream(host, 'match=/fleet&match=end');
    await send(host, 'DELETE /api/boats/1');
    assert.deepEqual(await receivedBy(host, reader), [{ '@id': '/api/boats/1' }]);
  });

  test('links to the hub with the id of the last update before it was read', async () => {
    await using host = createLiveHost();
    const Accept = 'application/ld+json';
    const link = async (): Promise<string> =>
      (await send(host, 'GET /api/boats/1', undefined, { Accept })).headers.get('link')!;
    // Nothing is published yet: a client that starts at "earliest" misses no update.
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

  test('has the content type of updates if it differs from that of the response', async () => {
    await using host = createLiveHost();
    const other = /; rel="mercure"; last-event-id="earliest"; content-type="application\/ld\+json"$/;
    for (const path of ['/api/boats/1', '/api/boats']) {
      assert.match(await linkFor(host, `GET ${path}`, 'application/json'), other);
      assert.doesNotMatch(await linkFor(host, `GET ${path}`, 'application/ld+json'), /content-type/);
    }
  });

  test('has no content type if updates have several', async () => {
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
    // Updates of deleted items are always JSON.
    assert.doesNotMatch(await link(['hal', 'csv'], 'text/csv'), /content-type/);
    assert.match(
      await link(['hal'], 'application/hal+json', { payload: 'iri' }),
      /; content-type="application\/json"$/,
    );
  });
});

describe('a private live resource', () => {
  test('sends updates to clients with the cookie that is set when they read it', async () => {
    await using host = createLiveHost();
    const admin = await openStream(host, ALL, getCookies(await send(host, 'GET /api/papers', undefined, ADMIN)));
    const anonymous = await openStream(host, ALL);
    await send(host, 'PATCH /api/papers/1', { text: 'second' }, ADMIN);
    assert.equal((await receivedBy(host, admin)).length, 1);
    assert.deepEqual(await receivedBy(host, anonymous), []);
  });

  test('sets no cookie for clients that may not read it', async () => {
    await using host = createLiveHost();
    assert.equal(getCookies(await send(host, 'GET /api/papers', undefined, ADA)), '');
    assert.equal(getCookies(await send(host, 'GET /api/boats/1')), '');
    assert.equal(getCookies(await send(host, 'PATCH /api/papers/1', { text: 'x' }, ADMIN)), '');
  });

  test('sets a HttpOnly cookie with the path of the hub and marks the response private', async () => {
    await using host = createLiveHost();
    const { headers } = await send(host, 'GET /api/papers', undefined, ADMIN);
    const lines = headers.getSetCookie();
    assert.equal(lines.length, 2);
    for (const line of lines)
      assert.match(line, /; Path=\/\.well-known\/mercure; Max-Age=3600; HttpOnly; SameSite=Strict$/);
    assert.ok(lines.some((line) => line.startsWith('mercureAuthorization=')));
    assert.match(headers.get('cache-control')!, /private/);
  });

  test('sends an update of a row to the users who can read its new state', async () => {
    for (const query of [ALL, `match_urlpattern=/api/notes/:id&match=end`]) {
      await using host = createLiveHost();
      const openAs = async (user: Record<string, string>) =>
        openStream(host, query, getCookies(await send(host, 'GET /api/notes', undefined, user)));
      const readers = {
        ada: await openAs(ADA),
        bob: await openAs(BOB),
        admin: await openAs(ADMIN),
        anonymous: await openStream(host, query),
      };
      await send(host, 'PATCH /api/notes/1', { text: 'still hers' }, ADA);
      // Now the row is his, and she must not receive its updates any more.
      await send(host, 'PATCH /api/notes/1', { owner: 'bob' }, ADMIN);
      await send(host, 'PATCH /api/notes/1', { text: 'his secret' }, BOB);
      await send(host, 'DELETE /api/notes/1', undefined, BOB);
      const getTexts = async (name: keyof typeof readers) =>
        (await receivedBy(host, readers[name], name)).map(
          (element) => (element as { text?: string }).text ?? 'deleted',
        );
      assert.deepEqual(await getTexts('ada'), ['still hers'], query);
      assert.deepEqual(await getTexts('bob'), ['still hers', 'his secret', 'deleted']);
      assert.deepEqual(await getTexts('admin'), ['still hers', 'still hers', 'his secret', 'deleted']);
      assert.deepEqual(await getTexts('anonymous'), []);
    }
  });

  test('sends what host.publish() publishes to the same users, without hidden fields', async () => {
    await using host = createLiveHost();
    const openAs = async (user: Record<string, string>) =>
      openStream(host, ALL, getCookies(await send(host, 'GET /api/notes', undefined, user)));
    const readers = { ada: await openAs(ADA), bob: await openAs(BOB), admin: await openAs(ADMIN) };
    const fleet = await openStream(host, 'match=/fleet&match=end');
    await host.publish('notes', { id: 1, owner: 'ada', text: 'hers' });
    await host.publish('boats', { id: 1, name: 'Nereid', secret: 'gold' });
    const read = async (reader: EventReader, end: string) =>
      (await receivedBy(host, reader, end)).filter((element) => !JSON.stringify(element).includes('Boat'));
    assert.equal((await read(readers.ada, 'ada')).length, 1);
    assert.deepEqual(await read(readers.bob, 'bob'), []);
    assert.equal((await read(readers.admin, 'admin')).length, 1);
    const [boat] = await receivedBy(host, fleet, 'fleet');
    assert.equal((boat as { name: string }).name, 'Nereid');
    assert.doesNotMatch(JSON.stringify(boat), /secret|gold/);
  });

  test('sends no updates of other users to a user whose id has characters of a pattern or template', async () => {
    for (const name of ['*', ':x', '(.*)', '{id}', '%7Bid%7D', 'a/../ada', '.*', ';~owner=ada']) {
      await using host = createLiveHost();
      const cookie = getCookies(
        await send(host, 'GET /api/notes', undefined, { 'X-User': encodeURI(name).replaceAll(' ', '') }),
      );
      const reader = await openStream(host, ALL, cookie);
      await send(host, 'PATCH /api/notes/1', { text: 'for ada alone' }, ADA);
      assert.deepEqual(await receivedBy(host, reader), [], name);
    }
  });
});
