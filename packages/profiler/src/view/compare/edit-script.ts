/** A range of the first list that a range of the second list replaces. Ends are exclusive, and either range may be empty. */
export interface Hunk {
  readonly before: readonly [start: number, end: number];
  readonly after: readonly [start: number, end: number];
}

/** The number of steps that a comparison may still take. Lists that share a budget cannot multiply its work. */
export interface StepBudget {
  left: number;
}

/** Creates a budget of one million steps, a few milliseconds. */
export function createStepBudget(): StepBudget {
  return { left: 1_000_000 };
}

/**
 * Returns the shortest list of replacements that turn one list into another, in order (Myers, "An O(ND) Difference Algorithm
 * and Its Variations", 1986). Values are equal if `===` is true. If more than 400 removals and insertions or the whole budget are
 * needed, everything between the common beginning and the common end is one replacement.
 */
export function findHunks(before: readonly unknown[], after: readonly unknown[], budget: StepBudget): Hunk[] {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start++;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const [first, second] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  if (first.length === 0 && second.length === 0) return [];
  const hunks = search(first, second, budget) ?? [{ before: [0, first.length], after: [0, second.length] }];
  return hunks.map((hunk) => ({
    before: [hunk.before[0] + start, hunk.before[1] + start],
    after: [hunk.after[0] + start, hunk.after[1] + start],
  }));
}

const MAX_EDITS = 400;

function search(before: readonly unknown[], after: readonly unknown[], budget: StepBudget): Hunk[] | undefined {
  budget.left -= before.length + after.length;
  const maxEdits = Math.min(MAX_EDITS, before.length + after.length);
  if (before.length === 0 || after.length === 0 || countLeastEdits(before, after) > maxEdits) return undefined;
  // The furthest position in `before` on each diagonal, which is the position in `before` minus that in `after`.
  const furthest = new Int32Array(2 * maxEdits + 3);
  const middle = maxEdits + 1;
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= maxEdits; edits++) {
    history.push(furthest.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isInsertion(furthest, middle, diagonal, edits)
        ? furthest[middle + diagonal + 1]!
        : furthest[middle + diagonal - 1]! + 1;
      const from = x;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      furthest[middle + diagonal] = x;
      if (x >= before.length && x - diagonal >= after.length) return collectHunks(history, before.length, after.length);
      budget.left -= x - from + 1;
      if (budget.left <= 0) return undefined;
    }
  }
  return undefined;
}

/** Returns how many values only one of the lists has: the least number of removals and insertions. */
export function countLeastEdits(before: readonly unknown[], after: readonly unknown[]): number {
  const counts = new Map<unknown, number>();
  for (const value of before) counts.set(value, (counts.get(value) ?? 0) + 1);
  for (const value of after) counts.set(value, (counts.get(value) ?? 0) - 1);
  return counts.values().reduce((sum, count) => sum + Math.abs(count), 0);
}

// Whether the path to a diagonal comes from the one above it.
function isInsertion(furthest: Int32Array, middle: number, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && furthest[middle + diagonal - 1]! < furthest[middle + diagonal + 1]!;
}

function collectHunks(history: readonly Int32Array[], beforeLength: number, afterLength: number): Hunk[] {
  const hunks: Hunk[] = [];
  let [x, y] = [beforeLength, afterLength];
  for (let edits = history.length - 1; edits > 0; edits--) {
    const furthest = history[edits]!;
    const middle = edits + 1;
    const diagonal = x - y;
    const previous = isInsertion(furthest, middle, diagonal, edits) ? diagonal + 1 : diagonal - 1;
    const previousX = furthest[middle + previous]!;
    const previousY = previousX - previous;
    // Equal values follow the edit.
    const [endX, endY] = previous > diagonal ? [previousX, previousY + 1] : [previousX + 1, previousY];
    const next = hunks[0];
    if (next?.before[0] === endX && next.after[0] === endY)
      hunks[0] = { before: [previousX, next.before[1]], after: [previousY, next.after[1]] };
    else hunks.unshift({ before: [previousX, endX], after: [previousY, endY] });
    [x, y] = [previousX, previousY];
  }
  return hunks;
}
