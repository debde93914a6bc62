/** Every MUST and MUST NOT of the current dialect about active subscriptions, by section. */
import assert from 'node:assert/strict';
import { testRequirements } from './requirements.ts';
import type { Requirements } from './requirements.ts';
import { HUB, HUB_URL, bearer, detail, fullAccessToken, createTestHub, patternMatcher, token } from './test-hub.ts';
import type { TestHub } from './test-hub.ts';

const SUBSCRIPTIONS = `${HUB}/subscriptions`;

function read(
  hub: TestHub,
  path: string,
  headers: Record<string, string> = bearer(fullAccessToken()),
): Promise<Response> {
  return hub.send(`GET ${path}`, { headers });
}

const TABLE: Requirements = [
  [
    'Subscription Events',
    'a subscription that starts or ends is published as a private update of the type "mercure"',
    async () => {
      const hub = createTestHub({ subscriptions: true });
      const grants = detail('subscribe', patternMatcher(`${SUBSCRIPTIONS}/*`));
      const watcher = await hub.subscribe(
        `match_urlpattern=${SUBSCRIPTIONS}/:type/:match/:subscriber`,
        bearer(token(grants)),
      );
      const anonymous = await hub.subscribe('match=*');
      const payload = { team: 'blue' };
      const theirs = token({ ...detail('subscribe', patternMatcher('https://example.com/:x')), payload });
      const query = `match_urlpattern=${encodeURIComponent('https://example.com/:x')}`;
      const other = await hub.subscribe(query, bearer(theirs));

      // The first two events are its own subscription and the anonymous one.
      const event = [await watcher.next(), await watcher.next(), await watcher.next()].at(-1);
      assert.equal(event!.type, 'mercure');
      const document = JSON.parse(event!.data) as Record<string, string>;
      const { id, subscriber, ...rest } = document;
      assert.deepEqual(rest, {
        ...{ type: 'subscription', match_type: 'urlpattern', match: 'https://example.com/:x', active: true, payload },
      });
      assert.equal(
        id,
        `${SUBSCRIPTIONS}/urlpattern/https%3A%2F%2Fexample.com%2F%3Ax/${encodeURIComponent(subscriber!)}`,
      );
      await other.close();
      const ended = JSON.parse((await watcher.data())!) as Record<string, unknown>;
      assert.deepEqual({ ...ended }, { ...document, active: false });
      await hub.publish([['topic', 'a'], ['data', 'public']]); // prettier-ignore
      assert.equal(await anonymous.data(), 'public');
    },
  ],
  [
    'Subscription Events',
    'the hub generates one subscriber name for each connection',
    async () => {
      const hub = createTestHub({ subscriptions: true });
      await hub.subscribe('match=a&match=b&subscriber=mine', bearer(fullAccessToken()));
      await hub.subscribe('match=a', bearer(fullAccessToken()));
      const list = (await (await read(hub, SUBSCRIPTIONS)).json()) as { subscriptions: { subscriber: string }[] };
      const names = list.subscriptions.map(({ subscriber }) => subscriber);
      assert.equal(names[0], names[1]);
      assert.notEqual(names[0], names[2]);
      assert.ok(names.every((name) => name.startsWith('urn:uuid:')));
    },
  ],
  [
    'Subscription Events',
    'a matcher is percent-encoded once in the address of its subscriptions',
    async () => {
      const hub = createTestHub({ subscriptions: true });
      await hub.subscribe(`match=${encodeURIComponent('/a%2Fb c/\u00e9')}`, bearer(fullAccessToken()));
      const address = `${SUBSCRIPTIONS}/exact/%2Fa%252Fb%20c%2F%C3%A9`;
      const list = (await (await read(hub, address)).json()) as { subscriptions: { id: string; match: string }[] };
      assert.deepEqual([list.subscriptions.length, list.subscriptions[0]!.match], [1, '/a%2Fb c/\u00e9']);
      assert.equal((await read(hub, list.subscriptions[0]!.id)).status, 200);
      assert.ok(list.subscriptions[0]!.id.startsWith(`${address}/urn%3Auuid%3A`));
    },
  ],
  [
    'Subscription API',
    'all subscriptions, those of a matcher, and a single one can be read as JSON',
    async () => {
      const hub = createTestHub({ subscriptions: true });
      await hub.subscribe('match=https://x/a&match=b', bearer(fullAccessToken()));
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
      assert.equal((await read(hub, `${SUBSCRIPTIONS}/exact/b/unknown`)).status, 404);
    },
  ],
  [
    'Subscription API',
    'a token has to grant the path of the request; the query is ignored',
    async () => {
      const hub = createTestHub({ subscriptions: true });
      const status = async (path: string, ...topics: (string | object)[]) =>
        (await read(hub, path, bearer(token(detail('subscribe', ...topics))))).status;
      assert.equal((await read(hub, SUBSCRIPTIONS, {})).status, 401);
      assert.equal(await status(SUBSCRIPTIONS, 'something else'), 403);
      assert.equal(await status(SUBSCRIPTIONS, SUBSCRIPTIONS), 200);
      assert.equal(await status(`${SUBSCRIPTIONS}?x=1`, SUBSCRIPTIONS), 200);
      assert.equal(await status(`${SUBSCRIPTIONS}/exact/a`, SUBSCRIPTIONS), 403);
      assert.equal(await status(`${SUBSCRIPTIONS}/exact/a`, patternMatcher(`${SUBSCRIPTIONS}/:type/:match`)), 200);
      assert.equal(await status(SUBSCRIPTIONS, patternMatcher(`${HUB_URL}/*`)), 200);
    },
  ],
  [
    'Subscription API',
    'every response has the last event id in its Link header, which CORS exposes',
    async () => {
      const hub = createTestHub({ subscriptions: true, cors: ['https://app.example'] });
      const link = async () => (await read(hub, SUBSCRIPTIONS)).headers.get('link');
      assert.match(
        (await link())!,
        /^<http:\/\/localhost\/\.well-known\/mercure>; rel="mercure"; last-event-id="earliest"/,
      );
      await hub.publish([['topic', 'a'], ['id', 'urn:x:1']]); // prettier-ignore
      assert.match((await link())!, /last-event-id="urn:x:1"/);
      const cross = await read(hub, SUBSCRIPTIONS, { ...bearer(fullAccessToken()), Origin: 'https://app.example' });
      assert.match(cross.headers.get('access-control-expose-headers')!, /Link/);
    },
  ],
];

testRequirements(TABLE);
