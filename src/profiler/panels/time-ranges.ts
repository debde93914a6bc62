/** A time range in milliseconds. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** Returns how much of the time from `start` to `end` the ranges cover. Overlaps count once. */
export function measureCoverage(ranges: readonly TimeRange[], start: number, end: number): number {
  let sum = 0;
  let until = start;
  for (const each of sortByStart(ranges)) {
    const from = Math.max(each.start, until);
    const to = Math.min(each.end, end);
    if (to > from) sum += to - from;
    until = Math.max(until, to);
  }
  return sum;
}

/** Returns the gaps of more than `minimum` milliseconds between 0 and `total` that no range covers. */
export function findGaps(ranges: readonly TimeRange[], total: number, minimum: number): TimeRange[] {
  const gaps: TimeRange[] = [];
  let until = 0;
  for (const { start, end } of [...sortByStart(ranges), { start: total, end: total }]) {
    if (start - until > minimum) gaps.push({ start: until, end: start });
    until = Math.max(until, end);
  }
  return gaps;
}

function sortByStart(ranges: readonly TimeRange[]): TimeRange[] {
  return ranges.toSorted((a, b) => a.start - b.start);
}
