import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import {
  PROFILE_TOKENS,
  ProfileTokenAllocator,
  fromProfileToken,
  gather,
  givenSince,
  scatter,
  toProfileToken,
} from './profile-token.ts';
import { performance } from '../../../core/src/builtins/globals.ts';

describe('profile tokens', () => {
  it('are six lowercase hexadecimal digits and convert back to their number', () => {
    for (const number of [0, 1, 0xabc, PROFILE_TOKENS - 1]) {
      assert.match(toProfileToken(number), /^[0-9a-f]{6}$/);
      assert.equal(fromProfileToken(toProfileToken(number)), number);
    }
    for (const invalid of ['', 'ABCDEF', '12345', '1234567', 'ghijkl'])
      assert.equal(fromProfileToken(invalid), undefined);
  });

  it('are all different within 2^24 numbers', () => {
    const seen = new Uint8Array(PROFILE_TOKENS);
    for (let count = 0; count < PROFILE_TOKENS; count++) seen[scatter(count)]! += 1;
    assert.equal(seen.indexOf(0), -1);
    assert.equal(scatter(PROFILE_TOKENS + 5), scatter(5));
  });

  it('convert back to the counter value', () => {
    for (let count = 0; count < PROFILE_TOKENS; count += 97) assert.equal(gather(scatter(count)), count);
  });

  it('return the number of tokens given since, also after a full round', () => {
    const since = (count: number, next: number, given: number) =>
      givenSince(toProfileToken(scatter(count)), next, given);
    assert.deepEqual([since(9, 10, 10), since(0, 10, 10), since(10, 10, 10)], [1, 10, Infinity]);
    assert.equal(since(PROFILE_TOKENS - 3, 10, 12), Infinity);
    assert.equal(since(PROFILE_TOKENS - 3, 10, 13), 13);
    assert.equal(since(10, 10, PROFILE_TOKENS), PROFILE_TOKENS);
    assert.equal(since(3, PROFILE_TOKENS * 3 + 7, PROFILE_TOKENS * 3 + 7), 4);
  });

  it('differ from the next token in about half of the bits', () => {
    let bits = 0;
    for (let count = 0; count < 10_000; count++) {
      const difference = scatter(count) ^ scatter(count + 1);
      bits += difference.toString(2).replaceAll('0', '').length;
    }
    assert.ok(bits / 10_000 > 8 && bits / 10_000 < 16, `${bits / 10_000} bits differ`);
  });
});

describe('ProfileTokenAllocator', () => {
  it('leases tokens in advance, so that no request waits for a lease', async () => {
    let leases = 0;
    const allocator = new ProfileTokenAllocator({
      lease: (count) => (leases++, counting(leases * 1000, count)),
      block: 8,
    });
    assert.equal(leases, 1);
    for (let count = 0; count < 8; count++) allocator.next();
    assert.equal(leases, 1);
    await turn();
    assert.equal(leases, 2);
  });

  it('leases as many tokens as a minute needs, from the block to sixteen times as many', async (t) => {
    let now = 1_000;
    t.mock.method(performance, 'now', () => now);
    const counts: number[] = [];
    let from = 0;
    const allocator = new ProfileTokenAllocator({
      lease: (count) => (counts.push(count), counting((from += count) - count, count)),
      block: 8,
    });
    for (const seconds of [1, 1, 240, 120, 3_600]) {
      now += seconds * 1_000;
      const { length } = counts;
      while (counts.length === length) {
        allocator.next();
        await turn();
      }
    }
    assert.deepEqual(counts, [8, 128, 128, 32, 16, 8]);
  });

  it('asks again if a storage rejects, which does not end the process', async () => {
    let calls = 0;
    const lease = async (count: number): Promise<readonly number[]> => {
      if (calls++ === 0) throw new Error('refused');
      return counting(0, count);
    };
    const allocator = new ProfileTokenAllocator({ lease });
    await allocator.lateLease;
    assert.equal(allocator.next(), undefined);
    await pause(60);
    assert.match(allocator.next()!, /^[0-9a-f]{6}$/);
  });

  it('useOf returns given or unused for its tokens', async () => {
    let from = 0;
    const allocator = new ProfileTokenAllocator({
      lease: (count) => counting((from += count) - count, count),
      block: 4,
    });
    const uses = (...numbers: number[]) => numbers.map((number) => allocator.getUse(toProfileToken(number)));
    assert.deepEqual(uses(0, 3, 4), ['unused', 'unused', undefined]);
    assert.equal(allocator.next(), toProfileToken(0));
    assert.deepEqual(uses(0, 1), ['given', 'unused']);
    for (let count = 0; count < 5; count++) {
      allocator.next();
      await turn();
    }
    assert.deepEqual(uses(0, 3, 4, 5, 6, 7), ['given', 'given', 'given', 'given', 'unused', 'unused']);
    assert.equal(allocator.getUse('none'), undefined);
  });

  it('never returns a token twice, even if tokens are used quickly', async () => {
    let from = 0;
    const allocator = new ProfileTokenAllocator({
      lease: (count) => counting((from += count) - count, count),
      block: 16,
    });
    const given: string[] = [];
    for (let round = 0; round < 500; round++) {
      for (let count = 0; count < 7; count++) given.push(allocator.next()!);
      await turn();
    }
    assert.equal(given.includes(undefined!), false);
    assert.equal(new Set(given).size, given.length);
  });

  it('leases at once if one turn of the event loop uses more tokens than were leased', async () => {
    let from = 0;
    const allocator = new ProfileTokenAllocator({
      lease: (count) => counting((from += count) - count, count),
      block: 4,
    });
    const given = Array.from({ length: 50 }, () => allocator.next());
    await turn();
    given.push(...Array.from({ length: 50 }, () => allocator.next()));
    assert.equal(given.includes(undefined), false);
    assert.equal(new Set(given).size, given.length);
  });

  it('does not query a storage again in the turn in which it failed', async () => {
    let leases = 0;
    const allocator = new ProfileTokenAllocator({
      lease: (count) => (leases++ === 0 ? counting(0, count) : undefined),
      block: 4,
    });
    const given = Array.from({ length: 50 }, () => allocator.next());
    assert.equal(given.filter((token) => token !== undefined).length, 4);
    await turn();
    assert.equal(leases, 2);
  });

  it('returns undefined while no lease is available, and tokens again afterwards', async () => {
    let locked = true;
    const allocator = new ProfileTokenAllocator({ lease: (count) => (locked ? undefined : counting(0, count)) });
    assert.equal(allocator.next(), undefined);
    locked = false;
    const given = await eventually(() => allocator.next());
    assert.match(given, /^[0-9a-f]{6}$/);
  });
});

const counting = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

async function eventually<T>(look: () => T | undefined): Promise<T> {
  for (let turns = 0; turns < 500; turns++) {
    const found = look();
    if (found !== undefined) return found;
    await pause(10);
  }
  throw new Error('The expected token was not returned');
}
