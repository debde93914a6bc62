/** Every MUST and MUST NOT of the current dialect about what tokens grant, by section. */
import assert from 'node:assert/strict';
import { readDetails } from '../../packages/host/src/features/hub/grants.ts';
import { resolveHubLimits } from '../../packages/host/src/features/hub/hub-limits.ts';
import { TopicMatchers } from '../../packages/host/src/features/hub/topic-matcher.ts';
import { testRequirements } from './requirements.ts';
import type { Requirements } from './requirements.ts';
import {
  PUBLISH_ALL,
  DETAIL,
  HUB,
  HUB_URL,
  assertInvalidToken,
  bearer,
  claims,
  detail,
  earlierToken,
  fullAccessToken,
  createTestHub,
  patternMatcher,
  publishWith,
  nowInSeconds,
  signToken,
  token,
} from './test-hub.ts';

const TABLE: Requirements = [
  [
    'Authorization Details',
    'one invalid element makes the token invalid',
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
        { type: DETAIL, actions: ['publish'], topics: [patternMatcher('https://x/(')] },
        { type: DETAIL, actions: ['subscribe'], topics: [matcher], payload: 'text' },
        'text',
      ])
        await assertInvalidToken(signToken(claims([PUBLISH_ALL, bad])));
      await assertInvalidToken(signToken(claims({} as never)));
    },
  ],
  [
    'Authorization Details',
    'unknown actions and other types are ignored',
    async () => {
      assert.equal(
        (
          await publishWith(
            signToken(claims([PUBLISH_ALL, { type: DETAIL, actions: ['fly'], topics: [{ match: 'a' }] }])),
          )
        ).status,
        200,
      );
      assert.equal(
        (await publishWith(signToken(claims([PUBLISH_ALL, { type: 'https://x', actions: 7 }])))).status,
        200,
      );
      assert.equal(
        (await publishWith(token({ type: `${DETAIL}/`, actions: ['publish'], topics: [{ match: '*' }] }))).status,
        403,
      );
      assert.equal((await publishWith(signToken(claims([])))).status, 403);
    },
  ],
  [
    'Authorization Details',
    'a token with too many or too long matchers is invalid',
    async () => {
      const matchers = new TopicMatchers(HUB_URL);
      const read = (count: number): unknown => {
        const topics = Array.from({ length: count }, (_, number) => `${number}`);
        return readDetails([detail('publish', ...topics)], matchers, resolveHubLimits());
      };
      assert.notEqual(read(1_000), undefined);
      assert.equal(read(1_001), undefined);
      await assertInvalidToken(token(detail('publish', 'a', 'x'.repeat(1_025))), createTestHub());
    },
  ],
  [
    'Publishers',
    'an update is dispatched only if the token grants all of its topics',
    async () => {
      const hub = createTestHub();
      const reader = await hub.subscribe('match=a');
      const jwt = token(detail('publish', 'a'));
      assert.equal((await hub.publish([['topic', 'a'], ['topic', 'b'], ['data', 'half']], bearer(jwt))).status, 403); // prettier-ignore
      assert.equal((await hub.publish([['topic', 'a'], ['data', 'whole']], bearer(jwt))).status, 200); // prettier-ignore
      assert.equal(await reader.data(), 'whole');
    },
  ],
  [
    'Subscribers',
    'the connection ends when the token expires',
    async () => {
      const hub = createTestHub();
      const exp = nowInSeconds() + 2;
      const reader = await hub.subscribe('match=a', bearer(signToken(claims([detail('subscribe', '*')], { exp }))));
      assert.equal(await reader.next(), undefined);
      const late = Date.now() - exp * 1000;
      assert.ok(late > -100 && late < 10_000, `${late} ms after the token expired`);
      assert.equal(hub.host.hub.metrics['expired'], 1);
    },
  ],
  [
    'Topic Matcher List',
    'a matcher without a type is exact, and "*" matches every topic',
    async () => {
      assert.equal(
        (await publishWith(token(detail('publish', 'https://x/:id')), undefined, 'https://x/1')).status,
        403,
      );
      assert.equal(
        (await publishWith(token(detail('publish', patternMatcher('https://x/:id'))), undefined, 'https://x/1')).status,
        200,
      );
      assert.equal(
        (await publishWith(token(detail('publish', patternMatcher('*'))), undefined, 'anything')).status,
        200,
      );
    },
  ],
  [
    'Payloads',
    'the payload is that of the first grant that matches the matcher',
    async () => {
      const hub = createTestHub({ subscriptions: true });
      const grant = (payload: object, ...topics: (string | object)[]) => ({
        ...detail('subscribe', ...topics),
        payload,
      });
      const jwt = token(
        grant({ is: 'exact' }, 'https://x/a'),
        grant({ is: 'pattern' }, patternMatcher('https://x/:id')),
        grant({ is: 'rest' }, '*'),
      );
      await hub.subscribe('match=https://x/a&match_urlpattern=https://x/:id&match=other', bearer(jwt));
      const list = await hub.send(`GET ${HUB}/subscriptions`, { headers: bearer(fullAccessToken()) });
      const { subscriptions } = (await list.json()) as { subscriptions: { payload: { is: string } }[] };
      assert.deepEqual(subscriptions.map(({ payload }) => payload.is), ['exact', 'pattern', 'rest']); // prettier-ignore
    },
  ],
  [
    'Protected Resource Metadata',
    'the document names the resource and is at the path of RFC 9728',
    async () => {
      const response = await createTestHub().send(`GET /.well-known/oauth-protected-resource${HUB}`);
      const document = (await response.json()) as Record<string, unknown>;
      assert.equal(document['resource'], HUB_URL);
      assert.deepEqual(document['authorization_details_types_supported'], [DETAIL]);
      assert.deepEqual(document['bearer_methods_supported'], ['header']);
    },
  ],
  [
    'Security Considerations',
    'a request with a cookie publishes only if Origin or Referer is an allowed origin',
    async () => {
      const hub = createTestHub({ cors: ['https://app.example'] });
      const Cookie = `mercure_access_token=${fullAccessToken()}`;
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
    'a hub with only the current dialect rejects tokens of the earlier one',
    () => assertInvalidToken(earlierToken({ publish: ['*'] }), createTestHub({ dialects: ['current'] })),
  ],
];

testRequirements(TABLE);
