/** Every MUST and MUST NOT of the current dialect about subscribing, by section. */
import assert from 'node:assert/strict';
import { testRequirements } from './requirements.ts';
import type { Requirements } from './requirements.ts';
import { HUB, bearer, detail, isReceived, createTestHub, match, matchPattern, token } from './test-hub.ts';
import type { TestHub } from './test-hub.ts';

const BOOK = 'https://example.com/books/1';

async function assertRejected(hub: TestHub, query: string, status = 400): Promise<void> {
  assert.equal((await hub.get(query)).status, status, query);
}

const TABLE: Requirements = [
  [
    'Subscription',
    'GET opens an event stream',
    async () => {
      const response = await createTestHub().get(match(BOOK));
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'text/event-stream');
    },
  ],
  [
    'Subscription',
    'parameters of a form-encoded body are added to those of the query',
    async () => {
      const hub = createTestHub();
      const ask = (body: string, type: string) =>
        hub.send(`QUERY ${HUB}?match=a`, { body, headers: { 'Content-Type': type } });
      assert.equal((await ask('match=b', 'application/x-www-form-urlencoded')).status, 200);
      assert.equal((await ask('{}', 'application/json')).status, 415);
      assert.equal((await ask('matches=b', 'application/x-www-form-urlencoded')).status, 400);
    },
  ],
  [
    'Subscription',
    'last_event_id of the query takes precedence over that of the body',
    async () => {
      const hub = createTestHub();
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
    'the suffix of a parameter is a matcher type and case-sensitive',
    async () => {
      const hub = createTestHub();
      assert.equal((await hub.get('match_exact=a')).status, 200);
      await assertRejected(hub, 'match_URLPattern=a');
    },
  ],
  [
    'Subscription',
    'the query is form-encoded: "+" is a space, and a name without a value has an empty value',
    async () => {
      assert.equal(await isReceived('match=a+b', 'a b'), true);
      await assertRejected(createTestHub(), 'match');
    },
  ],
  [
    'Subscription',
    'unknown parameters that begin with "match" are rejected',
    async () => {
      const hub = createTestHub();
      for (const name of ['matches', 'Match', 'MATCH_exact', 'match_', 'match_uritemplate', 'match_regexp'])
        await assertRejected(hub, `match=a&${name}=b`);
    },
  ],
  [
    'Subscription',
    'matchers that are not UTF-8 or have control or format characters are rejected',
    async () => {
      for (const bad of ['%FF', 'a%00', 'a%0A', 'a%0D', 'a%7F', 'a%C2%85', 'a%E2%80%AE', 'a%E2%80%8B'])
        await assertRejected(createTestHub(), `match=${bad}`);
    },
  ],
  [
    'Subscription',
    'an invalid pattern is rejected',
    async () => {
      for (const bad of ['https://example.com/(', 'https://example.com/{a', 'https://[', 'https://x/(?=a)'])
        await assertRejected(createTestHub(), matchPattern(bad));
    },
  ],
  [
    'Subscription',
    'too many and too long matchers are rejected',
    async () => {
      const hub = createTestHub();
      const matches = Array.from({ length: 100 }, (_, number) => `match=${number}`).join('&');
      assert.equal((await hub.get(matches)).status, 200);
      await assertRejected(hub, `${matches}&match=c`);
      await assertRejected(hub, `match=${'x'.repeat(1_025)}`);
    },
  ],
  [
    'Subscription',
    'matchers within the limits are accepted when each character is percent-encoded',
    async () => {
      const slashes = '%2F'.repeat(1021);
      const body = Array.from({ length: 100 }, (_, number) => `match=${slashes}${100 + number}`).join('&');
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      assert.equal((await createTestHub().send(`QUERY ${HUB}`, { headers, body })).status, 200);
    },
  ],
  [
    'Subscription',
    'allowed origins get CORS headers, and Access-Control-Allow-Credentials only if they are listed',
    async () => {
      const hub = createTestHub({ cors: ['https://app.example'] });
      const named = await hub.get(match(BOOK), { Origin: 'https://app.example' });
      assert.equal(named.headers.get('access-control-allow-origin'), 'https://app.example');
      assert.equal(named.headers.get('access-control-allow-credentials'), 'true');
      const other = await hub.get(match(BOOK), { Origin: 'https://evil.example' });
      assert.equal(other.headers.get('access-control-allow-origin'), null);
      const anyOrigin = await createTestHub({ cors: '*' }).get(match(BOOK), { Origin: 'https://evil.example' });
      assert.equal(anyOrigin.headers.get('access-control-allow-origin'), '*');
      assert.equal(anyOrigin.headers.get('access-control-allow-credentials'), null);
      for (const Cookie of ['theme=dark', 'mercureAuthorization=x']) {
        const sent = { Origin: 'https://evil.example', Cookie };
        const response = await createTestHub({ cors: '*' }).get(match(BOOK), sent);
        assert.equal(response.headers.get('access-control-allow-origin'), null, `${Cookie}: ${response.status}`);
      }
    },
  ],
  [
    'Subscription',
    'private updates are sent only to subscribers with a grant',
    async () => {
      const hub = createTestHub();
      const anonymous = await hub.subscribe(match(BOOK));
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
      assert.equal(await anonymous.data(), 'public');
      assert.equal(await reader.data(), 'secret');
    },
  ],
  [
    'Subscription',
    'an event has the data, id, type and retry of its update',
    async () => {
      const hub = createTestHub();
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

testRequirements(TABLE);
