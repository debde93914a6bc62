import type { Work } from './comparable.ts';
import type { Aspect, Difference } from './difference.ts';
import { excerptTexts } from './value-previews.ts';

/** Compares queries, calls or commands by what they are, the line that caused them and their number. */
export function compareWork(aspect: Aspect, before: readonly Work[], after: readonly Work[]): Difference[] {
  const getKey = ({ shape, caller, outcome }: Work): string => JSON.stringify([shape, caller, outcome]);
  const others = new Map(after.map((work) => [getKey(work), work]));
  const differences: Difference[] = [];
  const removed: Work[] = [];
  const describe = ({ name, shape, caller, milliseconds }: Work) => ({
    aspect,
    path: name,
    shape,
    caller,
    milliseconds,
  });
  for (const work of before) {
    const other = others.get(getKey(work));
    others.delete(getKey(work));
    if (other === undefined) removed.push(work);
    else if (other.count !== work.count)
      differences.push({ ...describe(other), kind: 'changed', before: `×${work.count}`, after: `×${other.count}` });
  }
  const added = Map.groupBy(others.values(), ({ shape }) => shape);
  for (const work of removed) {
    // The same statement as often, from another line or with another outcome.
    const same = added.get(work.shape)?.find(({ count }) => count === work.count);
    if (same === undefined) {
      differences.push({ ...describe(work), kind: 'removed', before: describeCount(work) });
      continue;
    }
    added.set(
      work.shape,
      added.get(work.shape)!.filter((other) => other !== same),
    );
    const list = ({ caller, outcome }: Work): string =>
      [
        ...(work.caller === same.caller ? [] : [`from ${caller || 'an unknown line'}`]),
        ...(work.outcome === same.outcome ? [] : [outcome || 'succeeded']),
      ].join(', ');
    differences.push({ ...describe(same), kind: 'changed', before: list(work), after: list(same) });
  }
  for (const works of added.values())
    for (const work of works) differences.push({ ...describe(work), kind: 'added', after: describeCount(work) });
  return withUniquePaths(differences);
}

function describeCount({ count, outcome }: Work): string {
  return outcome === '' ? `×${count}` : `×${count}, ${outcome}`;
}

// Statements with the same short name are named by their text.
function withUniquePaths(differences: readonly Difference[]): Difference[] {
  const shapes = Map.groupBy(differences, ({ path }) => path);
  return differences.map((difference) => {
    const sameName = shapes.get(difference.path)!;
    const isUnique = sameName.every(({ shape }) => shape === difference.shape);
    return isUnique ? difference : { ...difference, path: excerptTexts(difference.shape!, '').before };
  });
}
