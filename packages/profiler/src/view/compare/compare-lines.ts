import { MAX_DIFFERENCES, describeChange, shorten } from './difference.ts';
import type { Change } from './difference.ts';
import { findHunks } from './edit-script.ts';
import type { Hunk, StepBudget } from './edit-script.ts';

/**
 * Compares two lists of texts. One that only moved is one change.
 * @param prefix names a line by its number, as in `line 7`; without it, an added or removed line is named by its text
 */
export function compareLines(
  before: readonly string[],
  after: readonly string[],
  budget: StepBudget,
  prefix?: string,
): Change[] {
  const hunks = findHunks(before, after, budget);
  const origins = findMoved(hunks, before, after);
  const moved = new Set(origins.values());
  const changes: Change[] = [];
  for (const hunk of hunks) {
    const removed = listIndexes(hunk.before).filter((index) => !moved.has(index));
    const added = listIndexes(hunk.after).filter((index) => !origins.has(index));
    const count = Math.min(MAX_DIFFERENCES + 1, Math.max(removed.length, added.length));
    for (let offset = 0; offset < count; offset++) {
      const [from, to] = [removed[offset], added[offset]];
      const texts = [from, to].map((index, side) => (index === undefined ? undefined : [before, after][side]![index]!));
      const isNamed = prefix === undefined && (from === undefined || to === undefined);
      if (isNamed)
        changes.push({ kind: from === undefined ? 'added' : 'removed', path: shorten((texts[0] ?? texts[1])!) });
      else changes.push(describeChange(`${prefix ?? 'position '}${(to ?? from)! + 1}`, texts[0], texts[1]));
    }
    for (const index of listIndexes(hunk.after))
      if (origins.has(index))
        changes.push(describeChange(after[index]!, `position ${origins.get(index)! + 1}`, `position ${index + 1}`));
    if (changes.length > MAX_DIFFERENCES) break;
  }
  return changes;
}

function listIndexes([start, end]: readonly [number, number]): number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset);
}

/** Returns the earlier index of each line that was removed once and added once, by its later one. */
function findMoved(
  hunks: readonly Hunk[],
  before: readonly string[],
  after: readonly string[],
): ReadonlyMap<number, number> {
  const removed = hunks.flatMap((hunk) => listIndexes(hunk.before));
  const added = hunks.flatMap((hunk) => listIndexes(hunk.after));
  if (removed.length + added.length > MAX_DIFFERENCES) return new Map();
  const origins = Map.groupBy(removed, (index) => before[index]!);
  const moved = Map.groupBy(added, (index) => after[index]!)
    .entries()
    .filter(([line, { length }]) => line.trim() !== '' && length === 1 && origins.get(line)?.length === 1)
    .map(([line, [index]]) => [index!, origins.get(line)![0]!] as const);
  return new Map(moved);
}
