/** From a moment to a later one. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** How much of the time from `start` to `end` these take, where they overlap counted once. */
export function measureCoverage(stretches: readonly TimeRange[], start: number, end: number): number {
  let sum = 0;
  let until = start;
  for (const each of inOrder(stretches)) {
    const from = Math.max(each.start, until);
    const to = Math.min(each.end, end);
    if (to > from) sum += to - from;
    until = Math.max(until, to);
  }
  return sum;
}

/** The stretches of at least `least` between 0 and `total` in which there is none of these. */
export function findGaps(stretches: readonly TimeRange[], total: number, least: number): TimeRange[] {
  const gaps: TimeRange[] = [];
  let until = 0;
  for (const { start, end } of [...inOrder(stretches), { start: total, end: total }]) {
    if (start - until > least) gaps.push({ start: until, end: start });
    until = Math.max(until, end);
  }
  return gaps;
}

function inOrder(stretches: readonly TimeRange[]): TimeRange[] {
  return stretches.toSorted((a, b) => a.start - b.start);
}
