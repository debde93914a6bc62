import { MAX_DIFFERENCES } from './difference.ts';
import type { Aspect, Difference } from './difference.ts';
import { findHunks } from './edit-script.ts';
import type { Hunk, StepBudget } from './edit-script.ts';
import { excerptTexts } from './value-previews.ts';

/**
 * Compares two lists of texts. One that only moved is one difference.
 * @param prefix names a line by its number, as in `line 7`; without it, an added or removed line is named by its text
 */
export function compareLines(
  aspect: Aspect,
  before: readonly string[],
  after: readonly string[],
  budget: StepBudget,
  prefix?: string,
): Difference[] {
  const ids = new Map<string, number>();
  const getId = (line: string): number => {
    const id = ids.get(line) ?? ids.size;
    ids.set(line, id);
    return id;
  };
  const hunks = findHunks(before.map(getId), after.map(getId), budget);
  const findOrigin = findMoved(hunks, before, after);
  const isMoved = (line: string | undefined): boolean => findOrigin(line!) !== undefined;
  const differences: Difference[] = [];
  for (const hunk of hunks) {
    const removed = listIndexes(hunk.before).filter((index) => !isMoved(before[index]));
    const added = listIndexes(hunk.after).filter((index) => !isMoved(after[index]));
    const count = Math.min(MAX_DIFFERENCES + 1, Math.max(removed.length, added.length));
    for (let offset = 0; offset < count; offset++)
      differences.push(describeLine(aspect, prefix, [before, removed[offset]], [after, added[offset]]));
    for (const index of listIndexes(hunk.after).filter((each) => isMoved(after[each]))) {
      const path = excerptTexts(after[index]!, '').before;
      const positions = { before: `position ${findOrigin(after[index]!)! + 1}`, after: `position ${index + 1}` };
      differences.push({ aspect, kind: 'changed', path, ...positions });
    }
    if (differences.length > MAX_DIFFERENCES) break;
  }
  return differences;
}

type LineAt = readonly [lines: readonly string[], index: number | undefined];

function describeLine(aspect: Aspect, prefix: string | undefined, before: LineAt, after: LineAt): Difference {
  const [one, other] = [before, after].map(([lines, index]) => (index === undefined ? undefined : lines[index]!));
  const texts = excerptTexts(one ?? '', other ?? '');
  const kind = one === undefined ? 'added' : other === undefined ? 'removed' : 'changed';
  if (kind === 'changed') {
    const path = prefix === undefined ? `position ${after[1]! + 1}` : `${prefix}${after[1]! + 1}`;
    return { aspect, kind, path, ...texts };
  }
  const text = kind === 'added' ? texts.after : texts.before;
  if (prefix === undefined) return { aspect, kind, path: text };
  const path = `${prefix}${(kind === 'added' ? after[1]! : before[1]!) + 1}`;
  return { aspect, kind, path, [kind === 'added' ? 'after' : 'before']: text };
}

function listIndexes([start, end]: readonly [number, number]): number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset);
}

/** Returns a function that returns the earlier index of a line that was removed once and added once. */
function findMoved(
  hunks: readonly Hunk[],
  before: readonly string[],
  after: readonly string[],
): (line: string) => number | undefined {
  const count = hunks.reduce((sum, hunk) => sum + hunk.before[1] - hunk.before[0] + hunk.after[1] - hunk.after[0], 0);
  if (count > MAX_DIFFERENCES) return () => undefined;
  const removed = Map.groupBy(
    hunks.flatMap((hunk) => listIndexes(hunk.before)),
    (index) => before[index]!,
  );
  const added = Map.groupBy(
    hunks.flatMap((hunk) => listIndexes(hunk.after)),
    (index) => after[index]!,
  );
  return (line) => {
    const isOnce = line.trim() !== '' && removed.get(line)?.length === 1 && added.get(line)?.length === 1;
    return isOnce ? removed.get(line)![0] : undefined;
  };
}
