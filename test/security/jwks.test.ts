import { equal, match, rejects } from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import * as jose from 'jose';
import { RemoteKeySet } from '../../packages/host/src/features/security/jwt/remote-key-set.ts';
import { authenticateToken } from './authenticate-token.ts';
import { bearer } from './create-bearer.ts';
import { CLAIMS, NOW, signToken } from './sign-token.ts';

const pairs = { a: generateKeyPairSync('ed25519'), b: generateKeyPairSync('ed25519') };
const getToken = (kid: string | undefined, key: KeyObject) =>
  signToken({ alg: 'EdDSA', ...(kid === undefined ? {} : { kid }) }, CLAIMS, key);
const [tokenA, tokenB] = [getToken('a', pairs.a.privateKey), getToken('b', pairs.b.privateKey)];
const getSet = (...kids: ('a' | 'b')[]) => ({
  keys: [
    { kty: 'oct', kid: 'secret', k: 'AAAA' },
    { kty: 'unheard-of', kid: 'x' },
    ...kids.map((kid) => ({ ...pairs[kid].publicKey.export({ format: 'jwk' }), kid, use: 'sig' })),
  ],
});

/** An issuer on the loopback address. Counts requests, and responds as the test sets in `state`. */
async function issuer(t: TestContext, timeout = 5000) {
  const state = { set: getSet('a') as unknown, status: 200, requests: 0, now: NOW, unresponsive: false };
  const server = createServer((_, response) => {
    state.requests++;
    if (state.unresponsive) return;
    if (state.status === 302) response.setHeader('Location', '/elsewhere');
    response.writeHead(state.status, { 'Content-Type': 'application/json' });
    response.end(typeof state.set === 'string' ? state.set : JSON.stringify(state.set));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => void (server.closeAllConnections(), server.close()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  const clock = (): number => state.now;
  const times = { maxAge: '1 min', cooldown: '10 s', staleIfError: 100_000 } as const;
  const keys = new RemoteKeySet(url, () => jose, clock, { timeout, ...times });
  const authenticator = bearer({ algorithms: ['EdDSA'], issuer: 'harbour', audience: 'tides', clock, keys });
  return { state, ask: (token: string) => authenticateToken(authenticator, token) };
}

test('fetches the keys once for concurrent requests', async (t) => {
  const { state, ask } = await issuer(t);
  const all = await Promise.all(Array.from({ length: 50 }, () => ask(tokenA)));
  equal(
    all.every((element) => element === 'ada'),
    true,
  );
  equal(await ask(getToken(undefined, pairs.a.privateKey)), 'ada');
  equal(state.requests, 1);
});

test('fetches an unknown key immediately, and then not again before the cooldown ends', async (t) => {
  const { state, ask } = await issuer(t);
  equal(await ask(tokenA), 'ada');
  state.now += 11_000;
  state.set = getSet('a', 'b');
  equal(await ask(tokenB), 'ada');
  equal(state.requests, 2);
  for (let i = 0; i < 100; i++) match(String(await ask(getToken(`x${i}`, pairs.a.privateKey))), /unknown key/);
  equal(state.requests, 2);
  state.now += 10_000;
  await Promise.all(Array.from({ length: 100 }, (_, i) => ask(getToken(`y${i}`, pairs.a.privateKey))));
  equal(state.requests, 3);
});

test('rejects a cached token after its key was removed from the set', async (t) => {
  const { state, ask } = await issuer(t);
  equal(await ask(tokenA), 'ada');
  state.set = getSet('b');
  equal(await ask(tokenA), 'ada');
  state.now += 60_000;
  match(String(await ask(tokenA)), /unknown key/);
  equal(await ask(tokenB), 'ada');
});

test('uses the last keys while the issuer fails, but not longer than staleIfError', async (t) => {
  const { state, ask } = await issuer(t);
  equal(await ask(tokenA), 'ada');
  state.status = 500;
  state.now += 61_000;
  equal(await ask(tokenA), 'ada');
  equal(await ask(tokenA), 'ada');
  equal(state.requests, 2);
  state.now += 100_000;
  await rejects(ask(tokenA), { status: 503, code: 'ORIEL_KEYS_UNAVAILABLE' });
});

test('responds with 503, not 401, if there are no keys', async (t) => {
  for (const [set, status] of [
    ['{"keys":', 200],
    [{ keys: 'none' }, 200],
    [getSet('a'), 404],
    [getSet('a'), 302],
    [' '.repeat(300_000), 200],
  ] as const) {
    const { state, ask } = await issuer(t);
    Object.assign(state, { set, status });
    await rejects(ask(tokenA), { status: 503 });
    await rejects(ask(tokenA), { status: 503 });
    equal(state.requests, 1);
    Object.assign(state, { set: getSet('a'), status: 200, now: state.now + 10_000 });
    equal(await ask(tokenA), 'ada');
  }
});

test('stops waiting for an issuer that does not respond', async (t) => {
  const { state, ask } = await issuer(t, 200);
  state.unresponsive = true;
  await rejects(ask(tokenA), { status: 503 });
});
