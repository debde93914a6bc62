import type { LimitRule, Taken } from './rate-limit.ts';

/** The state of one key: the last counted part of a window, and the counts of this part and of the previous ones. */
export interface LimitState {
  at: number;
  counts: number[];
}

/** The number of parts of a window. More parts free requests sooner and take more memory. */
export const PARTS = 10;

/** Returns the milliseconds after which the state of a key equals that of an unknown key. */
export function lifetime({ per }: Pick<LimitRule, 'per'>): number {
  return per + per / PARTS;
}

/**
 * Counts one request at `now` in the state. Each part of the window that a request may still lie in counts completely, the
 * oldest one too: that is a little strict and never too many. The Lua script of Redis does the same.
 */
export function count(state: LimitState, { limit, per }: LimitRule, now: number): Taken {
  const width = per / PARTS;
  // A clock that was set back must not open the window again.
  const part = Math.max(Math.floor(now / width), state.at);
  const counts = Array.from({ length: PARTS + 1 }, (_, i) => state.counts[i - (part - state.at)] ?? 0);
  let used = 0;
  for (const taken of counts) used += taken;
  const allowed = used < limit;
  if (allowed) {
    counts[0]!++;
    used++;
  }
  state.at = part;
  state.counts = counts;
  const oldest = counts.findLastIndex((taken) => taken > 0);
  const reset = (part + PARTS + 1 - Math.max(oldest, 0)) * width - now;
  return { allowed, remaining: limit - used, reset: Math.min(Math.max(reset, 0), lifetime({ per })) };
}

/** Removes the last request from the state. */
export function giveBack(state: LimitState, count: number): void {
  let pending = count;
  // The newest part is first.
  for (let i = 0; i < state.counts.length && pending > 0; i++) {
    const taken = Math.min(state.counts[i]!, pending);
    state.counts[i]! -= taken;
    pending -= taken;
  }
}
