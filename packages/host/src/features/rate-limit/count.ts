import type { LimitRule, Taken } from './rate-limit.ts';

/**
 * The state of one key: the level of a bucket and its time, or the last counted part of a window and the counts of this part and
 * of the previous ones.
 *
 * A request takes `per` drops out of the bucket and `limit` drops flow in each millisecond, so that all numbers are whole:
 * thirds of a token add up to a little less than a token, and a client that waited for `Retry-After` would be rejected.
 */
export interface LimitState {
  at: number;
  drops: number;
  counts: number[];
}

/** The number of parts of a sliding window. More parts free requests sooner and take more memory. */
export const PARTS = 10;

/** Returns the state of an unknown key. */
export function freshState({ algorithm, limit, per }: LimitRule, now: number): LimitState {
  return { at: algorithm === 'token-bucket' ? now : 0, drops: limit * per, counts: [] };
}

/** Returns the milliseconds after which the state of a key equals that of an unknown key. */
export function lifetime({ per, algorithm }: LimitRule): number {
  return algorithm === 'sliding-window' ? per + per / PARTS : per;
}

/** Counts one request at `now` in the state. The Lua script of Redis does the same. */
export function count(state: LimitState, rule: LimitRule, now: number): Taken {
  if (rule.algorithm === 'token-bucket') return fromBucket(state, rule, now);
  return inWindows(state, rule, now, rule.algorithm === 'fixed-window' ? 1 : PARTS);
}

/** Removes the last request from the state. */
export function giveBack(state: LimitState, { limit, per, algorithm }: LimitRule, count: number): void {
  if (algorithm === 'token-bucket') state.drops = Math.min(limit * per, state.drops + count * per);
  let left = count;
  // The newest part is first.
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
