/** Every MUST and MUST NOT of the earlier dialect about tokens, and about what they let publish and hear, by the section that says it. */
import assert from 'node:assert/strict';
import { testDemands } from './demands.ts';
import type { Demands } from './demands.ts';
import { ALL, earlierHub, post, topic } from './earlier-hub.ts';
import { HUB, bearer, claims, detail, earlierToken, signed } from './hub-under-test.ts';

const BOOK = 'https://example.com/books/1';

const TABLE: Demands = [
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
    'Dialects',
    'a hub of the earlier dialect alone believes no token of the current one',
    async () => assert.equal(await post(earlierHub(), signed(claims([detail('publish', '*')])), 'a'), 401),
  ],
];

testDemands(TABLE);
