/** Every MUST and MUST NOT of the current dialect about presenting tokens, by section. */
import assert from 'node:assert/strict';
import { testRequirements } from './requirements.ts';
import type { Requirements } from './requirements.ts';
import {
  HUB,
  assertInvalidToken,
  bearer,
  detail,
  fullAccessToken,
  createTestHub,
  publishWith,
  token,
} from './test-hub.ts';

const TABLE: Requirements = [
  [
    'Authorization',
    'publishers need a token; subscribers need one if the hub is not anonymous',
    async () => {
      assert.equal((await createTestHub().publish([['topic', 'a']], {})).status, 401);
      assert.equal((await createTestHub().get('match=a')).status, 200);
      assert.equal((await createTestHub({ anonymous: false }).get('match=a')).status, 401);
    },
  ],
  [
    'Presenting the Access Token',
    'the Authorization header takes precedence over the cookie',
    async () => {
      const hub = createTestHub();
      const cookie = (jwt: string) => `mercure_access_token=${jwt}`;
      const origin = { Origin: 'http://localhost' };
      const post = async (headers: Record<string, string>) => (await hub.publish([['topic', 'a']], headers)).status;
      assert.equal(await post({ ...origin, Cookie: cookie(fullAccessToken()) }), 200);
      assert.equal(await post({ ...bearer(fullAccessToken()), Cookie: cookie('nonsense') }), 200);
      assert.equal(await post({ ...bearer('nonsense'), Cookie: cookie(fullAccessToken()), ...origin }), 401);
    },
  ],
  [
    'Presenting the Access Token',
    'a token in the query is ignored',
    async () => {
      const hub = createTestHub({ anonymous: false });
      for (const name of ['access_token', 'authorization'])
        assert.equal((await hub.get(`match=a&${name}=${fullAccessToken()}`)).status, 401);
    },
  ],
  [
    'Authorization HTTP Header',
    'the scheme is Bearer, case-insensitively',
    async () => {
      const hub = createTestHub();
      const status = async (value: string) => (await hub.publish([['topic', 'a']], { Authorization: value })).status;
      assert.equal(await status(`bEARER ${fullAccessToken()}`), 200);
      assert.equal(await status(fullAccessToken()), 400);
    },
  ],
  [
    'Cookie',
    'the host sets the cookie HttpOnly, Secure over TLS, SameSite=Strict and with the path of the hub',
    async () => {
      const { host } = createTestHub();
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
    'a request without a token gets 401 and a challenge without an error code',
    async () => {
      const response = await createTestHub().publish([['topic', 'a']], {});
      assert.equal(response.status, 401);
      const metadata = `http://localhost/.well-known/oauth-protected-resource${HUB}`;
      assert.equal(response.headers.get('www-authenticate'), `Bearer resource_metadata="${metadata}"`);
    },
  ],
  ['Error Responses', 'an invalid token gets 401 invalid_token', () => assertInvalidToken('not.a.token')],
  [
    'Error Responses',
    'a token without the grant gets 403 insufficient_scope',
    async () => {
      const response = await publishWith(token(detail('publish', 'b')));
      assert.equal(response.status, 403);
      assert.match(response.headers.get('www-authenticate')!, /error="insufficient_scope"/);
    },
  ],
  [
    'Error Responses',
    'a malformed Authorization header gets 400 invalid_request',
    async () => {
      const response = await createTestHub().publish([['topic', 'a']], { Authorization: 'Bearer a b c' });
      assert.equal(response.status, 400);
      assert.match(response.headers.get('www-authenticate')!, /error="invalid_request"/);
    },
  ],
];

testRequirements(TABLE);
