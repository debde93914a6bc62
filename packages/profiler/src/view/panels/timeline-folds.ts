import { formatCount } from '../render/format.ts';
import type { TimelineNode } from './timeline-rows.ts';

/**
 * Replaces siblings that a reader takes for one by a single bar: calls that differ in their values only, such as the queries
 * of an N+1, and runs of listeners that took less than a millisecond.
 */
export function foldSiblings(nodes: readonly TimelineNode[]): readonly TimelineNode[] {
  return foldShortListeners(foldRepeated(nodes));
}

const MIN_FOLDED = 3;
const MAX_SHORT_MS = 1;

function foldRepeated(nodes: readonly TimelineNode[]): readonly TimelineNode[] {
  const groups = Map.groupBy(nodes, (node) => (isPlain(node) && node.children.length === 0 ? node.shape : undefined));
  return nodes.flatMap((node) => {
    const group = node.shape === undefined ? undefined : groups.get(node.shape);
    if (group === undefined || group.length < MIN_FOLDED || !group.includes(node)) return [node];
    return group[0] === node ? [createFold(group, `${group.length} × ${node.shortLabel ?? node.label}`)] : [];
  });
}

function foldShortListeners(nodes: readonly TimelineNode[]): readonly TimelineNode[] {
  const folded: TimelineNode[] = [];
  let run: TimelineNode[] = [];
  const endRun = (): void => {
    const count = countListeners(run);
    if (count < MIN_FOLDED) folded.push(...run);
    else folded.push(createFold(run, `${formatCount(count, 'listener')} under ${MAX_SHORT_MS} ms`));
    run = [];
  };
  for (const node of nodes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (isShortListener(node)) run.push(node);
    else {
      endRun();
      folded.push(node);
    }
  }
  endRun();
  return folded;
}

function isShortListener(node: TimelineNode): boolean {
  return (
    node.category === 'listener' &&
    isPlain(node) &&
    node.end - node.start < MAX_SHORT_MS &&
    node.children.every(isShortListener)
  );
}

function countListeners(nodes: readonly TimelineNode[]): number {
  return nodes.reduce((sum, { children }) => sum + 1 + countListeners(children), 0);
}

// A failed or unusual call keeps its own row.
function isPlain({ tone, mark, folded }: TimelineNode): boolean {
  return tone === undefined && mark === undefined && folded === undefined;
}

function createFold(folded: readonly TimelineNode[], label: string): TimelineNode {
  const { category, title } = folded[0]!;
  const start = Math.min(...folded.map((node) => node.start));
  const end = Math.max(...folded.map((node) => node.end));
  return { label, category, start, end, ...(title === undefined ? {} : { title }), children: [], folded };
}
