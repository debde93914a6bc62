/** Every MUST and MUST NOT about what tokens allow in the current dialect, by the section that says it. */
import assert from 'node:assert/strict';
import { testDemands } from './demands.ts';
import type { Demands } from './demands.ts';
import {
  PUBLISH_ALL,
  DETAIL,
  HUB,
  HUB_URL,
  assertDisbelieved,
  bearer,
  claims,
  detail,
  earlierToken,
  everything,
  hubUnderTest,
  pattern,
  publishWith,
  seconds,
  signed,
  token,
} from './hub-under-test.ts';

const TABLE: Demands = [
  [
    'Authorization Details',
    'one that is wrong spoils the token',
    async () => {
      const matcher = { match: 'a' };
      for (const bad of [
        { type: DETAIL, topics: [matcher] },
        { type: DETAIL, actions: [], topics: [matcher] },
        { type: DETAIL, actions: 'publish', topics: [matcher] },
        { type: DETAIL, actions: ['publish', 7], topics: [matcher] },
        { type: DETAIL, actions: ['publish'] },
        { type: DETAIL, actions: ['publish'], topics: [] },
        { type: DETAIL, actions: ['publish'], topics: ['a'] },
        { type: DETAIL, actions: ['publish'], topics: [{}] },
        { type: DETAIL, actions: ['publish'], topics: [{ match: 7 }] },
        { type: DETAIL, actions: ['publish'], topics: [{ match: 'a', match_type: 'regexp' }] },
        { type: DETAIL, actions: ['publish'], topics: [{ match: 'a', match_type: 'Exact' }] },
        { type: DETAIL, actions: ['publish'], topics: [pattern('https://x/(')] },
        { type: DETAIL, actions: ['subscribe'], topics: [matcher], payload: 'text' },
        'text',
      ])
        await assertDisbelieved(signed(claims([PUBLISH_ALL, bad])));
      await assertDisbelieved(signed(claims({} as never)));
    },
  ],
  [
    'Authorization Details',
    'unknown actions grant nothing and harm nothing; other types are none of the hub\u2019s',
    async () => {
      assert.equal(
        (await publishWith(signed(claims([PUBLISH_ALL, { type: DETAIL, actions: ['fly'], topics: [{ match: 'a' }] }]))))
          .status,
        200,
      );
      assert.equal((await publishWith(signed(claims([PUBLISH_ALL, { type: 'https://x', actions: 7 }])))).status, 200);
      assert.equal(
        (await publishWith(token({ type: `${DETAIL}/`, actions: ['publish'], topics: [{ match: '*' }] }))).status,
        403,
      );
      assert.equal((await publishWith(signed(claims([])))).status, 403);
    },
  ],
  [
    'Authorization Details',
    'too many or too long ones are no token',
    async () => {
      const hub = () => hubUnderTest({ limits: { grants: 2, pattern: 3 } });
      await assertDisbelieved(token(detail('publish', 'a', 'b', 'c')), hub());
      await assertDisbelieved(token(detail('publish', 'a', 'long')), hub());
    },
  ],
  [
    'Publishers',
    'every topic has to be granted, or nothing is dispatched',
    async () => {
      const hub = hubUnderTest();
      const reader = await hub.subscribe('match=a');
      const jwt = token(detail('publish', 'a'));
      assert.equal((await hub.publish([['topic', 'a'], ['topic', 'b'], ['data', 'half']], bearer(jwt))).status, 403); // prettier-ignore
      assert.equal((await hub.publish([['topic', 'a'], ['data', 'whole']], bearer(jwt))).status, 200); // prettier-ignore
      assert.equal(await reader.data(), 'whole');
    },
  ],
  [
    'Subscribers',
    'the connection ends when the token does',
    async () => {
      const hub = hubUnderTest();
      const exp = seconds() + 2;
      const reader = await hub.subscribe('match=a', bearer(signed(claims([detail('subscribe', '*')], { exp }))));
      assert.equal(await reader.next(), undefined);
      const late = Date.now() - exp * 1000;
      assert.ok(late > -100 && late < 10_000, `${late} ms after its end`);
      assert.equal(hub.host.hub.metrics['expired'], 1);
    },
  ],
  [
    'Topic Matcher List',
    'without a type it is exact, and "*" is all',
    async () => {
      assert.equal(
        (await publishWith(token(detail('publish', 'https://x/:id')), undefined, 'https://x/1')).status,
        403,
      );
      assert.equal(
        (await publishWith(token(detail('publish', pattern('https://x/:id'))), undefined, 'https://x/1')).status,
        200,
      );
      assert.equal((await publishWith(token(detail('publish', pattern('*'))), undefined, 'anything')).status, 200);
    },
  ],
  [
    'Payloads',
    'the first grant that matches the matcher itself gives the payload',
    async () => {
      const hub = hubUnderTest({ subscriptions: true });
      const grant = (payload: object, ...topics: (string | object)[]) => ({
        ...detail('subscribe', ...topics),
        payload,
      });
      const jwt = token(
        grant({ is: 'exact' }, 'https://x/a'),
        grant({ is: 'pattern' }, pattern('https://x/:id')),
        grant({ is: 'rest' }, '*'),
      );
      await hub.subscribe('match=https://x/a&match_urlpattern=https://x/:id&match=other', bearer(jwt));
      const list = await hub.send(`GET ${HUB}/subscriptions`, { headers: bearer(everything()) });
      const { subscriptions } = (await list.json()) as { subscriptions: { payload: { is: string } }[] };
      assert.deepEqual(subscriptions.map(({ payload }) => payload.is), ['exact', 'pattern', 'rest']); // prettier-ignore
    },
  ],
  [
    'Protected Resource Metadata',
    'the document names the resource, and is where RFC 9728 says',
    async () => {
      const response = await hubUnderTest().send(`GET /.well-known/oauth-protected-resource${HUB}`);
      const document = (await response.json()) as Record<string, unknown>;
      assert.equal(document['resource'], HUB_URL);
      assert.deepEqual(document['authorization_details_types_supported'], [DETAIL]);
      assert.deepEqual(document['bearer_methods_supported'], ['header']);
    },
  ],
  [
    'Security Considerations',
    'a cookie publishes only from pages that are trusted, and says where it comes from',
    async () => {
      const hub = hubUnderTest({ cors: ['https://app.example'] });
      const Cookie = `mercure_access_token=${everything()}`;
      const status = async (headers: object) => (await hub.publish([['topic', 'a']], { Cookie, ...headers })).status;
      assert.equal(await status({}), 403);
      assert.equal(await status({ Origin: 'https://evil.example' }), 403);
      assert.equal(await status({ Origin: 'null' }), 403);
      assert.equal(await status({ Referer: 'https://evil.example/http://localhost' }), 403);
      assert.equal(await status({ Origin: 'https://app.example' }), 200);
      assert.equal(await status({ Referer: 'http://localhost/page' }), 200);
    },
  ],
  [
    'Dialects',
    'a hub of the current dialect alone believes no token of the earlier one',
    () => assertDisbelieved(earlierToken({ publish: ['*'] }), hubUnderTest({ dialects: ['current'] })),
  ],
];

testDemands(TABLE);
