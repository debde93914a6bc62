/**
 * The speed of this machine: two computations that never change, so that results of different machines can be compared.
 */
export interface Calibration {
  /** Microseconds for `JSON.stringify` of a fixed object of 8 KB. */
  readonly stringify: number;
  /** Microseconds for one `performance.now()`. */
  readonly now: number;
}

/** Microseconds for one `performance.now()` on the machine for which the targets were set. */
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

/** Returns the best of many rounds, because other processes can only add time. */
export function calibrate(): Calibration {
  let sink = 0;
  const stringify = best(40, 200, () => (sink += JSON.stringify(SAMPLE).length));
  const now = best(40, 20_000, () => (sink += performance.now()));
  if (sink === 0) throw new Error('Nothing was measured');
  return { stringify, now };
}

function best(rounds: number, times: number, run: () => void): number {
  let minimum = Infinity;
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    for (let i = 0; i < times; i++) run();
    minimum = Math.min(minimum, ((performance.now() - started) * 1000) / times);
  }
  return minimum;
}
