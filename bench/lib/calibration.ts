/**
 * How fast this machine is right now: two pieces of work that never change, so that figures taken on different machines
 * can be laid side by side.
 */
export interface Calibration {
  /** Microseconds of `JSON.stringify` of a fixed object of 8 KB. */
  readonly stringify: number;
  /** Microseconds of one `performance.now()`. */
  readonly now: number;
}

/** What the targets were written on, as far as it is known: one `performance.now()` took this long there. */
export const REFERENCE_NOW = 0.045;

const SAMPLE = Array.from({ length: 80 }, (_, i) => ({
  id: i,
  parent: i >> 2,
  kind: 'user',
  name: `piece of work ${i}`,
  start: i * 1.375,
  duration: 0.25 + i / 1024,
  tags: ['a', 'b'],
}));

/** The best of many rounds: whatever else the machine does can only add. */
export function calibrate(): Calibration {
  let sink = 0;
  const stringify = best(40, 200, () => (sink += JSON.stringify(SAMPLE).length));
  const now = best(40, 20_000, () => (sink += performance.now()));
  if (sink === 0) throw new Error('Nothing was measured');
  return { stringify, now };
}

function best(rounds: number, times: number, act: () => void): number {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    for (let i = 0; i < times; i++) act();
    least = Math.min(least, ((performance.now() - began) * 1000) / times);
  }
  return least;
}
