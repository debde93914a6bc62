import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createStepBudget, findHunks } from './edit-script.ts';
import type { Hunk } from './edit-script.ts';

function apply(before: readonly number[], after: readonly number[], hunks: readonly Hunk[]): number[] {
  const result: number[] = [];
  let position = 0;
  for (const hunk of hunks) {
    result.push(...before.slice(position, hunk.before[0]), ...after.slice(...hunk.after));
    position = hunk.before[1];
  }
  return [...result, ...before.slice(position)];
}

/** The length of the longest common subsequence, by the textbook algorithm. */
function countCommon(before: readonly number[], after: readonly number[]): number {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let x = 1; x <= before.length; x++)
    for (let y = 1; y <= after.length; y++)
      lengths[x]![y] =
        before[x - 1] === after[y - 1]
          ? lengths[x - 1]![y - 1]! + 1
          : Math.max(lengths[x - 1]![y]!, lengths[x]![y - 1]!);
  return lengths.at(-1)!.at(-1)!;
}

test('the hunks of any two lists turn one into the other with the fewest removals and insertions', () => {
  const list = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 30 });
  fc.assert(
    fc.property(list, list, (before, after) => {
      const hunks = findHunks(before, after, createStepBudget());
      assert.deepEqual(apply(before, after, hunks), after);
      const edits = hunks.reduce((sum, { before: [a, b], after: [c, d] }) => sum + b - a + d - c, 0);
      assert.equal(edits, before.length + after.length - 2 * countCommon(before, after));
    }),
    { numRuns: 500 },
  );
});

test('lists that need too many edits are one hunk between their common beginning and end', () => {
  const before = [1, ...Array.from({ length: 6_000 }, (_, index) => 10 + index), 2];
  const after = [1, ...Array.from({ length: 6_000 }, (_, index) => 10_000 + index), 2];
  assert.deepEqual(findHunks(before, after, createStepBudget()), [{ before: [1, 6_001], after: [1, 6_001] }]);
});

test('the number of steps is bounded for lists that repeat two values', () => {
  const before = Array.from({ length: 32_000 }, (_, index) => index % 2);
  const after = Array.from({ length: 32_000 }, (_, index) => (index % 3 === 0 ? 1 : 0));
  const budget = createStepBudget();
  const { left } = budget;
  const hunks = findHunks(before, after, budget);
  assert.deepEqual(apply(before, after, hunks), after);
  assert.ok(left - budget.left < left + 32_000, `${left - budget.left} steps`);
  assert.equal(findHunks([1, 2, 3], [3, 2, 1], { left: 1 }).length, 1);
});
