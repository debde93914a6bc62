/** Every MUST and MUST NOT about subscribing in the current dialect, by the section that says it. */
import assert from 'node:assert/strict';
import { testDemands } from './demands.ts';
import type { Demands } from './demands.ts';
import { HUB, bearer, detail, hears, hubUnderTest, match, matchPattern, token } from './hub-under-test.ts';
import type { HubUnderTest } from './hub-under-test.ts';

const BOOK = 'https://example.com/books/1';

async function assertRefused(hub: HubUnderTest, query: string, status = 400): Promise<void> {
  assert.equal((await hub.ask(query)).status, status, query);
}

const TABLE: Demands = [
  [
    'Subscription',
    'GET opens a stream of events',
    async () => {
      const response = await hubUnderTest().ask(match(BOOK));
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'text/event-stream');
    },
  ],
  [
    'Subscription',
    'parameters in a body are form-encoded, and join those of the query',
    async () => {
      const hub = hubUnderTest();
      const ask = (body: string, type: string) =>
        hub.send(`QUERY ${HUB}?match=a`, { body, headers: { 'Content-Type': type } });
      assert.equal((await ask('match=b', 'application/x-www-form-urlencoded')).status, 200);
      assert.equal((await ask('{}', 'application/json')).status, 415);
      assert.equal((await ask('matches=b', 'application/x-www-form-urlencoded')).status, 400);
    },
  ],
  [
    'Subscription',
    'of two last_event_id, that of the query holds',
    async () => {
      const hub = hubUnderTest();
      for (const id of ['one', 'two']) await hub.host.hub.publish({ topics: 'a', id, data: id });
      const response = await hub.send(`QUERY ${HUB}?match=a&last_event_id=one`, {
        body: 'last_event_id=two',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
      assert.equal(response.headers.get('mercure-last-event-id'), 'one');
    },
  ],
  [
    'Subscription',
    'the suffix of a parameter is the type in its own spelling',
    async () => {
      const hub = hubUnderTest();
      assert.equal((await hub.ask('match_exact=a')).status, 200);
      await assertRefused(hub, 'match_URLPattern=a');
    },
  ],
  [
    'Subscription',
    'the query is read as a form: plus is a space, and a name without a value has an empty one',
    async () => {
      assert.equal(await hears('match=a+b', 'a b'), true);
      await assertRefused(hubUnderTest(), 'match');
    },
  ],
  [
    'Subscription',
    'whatever begins with "match" and is no matcher is refused',
    async () => {
      const hub = hubUnderTest();
      for (const name of ['matches', 'Match', 'MATCH_exact', 'match_', 'match_uritemplate', 'match_regexp'])
        await assertRefused(hub, `match=a&${name}=b`);
    },
  ],
  [
    'Subscription',
    'matchers are UTF-8 without control or format characters',
    async () => {
      for (const bad of ['%FF', 'a%00', 'a%0A', 'a%0D', 'a%7F', 'a%C2%85', 'a%E2%80%AE', 'a%E2%80%8B'])
        await assertRefused(hubUnderTest(), `match=${bad}`);
    },
  ],
  [
    'Subscription',
    'a pattern that is none is refused',
    async () => {
      for (const bad of ['https://example.com/(', 'https://example.com/{a', 'https://[', 'https://x/(?=a)'])
        await assertRefused(hubUnderTest(), matchPattern(bad));
    },
  ],
  [
    'Subscription',
    'too many matchers, and too long ones, are refused',
    async () => {
      const hub = hubUnderTest({ limits: { matchers: 2, pattern: 5 } });
      assert.equal((await hub.ask('match=a&match=b')).status, 200);
      await assertRefused(hub, 'match=a&match=b&match=c');
      await assertRefused(hub, 'match=abcdef');
    },
  ],
  [
    'Subscription',
    'as many and as long ones as are allowed are not too long when each character is encoded',
    async () => {
      const slashes = '%2F'.repeat(1021);
      const body = Array.from({ length: 100 }, (_, number) => `match=${slashes}${100 + number}`).join('&');
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      assert.equal((await hubUnderTest().send(`QUERY ${HUB}`, { headers, body })).status, 200);
    },
  ],
  [
    'Subscription',
    'pages of other origins get the headers of CORS, and with cookies only those that are named',
    async () => {
      const hub = hubUnderTest({ cors: ['https://app.example'] });
      const named = await hub.ask(match(BOOK), { Origin: 'https://app.example' });
      assert.equal(named.headers.get('access-control-allow-origin'), 'https://app.example');
      assert.equal(named.headers.get('access-control-allow-credentials'), 'true');
      const other = await hub.ask(match(BOOK), { Origin: 'https://evil.example' });
      assert.equal(other.headers.get('access-control-allow-origin'), null);
      const anybody = await hubUnderTest({ cors: '*' }).ask(match(BOOK), { Origin: 'https://evil.example' });
      assert.equal(anybody.headers.get('access-control-allow-origin'), '*');
      assert.equal(anybody.headers.get('access-control-allow-credentials'), null);
      for (const Cookie of ['theme=dark', 'mercureAuthorization=x']) {
        const sent = { Origin: 'https://evil.example', Cookie };
        const answer = await hubUnderTest({ cors: '*' }).ask(match(BOOK), sent);
        assert.equal(answer.headers.get('access-control-allow-origin'), null, `${Cookie}: ${answer.status}`);
      }
    },
  ],
  [
    'Subscription',
    'private updates go to nobody who may not read them',
    async () => {
      const hub = hubUnderTest();
      const stranger = await hub.subscribe(match(BOOK));
      const reader = await hub.subscribe(match(BOOK), bearer(token(detail('subscribe', BOOK))));
      await hub.publish([
        ['topic', BOOK],
        ['data', 'secret'],
        ['private', ''],
      ]);
      await hub.publish([
        ['topic', BOOK],
        ['data', 'public'],
      ]);
      assert.equal(await stranger.data(), 'public');
      assert.equal(await reader.data(), 'secret');
    },
  ],
  [
    'Subscription',
    'data, id, event and retry all arrive',
    async () => {
      const hub = hubUnderTest();
      const reader = await hub.subscribe('match=a');
      await hub.publish([
        ['topic', 'a'],
        ['data', 'x'],
        ['id', 'urn:x:7'],
        ['type', 'kind'],
        ['retry', '1234'],
      ]);
      assert.equal((await reader.next())!.text, 'id: urn:x:7\nevent: kind\nretry: 1234\ndata: x');
    },
  ],
];

testDemands(TABLE);
