/** From a moment to a later one. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** How much of the time from `start` to `end` these take, where they overlap counted once. */
export function covered(stretches: readonly Stretch[], start: number, end: number): number {
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
export function uncovered(stretches: readonly Stretch[], total: number, least: number): Stretch[] {
  const gaps: Stretch[] = [];
  let until = 0;
  for (const { start, end } of [...inOrder(stretches), { start: total, end: total }]) {
    if (start - until > least) gaps.push({ start: until, end: start });
    until = Math.max(until, end);
  }
  return gaps;
}

function inOrder(stretches: readonly Stretch[]): Stretch[] {
  return stretches.toSorted((a, b) => a.start - b.start);
}
