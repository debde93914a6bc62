/** Whoever runs the hub is told where an update got lost, in the order in which a hub looks. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createContext } from 'oriel/testing';
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

const FLAWS: Readonly<Record<string, readonly [token: string, told: RegExp]>> = {
  'a token that is too long': ['x'.repeat(20_000), /has more than \d+ characters/],
  'a token that never ends': [
    sign({ ...allows('*'), exp: undefined }),
    /it has no expiry, which the current dialect requires/,
  ],
  'a token for later': [sign({ ...allows('*'), nbf: now + 60 }), /not valid yet \(nbf\)/],
  'a token with a time that is none': [sign({ ...allows('*'), nbf: 'soon' }), /not valid yet \(nbf\)/],
  'a token for nobody': [
    sign({ ...allows('*'), aud: undefined }),
    /its audience is missing \(aud\), and this hub is "https/,
  ],
  'a token for others': [sign({ ...allows('*'), aud: ['a', 'b'] }), /its audience is \["a","b"\] \(aud\)/],
  'a token of nobody': [sign({ ...allows('*'), iss: undefined }), /its issuer is missing \(iss\)/],
  'a token of somebody else': [
    sign({ ...allows('*'), iss: 'https://evil.example' }),
    /its issuer is "https:\/\/evil.example"/,
  ],
  'a token whose details are no list': [
    sign({ authorization_details: 'all' }),
    /are not a list of https:\/\/mercure.rocks/,
  ],
  'an earlier token whose topics cannot be read': [sign({ mercure: 'all' }, 'JWT'), /its topics are not valid/],
  'an earlier token of somebody else': [sign({ mercure: {}, iss: 'x' }, 'JWT'), /its issuer is "x" \(iss\)/],
};

for (const [what, [token, told]] of Object.entries(FLAWS))
  test(`${what} is named`, async () => {
    const [first, second, ...more] = await refusals(open(), token);
    assert.match(first!, /^token: The hub answers 401: /);
    assert.match(first!, told);
    assert.deepEqual([second, more], ['permission: The update is private, and there is no token that is believed', []]);
  });

test('a dialect that is not spoken is named', async () => {
  const hub = open({ dialects: ['earlier'] });
  const [told] = await refusals(hub, sign(allows('*')), 'topic=/notes/7');
  assert.match(told!, /of the current dialect, which hub.dialects does not include/);
});

test('without a token it depends on whether the hub lets anybody in', async () => {
  const told = 'permission: The update is private, and there is no token that is believed';
  assert.deepEqual(await refusals(open({ anonymous: true }), undefined), [told]);
  assert.deepEqual(await refusals(open(), undefined), [
    'token: The hub answers 401: there is none, and hub.anonymous is not set',
    told,
  ]);
});

test('a token that says nothing is believed, and lets hear nothing private', async () => {
  for (const type of ['at+jwt', 'JWT'])
    assert.deepEqual(await refusals(open(), sign({}, type)), [
      'permission: The update is private, and nothing that the token lets hear matches /notes/7',
    ]);
});

test('what the token lets hear, and what was asked for, is told in words', async () => {
  const hub = open();
  assert.deepEqual(await refusals(hub, sign(allows('/notes/7'))), []);
  assert.deepEqual(await refusals(hub, sign(allows('/notes/8'))), [
    'permission: The update is private, and nothing that the token lets hear matches /notes/7',
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
  assert.match(subscription!.because, /^It asks for "\/other\/0", .*, 3 more$/);
  assert.equal(token!.because, 'It is believed (current dialect), and lets hear "*"');
});
