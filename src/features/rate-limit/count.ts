import type { LimitRule, Taken } from './rate-limit.ts';

/**
 * What is remembered of one key: of a bucket, how full it was and when; of windows, which stretch of time was counted last
 * and how many came in it and in those before.
 *
 * A request takes `per` drops out of the bucket and `limit` drops flow in each millisecond, so that all are whole numbers:
 * thirds of a token would add up to a little less than a token, and whoever waited as long as told would be refused.
 */
export interface LimitState {
  at: number;
  drops: number;
  counts: number[];
}

/** The parts of a sliding window: the finer they are, the sooner room is found again, and the more is remembered. */
export const PARTS = 10;

/** The state of a key that was never heard of. */
export function freshState({ algorithm, limit, per }: LimitRule, now: number): LimitState {
  return { at: algorithm === 'token-bucket' ? now : 0, drops: limit * per, counts: [] };
}

/** Milliseconds after which a key is as good as never heard of. */
export function lifetime({ per, algorithm }: LimitRule): number {
  return algorithm === 'sliding-window' ? per + per / PARTS : per;
}

/** Counts one request at `now`, and writes that into the state. The Lua script of Redis does the same. */
export function count(state: LimitState, rule: LimitRule, now: number): Taken {
  if (rule.algorithm === 'token-bucket') return fromBucket(state, rule, now);
  return inWindows(state, rule, now, rule.algorithm === 'fixed-window' ? 1 : PARTS);
}

/** Takes back what was counted last, as if it had not come. */
export function giveBack(state: LimitState, { limit, per, algorithm }: LimitRule, count: number): void {
  if (algorithm === 'token-bucket') state.drops = Math.min(limit * per, state.drops + count * per);
  let left = count;
  // The newest part stands first.
  for (let i = 0; i < state.counts.length && left > 0; i++) {
    const taken = Math.min(state.counts[i]!, left);
    state.counts[i]! -= taken;
    left -= taken;
  }
}

function fromBucket(state: LimitState, { limit, per }: LimitRule, now: number): Taken {
  const elapsed = Math.max(0, now - state.at);
  const drops = Math.min(limit * per, state.drops + elapsed * limit);
  const allowed = drops >= per;
  state.at = Math.max(now, state.at);
  state.drops = allowed ? drops - per : drops;
  const remaining = Math.floor(state.drops / per);
  return { allowed, remaining, reset: ((remaining + 1) * per - state.drops) / limit };
}

// Each part of the window that a request may still lie in counts as a whole, the oldest one too: that is a little strict
// and never too many. A fixed window is one part, and nothing before it counts.
function inWindows(state: LimitState, { limit, per }: LimitRule, now: number, parts: number): Taken {
  const width = per / parts;
  // A clock that was set back must not open the window again.
  const part = Math.max(Math.floor(now / width), state.at);
  const older = parts === 1 ? 0 : parts;
  const counts = Array.from({ length: older + 1 }, (_, i) => state.counts[i - (part - state.at)] ?? 0);
  let used = 0;
  for (const each of counts) used += each;
  const allowed = used < limit;
  if (allowed) {
    counts[0]!++;
    used++;
  }
  state.at = part;
  state.counts = counts;
  const oldest = counts.findLastIndex((each) => each > 0);
  const reset = (part + older + 1 - Math.max(oldest, 0)) * width - now;
  return { allowed, remaining: limit - used, reset: Math.min(Math.max(reset, 0), (older + 1) * width) };
}
