/** Every MUST and MUST NOT about matching, and about coming back, in the current dialect, by the section that says it. */
import assert from 'node:assert/strict';
import { testDemands } from './demands.ts';
import type { Demands } from './demands.ts';
import {
  bearer,
  detail,
  everything,
  hears,
  hubUnderTest,
  match,
  matchPattern,
  pattern,
  token,
} from './hub-under-test.ts';

const BOOK = 'https://example.com/books/1';

const TABLE: Demands = [
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
      const asked = await hub.ask('match=a&last_event_id=one', { 'Last-Event-ID': 'two' });
      assert.equal(asked.headers.get('mercure-last-event-id'), 'two');
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

testDemands(TABLE);
