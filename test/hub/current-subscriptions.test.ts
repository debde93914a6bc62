/** Every MUST and MUST NOT about active subscriptions in the current dialect, by the section that says it. */
import assert from 'node:assert/strict';
import { testDemands } from './demands.ts';
import type { Demands } from './demands.ts';
import { HUB, HUB_URL, bearer, detail, everything, hubUnderTest, pattern, token } from './hub-under-test.ts';
import type { HubUnderTest } from './hub-under-test.ts';

const SUBSCRIPTIONS = `${HUB}/subscriptions`;

function read(
  hub: HubUnderTest,
  path: string,
  headers: Record<string, string> = bearer(everything()),
): Promise<Response> {
  return hub.send(`GET ${path}`, { headers });
}

const TABLE: Demands = [
  [
    'Subscription Events',
    'coming and going are told as private updates of the type "mercure", with the documented members',
    async () => {
      const hub = hubUnderTest({ subscriptions: true });
      const grants = detail('subscribe', pattern(`${SUBSCRIPTIONS}/*`));
      const watcher = await hub.subscribe(
        `match_urlpattern=${SUBSCRIPTIONS}/:type/:match/:subscriber`,
        bearer(token(grants)),
      );
      const stranger = await hub.subscribe('match=*');
      const payload = { team: 'blue' };
      const theirs = token({ ...detail('subscribe', pattern('https://example.com/:x')), payload });
      const query = `match_urlpattern=${encodeURIComponent('https://example.com/:x')}`;
      const other = await hub.subscribe(query, bearer(theirs));

      // Before that it is told of itself and of the stranger.
      const told = [await watcher.next(), await watcher.next(), await watcher.next()].at(-1);
      assert.equal(told!.type, 'mercure');
      const document = JSON.parse(told!.data) as Record<string, string>;
      const { id, subscriber, ...rest } = document;
      assert.deepEqual(rest, {
        ...{ type: 'subscription', match_type: 'urlpattern', match: 'https://example.com/:x', active: true, payload },
      });
      assert.equal(
        id,
        `${SUBSCRIPTIONS}/urlpattern/https%3A%2F%2Fexample.com%2F%3Ax/${encodeURIComponent(subscriber!)}`,
      );
      await other.close();
      const gone = JSON.parse((await watcher.data())!) as Record<string, unknown>;
      assert.deepEqual({ ...gone }, { ...document, active: false });
      await hub.publish([['topic', 'a'], ['data', 'public']]); // prettier-ignore
      assert.equal(await stranger.data(), 'public');
    },
  ],
  [
    'Subscription Events',
    'names of subscribers are made by the hub, and one connection has one',
    async () => {
      const hub = hubUnderTest({ subscriptions: true });
      await hub.subscribe('match=a&match=b&subscriber=mine', bearer(everything()));
      await hub.subscribe('match=a', bearer(everything()));
      const list = (await (await read(hub, SUBSCRIPTIONS)).json()) as { subscriptions: { subscriber: string }[] };
      const names = list.subscriptions.map(({ subscriber }) => subscriber);
      assert.equal(names[0], names[1]);
      assert.notEqual(names[0], names[2]);
      assert.ok(names.every((name) => name.startsWith('urn:uuid:')));
    },
  ],
  [
    'Subscription Events',
    'a matcher is encoded once in its address, what is encoded in it already as well, and found there',
    async () => {
      const hub = hubUnderTest({ subscriptions: true });
      await hub.subscribe(`match=${encodeURIComponent('/a%2Fb c/\u00e9')}`, bearer(everything()));
      const address = `${SUBSCRIPTIONS}/exact/%2Fa%252Fb%20c%2F%C3%A9`;
      const list = (await (await read(hub, address)).json()) as { subscriptions: { id: string; match: string }[] };
      assert.deepEqual([list.subscriptions.length, list.subscriptions[0]!.match], [1, '/a%2Fb c/\u00e9']);
      assert.equal((await read(hub, list.subscriptions[0]!.id)).status, 200);
      assert.ok(list.subscriptions[0]!.id.startsWith(`${address}/urn%3Auuid%3A`));
    },
  ],
  [
    'Subscription API',
    'all, those of a matcher, and a single one have their addresses, and are JSON',
    async () => {
      const hub = hubUnderTest({ subscriptions: true });
      await hub.subscribe('match=https://x/a&match=b', bearer(everything()));
      const all = await read(hub, SUBSCRIPTIONS);
      assert.equal(all.headers.get('content-type'), 'application/json');
      const { id, type, subscriptions } = (await all.json()) as {
        id: string;
        type: string;
        subscriptions: { id: string }[];
      };
      assert.deepEqual([id, type, subscriptions.length], [SUBSCRIPTIONS, 'subscriptions', 2]);
      const one = await read(hub, `${SUBSCRIPTIONS}/exact/${encodeURIComponent('https://x/a')}`);
      assert.equal(((await one.json()) as { subscriptions: unknown[] }).subscriptions.length, 1);
      assert.deepEqual(await (await read(hub, subscriptions[0]!.id)).json(), subscriptions[0]);
      assert.equal((await read(hub, `${SUBSCRIPTIONS}/exact/b/nobody`)).status, 404);
    },
  ],
  [
    'Subscription API',
    'a token has to grant the very address; the query is no part of it',
    async () => {
      const hub = hubUnderTest({ subscriptions: true });
      const status = async (path: string, ...topics: (string | object)[]) =>
        (await read(hub, path, bearer(token(detail('subscribe', ...topics))))).status;
      assert.equal((await read(hub, SUBSCRIPTIONS, {})).status, 401);
      assert.equal(await status(SUBSCRIPTIONS, 'something else'), 403);
      assert.equal(await status(SUBSCRIPTIONS, SUBSCRIPTIONS), 200);
      assert.equal(await status(`${SUBSCRIPTIONS}?x=1`, SUBSCRIPTIONS), 200);
      assert.equal(await status(`${SUBSCRIPTIONS}/exact/a`, SUBSCRIPTIONS), 403);
      assert.equal(await status(`${SUBSCRIPTIONS}/exact/a`, pattern(`${SUBSCRIPTIONS}/:type/:match`)), 200);
      assert.equal(await status(SUBSCRIPTIONS, pattern(`${HUB_URL}/*`)), 200);
    },
  ],
  [
    'Subscription API',
    'every answer carries the cursor in its Link, which other origins may read',
    async () => {
      const hub = hubUnderTest({ subscriptions: true, cors: ['https://app.example'] });
      const link = async () => (await read(hub, SUBSCRIPTIONS)).headers.get('link');
      assert.match(
        (await link())!,
        /^<http:\/\/localhost\/\.well-known\/mercure>; rel="mercure"; last-event-id="earliest"/,
      );
      await hub.publish([['topic', 'a'], ['id', 'urn:x:1']]); // prettier-ignore
      assert.match((await link())!, /last-event-id="urn:x:1"/);
      const cross = await read(hub, SUBSCRIPTIONS, { ...bearer(everything()), Origin: 'https://app.example' });
      assert.match(cross.headers.get('access-control-expose-headers')!, /Link/);
    },
  ],
];

testDemands(TABLE);
