import type { Work } from './comparable.ts';
import { shorten } from './difference.ts';
import type { WorkChange } from './difference.ts';

/**
 * Compares queries, calls or commands by what they are, the line that caused them and their number. Lists the files in which lines moved
 * together.
 */
export function compareWork(before: readonly Work[], after: readonly Work[]) {
  const getKey = ({ shape, caller, outcome }: Work): string => `${caller}\n${outcome}\n${shape}`;
  const added = new Map(after.map((work) => [getKey(work), work]));
  const pairs: Pair[] = [];
  const rest = before.filter((work) => {
    const other = added.get(getKey(work));
    if (other === undefined) return true;
    added.delete(getKey(work));
    pairs.push([work, other]);
    return false;
  });
  // The same statement as often, from another line or with another outcome.
  const candidates = Map.groupBy(added.values(), ({ shape, count }) => `${count} ${shape}`);
  const removed = rest.filter((work) => {
    const other = candidates.get(`${work.count} ${work.shape}`)?.shift();
    if (other === undefined) return true;
    added.delete(getKey(other));
    pairs.push([work, other]);
    return false;
  });
  const moved = findMovedLines(pairs);
  const changes = [
    ...pairs.flatMap((pair) => describePair(pair, moved.has(getMove(pair)))),
    ...removed.map((work) => describe(work, describeCount(work), undefined)),
    ...added.values().map((work) => describe(work, undefined, describeCount(work))),
  ];
  return { changes: withUniquePaths(changes), movedFiles: [...new Set(moved.values())] };
}

type Pair = readonly [before: Work, after: Work];

function getMove([{ caller: from }, { caller: to }]: Pair): string {
  return `${from} → ${to}`;
}

/**
 * Returns moves of lines that follow from lines which were inserted or removed above them, with their files: those that are
 * next to each other in a file and moved by the same number of lines.
 */
function findMovedLines(pairs: readonly Pair[]): ReadonlyMap<string, string> {
  const moves = new Map(pairs.map((pair) => [getMove(pair), pair.map(({ caller }) => CALLER.exec(caller)?.groups)]));
  const lines = [...moves].flatMap(([move, [from, to]]) =>
    from === undefined || from['file'] !== to?.['file']
      ? []
      : [{ move, file: from['file']!, line: Number(from['line']), offset: Number(to!['line']) - Number(from['line']) }],
  );
  const files = Map.groupBy(
    lines.sort((one, other) => one.line - other.line),
    ({ file }) => file,
  );
  const moved = [...files.values()].flatMap((list) =>
    list.filter(
      ({ offset }, index) => offset !== 0 && [list[index - 1], list[index + 1]].some((next) => next?.offset === offset),
    ),
  );
  return new Map(moved.map(({ move, file }) => [move, file]));
}

const CALLER = /^(?<file>.+?):(?<line>\d+)/;

function describePair([work, other]: Pair, isMoved: boolean): WorkChange[] {
  const hasOtherCaller = work.caller !== other.caller && !isMoved;
  if (!hasOtherCaller && work.outcome === other.outcome)
    return work.count === other.count ? [] : [describe(other, `×${work.count}`, `×${other.count}`)];
  const list = ({ caller, outcome }: Work): string =>
    [
      ...(hasOtherCaller ? [`from ${caller || 'an unknown line'}`] : []),
      ...(work.outcome === other.outcome ? [] : [outcome || 'succeeded']),
    ].join(', ');
  return [describe(other, list(work), list(other))];
}

function describe(
  { name, shape, caller, milliseconds }: Work,
  before: string | undefined,
  after: string | undefined,
): WorkChange {
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return { kind, path: name, shape, caller, milliseconds, before, after };
}

function describeCount({ count, outcome }: Work): string {
  return outcome === '' ? `×${count}` : `×${count}, ${outcome}`;
}

// Statements with the same short name are named by their text.
function withUniquePaths(changes: readonly WorkChange[]): WorkChange[] {
  const shapes = new Map<string, string | undefined>();
  for (const { path, shape } of changes)
    shapes.set(path, !shapes.has(path) || shapes.get(path) === shape ? shape : undefined);
  return changes.map((change) =>
    shapes.get(change.path) === undefined ? { ...change, path: shorten(change.shape!) } : change,
  );
}
