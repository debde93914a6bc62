/** Every MUST and MUST NOT of the earlier dialect about active subscriptions, by section. */
import assert from 'node:assert/strict';
import { testRequirements } from './requirements.ts';
import type { Requirements } from './requirements.ts';
import { FULL_ACCESS_TOKEN, createEarlierHub, topicQuery } from './earlier-hub.ts';
import { HUB, bearer, earlierToken } from './test-hub.ts';

const SUBSCRIPTIONS = `${HUB}/subscriptions`;

const TABLE: Requirements = [
  [
    'Subscription Events',
    'a subscription that starts or ends is published as private JSON-LD',
    async () => {
      const hub = createEarlierHub({ subscriptions: true });
      const watcher = await hub.subscribe(
        topicQuery(`${SUBSCRIPTIONS}/{topic}/{subscriber}`),
        bearer(FULL_ACCESS_TOKEN),
      );
      await watcher.next();
      const jwt = earlierToken({ subscribe: ['x'], payload: { user: 'ada' } });
      const other = await hub.subscribe(topicQuery('https://example.com/{x}'), bearer(jwt));
      const event = (await watcher.next())!;
      const document = JSON.parse(event.data) as Record<string, string>;
      const { id, subscriber, ...rest } = document;
      assert.deepEqual(rest, {
        ...{ '@context': 'https://mercure.rocks/', type: 'Subscription', topic: 'https://example.com/{x}' },
        ...{ active: true, payload: { user: 'ada' } },
      });
      assert.equal(id, `${SUBSCRIPTIONS}/https%3A%2F%2Fexample.com%2F%7Bx%7D/${encodeURIComponent(subscriber!)}`);
      assert.equal(event.type, 'message');
      await other.close();
      assert.equal((JSON.parse((await watcher.data())!) as { active: boolean }).active, false);
    },
  ],
  [
    'Subscription API',
    'the three addresses need a matching selector in the token, and have lastEventID in the document',
    async () => {
      const hub = createEarlierHub({ subscriptions: true });
      await hub.subscribe(`${topicQuery('https://x/{a}')}&topic=b`, bearer(FULL_ACCESS_TOKEN));
      const read = (path: string, jwt = FULL_ACCESS_TOKEN) => hub.send(`GET ${path}`, { headers: bearer(jwt) });
      const all = await read(SUBSCRIPTIONS);
      assert.equal(all.headers.get('content-type'), 'application/ld+json');
      const document = (await all.json()) as { subscriptions: { id: string }[]; lastEventID: string };
      assert.equal(document.subscriptions.length, 2);
      assert.match(document.lastEventID, /^urn:uuid:/);
      const some = await read(`${SUBSCRIPTIONS}/b`);
      assert.equal(((await some.json()) as { subscriptions: unknown[] }).subscriptions.length, 1);
      const one = (await (await read(document.subscriptions[0]!.id)).json()) as object;
      assert.deepEqual(one, { ...document.subscriptions[0], lastEventID: document.lastEventID });
      assert.equal((await read(`${SUBSCRIPTIONS}/b/unknown`)).status, 404);
      assert.equal((await read(SUBSCRIPTIONS, earlierToken({ subscribe: ['b'] }))).status, 403);
      assert.equal((await read(SUBSCRIPTIONS, earlierToken({ subscribe: [SUBSCRIPTIONS] }))).status, 200);
    },
  ],
  [
    'Subscription API',
    'lastEventID is "earliest" before the first update',
    async () => {
      const list = await createEarlierHub({ subscriptions: true }).send(`GET ${SUBSCRIPTIONS}`, {
        headers: bearer(FULL_ACCESS_TOKEN),
      });
      assert.equal(((await list.json()) as { lastEventID: string }).lastEventID, 'earliest');
    },
  ],
];

testRequirements(TABLE);
