/** Every MUST and MUST NOT about subscribing in the current dialect, by the section that says it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUB, bearer, detail, everything, hubUnderTest, pattern, token } from './hub-under-test.ts';
import type { HubUnderTest } from './hub-under-test.ts';

const BOOK = 'https://example.com/books/1';
const match = (topic: string): string => `match=${encodeURIComponent(topic)}`;
const matchPattern = (topic: string): string => `match_urlpattern=${encodeURIComponent(topic)}`;

async function assertRefused(hub: HubUnderTest, query: string, status = 400): Promise<void> {
  assert.equal((await hub.ask(query)).status, status, query);
}

/** Does this matcher hear this topic? A second update tells when the first did not come. */
async function hears(query: string, topic: string, headers = {}): Promise<boolean> {
  const hub = hubUnderTest();
  const reader = await hub.subscribe(`${query}&match=sentinel`, headers);
  await hub.publish([
    ['topic', topic],
    ['data', 'yes'],
  ]);
  await hub.publish([
    ['topic', 'sentinel'],
    ['data', 'no'],
  ]);
  return (await reader.data()) === 'yes';
}

const TABLE: readonly (readonly [section: string, demand: string, check: () => Promise<void>])[] = [
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
  [
    'Matcher Types',
    '"*" stands for every topic, whatever the type',
    async () => {
      assert.equal(await hears('match=*', 'anything at all'), true);
      assert.equal(await hears('match_urlpattern=*', 'not a url'), true);
    },
  ],
  [
    'Exact Matching',
    'compares byte by byte: no base, no case, no normal form',
    async () => {
      assert.equal(await hears(match(BOOK), BOOK), true);
      assert.equal(await hears(match(BOOK), BOOK.toUpperCase()), false);
      assert.equal(await hears(match('/books/1'), 'http://localhost/books/1'), false);
      assert.equal(await hears(match('caf\u00e9'), 'cafe\u0301'), false);
      assert.equal(await hears(match('https://example.com/a/../b'), 'https://example.com/b'), false);
    },
  ],
  [
    'URL Pattern',
    'patterns match by the standard, case by case',
    async () => {
      assert.equal(await hears(matchPattern('https://example.com/books/:id'), BOOK), true);
      assert.equal(await hears(matchPattern('https://example.com/books/:id'), `${BOOK}/pages`), false);
      assert.equal(await hears(matchPattern('https://EXAMPLE.com/books/:id'), BOOK), true);
      assert.equal(await hears(matchPattern('https://example.com/Books/:id'), BOOK), false);
    },
  ],
  [
    'URL Pattern',
    'relative patterns and topics are resolved against the hub',
    async () => {
      assert.equal(await hears(matchPattern('/books/:id'), '/books/1'), true);
      assert.equal(await hears(matchPattern('/books/:id'), 'http://localhost/books/1'), true);
    },
  ],
  [
    'URL Pattern',
    'a topic that is no URL matches no pattern',
    async () => {
      assert.equal(await hears(matchPattern('http://*/*'), 'http://['), false);
    },
  ],
  [
    'URL Pattern',
    'a pattern that would take long matches nothing, and soon',
    async () => {
      const slow = `https://example.com/${'(a+)'.repeat(40)}b`;
      const started = performance.now();
      assert.equal(await hears(matchPattern(slow), `https://example.com/${'a'.repeat(1500)}`), false);
      assert.ok(performance.now() - started < 1000);
    },
  ],
  [
    'Reconnection',
    'events carry an id',
    async () => {
      const hub = hubUnderTest();
      const reader = await hub.subscribe('match=a');
      const id = await (await hub.publish([['topic', 'a']])).text();
      assert.match(id, /^urn:uuid:/);
      assert.equal((await reader.next())!.id, id);
    },
  ],
  [
    'Reconnection',
    'the query tells the last event as well as the header, which goes first',
    async () => {
      const hub = hubUnderTest();
      for (const id of ['one', 'two', 'three']) await hub.host.hub.publish({ topics: 'a', id, data: id });
      assert.equal(await (await hub.subscribe('match=a&last_event_id=one')).data(), 'two');
      assert.equal(await (await hub.subscribe('match=a', { 'Last-Event-ID': 'two' })).data(), 'three');
      assert.equal(
        await (await hub.subscribe('match=a&last_event_id=one', { 'Last-Event-ID': 'two' })).data(),
        'three',
      );
    },
  ],
  [
    'Reconnection',
    'what is told again is asked about the token of now',
    async () => {
      const hub = hubUnderTest();
      await hub.host.hub.publish({ topics: BOOK, data: 'secret', private: true });
      await hub.host.hub.publish({ topics: BOOK, data: 'public' });
      const query = `${match(BOOK)}&last_event_id=earliest`;
      assert.equal(await (await hub.subscribe(query)).data(), 'public');
      const other = bearer(token(detail('subscribe', 'https://example.com/books/2')));
      assert.equal(await (await hub.subscribe(query, other)).data(), 'public');
      assert.equal(await (await hub.subscribe(query, bearer(everything()))).data(), 'secret');
    },
  ],
  [
    'Reconnection',
    'an id that came twice stands for its first time',
    async () => {
      const hub = hubUnderTest();
      for (const [id, data] of [
        ['same', 'a'],
        ['x', 'b'],
        ['same', 'c'],
      ] as const)
        // prettier-ignore
        await hub.host.hub.publish({ topics: 't', id, data });
      const reader = await hub.subscribe('match=t&last_event_id=same');
      assert.deepEqual([await reader.data(), await reader.data()], ['b', 'c']);
    },
  ],
  [
    'Reconnection',
    'the answer says which event comes before its first, or "earliest"',
    async () => {
      const hub = hubUnderTest({ history: { count: 2 } });
      const before = async (query: string) => (await hub.ask(`match=a${query}`)).headers.get('mercure-last-event-id');
      assert.equal(await before('&last_event_id=nothing-yet'), 'earliest');
      for (const id of ['one', 'two', 'three']) await hub.host.hub.publish({ topics: 'a', id });
      assert.equal(await before('&last_event_id=two'), 'two');
      assert.equal(await before('&last_event_id=one'), 'earliest');
      assert.equal(await before('&last_event_id=earliest'), 'earliest');
      assert.equal(await before(''), null);
    },
  ],
  [
    'Subscribers',
    'only a grant for one of its topics opens a private update, whatever was asked for',
    async () => {
      const hub = hubUnderTest();
      const wide = matchPattern('https://example.com/books/:id');
      const mine = bearer(token(detail('subscribe', pattern('https://example.com/users/42/*'))));
      const reader = await hub.subscribe(wide, mine);
      const send = (data: string, ...topics: string[]) => hub.host.hub.publish({ topics, data, private: true });
      await send('not mine', BOOK);
      await send('mine by its second topic', BOOK, 'https://example.com/users/42/books/1');
      assert.equal(await reader.data(), 'mine by its second topic');
    },
  ],
];

for (const [section, demand, check] of TABLE) test(`${section}: ${demand}`, check);
