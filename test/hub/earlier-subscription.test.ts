/** Every MUST and MUST NOT of the earlier dialect about finding the hub, subscribing and coming back, by the section that says it. */
import assert from 'node:assert/strict';
import { testDemands } from './demands.ts';
import type { Demands } from './demands.ts';
import { ALL, earlierHub, topic } from './earlier-hub.ts';
import { HUB, bearer, earlierToken } from './hub-under-test.ts';

const BOOK = 'https://example.com/books/1';

async function hears(selector: string, published: string): Promise<boolean> {
  const hub = earlierHub();
  const reader = await hub.subscribe(`${topic(selector)}&topic=sentinel`);
  for (const name of [published, 'sentinel']) await hub.publish([['topic', name], ['data', name]], bearer(ALL)); // prettier-ignore
  return (await reader.data()) === published;
}

const TABLE: Demands = [
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
];

testDemands(TABLE);
