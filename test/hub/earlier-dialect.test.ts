/** Every MUST and MUST NOT of the earlier dialect, by the section that says it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUB, bearer, claims, detail, earlierToken, hubUnderTest, signed } from './hub-under-test.ts';
import type { HubUnderTest } from './hub-under-test.ts';
import type { EmbeddedHubConfig } from 'oriel/hub';

const BOOK = 'https://example.com/books/1';
const SUBSCRIPTIONS = `${HUB}/subscriptions`;
const ALL = earlierToken({ publish: ['*'], subscribe: ['*'] });
const topic = (selector: string): string => `topic=${encodeURIComponent(selector)}`;
const earlierHub = (config: Partial<EmbeddedHubConfig> = {}): HubUnderTest =>
  hubUnderTest({ dialects: ['earlier'], ...config });

async function post(hub: HubUnderTest, jwt: string, ...topics: readonly string[]): Promise<number> {
  const response = await hub.publish(topics.map((each) => ['topic', each] as const), bearer(jwt)); // prettier-ignore
  return response.status;
}

async function hears(selector: string, published: string): Promise<boolean> {
  const hub = earlierHub();
  const reader = await hub.subscribe(`${topic(selector)}&topic=sentinel`);
  for (const name of [published, 'sentinel']) await hub.publish([['topic', name], ['data', name]], bearer(ALL)); // prettier-ignore
  return (await reader.data()) === published;
}

const TABLE: readonly (readonly [section: string, demand: string, check: () => Promise<void>])[] = [
  [
    'Discovery',
    'the hub is at /.well-known/mercure, and publishes no metadata of later times',
    async () => {
      const hub = earlierHub();
      assert.equal((await hub.ask('topic=a')).status, 200);
      assert.equal((await hub.send(`GET /.well-known/oauth-protected-resource${HUB}`)).status, 404);
      const challenge = (await hub.publish([['topic', 'a']], {})).headers.get('www-authenticate');
      assert.equal(challenge, 'Bearer');
    },
  ],
  [
    'Topic Selectors',
    'a selector is "*", the very topic, or a template that expands to it',
    async () => {
      assert.equal(await hears('*', 'anything'), true);
      assert.equal(await hears(BOOK, BOOK), true);
      assert.equal(await hears('https://example.com/books/{id}', BOOK), true);
      assert.equal(await hears('https://example.com/books/{id}', `${BOOK}/pages`), false);
      assert.equal(await hears('https://example.com/books/{id}', 'https://example.com/books/{id}'), true);
      assert.equal(await hears('a {broken template', 'a {broken template'), true);
      assert.equal(await hears('https://example.com/{+path}{?q}', 'https://example.com/a/b?q=c'), true);
      assert.equal(await hears('/users/{id}/{?topic}', '/users/7/?topic=https%3A%2F%2Fexample.com'), true);
      assert.equal(await hears('another', BOOK), false);
    },
  ],
  [
    'Subscription',
    'topic may come several times, and has to come once',
    async () => {
      const hub = earlierHub();
      const reader = await hub.subscribe('topic=a&topic=b');
      await hub.publish([['topic', 'b'], ['data', 'x']], bearer(ALL)); // prettier-ignore
      assert.equal(await reader.data(), 'x');
      assert.equal((await hub.ask('')).status, 400);
      assert.equal((await hub.ask('match=a')).status, 400);
    },
  ],
  [
    'Subscription',
    'private updates go to those who may read them, as events of a stream',
    async () => {
      const hub = earlierHub();
      const stranger = await hub.subscribe('topic=a');
      const reader = await hub.subscribe('topic=a', bearer(earlierToken({ subscribe: ['a'] })));
      await hub.publish([['topic', 'a'], ['data', 'secret'], ['private', 'on'], ['type', 'kind'], ['retry', '5']], bearer(ALL)); // prettier-ignore
      await hub.publish([['topic', 'a'], ['data', 'public']], bearer(ALL)); // prettier-ignore
      assert.match((await reader.next())!.text, /event: kind\nretry: 5\ndata: secret$/);
      assert.equal(await stranger.data(), 'public');
    },
  ],
  [
    'Publication',
    'it is a form; an update goes to those who hear any of its topics; an id begins with no "#"',
    async () => {
      const hub = earlierHub();
      const headers = { ...bearer(ALL), 'Content-Type': 'application/json' };
      assert.equal((await hub.send(`POST ${HUB}`, { headers, body: '{}' })).status, 415);
      const reader = await hub.subscribe('topic=second');
      const answer = await hub.publish([['topic', 'first'], ['topic', 'second'], ['data', 'x']], bearer(ALL)); // prettier-ignore
      assert.equal((await reader.next())!.id, await answer.text());
      assert.equal((await hub.publish([['topic', 'a'], ['id', '#1']], bearer(ALL))).status, 400); // prettier-ignore
    },
  ],
  [
    'Authorization',
    'a header goes before the query, and the query before a cookie',
    async () => {
      const hub = earlierHub({ anonymous: false, tokenInQuery: true });
      const status = async (query: string, headers = {}) => (await hub.ask(`topic=a${query}`, headers)).status;
      const cookie = { Cookie: `mercureAuthorization=${ALL}` };
      assert.equal(await status('', cookie), 200);
      assert.equal(await status(`&authorization=${ALL}`), 200);
      assert.equal(await status('&authorization=nonsense', cookie), 401);
      assert.equal(await status(`&authorization=${ALL}`, bearer('nonsense')), 401);
      const closed = earlierHub({ anonymous: false });
      assert.equal((await closed.ask(`topic=a&authorization=${ALL}`)).status, 401);
    },
  ],
  [
    'Publishers',
    'mercure.publish has to match every topic',
    async () => {
      assert.equal(await post(earlierHub(), signed({}, 'JWT'), 'a'), 403);
      assert.equal(await post(earlierHub(), earlierToken({}), 'a'), 403);
      assert.equal(await post(earlierHub(), earlierToken({ publish: [] }), 'a'), 403);
      assert.equal(await post(earlierHub(), earlierToken({ publish: ['a'] }), 'a', 'b'), 403);
      assert.equal(await post(earlierHub(), earlierToken({ publish: ['a', 'b'] }), 'a', 'b'), 200);
      assert.equal(await post(earlierHub(), earlierToken({ publish: ['/{x}'] }), '/a'), 200);
      assert.equal(await post(earlierHub(), earlierToken({ publish: 'a' }), 'a'), 401);
    },
  ],
  [
    'Subscribers',
    'mercure.subscribe has to match one of the topics of what is private',
    async () => {
      const hub = earlierHub();
      const mine = bearer(earlierToken({ subscribe: ['https://example.com/users/foo/{?topic}'] }));
      const reader = await hub.subscribe(topic('https://example.com/books/{id}'), mine);
      const send = (data: string, ...topics: string[]) => hub.host.hub.publish({ topics, data, private: true });
      await send('not mine', BOOK);
      await send('mine', BOOK, `https://example.com/users/foo/?topic=${encodeURIComponent(BOOK)}`);
      assert.equal(await reader.data(), 'mine');
    },
  ],
  [
    'Subscribers',
    'the connection ends when the token does',
    async () => {
      const exp = Math.floor(Date.now() / 1000) + 1;
      const reader = await earlierHub().subscribe('topic=a', bearer(earlierToken({ subscribe: ['*'] }, { exp })));
      assert.equal(await reader.next(), undefined);
      assert.equal(await post(earlierHub(), earlierToken({ publish: ['*'] }, { exp: exp - 9 }), 'a'), 401);
    },
  ],
  [
    'Reconnection',
    'lastEventID in the query, the header before it, and Last-Event-ID in the answer',
    async () => {
      const hub = earlierHub();
      for (const id of ['one', 'two', 'three']) await hub.host.hub.publish({ topics: 'a', id, data: id });
      const data = async (query: string, headers = {}) => (await hub.subscribe(`topic=a${query}`, headers)).data();
      assert.equal(await data('&lastEventID=one'), 'two');
      assert.equal(await data('&lastEventID=one', { 'Last-Event-ID': 'two' }), 'three');
      assert.equal(await data('&lastEventID=earliest'), 'one');
      const before = async (id: string) => (await hub.ask(`topic=a&lastEventID=${id}`)).headers.get('last-event-id');
      assert.deepEqual([await before('one'), await before('gone'), await before('earliest')], ['one', 'earliest', 'earliest']); // prettier-ignore
      assert.equal((await hub.ask('topic=a')).headers.get('last-event-id'), null);
    },
  ],
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
  [
    'Dialects',
    'a hub of the earlier dialect alone believes no token of the current one',
    async () => assert.equal(await post(earlierHub(), signed(claims([detail('publish', '*')])), 'a'), 401),
  ],
];

for (const [section, demand, check] of TABLE) test(`${section}: ${demand}`, check);
