import type { LimitRule, Taken } from './rate-limit.ts';

/**
 * What is remembered of one key: of a bucket, how many tokens there were and when; of windows, which stretch of time was
 * counted last and how many came in it and in those before.
 */
export interface LimitState {
  at: number;
  tokens: number;
  counts: number[];
}

/** The parts of a sliding window: the finer they are, the sooner room is found again, and the more is remembered. */
export const PARTS = 10;

/** The state of a key that was never heard of. */
export function freshState({ algorithm, limit }: LimitRule, now: number): LimitState {
  return { at: algorithm === 'token-bucket' ? now : 0, tokens: limit, counts: [] };
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
export function giveBack(state: LimitState, { limit, algorithm }: LimitRule, count: number): void {
  if (algorithm === 'token-bucket') state.tokens = Math.min(limit, state.tokens + count);
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
  const tokens = Math.min(limit, state.tokens + (elapsed * limit) / per);
  const allowed = tokens >= 1;
  state.at = Math.max(now, state.at);
  state.tokens = allowed ? tokens - 1 : tokens;
  const remaining = Math.floor(state.tokens);
  return { allowed, remaining, reset: ((remaining + 1 - state.tokens) * per) / limit };
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
