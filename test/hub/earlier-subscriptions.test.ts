/** Every MUST and MUST NOT of the earlier dialect about telling of subscriptions, by the section that says it. */
import assert from 'node:assert/strict';
import { testDemands } from './demands.ts';
import type { Demands } from './demands.ts';
import { ALL, earlierHub, topic } from './earlier-hub.ts';
import { HUB, bearer, earlierToken } from './hub-under-test.ts';

const SUBSCRIPTIONS = `${HUB}/subscriptions`;

const TABLE: Demands = [
  [
    'Subscription Events',
    'coming and going are told as private JSON-LD',
    async () => {
      const hub = earlierHub({ subscriptions: true });
      const watcher = await hub.subscribe(topic(`${SUBSCRIPTIONS}/{topic}/{subscriber}`), bearer(ALL));
      await watcher.next();
      const jwt = earlierToken({ subscribe: ['x'], payload: { user: 'ada' } });
      const other = await hub.subscribe(topic('https://example.com/{x}'), bearer(jwt));
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
    'three addresses, granted by the selectors of the token, with the last event in the document',
    async () => {
      const hub = earlierHub({ subscriptions: true });
      await hub.subscribe(`${topic('https://x/{a}')}&topic=b`, bearer(ALL));
      const read = (path: string, jwt = ALL) => hub.send(`GET ${path}`, { headers: bearer(jwt) });
      const all = await read(SUBSCRIPTIONS);
      assert.equal(all.headers.get('content-type'), 'application/ld+json');
      const document = (await all.json()) as { subscriptions: { id: string }[]; lastEventID: string };
      assert.equal(document.subscriptions.length, 2);
      assert.match(document.lastEventID, /^urn:uuid:/);
      const some = await read(`${SUBSCRIPTIONS}/b`);
      assert.equal(((await some.json()) as { subscriptions: unknown[] }).subscriptions.length, 1);
      const one = (await (await read(document.subscriptions[0]!.id)).json()) as object;
      assert.deepEqual(one, { ...document.subscriptions[0], lastEventID: document.lastEventID });
      assert.equal((await read(`${SUBSCRIPTIONS}/b/nobody`)).status, 404);
      assert.equal((await read(SUBSCRIPTIONS, earlierToken({ subscribe: ['b'] }))).status, 403);
      assert.equal((await read(SUBSCRIPTIONS, earlierToken({ subscribe: [SUBSCRIPTIONS] }))).status, 200);
    },
  ],
  [
    'Subscription API',
    'nothing has been dispatched yet: "earliest"',
    async () => {
      const list = await earlierHub({ subscriptions: true }).send(`GET ${SUBSCRIPTIONS}`, { headers: bearer(ALL) });
      assert.equal(((await list.json()) as { lastEventID: string }).lastEventID, 'earliest');
    },
  ],
];

testDemands(TABLE);
