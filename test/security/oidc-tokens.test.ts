import { equal } from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { defineHost, route } from 'oriel-host';
import { oidcLogin } from 'oriel-host/security';
import { signToken } from './sign-token.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const unknownPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const now = Math.floor(Date.now() / 1000);

/** Changes to the claims of an ID token, and the status of the callback that receives it. */
const TOKENS: readonly [name: string, status: number, change: object, key?: typeof pair, alg?: string][] = [
  ['valid', 303, {}],
  ['for several audiences, and authorized for this host', 303, { aud: ['harbour', 'other'], azp: 'harbour' }],
  ['of another login (nonce)', 401, { nonce: 'x' }],
  ['without a nonce', 401, { nonce: undefined }],
  ['for another audience', 401, { aud: 'other' }],
  ['for several audiences, without an authorized party', 401, { aud: ['harbour', 'other'] }],
  ['authorized for another party', 401, { azp: 'other' }],
  ['of another issuer', 401, { iss: 'https://attacker.example' }],
  ['expired', 401, { exp: now - 60 }],
  ['without sub', 401, { sub: undefined }],
  ['without iat', 401, { iat: undefined }],
  ['signed with an unknown key', 401, {}, unknownPair],
  ['signed with another algorithm', 401, {}, pair, 'RS512'],
];

for (const [name, status, change, key = pair, alg = 'RS256'] of TOKENS)
  test(`a login with an ID token ${name} gets ${status}`, async (t) => {
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
    const query = new URL(started.headers.get('Location')!).searchParams;
    nonce = query.get('nonce')!;
    const Cookie = started.headers.get('Set-Cookie')!.split(';')[0]!;
    const url = `http://localhost/login/oidc/callback?code=c&state=${query.get('state')}`;
    const callback = await host.fetch(new Request(url, { headers: { Cookie } }));
    equal(callback.status, status, await callback.text());
    const entered = callback.headers.get('Set-Cookie')?.split(';')[0] ?? Cookie;
    const home = await host.fetch(new Request('http://localhost/', { headers: { Cookie: entered } }));
    equal(home.status, status === 303 ? 200 : 401);
    // This issuer accepts a code more than once. The host accepts its callback only once.
    const again = await host.fetch(new Request(url, { headers: { Cookie: entered } }));
    equal(again.status, 401);
  });
