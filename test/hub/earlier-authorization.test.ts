/** Every MUST and MUST NOT of the earlier dialect about tokens and what they grant, by section. */
import assert from 'node:assert/strict';
import { testRequirements } from './requirements.ts';
import type { Requirements } from './requirements.ts';
import { FULL_ACCESS_TOKEN, createEarlierHub, publishStatus, topicQuery } from './earlier-hub.ts';
import { HUB, bearer, claims, detail, earlierToken, signToken } from './test-hub.ts';

const BOOK = 'https://example.com/books/1';

const TABLE: Requirements = [
  [
    'Publication',
    'the body is form-encoded, an update reaches subscribers of any of its topics, and "#" cannot begin an id',
    async () => {
      const hub = createEarlierHub();
      const headers = { ...bearer(FULL_ACCESS_TOKEN), 'Content-Type': 'application/json' };
      assert.equal((await hub.send(`POST ${HUB}`, { headers, body: '{}' })).status, 415);
      const reader = await hub.subscribe('topic=second');
      const response = await hub.publish([['topic', 'first'], ['topic', 'second'], ['data', 'x']], bearer(FULL_ACCESS_TOKEN)); // prettier-ignore
      assert.equal((await reader.next())!.id, await response.text());
      assert.equal((await hub.publish([['topic', 'a'], ['id', '#1']], bearer(FULL_ACCESS_TOKEN))).status, 400); // prettier-ignore
    },
  ],
  [
    'Authorization',
    'the header takes precedence over the cookie, and a token in the query is ignored',
    async () => {
      const hub = createEarlierHub({ anonymous: false });
      const status = async (query: string, headers = {}) => (await hub.get(`topic=a${query}`, headers)).status;
      const cookie = { Cookie: `mercureAuthorization=${FULL_ACCESS_TOKEN}` };
      assert.equal(await status('', cookie), 200);
      assert.equal(await status('', { ...cookie, ...bearer('nonsense') }), 401);
      assert.equal(await status('&authorization=nonsense', cookie), 200);
      assert.equal(await status(`&authorization=${FULL_ACCESS_TOKEN}`), 401);
    },
  ],
  [
    'Publishers',
    'mercure.publish has to match every topic of the update',
    async () => {
      assert.equal(await publishStatus(createEarlierHub(), signToken({}, 'JWT'), 'a'), 403);
      assert.equal(await publishStatus(createEarlierHub(), earlierToken({}), 'a'), 403);
      assert.equal(await publishStatus(createEarlierHub(), earlierToken({ publish: [] }), 'a'), 403);
      assert.equal(await publishStatus(createEarlierHub(), earlierToken({ publish: ['a'] }), 'a', 'b'), 403);
      assert.equal(await publishStatus(createEarlierHub(), earlierToken({ publish: ['a', 'b'] }), 'a', 'b'), 200);
      assert.equal(await publishStatus(createEarlierHub(), earlierToken({ publish: ['/{x}'] }), '/a'), 200);
      assert.equal(await publishStatus(createEarlierHub(), earlierToken({ publish: 'a' }), 'a'), 401);
    },
  ],
  [
    'Subscribers',
    'mercure.subscribe has to match one of the topics of a private update',
    async () => {
      const hub = createEarlierHub();
      const mine = bearer(earlierToken({ subscribe: ['https://example.com/users/foo/{?topic}'] }));
      const reader = await hub.subscribe(topicQuery('https://example.com/books/{id}'), mine);
      const send = (data: string, ...topics: string[]) => hub.host.hub.publish({ topics, data, private: true });
      await send('not mine', BOOK);
      await send('mine', BOOK, `https://example.com/users/foo/?topic=${encodeURIComponent(BOOK)}`);
      assert.equal(await reader.data(), 'mine');
    },
  ],
  [
    'Subscribers',
    'the connection ends when the token expires',
    async () => {
      const exp = Math.floor(Date.now() / 1000) + 1;
      const reader = await createEarlierHub().subscribe('topic=a', bearer(earlierToken({ subscribe: ['*'] }, { exp })));
      assert.equal(await reader.next(), undefined);
      assert.equal(
        await publishStatus(createEarlierHub(), earlierToken({ publish: ['*'] }, { exp: exp - 9 }), 'a'),
        401,
      );
    },
  ],
  [
    'Dialects',
    'a hub with only the earlier dialect rejects tokens of the current one',
    async () =>
      assert.equal(await publishStatus(createEarlierHub(), signToken(claims([detail('publish', '*')])), 'a'), 401),
  ],
];

testRequirements(TABLE);
