import type { ListenerCall } from '../../core/trace/trace.ts';
import type { Span } from '../../core/trace/span.ts';
import type { Tone, WaterfallRow } from './view-model.ts';
import { measureCoverage, findGaps } from './time-ranges.ts';

/**
 * Spans and listener calls as the rows of a waterfall, each below what it happened in. A span says what it belongs to;
 * one that does not was begun by the listener that was running then. Listeners run one after the other, so the times of
 * one inside another tell nesting; two spans may merely overlap.
 */
export function buildTimeline(
  spans: readonly Span[],
  calls: readonly ListenerCall[],
  total: number,
  firstByte?: number,
): WaterfallRow[] {
  const nodes = spans.map((span) => spanNode(span, total));
  const byId = new Map(spans.map(({ id }, index) => [id, nodes[index]!]));
  const ran = calls.filter(({ outcome }) => outcome === 'called' || outcome === 'threw').map(callNode);
  const roots = nestByTime(ran);
  for (const [index, span] of spans.entries()) {
    const node = nodes[index]!;
    const parent = span.parent === 0 || span.parent === span.id ? innermost(roots, node) : byId.get(span.parent);
    (parent?.children ?? roots).push(node);
  }
  if (firstByte !== undefined && firstByte < total) roots.push(sendingNode(firstByte, total));
  roots.push(...findGaps(roots, total, LEAST_GAP).map(gapNode));
  return flatten(roots);
}

interface Node {
  readonly label: string;
  readonly category: string;
  readonly start: number;
  readonly end: number;
  readonly tone?: Tone | undefined;
  readonly title?: string | undefined;
  readonly children: Node[];
}

const LEAST_GAP = 5;

function spanNode({ kind, name, start, duration, error }: Span, total: number): Node {
  const running = duration < 0;
  const told =
    error !== undefined
      ? `${name} – failed: ${error}`
      : running
        ? `${name} – still running when this was stored`
        : name;
  return {
    label: name,
    category: kind,
    start,
    end: running ? Math.max(start, total) : start + duration,
    tone: error === undefined ? undefined : 'bad',
    title: told,
    children: [],
  };
}

function callNode({ event, listener, start, duration, outcome }: ListenerCall): Node {
  return {
    label: listener,
    category: 'listener',
    start,
    end: start + duration,
    tone: outcome === 'threw' ? 'bad' : undefined,
    title: `${event} → ${listener}`,
    children: [],
  };
}

function sendingNode(start: number, end: number): Node {
  const title = 'From the head of the answer to its last byte';
  return { label: 'answer sent', category: 'sending', start, end, title, children: [] };
}

function gapNode({ start, end }: { readonly start: number; readonly end: number }): Node {
  return {
    label: 'nothing recorded',
    category: 'gap',
    start,
    end,
    tone: 'muted',
    title: 'A stretch in which nothing was recorded: whatever has no span ran or waited',
    children: [],
  };
}

// A parent may come later in the list than its child: whoever ends last, of those that begin together, is the outer one.
function nestByTime(nodes: readonly Node[]): Node[] {
  const roots: Node[] = [];
  const open: Node[] = [];
  for (const node of nodes.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    while (open.length > 0 && open.at(-1)!.end < node.end) open.pop();
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

function innermost(nodes: readonly Node[], { start, end }: Node): Node | undefined {
  const around = nodes.find((node) => node.category === 'listener' && node.start <= start && node.end >= end);
  return around && (innermost(around.children, { ...around, start, end }) ?? around);
}

function flatten(roots: readonly Node[]): WaterfallRow[] {
  const rows: WaterfallRow[] = [];
  const waiting = roots.toSorted(later).map((node) => ({ node, depth: 0 }));
  // A profile may hold a ring of spans; each is shown once.
  const seen = new Set<Node>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (seen.has(node)) continue;
    seen.add(node);
    const { label, category, start, end, tone, title, children } = node;
    const self = category === 'gap' ? 0 : Math.max(0, end - start - measureCoverage(children, start, end));
    rows.push({ label, category, depth, start, duration: end - start, self, tone, title });
    for (const child of children.toSorted(later)) waiting.push({ node: child, depth: depth + 1 });
  }
  return rows;
}

function later(a: Node, b: Node): number {
  return b.start - a.start || a.end - b.end;
}
