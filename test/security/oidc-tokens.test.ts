import { equal } from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { defineHost, route } from 'oriel';
import { oidcLogin } from 'oriel/security';
import { signToken } from './sign-token.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
const now = Math.floor(Date.now() / 1000);

/** What the token of an issuer may say, and what comes of it. */
const TOKENS: readonly [name: string, status: number, change: object, key?: typeof pair, alg?: string][] = [
  ['as it should be', 303, {}],
  ['for several, and made for this host', 303, { aud: ['harbour', 'other'], azp: 'harbour' }],
  ['of another login', 401, { nonce: 'x' }],
  ['of no login', 401, { nonce: undefined }],
  ['for somebody else', 401, { aud: 'other' }],
  ['for several, and made for nobody', 401, { aud: ['harbour', 'other'] }],
  ['made for somebody else', 401, { azp: 'other' }],
  ['of another issuer', 401, { iss: 'https://evil.example' }],
  ['that has expired', 401, { exp: now - 60 }],
  ['without sub', 401, { sub: undefined }],
  ['without iat', 401, { iat: undefined }],
  ['that a stranger has signed', 401, {}, stranger],
  ['signed otherwise than agreed', 401, {}, pair, 'RS512'],
];

for (const [name, status, change, key = pair, alg = 'RS256'] of TOKENS)
  test(`a login whose token is ${name} is answered ${status}`, async (t) => {
    let nonce = '';
    const server = createServer((request, response) => {
      const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const claims = { iss: issuer, aud: 'harbour', sub: 'ada', exp: now + 60, iat: now, nonce, ...change };
      const answers: Record<string, unknown> = {
        '/.well-known/openid-configuration': {
          ...{ issuer, authorization_endpoint: `${issuer}/auth` },
          ...{ token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` },
        },
        '/jwks': { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'a' }] },
        '/token': {
          access_token: 'x',
          token_type: 'Bearer',
          id_token: signToken({ alg, kid: 'a' }, claims, key.privateKey),
        },
      };
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(answers[request.url!]));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    t.after(() => void (server.closeAllConnections(), server.close()));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const host = defineHost({
      log: false,
      sessions: {},
      routes: [route('home', 'GET /', { handle: () => 'home' })],
      security: { firewalls: [{ name: 'all', authenticators: [oidcLogin({ issuer, clientId: 'harbour' })] }] },
    });
    const started = await host.fetch(new Request('http://localhost/login/oidc'));
    const asked = new URL(started.headers.get('Location')!).searchParams;
    nonce = asked.get('nonce')!;
    const Cookie = started.headers.get('Set-Cookie')!.split(';')[0]!;
    const url = `http://localhost/login/oidc/callback?code=c&state=${asked.get('state')}`;
    const ended = await host.fetch(new Request(url, { headers: { Cookie } }));
    equal(ended.status, status, await ended.text());
    const entered = ended.headers.get('Set-Cookie')?.split(';')[0] ?? Cookie;
    const home = await host.fetch(new Request('http://localhost/', { headers: { Cookie: entered } }));
    equal(home.status, status === 303 ? 200 : 401);
    // This issuer takes any code, so it is the host that takes an answer only once.
    const again = await host.fetch(new Request(url, { headers: { Cookie: entered } }));
    equal(again.status, 401);
  });
