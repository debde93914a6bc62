/** Every MUST and MUST NOT of the earlier dialect about discovery, subscribing and reconnection, by section. */
import assert from 'node:assert/strict';
import { testRequirements } from './requirements.ts';
import type { Requirements } from './requirements.ts';
import { FULL_ACCESS_TOKEN, createEarlierHub, topicQuery } from './earlier-hub.ts';
import { HUB, bearer, earlierToken } from './test-hub.ts';

const BOOK = 'https://example.com/books/1';

async function isReceived(selector: string, published: string): Promise<boolean> {
  const hub = createEarlierHub();
  const reader = await hub.subscribe(`${topicQuery(selector)}&topic=sentinel`);
  for (const name of [published, 'sentinel']) await hub.publish([['topic', name], ['data', name]], bearer(FULL_ACCESS_TOKEN)); // prettier-ignore
  return (await reader.data()) === published;
}

const TABLE: Requirements = [
  [
    'Discovery',
    'the hub is at /.well-known/mercure and has no resource metadata',
    async () => {
      const hub = createEarlierHub();
      assert.equal((await hub.get('topic=a')).status, 200);
      assert.equal((await hub.send(`GET /.well-known/oauth-protected-resource${HUB}`)).status, 404);
      const challenge = (await hub.publish([['topic', 'a']], {})).headers.get('www-authenticate');
      assert.equal(challenge, 'Bearer');
    },
  ],
  [
    'Topic Selectors',
    'a selector is "*", the topic itself, or a URI template that matches it',
    async () => {
      assert.equal(await isReceived('*', 'anything'), true);
      assert.equal(await isReceived(BOOK, BOOK), true);
      assert.equal(await isReceived('https://example.com/books/{id}', BOOK), true);
      assert.equal(await isReceived('https://example.com/books/{id}', `${BOOK}/pages`), false);
      assert.equal(await isReceived('https://example.com/books/{id}', 'https://example.com/books/{id}'), true);
      assert.equal(await isReceived('a {broken template', 'a {broken template'), true);
      assert.equal(await isReceived('https://example.com/{+path}{?q}', 'https://example.com/a/b?q=c'), true);
      assert.equal(await isReceived('/users/{id}/{?topic}', '/users/7/?topic=https%3A%2F%2Fexample.com'), true);
      assert.equal(await isReceived('another', BOOK), false);
    },
  ],
  [
    'Subscription',
    'one or more topic parameters are required',
    async () => {
      const hub = createEarlierHub();
      const reader = await hub.subscribe('topic=a&topic=b');
      await hub.publish([['topic', 'b'], ['data', 'x']], bearer(FULL_ACCESS_TOKEN)); // prettier-ignore
      assert.equal(await reader.data(), 'x');
      assert.equal((await hub.get('')).status, 400);
      assert.equal((await hub.get('match=a')).status, 400);
    },
  ],
  [
    'Subscription',
    'private updates are sent only to subscribers with a grant',
    async () => {
      const hub = createEarlierHub();
      const anonymous = await hub.subscribe('topic=a');
      const reader = await hub.subscribe('topic=a', bearer(earlierToken({ subscribe: ['a'] })));
      await hub.publish([['topic', 'a'], ['data', 'secret'], ['private', 'on'], ['type', 'kind'], ['retry', '5']], bearer(FULL_ACCESS_TOKEN)); // prettier-ignore
      await hub.publish([['topic', 'a'], ['data', 'public']], bearer(FULL_ACCESS_TOKEN)); // prettier-ignore
      assert.match((await reader.next())!.text, /event: kind\nretry: 5\ndata: secret$/);
      assert.equal(await anonymous.data(), 'public');
    },
  ],
  [
    'Reconnection',
    'the header takes precedence over lastEventID of the query, and the response has Last-Event-ID',
    async () => {
      const hub = createEarlierHub();
      for (const id of ['one', 'two', 'three']) await hub.host.hub.publish({ topics: 'a', id, data: id });
      const data = async (query: string, headers = {}) => (await hub.subscribe(`topic=a${query}`, headers)).data();
      assert.equal(await data('&lastEventID=one'), 'two');
      assert.equal(await data('&lastEventID=one', { 'Last-Event-ID': 'two' }), 'three');
      assert.equal(await data('&lastEventID=earliest'), 'one');
      const before = async (id: string) => (await hub.get(`topic=a&lastEventID=${id}`)).headers.get('last-event-id');
      assert.deepEqual([await before('one'), await before('gone'), await before('earliest')], ['one', 'earliest', 'earliest']); // prettier-ignore
      assert.equal((await hub.get('topic=a')).headers.get('last-event-id'), null);
    },
  ],
];

testRequirements(TABLE);
