import { equal, match, rejects } from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { bearer } from 'oriel/security';
import { ask } from './ask.ts';
import { CLAIMS, NOW, signToken } from './sign-token.ts';

const pairs = { a: generateKeyPairSync('ed25519'), b: generateKeyPairSync('ed25519') };
const tokenOf = (kid: string | undefined, key: KeyObject) =>
  signToken({ alg: 'EdDSA', ...(kid === undefined ? {} : { kid }) }, CLAIMS, key);
const [tokenA, tokenB] = [tokenOf('a', pairs.a.privateKey), tokenOf('b', pairs.b.privateKey)];
const setOf = (...kids: ('a' | 'b')[]) => ({
  keys: [
    { kty: 'oct', kid: 'secret', k: 'AAAA' },
    { kty: 'unheard-of', kid: 'x' },
    ...kids.map((kid) => ({ ...pairs[kid].publicKey.export({ format: 'jwk' }), kid, use: 'sig' })),
  ],
});

/** An issuer on loopback that publishes what the test says, and counts how often it is asked. */
async function issuer(t: TestContext) {
  const state = { set: setOf('a') as unknown, status: 200, asked: 0, now: NOW, silent: false };
  const server = createServer((_, response) => {
    state.asked++;
    if (state.silent) return;
    if (state.status === 302) response.setHeader('Location', '/elsewhere');
    response.writeHead(state.status, { 'Content-Type': 'application/json' });
    response.end(typeof state.set === 'string' ? state.set : JSON.stringify(state.set));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => void (server.closeAllConnections(), server.close()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  const authenticator = bearer({
    ...{ algorithms: ['EdDSA'], issuer: 'harbour', audience: 'tides', clock: () => state.now },
    jwks: { url, maxAge: 60_000, cooldown: 10_000, timeout: 200, staleIfError: 100_000 },
  });
  return { state, ask: (token: string) => ask(authenticator, token) };
}

test('keys are fetched once, whoever comes meanwhile', async (t) => {
  const { state, ask } = await issuer(t);
  const all = await Promise.all(Array.from({ length: 50 }, () => ask(tokenA)));
  equal(
    all.every((each) => each === 'ada'),
    true,
  );
  equal(await ask(tokenOf(undefined, pairs.a.privateKey)), 'ada');
  equal(state.asked, 1);
});

test('a new key is found at once, but unknown ones cause no storm', async (t) => {
  const { state, ask } = await issuer(t);
  equal(await ask(tokenA), 'ada');
  state.now += 11_000;
  state.set = setOf('a', 'b');
  equal(await ask(tokenB), 'ada');
  equal(state.asked, 2);
  for (let i = 0; i < 100; i++) match(String(await ask(tokenOf(`x${i}`, pairs.a.privateKey))), /unknown key/);
  equal(state.asked, 2);
  state.now += 10_000;
  await Promise.all(Array.from({ length: 100 }, (_, i) => ask(tokenOf(`y${i}`, pairs.a.privateKey))));
  equal(state.asked, 3);
});

test('rotate, then 401: a remembered token does not outlive its key', async (t) => {
  const { state, ask } = await issuer(t);
  equal(await ask(tokenA), 'ada');
  state.set = setOf('b');
  equal(await ask(tokenA), 'ada');
  state.now += 60_000;
  match(String(await ask(tokenA)), /unknown key/);
  equal(await ask(tokenB), 'ada');
});

test('an issuer that is down locks nobody out at once, and lets nobody in for ever', async (t) => {
  const { state, ask } = await issuer(t);
  equal(await ask(tokenA), 'ada');
  state.status = 500;
  state.now += 61_000;
  equal(await ask(tokenA), 'ada');
  equal(await ask(tokenA), 'ada');
  equal(state.asked, 2);
  state.now += 100_000;
  await rejects(ask(tokenA), { status: 503, code: 'ORIEL_KEYS_UNAVAILABLE' });
});

test('without keys the answer is 503, not 401: the client is not at fault', async (t) => {
  for (const [set, status] of [
    ['{"keys":', 200],
    [{ keys: 'none' }, 200],
    [setOf('a'), 404],
    [setOf('a'), 302],
    [' '.repeat(300_000), 200],
  ] as const) {
    const { state, ask } = await issuer(t);
    Object.assign(state, { set, status });
    await rejects(ask(tokenA), { status: 503 });
    await rejects(ask(tokenA), { status: 503 });
    equal(state.asked, 1);
    Object.assign(state, { set: setOf('a'), status: 200, now: state.now + 10_000 });
    equal(await ask(tokenA), 'ada');
  }
});

test('an issuer that never answers is given up', async (t) => {
  const { state, ask } = await issuer(t);
  state.silent = true;
  const began = performance.now();
  await rejects(ask(tokenA), { status: 503 });
  equal(performance.now() - began < 2_000, true);
});
