/** Explains to operators why a subscriber does not receive an update, in the order of the checks of the hub. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createContext } from 'oriel-host/testing';
import { explainDelivery } from './explain-delivery.ts';
import type { EmbeddedHubConfig } from '../hub/hub-config.ts';
import { Hub } from '../hub/hub.ts';
import { TokenKey } from '../hub/token-key.ts';

const SECRET = 'a secret of 32 bytes or more, really';
const HUB_URL = 'https://example.com/.well-known/mercure';
const DETAIL = 'https://mercure.rocks/authorization-detail';
const hubs: Hub[] = [];
after(() => hubs.forEach((hub) => hub.close()));

function open(config: Partial<EmbeddedHubConfig> = {}): Hub {
  const hub = new Hub({ secret: SECRET, publicUrl: HUB_URL, ...config });
  hubs.push(hub);
  return hub;
}

async function refusals(hub: Hub, token: string | undefined, query = 'match=/notes/7', topic = '/notes/7') {
  const context = createContext(`GET /.well-known/mercure?${query}`, { headers: { Host: 'example.com' } });
  const steps = await explainDelivery(hub, { topics: [topic], private: true, context, token });
  return steps.filter(({ ok }) => !ok).map(({ step, because }) => `${step}: ${because}`);
}

const now = Math.floor(Date.now() / 1000);
const sign = (claims: object, type = 'at+jwt'): string =>
  new TokenKey({ key: SECRET, algorithm: 'HS256' }).sign(
    { iss: 'https://example.com', aud: HUB_URL, exp: now + 60, ...claims },
    type,
  );
const allows = (...topics: string[]) => ({
  authorization_details: [{ type: DETAIL, actions: ['subscribe'], topics: topics.map((match) => ({ match })) }],
});

const INVALID_TOKENS: Readonly<Record<string, readonly [token: string, expected: RegExp]>> = {
  'the length of a token': ['x'.repeat(20_000), /has more than \d+ characters/],
  'a missing expiry': [
    sign({ ...allows('*'), exp: undefined }),
    /it has no expiry, which the current dialect requires/,
  ],
  'a token that is not valid yet': [sign({ ...allows('*'), nbf: now + 60 }), /not valid yet \(nbf\)/],
  'an invalid nbf claim': [sign({ ...allows('*'), nbf: 'soon' }), /not valid yet \(nbf\)/],
  'a missing audience': [
    sign({ ...allows('*'), aud: undefined }),
    /its audience is missing \(aud\), and this hub is "https/,
  ],
  'a different audience': [sign({ ...allows('*'), aud: ['a', 'b'] }), /its audience is \["a","b"\] \(aud\)/],
  'a missing issuer': [sign({ ...allows('*'), iss: undefined }), /its issuer is missing \(iss\)/],
  'a different issuer': [
    sign({ ...allows('*'), iss: 'https://evil.example' }),
    /its issuer is "https:\/\/evil.example"/,
  ],
  'authorization details that are not an array': [
    sign({ authorization_details: 'all' }),
    /are not a list of https:\/\/mercure.rocks/,
  ],
  'invalid topics of an earlier token': [sign({ mercure: 'all' }, 'JWT'), /its topics are not valid/],
  'a different issuer of an earlier token': [sign({ mercure: {}, iss: 'x' }, 'JWT'), /its issuer is "x" \(iss\)/],
};

for (const [what, [token, expected]] of Object.entries(INVALID_TOKENS))
  test(`reports ${what}`, async () => {
    const [first, second, ...more] = await refusals(open(), token);
    assert.match(first!, /^token: The hub responds with 401: /);
    assert.match(first!, expected);
    assert.deepEqual([second, more], ['permission: The update is private, and there is no valid token', []]);
  });

test('reports a dialect that the hub does not support', async () => {
  const hub = open({ dialects: ['earlier'] });
  const [reason] = await refusals(hub, sign(allows('*')), 'topic=/notes/7');
  assert.match(reason!, /of the current dialect, which hub.dialects does not include/);
});

test('without a token, the result depends on hub.anonymous', async () => {
  const denied = 'permission: The update is private, and there is no valid token';
  assert.deepEqual(await refusals(open({ anonymous: true }), undefined), [denied]);
  assert.deepEqual(await refusals(open(), undefined), [
    'token: The hub responds with 401, because there is no token and hub.anonymous is not set',
    denied,
  ]);
});

test('a token without grants is valid but grants no private updates', async () => {
  for (const type of ['at+jwt', 'JWT'])
    assert.deepEqual(await refusals(open(), sign({}, type)), [
      'permission: The update is private, and no grant of the token matches /notes/7',
    ]);
});

test('describes the subscriptions and the grants of the token', async () => {
  const hub = open();
  assert.deepEqual(await refusals(hub, sign(allows('/notes/7'))), []);
  assert.deepEqual(await refusals(hub, sign(allows('/notes/8'))), [
    'permission: The update is private, and no grant of the token matches /notes/7',
  ]);
  const many = Array.from({ length: 12 }, (_, i) => `match=/other/${i}`).join('&');
  const context = createContext(`GET /.well-known/mercure?${many}&match_urlpattern=/x/:id`, {
    headers: { Host: 'example.com' },
  });
  const [subscription, token] = await explainDelivery(hub, {
    topics: ['/notes/7'],
    private: false,
    context,
    token: sign(allows('*')),
  });
  assert.match(subscription!.because, /^It subscribes to "\/other\/0", .*, 3 more$/);
  assert.equal(token!.because, 'It is valid (current dialect) and grants "*"');
});
