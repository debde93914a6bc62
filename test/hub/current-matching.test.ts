/** Every MUST and MUST NOT of the current dialect about matching and reconnection, by section. */
import assert from 'node:assert/strict';
import { testRequirements } from './requirements.ts';
import type { Requirements } from './requirements.ts';
import {
  bearer,
  detail,
  fullAccessToken,
  isReceived,
  createTestHub,
  match,
  matchPattern,
  patternMatcher,
  token,
} from './test-hub.ts';

const BOOK = 'https://example.com/books/1';

const TABLE: Requirements = [
  [
    'Matcher Types',
    '"*" matches every topic in every type',
    async () => {
      assert.equal(await isReceived('match=*', 'anything at all'), true);
      assert.equal(await isReceived('match_urlpattern=*', 'not a url'), true);
    },
  ],
  [
    'Exact Matching',
    'topics are compared byte by byte, without resolution, case folding or normalization',
    async () => {
      assert.equal(await isReceived(match(BOOK), BOOK), true);
      assert.equal(await isReceived(match(BOOK), BOOK.toUpperCase()), false);
      assert.equal(await isReceived(match('/books/1'), 'http://localhost/books/1'), false);
      assert.equal(await isReceived(match('caf\u00e9'), 'cafe\u0301'), false);
      assert.equal(await isReceived(match('https://example.com/a/../b'), 'https://example.com/b'), false);
    },
  ],
  [
    'URL Pattern',
    'patterns match as in the URL Pattern standard',
    async () => {
      assert.equal(await isReceived(matchPattern('https://example.com/books/:id'), BOOK), true);
      assert.equal(await isReceived(matchPattern('https://example.com/books/:id'), `${BOOK}/pages`), false);
      assert.equal(await isReceived(matchPattern('https://EXAMPLE.com/books/:id'), BOOK), true);
      assert.equal(await isReceived(matchPattern('https://example.com/Books/:id'), BOOK), false);
    },
  ],
  [
    'URL Pattern',
    'relative patterns and topics are resolved against the hub',
    async () => {
      assert.equal(await isReceived(matchPattern('/books/:id'), '/books/1'), true);
      assert.equal(await isReceived(matchPattern('/books/:id'), 'http://localhost/books/1'), true);
    },
  ],
  [
    'URL Pattern',
    'a topic that is not a valid URL matches no pattern',
    async () => {
      assert.equal(await isReceived(matchPattern('http://*/*'), 'http://['), false);
    },
  ],
  [
    'URL Pattern',
    'a pattern that needs too many steps matches nothing',
    async () => {
      const slow = `https://example.com/${'{*a}+'.repeat(40)}b`;
      assert.equal(await isReceived(matchPattern(slow), `https://example.com/${'a'.repeat(1500)}`), false);
    },
  ],
  [
    'Reconnection',
    'every event has an id',
    async () => {
      const hub = createTestHub();
      const reader = await hub.subscribe('match=a');
      const id = await (await hub.publish([['topic', 'a']])).text();
      assert.match(id, /^urn:uuid:/);
      assert.equal((await reader.next())!.id, id);
    },
  ],
  [
    'Reconnection',
    'the last event id is read from the header, or else from the query',
    async () => {
      const hub = createTestHub();
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
    'replayed updates are authorized with the current token',
    async () => {
      const hub = createTestHub();
      await hub.host.hub.publish({ topics: BOOK, data: 'secret', private: true });
      await hub.host.hub.publish({ topics: BOOK, data: 'public' });
      const query = `${match(BOOK)}&last_event_id=earliest`;
      assert.equal(await (await hub.subscribe(query)).data(), 'public');
      const other = bearer(token(detail('subscribe', 'https://example.com/books/2')));
      assert.equal(await (await hub.subscribe(query, other)).data(), 'public');
      assert.equal(await (await hub.subscribe(query, bearer(fullAccessToken()))).data(), 'secret');
    },
  ],
  [
    'Reconnection',
    'if two events have the same id, the replay starts after the first one',
    async () => {
      const hub = createTestHub();
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
    'the response names the event before the first one it sends, or "earliest"',
    async () => {
      const hub = createTestHub({ history: { count: 2 } });
      const before = async (query: string) => (await hub.get(`match=a${query}`)).headers.get('mercure-last-event-id');
      assert.equal(await before('&last_event_id=nothing-yet'), 'earliest');
      for (const id of ['one', 'two', 'three']) await hub.host.hub.publish({ topics: 'a', id });
      assert.equal(await before('&last_event_id=two'), 'two');
      assert.equal(await before('&last_event_id=one'), 'earliest');
      assert.equal(await before('&last_event_id=earliest'), 'earliest');
      assert.equal(await before(''), null);
      const both = await hub.get('match=a&last_event_id=one', { 'Last-Event-ID': 'two' });
      assert.equal(both.headers.get('mercure-last-event-id'), 'two');
    },
  ],
  [
    'Subscribers',
    'a private update is sent only to subscribers with a grant for one of its topics',
    async () => {
      const hub = createTestHub();
      const wide = matchPattern('https://example.com/books/:id');
      const mine = bearer(token(detail('subscribe', patternMatcher('https://example.com/users/42/*'))));
      const reader = await hub.subscribe(wide, mine);
      const send = (data: string, ...topics: string[]) => hub.host.hub.publish({ topics, data, private: true });
      await send('not mine', BOOK);
      await send('mine by its second topic', BOOK, 'https://example.com/users/42/books/1');
      assert.equal(await reader.data(), 'mine by its second topic');
    },
  ],
];

testRequirements(TABLE);
