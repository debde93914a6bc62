import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addressKey } from '../../../../core/src/node/address-key.ts';
import { MemoryLimitStore } from './memory-limit-store.ts';
import type { LimitRule } from './rate-limit.ts';

const rule = (limit = 5, per = 1_000): LimitRule => ({ name: 'x', limit, per });
const START = 1_700_000_000_000;

/** Returns the times at which requests were allowed that arrive with these gaps in milliseconds. */
function allowedAt(gaps: readonly number[], limit: LimitRule): number[] {
  let now = START;
  const store = new MemoryLimitStore({ now: () => now });
  return gaps.flatMap((gap) => {
    now += gap;
    const { allowed, remaining, reset } = store.take('a', limit);
    assert.ok(remaining >= 0 && remaining <= limit.limit && reset >= 0 && reset <= limit.per * 1.1 + 1);
    return allowed ? [now] : [];
  });
}

const gaps = fc.array(fc.oneof(fc.constant(0), fc.nat(30), fc.nat(400), fc.nat(3_000)), {
  minLength: 1,
  maxLength: 200,
});
const limits = fc.record({
  limit: fc.integer({ min: 1, max: 20 }),
  per: fc.integer({ min: 1, max: 5 }).map((n) => n * 1_000),
});

describe('at any arrival times', () => {
  test('never allows more than the limit in any interval of its length', () => {
    fc.assert(
      fc.property(gaps, limits, (some, { limit, per }) => {
        const times = allowedAt(some, rule(limit, per));
        return times.every((time, i) => i < limit || time - times[i - limit]! >= per);
      }),
    );
  });

  test('a client that waits for the reported time is allowed', () => {
    fc.assert(
      fc.property(gaps, limits, (some, { limit, per }) => {
        let now = START;
        const store = new MemoryLimitStore({ now: () => now });
        const by = rule(limit, per);
        for (const gap of some) {
          now += gap;
          const { allowed, reset } = store.take('a', by);
          if (allowed) continue;
          now += Math.ceil(reset);
          return store.take('a', by).allowed;
        }
        return true;
      }),
    );
  });

  test('a clock that is set back does not reset a limit', () => {
    assert.equal(allowedAt([0, 0, 0, 0, 0, -100_000, 0, 0], rule()).length, 5);
  });
});

test('requests that are taken back do not count, and never raise the limit', () => {
  fc.assert(
    fc.property(gaps, limits, fc.integer({ min: 1, max: 30 }), (some, { limit, per }, many) => {
      let now = START;
      const by = rule(limit, per);
      const [store, calm] = [new MemoryLimitStore({ now: () => now }), new MemoryLimitStore({ now: () => now })];
      for (const gap of some) {
        now += gap;
        if (store.take('a', by).allowed) store.giveBack('a', by, 1);
      }
      for (const _ of some) store.take('b', by);
      store.giveBack('b', by, many);
      const [fresh, left] = [calm.take('a', by), store.take('b', by)];
      return store.take('a', by).remaining === fresh.remaining && left.remaining <= limit - 1;
    }),
  );
});

describe('MemoryLimitStore', () => {
  test('limits the number of keys and removes no key before it expires', () => {
    let now = START;
    const store = new MemoryLimitStore({ most: 100, now: () => now });
    const by = rule(2, 60_000);
    for (let i = 0; i < 2; i++) store.take('victim', by);
    for (let i = 0; i < 20_000; i++) store.take(`attacker ${i}`, by);
    assert.ok(store.size <= 100 + 4_096, `${store.size}`);
    assert.equal(store.take('victim', by).allowed, false);
    now += 70_000;
    store.take('another', by);
    assert.equal(store.size, 1);
    assert.equal(store.take('victim', by).allowed, true);
  });

  test('lets new keys share counters when the store is full', () => {
    const store = new MemoryLimitStore({ most: 10, now: () => START });
    const by = rule(1, 60_000);
    let allowed = 0;
    for (let i = 0; i < 50_000; i++) if (store.take(`attacker ${i}`, by).allowed) allowed++;
    assert.ok(allowed <= 10 + 4_096, `${allowed}`);
  });

  test('counts each key and each rule separately', () => {
    const store = new MemoryLimitStore({ now: () => START });
    const one = rule(1);
    assert.deepEqual(
      [store.take('a', one), store.take('b', one), store.take('a', { ...one, name: 'y' })].map(
        ({ allowed }) => allowed,
      ),
      [true, true, true],
    );
    assert.equal(store.take('a', one).allowed, false);
  });
});

test('an IPv6 address is counted by its /64', () => {
  for (const [address, key] of [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
    ['2001:db8:0:7:ffff:ffff:ffff:ffff', '2001:db8:0:7::/64'],
    ['2001:0DB8:0000:0007::', '2001:db8:0:7::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
    ['', ''],
  ] as const)
    assert.equal(addressKey(address), key, address);
});
