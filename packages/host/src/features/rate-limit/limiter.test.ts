import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Limiter } from './limiter.ts';
import type { LimitRule, Taken } from './rate-limit.ts';

const RULE: LimitRule = { name: 'all', limit: 1, per: 60_000 };
const REFUSED: Taken = { allowed: false, remaining: 0, reset: 1_000 };

test('an event loop that is blocked for longer than the time limit does not lift the limits', async () => {
  const failures: unknown[] = [];
  const take = (): Promise<Taken> => new Promise((resolve) => setTimeout(resolve, 60, REFUSED));
  const limiter = new Limiter({ limits: [], store: { take } }, (error) => failures.push(error), 40);
  const counted = limiter.count('ada', RULE);
  const end = performance.now() + 200;
  while (performance.now() < end);
  assert.deepEqual((await counted).taken, REFUSED);
  assert.deepEqual(failures, []);
});

test('a store without an answer lifts the limits', async () => {
  const failures: unknown[] = [];
  const take = (): Promise<Taken> => new Promise(() => {});
  const limiter = new Limiter({ limits: [], store: { take } }, (error) => failures.push(error), 40);
  assert.equal((await limiter.count('ada', RULE)).taken, undefined);
  assert.deepEqual(failures.map(String), ['Error: no answer within 40 ms']);
});
