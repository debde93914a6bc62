/** Every MUST and MUST NOT about presenting tokens in the current dialect, by the section that says it. */
import assert from 'node:assert/strict';
import { testDemands } from './demands.ts';
import type { Demands } from './demands.ts';
import {
  HUB,
  assertDisbelieved,
  bearer,
  detail,
  everything,
  hubUnderTest,
  publishWith,
  token,
} from './hub-under-test.ts';

const TABLE: Demands = [
  [
    'Authorization',
    'publishers show a token; subscribers need one for what is private, or always',
    async () => {
      assert.equal((await hubUnderTest().publish([['topic', 'a']], {})).status, 401);
      assert.equal((await hubUnderTest().ask('match=a')).status, 200);
      assert.equal((await hubUnderTest({ anonymous: false }).ask('match=a')).status, 401);
    },
  ],
  [
    'Presenting the Access Token',
    'a header goes before a cookie, which is then overlooked',
    async () => {
      const hub = hubUnderTest();
      const cookie = (jwt: string) => `mercure_access_token=${jwt}`;
      const origin = { Origin: 'http://localhost' };
      const post = async (headers: Record<string, string>) => (await hub.publish([['topic', 'a']], headers)).status;
      assert.equal(await post({ ...origin, Cookie: cookie(everything()) }), 200);
      assert.equal(await post({ ...bearer(everything()), Cookie: cookie('nonsense') }), 200);
      assert.equal(await post({ ...bearer('nonsense'), Cookie: cookie(everything()), ...origin }), 401);
    },
  ],
  [
    'Presenting the Access Token',
    'no token is taken from the query',
    async () => {
      const hub = hubUnderTest({ anonymous: false });
      for (const name of ['access_token', 'authorization'])
        assert.equal((await hub.ask(`match=a&${name}=${everything()}`)).status, 401);
    },
  ],
  [
    'Authorization HTTP Header',
    'the scheme is Bearer, in any case',
    async () => {
      const hub = hubUnderTest();
      const status = async (value: string) => (await hub.publish([['topic', 'a']], { Authorization: value })).status;
      assert.equal(await status(`bEARER ${everything()}`), 200);
      assert.equal(await status(everything()), 400);
    },
  ],
  [
    'Cookie',
    'the host sets it HttpOnly, Secure over TLS, SameSite and for the hub alone',
    async () => {
      const { host } = hubUnderTest({ cookie: { secure: true } });
      const context = { scheme: 'https', host: 'localhost', origin: 'https://localhost' } as never;
      const [current] = host.hub.cookiesFor({ subscribe: ['a'] }, context);
      assert.match(
        current!,
        /^__Secure-mercure_access_token=[\w.-]+; Path=\/\.well-known\/mercure; Max-Age=3600; Secure; HttpOnly; SameSite=Strict$/,
      );
    },
  ],
  [
    'Error Responses',
    'without a token: 401, a challenge, and no error',
    async () => {
      const response = await hubUnderTest().publish([['topic', 'a']], {});
      assert.equal(response.status, 401);
      const metadata = `http://localhost/.well-known/oauth-protected-resource${HUB}`;
      assert.equal(response.headers.get('www-authenticate'), `Bearer resource_metadata="${metadata}"`);
    },
  ],
  ['Error Responses', 'a token that fails: 401 invalid_token', () => assertDisbelieved('not.a.token')],
  [
    'Error Responses',
    'a token that does not go so far: 403 insufficient_scope',
    async () => {
      const response = await publishWith(token(detail('publish', 'b')));
      assert.equal(response.status, 403);
      assert.match(response.headers.get('www-authenticate')!, /error="insufficient_scope"/);
    },
  ],
  [
    'Error Responses',
    'a malformed way of presenting it: 400 invalid_request',
    async () => {
      const response = await hubUnderTest().publish([['topic', 'a']], { Authorization: 'Bearer a b c' });
      assert.equal(response.status, 400);
      assert.match(response.headers.get('www-authenticate')!, /error="invalid_request"/);
    },
  ],
];

testDemands(TABLE);
