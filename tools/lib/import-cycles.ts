import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import type { Issue } from './issue.ts';

/** The maximum number of files in which each file imports all others, directly or indirectly. */
export const MAX_CYCLE = 5;

/**
 * Finds groups of more than `MAX_CYCLE` files that import each other. Imports of types count, because a reader has to
 * follow them, too.
 *
 * @param files the text of each source file by its path
 */
export function findLargeCycles(files: ReadonlyMap<string, string>): Issue[] {
  const graph = new Map(
    [...files].map(([path, text]) => {
      const targets = importsOf(text).map(({ from }) => posix.join(posix.dirname(path), from));
      return [path, targets.filter((target) => files.has(target))] as const;
    }),
  );
  return cyclesOf(graph)
    .filter(({ length }) => length > MAX_CYCLE)
    .map((cycle) => {
      const members = cycle.toSorted();
      return {
        place: `${members[0]}:1`,
        what: `is in an import cycle of ${cycle.length} files:\n    ${members.join('\n    ')}`,
        why: `a cycle has at most ${MAX_CYCLE} files, type imports included`,
        fix: 'move the declarations that several of them need to a file that imports none of them',
      };
    });
}

/** Returns the strongly connected components of a graph (Tarjan's algorithm). */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const order = new Map<string, number>();
  const stack: string[] = [];
  // Returns the position of the earliest file on the stack that this file leads to.
  const visit = (file: string): number => {
    const position = order.size;
    order.set(file, position);
    stack.push(file);
    let earliest = position;
    for (const target of graph.get(file)!) {
      if (!order.has(target)) earliest = Math.min(earliest, visit(target));
      else if (stack.includes(target)) earliest = Math.min(earliest, order.get(target)!);
    }
    if (earliest === position) cycles.push(stack.splice(stack.indexOf(file)));
    return earliest;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
